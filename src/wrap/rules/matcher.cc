// Matcher: all rules of a wrapper on one page.
//
// Each feature of a rule becomes a Condition: names as atoms, values as they are, tested without
// building a text. The conditions of a rule are tested cheapest first, so that a node is mostly
// refused by the name of an ancestor before any text is looked at:
//
//   (tag, 2, td) (class, 1, "p") (left-text, "Price:")     in this order, until one fails
//
// 1. Rules with an anchor are tested at the nodes that it leads to (anchor.cc).
// 2. The others are tested at every node, all in one pass; so are all rules inside a record, which
//    is small, and rules whose anchors nest so deeply that they lead to more nodes than the page
//    has.
// 3. What a person wrote, XPath or CSS, is run as it is.
// 4. A classifier keeps the most probable of a rule's nodes, a position the i-th.
//
// Tested by matcher_test.cc, and by export_test.cc against the XPath of the same rules.

#include "wrap/rules/matcher.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/table_grid.h"
#include "dom/text.h"
#include "wrap/rules/folded_text.h"

namespace weft::wrap {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;

// Anchors that lead to more than so many times the nodes of a page (they nest) are no help.
constexpr uint64_t kMaxAnchorWork = 4;

// Up to the first space. White space of a page is folded to spaces only between words, so what has
// the text has this in any case.
std::string_view first_word_of(std::string_view normalized) {
  return normalized.substr(0, normalized.find(' '));
}

bool is_empty(const Document& doc, NodeId element) {
  for (const NodeId n : doc.subtree(element)) {
    if (doc.is_text(n) && !dom::is_blank(doc.text(n))) return false;
  }
  return true;
}

NodeId visible_text_from(const Document& doc, NodeId n) {
  for (; index(n) < doc.size(); n = next(n)) {
    if (dom::is_visible_text(doc, n)) return n;
  }
  return kNoNode;
}

NodeId visible_text_before(const Document& doc, NodeId n) {
  while (index(n) > 0) {
    n = NodeId{index(n) - 1};
    if (dom::is_visible_text(doc, n)) return n;
  }
  return kNoNode;
}

NodeId sibling_element(const Document& doc, NodeId n, bool preceding, uint32_t offset) {
  while (offset > 0) {
    n = preceding ? doc.previous_sibling(n) : doc.next_sibling(n);
    if (n == kNoNode) return kNoNode;
    if (doc.is_element(n)) --offset;
  }
  return n;
}

}  // namespace

Condition::Condition(const Feature& feature)
    : axis_(feature.axis),
      test_(feature.test),
      level_(feature.level),
      offset_(feature.offset),
      values_(feature.values) {
  if (!feature.attribute.empty()) attribute_ = dom::atom_of(feature.attribute);
  if (test_ == Test::kTag) {
    for (const std::string& value : values_) tags_.push_back(dom::atom_of(value));
  }
}

int Condition::expense() const {
  switch (axis_) {
    case Axis::kElement:
      if (test_ == Test::kColumn) return 15 + level_;
      return test_ == Test::kTag ? level_ : 10 + level_;
    case Axis::kFollowing:
      return 20 + level_;
    case Axis::kLeft:
      return 25;
    case Axis::kPreceding:
      return 30;
    default:
      return 40;
  }
}

bool Condition::accepts(std::string_view value) const {
  return std::find(values_.begin(), values_.end(), value) != values_.end();
}

bool Condition::element_holds(const Document& doc, NodeId element) const {
  if (!doc.is_element(element)) return false;
  if (test_ == Test::kColumn) {
    const uint32_t column = dom::column_in_row(doc, element);
    return column != 0 && (values_.empty() || accepts(std::to_string(column)));
  }
  if (attribute_ == dom::kNoAtom)
    return tags_.empty() || std::find(tags_.begin(), tags_.end(), doc.name(element)) != tags_.end();
  const auto value = doc.attribute(element, attribute_);
  if (!value || value->empty()) return false;
  if (values_.empty()) return true;
  if (test_ != Test::kToken) return accepts(*value);
  return std::any_of(values_.begin(), values_.end(),
                     [&](const std::string& token) { return dom::has_token(*value, token); });
}

