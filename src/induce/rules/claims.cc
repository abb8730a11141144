// Claims settled.
//
// 1. The best rules of all attributes run on all units.
// 2. The look of a node: tag and class of the two elements around it. Labelled units say how each
//    attribute's nodes look.
// 3. On an unlabelled unit a node is another's when the rules of both take it, it looks like the
//    other's and does not look like its own. A tenth of a rule's nodes being another's is too much.
// 4. Then the first rule behind it that has none takes its place.

#include "induce/rules/claims.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/hash.h"
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
         const std::vector<bool>& labelled, const std::vector<wrap::AttributeRules>& attributes)
      : documents_(documents), units_(units), labelled_(labelled), looks_(attributes.size()) {
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
      if (labelled[u]) add_looks(u);  // Step 2.
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

  void add_looks(uint32_t u) {
    for (size_t a = 0; a < looks_.size(); ++a) {
      if (place_[a] == kNone) continue;
      for (const NodeId n : taken(u, a)) looks_[a].insert(look_of(document(u), n));
    }
  }

  // Step 3.
  [[nodiscard]] bool is_anothers(uint32_t u, size_t a, NodeId n) const {
    const uint64_t look = look_of(document(u), n);
    if (looks_[a].contains(look)) return false;
    for (size_t b = 0; b < looks_.size(); ++b) {
      if (b == a || place_[b] == kNone || !looks_[b].contains(look)) continue;
      const std::vector<NodeId>& theirs = taken(u, b);
      if (!theirs.empty() && theirs.front() == n) return true;
    }
    return false;
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
  const std::vector<bool>& labelled_;
  std::vector<size_t> place_;                            // By attribute: of its rule in taken_.
  std::vector<std::vector<std::vector<NodeId>>> taken_;  // By unit and rule.
  std::vector<std::set<uint64_t>> looks_;                // By attribute: of its labelled nodes.
};

}  // namespace

void settle_claims(std::span<const dom::Document* const> documents, const std::vector<Unit>& units,
                   const std::vector<bool>& labelled,
                   std::vector<wrap::AttributeRules>& attributes) {
  const Claims claims(documents, units, labelled, attributes);
  for (size_t a = 0; a < attributes.size(); ++a) {
    std::vector<wrap::Rule>& rules = attributes[a].rules;
    const auto first = static_cast<std::ptrdiff_t>(claims.first_rule(a, attributes[a]));
    std::rotate(rules.begin(), rules.begin() + first, rules.begin() + first + (first > 0 ? 1 : 0));
  }
}

}  // namespace weft::induce
