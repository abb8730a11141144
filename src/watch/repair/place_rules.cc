// Every place of a value is an element, or several, one around the other with no word more; or a
// text beside others. From each of them:
//
//   1. look      its tag, with its class, a token of the class, or its id
//   2. around    its tag, with the class, a token or the id of an ancestor
//   3. chain     the tags from it upwards
//   4. heading   its tag, and what the element before one of its ancestors says
//   5. label     its tag, and the text before it
//
// A rule is kept if it takes a place of at least half of the values; what else it takes shows when
// it is run.

#include "watch/repair/place_rules.h"

#include <algorithm>
#include <map>
#include <set>

#include "dom/class_tokens.h"
#include "dom/text.h"
#include "watch/repair/parameters.h"

namespace weft::watch {
namespace {

using dom::Document;
using dom::NodeId;
using wrap::Axis;
using wrap::Feature;
using wrap::Rule;
using wrap::Test;

constexpr PlaceRuleParameters kLimits;

// What two rules are compared by.
std::string rule_key(const Rule& rule) {
  std::string key = std::to_string(static_cast<int>(rule.target.kind));
  for (const Feature& one : rule.features) {
    key += '|';
    for (const int part : {static_cast<int>(one.axis), static_cast<int>(one.test),
                           static_cast<int>(one.level), static_cast<int>(one.offset)})
      key += static_cast<char>('0' + part);
    key += one.attribute;
    for (const std::string& value : one.values) key += '=' + value;
  }
  return key;
}

// The rules of one place.
class PlaceRules {
 public:
  PlaceRules(const Document& doc, NodeId place) : doc_(doc), place_(place) {
    target_.kind = doc.is_text(place) ? wrap::Target::Kind::kText : wrap::Target::Kind::kElement;
    first_ = doc.is_text(place) ? 1 : 0;
    NodeId n = doc.is_text(place) ? doc.parent(place) : place;
    for (; n != dom::kRoot && n != dom::kNoNode && elements_.size() < kLimits.max_levels;
         n = doc.parent(n))
      elements_.push_back(n);
  }

  std::vector<Rule> run() {
    if (elements_.empty()) return {};
    add({tag(0)});
    for (size_t level = 0; level < elements_.size(); ++level) add_names(level);
    for (size_t length = 2; length <= elements_.size(); ++length) add_chain(length);
    add_headings();
    add_label();
    return std::move(rules_);
  }

 private:
  [[nodiscard]] Feature feature(Axis axis, Test test, size_t level, std::string value,
                                const char* attribute = "") const {
    return {.axis = axis,
            .test = test,
            .level = static_cast<uint8_t>(first_ + level),
            .attribute = attribute,
            .values = {std::move(value)}};
  }
  [[nodiscard]] Feature tag(size_t level) const {
    return feature(Axis::kElement, Test::kTag, level,
                   std::string(doc_.name_text(elements_[level])));
  }

  void add(std::vector<Feature> features) {
    rules_.push_back({.target = target_, .features = std::move(features)});
  }

  // Steps 1 and 2.
  void add_names(size_t level) {
    const auto id = doc_.attribute(elements_[level], dom::atoms::kId);
    if (id && !id->empty())
      add({tag(0), feature(Axis::kElement, Test::kAttribute, level, std::string(*id), "id")});
    const auto classes = doc_.attribute(elements_[level], dom::atoms::kClass);
    if (!classes || classes->empty()) return;
    const Feature whole =
        feature(Axis::kElement, Test::kAttribute, level, std::string(*classes), "class");
    add({tag(0), whole});
    if (level == 0) add({whole});
    if (level > 1) add({tag(0), tag(1), whole});
    size_t tokens = 0;
    for (const std::string_view token : dom::TokenRange(*classes)) {
      if (++tokens > kLimits.max_tokens) break;
      add({tag(0), feature(Axis::kElement, Test::kToken, level, std::string(token), "class")});
    }
  }

  // Step 3.
  void add_chain(size_t length) {
    std::vector<Feature> features;
    for (size_t level = 0; level < length; ++level) features.push_back(tag(level));
    add(std::move(features));
  }

  // Step 4.
  void add_headings() {
    for (size_t level = 0; level < std::min(elements_.size(), kLimits.heading_levels); ++level) {
      NodeId n = doc_.previous_sibling(elements_[level]);
      while (n != dom::kNoNode && !doc_.is_element(n)) n = doc_.previous_sibling(n);
      if (n == dom::kNoNode) continue;
      const std::string text = dom::normalized_text(doc_, n);
      if (text.empty() || text.size() > kLimits.max_label) continue;
      Feature heading = feature(Axis::kPreceding, Test::kText, level, text);
      heading.offset = 1;
      add({tag(0), heading});
    }
  }

  // Step 5.
  void add_label() {
    NodeId n = place_;
    do {
      if (index(n) == 0) return;
      n = NodeId{index(n) - 1};
    } while (!dom::is_visible_text(doc_, n));
    const std::string text = dom::normalized_text(doc_, n);
    if (text.empty() || text.size() > kLimits.max_label) return;
    add({tag(0), {.axis = Axis::kLeft, .test = Test::kText, .values = {text}}});
  }

  const Document& doc_;
  NodeId place_;
  wrap::Target target_;
  size_t first_ = 0;              // Level of the first element.
  std::vector<NodeId> elements_;  // The place, or what is around it, and upwards.
  std::vector<Rule> rules_;
};

// The nodes that are the value at one of its places: elements around it that have no word more, or
// the text if there is none.
std::vector<NodeId> nodes_at(const ValueSearch& page, NodeId n) {
  const Document& doc = page.document();
  std::vector<NodeId> nodes;
  NodeId element = doc.is_text(n) ? doc.parent(n) : n;
  while (element != dom::kRoot && page.word_count(element) == page.word_count(n) &&
         nodes.size() < kLimits.max_around) {
    nodes.push_back(element);
    element = doc.parent(element);
  }
  if (nodes.empty() && doc.is_text(n)) nodes.push_back(n);
  return nodes;
}

}  // namespace

std::vector<Rule> rules_for_places(const ValueSearch& page, const std::vector<FoundValue>& values) {
  struct Counted {
    Rule rule;
    size_t values = 0;
    size_t order = 0;
  };
  std::map<std::string, Counted> all;
  size_t located = 0;
  for (const FoundValue& value : values) {
    std::set<std::string> own;
    size_t places = 0;
    for (const model::Occurrence& place : value.occurrences) {
      if (place.span || !place.attribute.empty() || ++places > kLimits.max_places) continue;
      for (const NodeId n : nodes_at(page, place.node)) {
        for (Rule& rule : PlaceRules(page.document(), n).run()) {
          std::string key = rule_key(rule);
          if (!own.insert(key).second) continue;
          Counted& counted =
              all.try_emplace(std::move(key), Counted{.order = all.size()}).first->second;
          if (counted.values++ == 0) counted.rule = std::move(rule);
        }
      }
    }
    located += own.empty() ? 0 : 1;
  }
  std::vector<Counted*> kept;
  for (auto& [key, counted] : all) {
    if (2 * counted.values >= located) kept.push_back(&counted);
  }
  std::sort(kept.begin(), kept.end(), [](const Counted* a, const Counted* b) {
    return a->values != b->values ? a->values > b->values : a->order < b->order;
  });
  if (kept.size() > kLimits.max_rules) kept.resize(kLimits.max_rules);
  std::vector<Rule> rules;
  for (Counted* one : kept) rules.push_back(std::move(one->rule));
  return rules;
}

}  // namespace weft::watch
