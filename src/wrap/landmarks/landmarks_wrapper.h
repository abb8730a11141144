// LandmarksWrapper: the wrapper of kind "landmarks": an embedded catalog tree of landmark rules
// ([Liu], Stalker). Format: docs/formats/landmarks-wrapper.md.
//
//   page ── LIST(address): start, end, and the rules that break the list into items
//               ├── street: start, end
//               └── area_code: start, end
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "model/wrapper.h"
#include "wrap/landmarks/landmark_rule.h"

namespace weft::wrap {

// A node of the catalog tree: how it is found in its parent.
struct CatalogNode {
  std::string name;    // Attribute; empty for the list of a page's records.
  std::string source;  // Not empty: the value is this attribute of the tag before the start.
  LandmarkRule start;
  LandmarkRule end;  // None of an attribute's value.
  // The end rule reads on from the start instead of backwards from the parent's end.
  bool end_from_start = false;
  // A list: rules that are applied again and again, forward for beginnings, backward for ends.
  bool list = false;
  LandmarkRule item_start;
  LandmarkRule item_end;
  std::vector<CatalogNode> children;  // Of a tuple; a leaf has none.
};
void describe(JsonFields& json, CatalogNode& node);

class LandmarksWrapper final : public model::Wrapper {
 public:
  // The children of the page: attributes, or one list of records.
  explicit LandmarksWrapper(std::vector<CatalogNode> roots) : roots_(std::move(roots)) {}

  [[nodiscard]] std::string_view kind() const override { return "landmarks"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  // Fails with kInvalidArgument for what to_json did not write.
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const std::vector<CatalogNode>& roots() const { return roots_; }

 private:
  std::vector<CatalogNode> roots_;
};

}  // namespace weft::wrap
