#include "watch/repair/value_candidates.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "dom/text.h"
#include "watch/page_values.h"

namespace weft::watch {
namespace {

using dom::Document;
using dom::NodeId;

constexpr uint32_t kMaxTexts = 4;  // Of an element that is a value as a whole.

// Whether `d` is an element of several words of those of `n`, and the outermost with them.
bool is_part(const ValueSearch& search, NodeId n, NodeId d) {
  const Document& doc = search.document();
  return doc.is_element(d) && search.word_count(d) > 1 &&
         search.word_count(d) < search.word_count(n) &&
         search.word_count(d) < search.word_count(doc.parent(d));
}

bool fits_better_whole(const ValueSearch& search, NodeId n, const std::string& text,
                       const AttributeHealth& health) {
  const Document& doc = search.document();
  uint32_t texts = 0;
  double best = 0, best_part = 0;
  for (const NodeId d : doc.descendants(n)) {
    if (is_part(search, n, d)) {
      best_part = std::max(best_part, health.fit(dom::normalized_text(doc, d)));
    } else if (doc.is_text(d)) {
      const std::string own = normalize_space(doc.text(d));
      if (own.empty()) continue;
      if (++texts > kMaxTexts) return false;
      best = std::max(best, health.fit(own));
    }
  }
  const double whole = health.fit(text);
  return texts > 1 && whole >= kFitsAsValue && whole >= best && whole > best_part;
}

}  // namespace

ValueCandidates::ValueCandidates(const ValueSearch& search, const AttributeHealth& health) {
  const Document& doc = search.document();
  uint32_t skip = 0;
  for (const NodeId n : doc.nodes()) {
    if (index(n) < skip || search.word_count(n) == 0) continue;
    if (doc.is_text(n)) {
      std::string text = normalize_space(doc.text(n));
      if (text.size() <= kMaxValueText && health.fit(text) >= kFitsAsValue)
        all_.push_back({n, std::move(text)});
    } else if (doc.is_element(n) && search.word_count(n) <= 2 * kMaxTexts) {
      std::string text = dom::normalized_text(doc, n);
      if (text.size() > kMaxValueText || !fits_better_whole(search, n, text, health)) continue;
      all_.push_back({n, std::move(text)});
      skip = index(doc.end(n));
    }
  }
}

const ValueCandidate* ValueCandidates::first_from(NodeId n) const {
  const auto found = std::lower_bound(
      all_.begin(), all_.end(), n,
      [](const ValueCandidate& c, NodeId at) { return index(c.node) < index(at); });
  return found == all_.end() ? nullptr : &*found;
}

const ValueCandidate* ValueCandidates::last_before(const Document& doc, NodeId n) const {
  for (auto c = all_.rbegin(); c != all_.rend(); ++c) {
    if (index(doc.end(c->node)) <= index(n)) return &*c;
  }
  return nullptr;
}

bool is_numeric(model::ValueType type) {
  return type == model::ValueType::kNumber || type == model::ValueType::kMoney;
}

double number_distance(const std::string& a, const std::string& b) {
  const auto x = number_in(a), y = number_in(b);
  if (!x || !y || *x <= 0 || *y <= 0) return HUGE_VAL;
  return std::abs(std::log(*x / *y));
}

bool has_nearer_number(const ValueSearch& page, const AttributeHealth& health,
                       const std::string& known, const std::string& found) {
  const double away = number_distance(known, found);
  if (!is_numeric(health.type) || away == HUGE_VAL) return false;
  const ValueCandidates candidates(page, health);
  return std::any_of(
      candidates.all().begin(), candidates.all().end(), [&](const ValueCandidate& one) {
        return health.guard.lets_pass(one.text) && 2 * number_distance(known, one.text) <= away;
      });
}

}  // namespace weft::watch