bool Condition::text_holds(const Document& doc, NodeId text) const {
  if (text == kNoNode) return false;
  const std::string_view raw = doc.text(text);
  return std::any_of(values_.begin(), values_.end(), [&](const std::string& value) {
    return text_beside_holds(axis_, test_, raw, value);
  });
}

bool Condition::own_text_holds(const Document& doc, NodeId n) const {
  const std::string whole_text = doc.is_text(n) ? std::string() : dom::text_content(doc, n);
  const std::string_view raw = doc.is_text(n) ? doc.text(n) : std::string_view(whole_text);
  return std::any_of(values_.begin(), values_.end(), [&](const std::string& value) {
    if (test_ == Test::kPrefix) return folded_continues(raw, value);
    const bool is_edge = test_ == Test::kText;
    if (is_edge && axis_ == Axis::kInsideLeft) return folded_starts_with(raw, value);
    if (raw.find(first_word_of(value)) == std::string_view::npos) return false;
    const std::string text = normalize_space(raw);
    if (is_edge) return text.ends_with(value);
    return text.find(value) != std::string::npos;
  });
}

bool Condition::holds_at(const Document& doc, NodeId n) const {
  if (!is_sibling_axis(axis_)) return element_holds(doc, n);
  const NodeId sibling = sibling_element(doc, n, axis_ == Axis::kPreceding, offset_);
  if (sibling == kNoNode) return false;
  return test_ == Test::kText ? element_text_equals(doc, sibling, values_)
                              : element_holds(doc, sibling);
}

bool Condition::holds(const Document& doc, NodeId n, NodeId before, NodeId top) const {
  if (axis_ == Axis::kLeft) return text_holds(doc, before);
  if (axis_ == Axis::kRight) return text_holds(doc, visible_text_from(doc, doc.end(n)));
  if (is_text_axis(axis_)) return own_text_holds(doc, n);
  for (uint32_t level = 0; level < level_; ++level) {
    if (n == top) return false;
    n = doc.parent(n);
    if (n == kNoNode || n == dom::kRoot) return false;
  }
  return holds_at(doc, n);
}

bool Condition::holds_at_any_ancestor(const Document& doc, NodeId n, NodeId before,
                                      NodeId top) const {
  if (is_text_axis(axis_) || level_ < 2) return holds(doc, n, before, top);
  for (uint32_t level = 0; n != kNoNode && n != dom::kRoot; ++level) {
    if (level >= 2 && holds_at(doc, n)) return true;
    if (n == top) return false;
    n = doc.parent(n);
  }
  return false;
}

Matcher::Matcher(const std::vector<const Rule*>& rules) : finder_({}) {
  std::vector<Anchor> anchors;
  for (const Rule* rule : rules) {
    Compiled compiled{
        rule->target.kind,
        rule->target.attribute.empty() ? dom::kNoAtom : dom::atom_of(rule->target.attribute),
        {rule->features.begin(), rule->features.end()},
        rule->position};
    std::stable_sort(
        compiled.conditions.begin(), compiled.conditions.end(),
        [](const Condition& a, const Condition& b) { return a.expense() < b.expense(); });
    compiled.looks_left = std::any_of(compiled.conditions.begin(), compiled.conditions.end(),
                                      [](const Condition& c) { return c.looks_left(); });
    if (rule->classifier) {
      compiled.classified = true;
      compiled.prior = rule->classifier->prior;
      for (const auto& term : rule->classifier->terms) {
        compiled.terms.push_back({Condition(term.feature), term.present, term.absent});
      }
    }
    if (!rule->query.empty()) {
      auto query = select::Query::guess(rule->query);
      WEFT_CHECK(query.ok());  // rule_of_query() and reading a file refuse others.
      compiled.query = std::move(*query);
      queries_.push_back(rules_.size());
      rules_.push_back(std::move(compiled));
      continue;
    }
    auto anchor = choose_anchor(*rule);
    (anchor ? anchored_ : unanchored_).push_back(rules_.size());
    if (anchor) anchors.push_back(std::move(*anchor));
    rules_.push_back(std::move(compiled));
  }
  finder_ = AnchorFinder(std::move(anchors));
}

