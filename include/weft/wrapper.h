// Wrapper: what was learned of a template. It runs on a page without side effects, at about the cost
// of parsing it, and is kept as JSON.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/record.h"
#include "weft/result.h"
#include "weft/schema.h"

namespace weft {

namespace api {
struct WrapperState;
}

// Why a node was, or was not, extracted.
struct Explanation {
  std::string attribute;
  bool extracted = false;
  std::string rule;                  // Readable: an XPath, a path, a list of landmarks.
  std::vector<std::string> reasons;  // One sentence each.
};

class WEFT_API Wrapper {
 public:
  // Fails with kInvalidArgument for what to_json() did not write, kUnsupported for a newer version.
  static Result<Wrapper> parse(std::string_view json);
  [[nodiscard]] std::string to_json() const;

  [[nodiscard]] std::string kind() const;  // "rules", "broom", "columns"…
  [[nodiscard]] const Schema& schema() const;
  // Records in the page's order, typed by the schema. A page it does not fit gives none.
  [[nodiscard]] std::vector<Record> extract(const Page& page) const;
  [[nodiscard]] std::vector<Explanation> explain(const Node& node) const;

 private:
  friend struct api::Access;
  explicit Wrapper(std::shared_ptr<const api::WrapperState> state) : state_(std::move(state)) {}
  std::shared_ptr<const api::WrapperState> state_;
};

}  // namespace weft
