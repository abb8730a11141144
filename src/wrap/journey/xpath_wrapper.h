// XPathWrapper: the wrapper of kind "xpath": records and their values by XPath, as people write them.
// Format: docs/formats/journey-wrapper.md.
//
//   {"records": "//ul/li", "attributes": [{"name": "price", "at": ".//b", "value": "normalize-space(.)"}]}
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "model/wrapper.h"
#include "select/query.h"

namespace weft::wrap {

struct XPathAttribute {
  std::string name;
  std::string at;       // From the record; the first node it finds.
  std::string value;    // From that node; empty: its text, white space folded.
  bool needed = false;  // A record without it is none.
  bool operator==(const XPathAttribute&) const = default;
};
void describe(JsonFields& json, XPathAttribute& attribute);

class XPathWrapper final : public model::Wrapper {
 public:
  // Fails with kInvalidArgument, naming the attribute whose expression is none.
  static Result<std::unique_ptr<XPathWrapper>> make(std::string records,
                                                    std::vector<XPathAttribute> attributes);

  [[nodiscard]] std::string_view kind() const override { return "xpath"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  // Fails with kInvalidArgument for what to_json did not write.
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const std::string& records() const { return records_; }
  [[nodiscard]] const std::vector<XPathAttribute>& attributes() const { return attributes_; }

 private:
  struct Compiled {
    select::Query at;
    select::Query value;
  };
  XPathWrapper(std::string records, std::vector<XPathAttribute> attributes, select::Query query,
               std::vector<Compiled> compiled)
      : records_(std::move(records)),
        attributes_(std::move(attributes)),
        query_(std::move(query)),
        compiled_(std::move(compiled)) {}

  std::string records_;
  std::vector<XPathAttribute> attributes_;
  select::Query query_;
  std::vector<Compiled> compiled_;  // By attribute.
};

}  // namespace weft::wrap