std::vector<std::vector<NodeId>> Matcher::select(const Document& doc, NodeId root) const {
  Selected selected(rules_.size());
  if (root == dom::kRoot) {
    scan(doc, root, select_at_anchors(doc, selected), selected);
  } else {
    std::vector<size_t> all = anchored_;
    all.insert(all.end(), unanchored_.begin(), unanchored_.end());
    scan(doc, root, all, selected);
  }
  for (const size_t r : queries_) select_by_query(doc, root, rules_[r], selected[r]);
  for (size_t r = 0; r < rules_.size(); ++r) {
    std::vector<NodeId>& nodes = selected[r];
    if (rules_[r].classified) classify(rules_[r], doc, root, nodes);
    const int position = rules_[r].position;
    if (position == 0) continue;
    const auto size = static_cast<int>(nodes.size());
    const int at = position > 0 ? position - 1 : size + position;
    nodes = at >= 0 && at < size ? std::vector<NodeId>{nodes[static_cast<size_t>(at)]}
                                 : std::vector<NodeId>{};
  }
  return selected;
}

void Matcher::scan(const Document& doc, NodeId root, const std::vector<size_t>& rules,
                   Selected& selected) const {
  if (rules.empty()) return;
  const bool elements = std::any_of(rules.begin(), rules.end(), [&](size_t r) {
    return rules_[r].target != Target::Kind::kText;
  });
  NodeId before = root == dom::kRoot ? kNoNode : visible_text_before(doc, root);
  for (const NodeId n : doc.subtree(root)) {
    const bool is_text = doc.is_text(n);
    if (is_text ? !dom::is_visible_text(doc, n) : !elements || !doc.is_element(n)) continue;
    for (const size_t r : rules) {
      if ((rules_[r].target == Target::Kind::kText) != is_text) continue;
      test(doc, n, before, root, rules_[r], selected[r]);
    }
    if (is_text) before = n;
  }
}

// A path that begins at the document leads out of a record: what lies outside is not the record's.
void Matcher::select_by_query(const Document& doc, NodeId root, const Compiled& rule,
                              std::vector<NodeId>& nodes) {
  const auto found = rule.query->select(doc, {.node = {root}});
  if (!found.ok()) return;  // It took longer than a query may: no value.
  for (const select::NodeRef& one : *found) {
    if (doc.contains(root, one.node)) nodes.push_back(one.node);
  }
}

// Adds n to the nodes if the rule holds there. REQUIRES: n is of the target's kind; a text is
// visible.
void Matcher::test(const Document& doc, NodeId n, NodeId before, NodeId root, const Compiled& rule,
                   std::vector<NodeId>& nodes) {
  if (rule.target == Target::Kind::kAttribute &&
      doc.attribute(n, rule.attribute).value_or("").empty())
    return;
  for (const Condition& condition : rule.conditions) {
    if (!condition.holds(doc, n, before, root)) return;
  }
  if (rule.target == Target::Kind::kElement && is_empty(doc, n)) return;
  nodes.push_back(n);
}

std::vector<size_t> Matcher::select_at_anchors(const Document& doc, Selected& selected) const {
  std::vector<size_t> left = unanchored_;
  const auto found = finder_.find(doc);
  for (size_t a = 0; a < found.size(); ++a) {
    const Anchor& anchor = finder_.anchor(a);
    uint64_t work = 0;
    for (const NodeId n : found[a]) work += doc.subtree_size(n);
    if (work > kMaxAnchorWork * doc.size()) {
      left.push_back(anchored_[a]);
      continue;
    }
    std::vector<NodeId>& nodes = selected[anchored_[a]];
    for (const NodeId n : found[a]) select_near(doc, anchor, n, rules_[anchored_[a]], nodes);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }
  return left;
}

