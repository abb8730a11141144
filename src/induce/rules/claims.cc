// Claims settled.
//
// 1. The best rules of all attributes run on all units.
// 2. The look of a node: tag and class of the two elements around it. Units in which an attribute is
//    labelled say how its nodes look.
// 3. On an unlabelled unit a node is another's when it does not look like its own, and it is the
//    node that the other's rule takes there and looks like the other's, or says the same as that:
//    pages repeat a price where nobody sees it. A tenth of a rule's nodes being another's is too
//    much.
// 4. Then the first rule behind it that has none takes its place.
// 5. Where a rule takes several nodes, the first another's, the last is given if that is nobody's.
//    Among functions with two signatures, "what follows a signature" is the second, then the text:
//
//      <p class=sig>f(int)  <p class=sig>f(long)  <p>Adds.  <p>f(1) = 2
//
//    6. First those are mended whose nodes look like another's; then those that give the very node
//       that another gives, if with the last the two stand in the order of the labelled units.

#include "induce/rules/claims.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/hash.h"
#include "dom/text.h"
#include "wrap/rules/matcher.h"

namespace weft::induce {
namespace {

using dom::NodeId;

uint64_t look_of(const dom::Document& doc, NodeId n) {
  uint64_t look = 0;
  NodeId element = doc.is_element(n) ? n : doc.parent(n);
  for (int level = 0; level < 2 && element != dom::kNoNode; ++level) {
    look = hash_combine(look, static_cast<uint64_t>(doc.name(element)));
    look = hash_bytes(doc.attribute(element, dom::atoms::kClass).value_or(""), look);
    element = doc.parent(element);
  }
  return look;
}

class Claims {
 public:
  Claims(std::span<const dom::Document* const> documents, const std::vector<Unit>& units,
         const std::vector<AttributeRequest>& requests,
         const std::vector<wrap::AttributeRules>& attributes)
      : documents_(documents), units_(units), labelled_(units.size()), looks_(attributes.size()) {
    std::vector<const wrap::Rule*> best;
    for (const wrap::AttributeRules& attribute : attributes) {
      if (takes_one_node(attribute)) {
        place_.push_back(best.size());
        best.push_back(&attribute.rules.front());
      } else {
        place_.push_back(kNone);
      }
    }
    if (best.empty()) return;
    const wrap::Matcher matcher(best);
    for (uint32_t u = 0; u < units.size(); ++u) {  // Step 1.
      taken_.push_back(matcher.select(document(u), units[u].root));
    }
    for (size_t a = 0; a < requests.size(); ++a) {
      for (const PlacedUnit& one : requests[a].labels) {
        labelled_[one.unit] = true;
        if (!one.values.empty()) add_looks(a, one.unit);  // Step 2.
      }
    }
    for (size_t a = 0; a < looks_.size(); ++a) {
      for (size_t b = 0; b < looks_.size(); ++b)
        orders_.push_back(place_[a] == kNone || place_[b] == kNone ? 0 : find_order(a, b));
    }
  }

  // Step 4. The position of the rule that should be first.
  [[nodiscard]] size_t first_rule(size_t a, const wrap::AttributeRules& attribute) const {
    if (place_[a] == kNone || attribute.rules.size() < 2) return 0;
    for (size_t r = 0; r < attribute.rules.size(); ++r) {
      if (!takes_from_others(a, attribute.rules[r], r == 0)) return r;
    }
    return 0;
  }

