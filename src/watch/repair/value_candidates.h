// Value candidates: the texts of a page that look like the values of an attribute, for when its
// known value is not on the page any more; and numbers that are near the known one.
//
//   <b>12.50</b> <i>€</i>     an element of a few texts is one candidate where together they look
//                             better than alone, and better than an element within it (that price
//                             and "More")
//
// Tested by landmarks_test.cc.
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "watch/health/health_model.h"
#include "watch/value_search.h"

namespace weft::watch {

constexpr size_t kMaxValueText = 80;  // Bytes of a text that can be a value.
constexpr double kFitsAsValue = 0.5;  // Fit to the health model of a text that can be one.

struct ValueCandidate {
  dom::NodeId node = dom::kNoNode;
  std::string text;
};

class ValueCandidates {
 public:
  ValueCandidates(const ValueSearch& search, const AttributeHealth& health);

  // In document order; none within another.
  [[nodiscard]] const std::vector<ValueCandidate>& all() const { return all_; }
  // The first that begins at or after `n`; null if there is none.
  [[nodiscard]] const ValueCandidate* first_from(dom::NodeId n) const;
  // The last that ends before `n`.
  [[nodiscard]] const ValueCandidate* last_before(const dom::Document& doc, dom::NodeId n) const;

 private:
  std::vector<ValueCandidate> all_;
};

bool is_numeric(model::ValueType type);

// How far two positive numbers are apart, as a factor; infinite for what is none.
double number_distance(const std::string& a, const std::string& b);

// Whether a number on the page that looks like the attribute's values is at most half as far from
// the known one as `found` is. False where either is no number.
bool has_nearer_number(const ValueSearch& page, const AttributeHealth& health,
                       const std::string& known, const std::string& found);

}  // namespace weft::watch