void Matcher::select_near(const Document& doc, const Anchor& anchor, NodeId found,
                          const Compiled& rule, std::vector<NodeId>& nodes) const {
  const bool wants_text = rule.target == Target::Kind::kText;
  const auto test_at = [&](NodeId n, NodeId before) {
    if (wants_text ? dom::is_visible_text(doc, n) : doc.is_element(n))
      test(doc, n, before, dom::kRoot, rule, nodes);
  };
  if (anchor.axis == Axis::kLeft) {
    if (!dom::is_visible_text(doc, found)) return;
    // The nodes that have no other text between.
    for (NodeId n = next(found); index(n) < doc.size(); n = next(n)) {
      test_at(n, found);
      if (dom::is_visible_text(doc, n)) return;
    }
    return;
  }
  if (anchor.axis == Axis::kRight) {
    const NodeId n = dom::is_visible_text(doc, found) ? visible_text_before(doc, found) : kNoNode;
    if (n != kNoNode) test_at(n, rule.looks_left ? visible_text_before(doc, n) : kNoNode);
    return;
  }
  const bool back = anchor.siblings < 0;
  const auto steps = static_cast<uint32_t>(std::abs(anchor.siblings));
  if (steps > 0 && anchor.level == 0 && wants_text) {
    // The texts that stand beside the last element before the one they would otherwise be.
    NodeId n = sibling_element(doc, found, back, steps - 1);
    while (n != kNoNode) {
      n = back ? doc.previous_sibling(n) : doc.next_sibling(n);
      if (n == kNoNode || doc.is_element(n)) return;
      if (doc.is_text(n)) test_at(n, rule.looks_left ? visible_text_before(doc, n) : kNoNode);
    }
    return;
  }
  const NodeId top = sibling_element(doc, found, back, steps);
  if (top == kNoNode) return;
  const uint32_t depth = doc.depth(top) + anchor.level;
  for (const NodeId n : doc.subtree(top)) {
    if (doc.depth(n) == depth && doc.is_text(n) == wants_text)
      test_at(n, rule.looks_left ? visible_text_before(doc, n) : kNoNode);
  }
}

// The most probable node, if its probability is above one half.
void Matcher::classify(const Compiled& rule, const Document& doc, NodeId root,
                       std::vector<NodeId>& nodes) const {
  NodeId winner = kNoNode;
  double best = 0;  // Log odds of 0 are a probability of 0.5.
  for (const NodeId n : nodes) {
    const NodeId before = visible_text_before(doc, n);
    double odds = rule.prior;
    for (const auto& term : rule.terms) {
      odds +=
          term.condition.holds_at_any_ancestor(doc, n, before, root) ? term.present : term.absent;
    }
    if (odds > best) winner = n, best = odds;
  }
  nodes.assign(winner == kNoNode ? 0 : 1, winner);
}

bool feature_holds(const Feature& feature, const Document& doc, NodeId n, NodeId root) {
  const Condition condition(feature);
  const NodeId before = condition.looks_left() ? visible_text_before(doc, n) : kNoNode;
  return condition.holds(doc, n, before, root);
}

bool rule_holds(const Rule& rule, const Document& doc, NodeId n, NodeId root) {
  const bool wants_text = rule.target.kind == Target::Kind::kText;
  if (wants_text ? !dom::is_visible_text(doc, n) : !doc.is_element(n)) return false;
  if (target_text(rule.target, doc, n).empty()) return false;
  return std::all_of(rule.features.begin(), rule.features.end(),
                     [&](const Feature& feature) { return feature_holds(feature, doc, n, root); });
}

std::string target_text(const Target& target, const Document& doc, NodeId n) {
  if (target.kind != Target::Kind::kAttribute) return dom::value_text(doc, n);
  return normalize_space(doc.attribute(n, dom::atom_of(target.attribute)).value_or(""));
}

std::string rule_text(const Rule& rule, const Document& doc, NodeId n) {
  if (!rule.range) return target_text(rule.target, doc, n);
  const bool attribute = rule.target.kind == Target::Kind::kAttribute;
  return apply_range(*rule.range,
                     attribute ? target_text(rule.target, doc, n) : dom::value_lines(doc, n));
}

}  // namespace weft::wrap
