// Wrapper: what an inducer learned. A value: it serialises to JSON, runs on a page without side
// effects, and says for every value where it came from.
//
// The kinds there are ("rules", "broom"…): wrap/kinds.h. The JSON: docs/formats/wrapper.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/extraction.h"
#include "model/page.h"
#include "model/schema.h"

namespace weft::model {

// Why a node was, or was not, extracted. Shown by `weft explain`.
struct Explanation {
  std::string attribute;
  bool extracted = false;
  std::string rule;  // The rule concerned, readable: an XPath, a path, a landmark list.
  std::vector<std::string> reasons;  // One sentence each.
};

// Threads: const after loading; apply() may run on several threads.
class Wrapper {
 public:
  virtual ~Wrapper() = default;

  // "rules", "broom"…
  [[nodiscard]] virtual std::string_view kind() const = 0;
  // Never fails: a page the wrapper does not fit gives no records and a diagnostic.
  [[nodiscard]] virtual Extraction apply(const Page& page) const = 0;
  // Explanations for a node: one per attribute that has something to say about it.
  [[nodiscard]] virtual std::vector<Explanation> explain(const Page& page,
                                                         dom::NodeId node) const = 0;
  // The body of the wrapper's JSON; save_wrapper adds kind and version.
  [[nodiscard]] virtual Json to_json() const = 0;
};

struct WrapperKind {
  std::string_view name;
  Result<std::unique_ptr<Wrapper>> (*load)(const Json& body);
};

// {"weft": "wrapper", "version": 1, "kind": …, …body}; keys in a fixed order.
Json save_wrapper(const Wrapper& wrapper);
// With the types of what it extracts as "schema", for a wrapper that travels without a site bundle.
Json save_wrapper(const Wrapper& wrapper, const Schema& schema);

// Fails with kInvalidArgument for anything that save_wrapper did not write, kUnsupported for a
// newer version or a kind that is none of these.
Result<std::unique_ptr<Wrapper>> load_wrapper(const Json& json, std::span<const WrapperKind> kinds);
// The schema that was saved with it; empty if there is none. Fails as reading a schema does.
Result<Schema> schema_of_wrapper(const Json& json);

}  // namespace weft::model