  // Step 5. Whether the attribute's rule should give the last of its nodes; from then on it does.
  // REQUIRES: its first rule is the one that the claims were made with.
  bool give_last(size_t a, const wrap::Rule& rule, bool by_look) {
    if (place_[a] == kNone || rule.position != 0 || rule.statistics.precision < 1) return false;
    size_t wrong = 0, still_wrong = 0;
    for (uint32_t u = 0; u < units_.size(); ++u) {
      const std::vector<NodeId>& nodes = taken(u, a);
      if (labelled_[u] || nodes.empty()) continue;
      const bool first = by_look ? looks_like_anothers(u, a, nodes.front())
                                 : is_given_by_another(u, a, nodes.front());
      const bool last =
          by_look ? looks_like_anothers(u, a, nodes.back()) : is_out_of_order(u, a, nodes.back());
      if (last && !first) return false;
      wrong += first ? 1 : 0;
      still_wrong += last ? 1 : 0;
    }
    if (2 * still_wrong >= wrong) return false;
    for (auto& unit : taken_) {
      std::vector<NodeId>& nodes = unit[place_[a]];
      if (nodes.size() > 1) nodes = {nodes.back()};
    }
    return true;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  // Lists, and values that are part of a text, may share nodes with others.
  static bool takes_one_node(const wrap::AttributeRules& attribute) {
    return !attribute.list && attribute.also.empty() && !attribute.rules.empty() &&
           !attribute.rules.front().range && attribute.rules.front().type.empty();
  }

  [[nodiscard]] const dom::Document& document(uint32_t u) const {
    return *documents_[units_[u].page];
  }

  [[nodiscard]] const std::vector<NodeId>& taken(uint32_t u, size_t a) const {
    return taken_[u][place_[a]];
  }

  void add_looks(size_t a, uint32_t u) {
    if (place_[a] == kNone) return;
    for (const NodeId n : taken(u, a)) looks_[a].insert(look_of(document(u), n));
  }

  // Step 3.
  [[nodiscard]] bool is_anothers(uint32_t u, size_t a, NodeId n) const {
    const dom::Document& doc = document(u);
    if (looks_[a].contains(look_of(doc, n))) return false;
    for (size_t b = 0; b < looks_.size(); ++b) {
      if (b == a || place_[b] == kNone || taken(u, b).empty()) continue;
      const NodeId theirs = taken(u, b).front();
      if (!looks_[b].contains(look_of(doc, theirs))) continue;
      if (theirs == n || dom::normalized_text(doc, theirs) == dom::normalized_text(doc, n))
        return true;
    }
    return false;
  }

  // Step 6. Whether n is of the nodes that another's rule takes, and looks so.
  [[nodiscard]] bool looks_like_anothers(uint32_t u, size_t a, NodeId n) const {
    const uint64_t look = look_of(document(u), n);
    if (looks_[a].contains(look)) return false;
    return any_other(u, a, [&](size_t b, const std::vector<NodeId>& theirs) {
      return looks_[b].contains(look) && std::find(theirs.begin(), theirs.end(), n) != theirs.end();
    });
  }

  // Whether another gives n, though on labelled units they differ.
  [[nodiscard]] bool is_given_by_another(uint32_t u, size_t a, NodeId n) const {
    return any_other(u, a, [&](size_t b, const std::vector<NodeId>& theirs) {
      return n == theirs.front() && order_of(a, b) != 0;
    });
  }

  // Whether n stands on the other side of another's node than on labelled units, or is it.
  [[nodiscard]] bool is_out_of_order(uint32_t u, size_t a, NodeId n) const {
    return any_other(u, a, [&](size_t b, const std::vector<NodeId>& theirs) {
      const int order = order_of(a, b);
      return order != 0 && (n == theirs.front() || (n < theirs.front()) != (order < 0));
    });
  }

  // Whether the condition holds of another attribute that takes nodes of the unit.
  template <typename Condition>
  [[nodiscard]] bool any_other(uint32_t u, size_t a, const Condition& holds) const {
    for (size_t b = 0; b < looks_.size(); ++b) {
      if (b != a && place_[b] != kNone && !taken(u, b).empty() && holds(b, taken(u, b)))
        return true;
    }
    return false;
  }

  // On labelled units: -1, a's node stands before b's; 1, behind it; 0: now so, now so, or they are
  // one, or no unit has both.
  [[nodiscard]] int order_of(size_t a, size_t b) const { return orders_[a * looks_.size() + b]; }

  [[nodiscard]] int find_order(size_t a, size_t b) const {
    int order = 0;
    for (uint32_t u = 0; u < units_.size(); ++u) {
      if (!labelled_[u] || taken(u, a).empty() || taken(u, b).empty()) continue;
      const NodeId own = taken(u, a).front(), theirs = taken(u, b).front();
      const int here = own == theirs ? 0 : own < theirs ? -1 : 1;
      if (here == 0 || (order != 0 && here != order)) return 0;
      order = here;
    }
    return order;
  }

  [[nodiscard]] bool takes_from_others(size_t a, const wrap::Rule& rule, bool is_best) const {
    std::optional<wrap::Matcher> matcher;
    if (!is_best) matcher.emplace(std::vector<const wrap::Rule*>{&rule});
    size_t given = 0, others = 0;
    for (uint32_t u = 0; u < units_.size(); ++u) {
      if (labelled_[u]) continue;
      const auto nodes = is_best ? taken(u, a) : matcher->select_first(document(u), units_[u].root);
      if (nodes.empty()) continue;
      ++given;
      others += is_anothers(u, a, nodes.front()) ? 1 : 0;
    }
    return is_best ? others * 10 > given : others > 0;
  }

  std::span<const dom::Document* const> documents_;
  const std::vector<Unit>& units_;
  std::vector<bool> labelled_;
  std::vector<size_t> place_;                            // By attribute: of its rule in taken_.
  std::vector<std::vector<std::vector<NodeId>>> taken_;  // By unit and rule.
  std::vector<std::set<uint64_t>> looks_;                // By attribute: of its labelled nodes.
  std::vector<int> orders_;                              // Of each attribute and each (order_of).
};

}  // namespace

void settle_claims(std::span<const dom::Document* const> documents, const std::vector<Unit>& units,
                   const std::vector<AttributeRequest>& requests,
                   std::vector<wrap::AttributeRules>& attributes) {
  const Claims claims(documents, units, requests, attributes);
  for (size_t a = 0; a < attributes.size(); ++a) {
    std::vector<wrap::Rule>& rules = attributes[a].rules;
    const auto first = static_cast<std::ptrdiff_t>(claims.first_rule(a, attributes[a]));
    std::rotate(rules.begin(), rules.begin() + first, rules.begin() + first + (first > 0 ? 1 : 0));
  }
  Claims settled(documents, units, requests, attributes);
  for (const bool by_look : {true, false}) {
    for (size_t a = 0; a < attributes.size(); ++a) {
      if (!attributes[a].rules.empty() &&
          settled.give_last(a, attributes[a].rules.front(), by_look))
        attributes[a].rules.front().position = -1;
    }
  }
}

}  // namespace weft::induce
