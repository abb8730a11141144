// libxml2's XPath as the oracle: the same expression on the same tree, answers as NodeRefs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dom/document.h"
#include "dom/xml/xml_view.h"
#include "select/query.h"

namespace weft::select::testing {

class Oracle {
 public:
  // libxml2 gives up after `max_operations` (0: never). REQUIRES: `doc` outlives the oracle.
  explicit Oracle(const dom::Document& doc, unsigned long max_operations = 0);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  // Nothing if libxml2 does not accept the expression, or gave up.
  std::optional<Value> evaluate(const std::string& xpath, NodeRef context = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// For messages: "nodes 3 5@1 9", "'text'", "4.5", "true".
std::string describe(const Value& value);

// Equal, where NaN equals NaN.
bool same(const Value& a, const Value& b);

}  // namespace weft::select::testing
