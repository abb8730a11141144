// Rules on pages: from the nodes that rules select to records.
//
//   rules                                 page                               records
//   record  //li                          <li><b>Pen</b> <i>now $2</i>       {title: Pen, price: $2}
//   title   descendant::b/text()          <li><b>Ink</b> <i>now $3</i>       {title: Ink, price: $3}
//   price   descendant::i/text(), word 2
//
// 1. Where there is a record rule each element it selects is a record, else the page is one. Where
//    records have no elements of their own the values of the whole page are put together by a
//    grouping (group_values).
// 2. All attributes of a record are found in one run of the matcher: the best rule of each, and the
//    rules for further places (AttributeRules::also); what a person pinned takes the place of both.
// 3. A value is the text of its node as a reader meets it, or its normalised text cut to the range;
//    then what the typed pattern matches. What is empty then, was found before, or is a text of the
//    template (AttributeRules::never), is left out. A list keeps lines that are said twice, unless
//    all of them are.
// 4. Of an attribute that is no list the first value counts. Its confidence says how precise the
//    rule was, how far it leans on neighbours, and how like the labels the value looks.
// 5. Nested sets are records inside a record.
//
// Tested by export_test.cc and src/induce/rules/learner_test.cc.

#include "wrap/rules/rules_wrapper.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/pointers.h"
#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "wrap/rules/rule_xpath.h"

namespace weft::wrap {

//

namespace {

using dom::Document;
using dom::NodeId;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<int> group_values(const std::vector<PlacedNode>& values,
                              const RecordGrouping& grouping) {
  std::vector<NodeId> starts;  // Where each record begins.
  for (const PlacedNode& value : values) {
    if (value.attribute == grouping.start) starts.push_back(value.node);
  }
  std::vector<int> out;
  for (const PlacedNode& value : values) {
    const auto next = std::upper_bound(starts.begin(), starts.end(), value.node);
    const auto record = static_cast<int>(next - starts.begin());
    if (!contains(grouping.before, value.attribute)) {
      out.push_back(record - 1);
    } else {
      out.push_back(next == starts.end() ? -1 : record);
    }
  }
  return out;
}

namespace {

using dom::Document;
using dom::NodeId;
using model::Record;
using model::Value;

// Several different values where one was expected: the first may be the wrong one.
constexpr double kAmbiguousConfidence = 0.5;
// The classifier had to choose among several nodes that the rule selects.
constexpr double kClassifierConfidence = 0.8;
// What a unit of feature_cost takes away: a rule that leans on neighbours is surer to slip.
constexpr double kCostDoubt = 0.03;

// A score that orders values by how often they are right; extract/ makes a probability of it
// (docs/adr/0030).
double confidence_of(const RulesWrapper::Found& found, const ValueProfile& profile,
                     bool ambiguous) {
  double cost = 0;
  for (const Feature& feature : found.rule->features) cost += feature_cost(feature);
  double confidence = found.rule->statistics.precision * std::max(0.0, 1 - kCostDoubt * cost);
  confidence *= 0.5 + 0.5 * profile.likeness(found.text);
  if (found.rule->classifier) confidence *= kClassifierConfidence;
  return ambiguous ? confidence * kAmbiguousConfidence : confidence;
}

Value leaf(const Document& doc, const RulesWrapper::Found& found, const ValueProfile& profile,
           bool ambiguous) {
  const Target& target = found.rule->target;
  std::string path = dom::indexed_path(doc, found.node);
  if (target.kind == Target::Kind::kAttribute) path += "/@" + target.attribute;
  return Value::leaf(found.text, {std::move(path), doc.source_range(found.node)},
                     confidence_of(found, profile, ambiguous));
}

// What lacks more than half of the attributes that nearly every record has is none.
bool is_record(const RecordRules& rules, const Record& record) {
  const auto has =
      std::count_if(rules.required.begin(), rules.required.end(),
                    [&](const std::string& name) { return record.find(name) != nullptr; });
  return !record.fields.empty() && 2 * has >= std::ssize(rules.required);
}

// Gives the record the value, as far as the attribute's guard lets it pass.
void set_guarded(const AttributeRules& attribute, Value value, Record& record) {
  const auto passes = [&](const Value& one) {
    return attribute.pinned || attribute.guard.lets_pass(one.text);
  };
  if (value.kind == Value::Kind::kList) {
    std::erase_if(value.items, [&](const Value& item) { return !passes(item); });
    if (value.items.empty()) return;
  } else if (!passes(value)) {
    return;
  }
  record.set(attribute.name, std::move(value));
}

// A list may say a line twice. Where every line stands there as often as another, twice or more, the
// page shows the list more than once: one of each is kept.
void keep_one_rendering(std::vector<RulesWrapper::Found>& found) {
  std::map<std::string_view, size_t> counts;
  for (const RulesWrapper::Found& one : found) ++counts[one.text];
  if (counts.empty() || counts.begin()->second == 1 ||
      std::any_of(counts.begin(), counts.end(),
                  [&](const auto& count) { return count.second != counts.begin()->second; }))
    return;
  std::set<std::string> seen;
  std::erase_if(found,
                [&](const RulesWrapper::Found& one) { return !seen.insert(one.text).second; });
}

// What a person pinned, at a node that it takes or that the learned rule would take.
void explain_pinned(const AttributeRules& attribute, const Document& doc, NodeId root, NodeId node,
                    std::vector<model::Explanation>& out) {
  const Rule& rule = *attribute.pinned;
  const std::vector<NodeId> selected = Matcher({&rule}).select_first(doc, root);
  const std::string text = rule.query.empty() ? to_xpath(rule) : rule.query;
  if (std::find(selected.begin(), selected.end(), node) != selected.end()) {
    out.push_back({attribute.name,
                   true,
                   text,
                   {"a person pinned this rule: it is watched, and not learned again"}});
  } else if (!attribute.rules.empty() && rule_holds(attribute.rules.front(), doc, node, root)) {
    out.push_back({attribute.name,
                   false,
                   to_xpath(attribute.rules.front()),
                   {fmt::format("the learned rule finds it, the pinned one, {}, does not", text)}});
  }
}

// A node that the first rule refuses and one ranked behind it would take.
bool explain_by_runner_up(const AttributeRules& attribute, const Document& doc, NodeId root,
                          NodeId node, std::vector<model::Explanation>& out) {
  if (rule_holds(attribute.rules.front(), doc, node, root)) return false;
  for (size_t i = 1; i < attribute.rules.size(); ++i) {
    if (!rule_holds(attribute.rules[i], doc, node, root)) continue;
    out.push_back({attribute.name,
                   false,
                   to_xpath(attribute.rules[i]),
                   {fmt::format("the rule ranked {} of {} finds it, the first does not", i + 1,
                                attribute.rules.size())}});
    return true;
  }
  return false;
}

}  // namespace

RulesWrapper::RulesWrapper(RecordRules rules, std::map<std::string, std::string> user_patterns)
    : rules_(std::move(rules)), user_patterns_(std::move(user_patterns)) {
  for (const auto& [name, pattern] : user_patterns_) (void)patterns_.add(name, pattern);
  compiled_ = compile(rules_);
}

RulesWrapper::Compiled RulesWrapper::compile(const RecordRules& rules) const {
  Compiled compiled{&rules, nullptr, nullptr, {}, {}};
  if (rules.record)
    compiled.record = std::make_unique<Matcher>(std::vector<const Rule*>{&*rules.record});
  std::vector<const Rule*> best;
  for (const AttributeRules& attribute : rules.attributes) {
    for (const Rule* rule : rules_in_force(attribute)) best.push_back(rule);
    ValueProfile& profile = compiled.profiles.emplace_back();
    for (const std::string& example : attribute.examples) profile.add(example);
  }
  compiled.attributes = std::make_unique<Matcher>(best);
  for (const RecordRules& nested : rules.nested) compiled.nested.push_back(compile(nested));
  return compiled;
}

void RulesWrapper::add_values(const AttributeRules& attribute, const Rule& rule,
                              const Document& doc, const std::vector<NodeId>& nodes, bool repeated,
                              std::vector<Found>& found) const {
  for (const NodeId n : nodes) {
    std::string text = rule_text(rule, doc, n);
    if (!rule.type.empty() && patterns_.contains(rule.type)) {
      text = std::string(patterns_.match(rule.type, text));
    }
    if (text.empty() || (!attribute.pinned && contains(attribute.never, text))) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const Found& f) {
      return f.text == text && (!repeated || doc.contains(f.node, n));
    });
    if (known) continue;
    found.push_back({&rule, n, std::move(text)});
  }
}

Value RulesWrapper::value_of(const std::vector<Found>& found, bool list, const Document& doc,
                             const ValueProfile& profile) {
  if (!list) return leaf(doc, found.front(), profile, found.size() > 1);
  std::vector<const Found*> ordered = pointers_to(found);
  // Parts of one run stand in the page's order; renderings of one value with the best place first.
  const bool run = found.size() > 1 && found[0].rule == found[1].rule;
  if (run) {
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Found* a, const Found* b) { return a->node < b->node; });
  }
  std::vector<Value> items;
  for (const Found* f : ordered) items.push_back(leaf(doc, *f, profile, false));
  return Value::list(std::move(items));
}

void RulesWrapper::extract_grouped(const Compiled& compiled, const Document& doc, NodeId root,
                                   std::vector<Record>& records) const {
  const std::vector<AttributeRules>& attributes = compiled.rules->attributes;
  const RecordGrouping& grouping = *compiled.rules->grouping;
  const auto selected = compiled.attributes->select(doc, root);
  std::vector<std::pair<size_t, Found>> values;  // attribute, value
  size_t next = 0;
  for (size_t a = 0; a < attributes.size(); ++a) {
    std::vector<Found> found;
    for (const Rule* rule : rules_in_force(attributes[a]))
      add_values(attributes[a], *rule, doc, selected[next++], true, found);
    for (Found& one : found) values.emplace_back(a, std::move(one));
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& a, const auto& b) { return a.second.node < b.second.node; });
  std::vector<PlacedNode> places;
  for (const auto& [a, found] : values) places.push_back({attributes[a].name, found.node});
  const std::vector<int> groups = group_values(places, grouping);
  std::map<int, std::map<size_t, std::vector<Found>>> grouped;  // record, attribute
  for (size_t v = 0; v < values.size(); ++v) {
    if (groups[v] >= 0) grouped[groups[v]][values[v].first].push_back(std::move(values[v].second));
  }
  for (const auto& [group, fields] : grouped) {
    Record record;
    record.id = std::to_string(records.size());
    for (const auto& [a, found] : fields) {
      const bool list = std::find(grouping.lists.begin(), grouping.lists.end(),
                                  attributes[a].name) != grouping.lists.end();
      set_guarded(attributes[a], value_of(found, list, doc, compiled.profiles[a]), record);
    }
    if (is_record(*compiled.rules, record)) records.push_back(std::move(record));
  }
}

void RulesWrapper::extract(const Compiled& compiled, const Document& doc, NodeId root,
                           std::vector<Record>& records) const {
  if (compiled.rules->grouping) return extract_grouped(compiled, doc, root, records);
  std::vector<NodeId> roots = {root};
  if (compiled.record) roots = compiled.record->select_first(doc, root);
  for (const NodeId unit : roots) {
    Record record;
    record.id = std::to_string(records.size());
    const auto selected = compiled.attributes->select(doc, unit);
    size_t next = 0;
    for (size_t a = 0; a < compiled.rules->attributes.size(); ++a) {
      const AttributeRules& attribute = compiled.rules->attributes[a];
      const ValueProfile& profile = compiled.profiles[a];
      std::vector<Found> found;
      for (const Rule* rule : rules_in_force(attribute))
        add_values(attribute, *rule, doc, selected[next++], attribute.list, found);
      if (attribute.list) keep_one_rendering(found);
      if (!found.empty())
        set_guarded(attribute, value_of(found, attribute.list, doc, profile), record);
    }
    for (const Compiled& nested : compiled.nested) {
      std::vector<Record> inner;
      extract(nested, doc, unit, inner);
      std::vector<Value> items;
      for (Record& r : inner) items.push_back(Value::nested(std::move(r)));
      if (!items.empty()) record.set(nested.rules->name, Value::list(std::move(items)));
    }
    if (is_record(*compiled.rules, record)) records.push_back(std::move(record));
  }
}

model::Extraction RulesWrapper::apply(const model::Page& page) const {
  model::Extraction extraction;
  extraction.page = page.id;
  extract(compiled_, page.document, dom::kRoot, extraction.records);
  if (extraction.records.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0, "no rule of the wrapper finds anything on this page"});
  }
  return extraction;
}

void RulesWrapper::explain_attributes(const RecordRules& rules, const Document& doc, NodeId root,
                                      NodeId node, std::vector<model::Explanation>& out) const {
  for (const AttributeRules& attribute : rules.attributes) {
    const std::vector<const Rule*> in_force = rules_in_force(attribute);
    if (in_force.empty()) continue;
    if (node == dom::kRoot) {
      out.push_back({attribute.name, false, to_xpath(*in_force.front()), {}});
      continue;
    }
    if (attribute.pinned) {
      explain_pinned(attribute, doc, root, node, out);
      continue;
    }
    if (explain_by_runner_up(attribute, doc, root, node, out)) continue;
    const Rule& rule = *in_force.front();
    const bool right_kind = doc.is_text(node) == (rule.target.kind == Target::Kind::kText);
    if (!right_kind || target_text(rule.target, doc, node).empty()) continue;
    model::Explanation explanation{attribute.name, false, to_xpath(rule), {}};
    if (rule_holds(rule, doc, node, root)) {
      const std::vector<NodeId> selected = Matcher({&rule}).select_first(doc, root);
      explanation.extracted = std::find(selected.begin(), selected.end(), node) != selected.end();
    }
    size_t failed = 0;
    for (const Feature& feature : rule.features) {
      const bool holds = feature_holds(feature, doc, node, root);
      failed += holds ? 0 : 1;
      explanation.reasons.push_back(
          fmt::format("{}: {}", holds ? "holds" : "fails", describe(feature)));
    }
    if (explanation.extracted) {
      explanation.reasons.push_back(
          fmt::format("the rule was right on all labelled pages to {:.0f} %, and finds something "
                      "on {:.0f} % of the others",
                      100 * rule.statistics.precision, 100 * rule.statistics.support));
    }
    // A node that meets no condition at all has nothing to do with the attribute.
    if (explanation.extracted || failed < rule.features.size())
      out.push_back(std::move(explanation));
  }
  for (const RecordRules& nested : rules.nested) explain_attributes(nested, doc, root, node, out);
}

std::vector<model::Explanation> RulesWrapper::explain(const model::Page& page, NodeId node) const {
  std::vector<model::Explanation> out;
  NodeId root = dom::kRoot;
  if (compiled_.record) {
    for (const NodeId record : compiled_.record->select_first(page.document)) {
      if (page.document.contains(record, node)) root = record;
    }
  }
  explain_attributes(rules_, page.document, root, node, out);
  return out;
}

std::map<std::string, std::string> RulesWrapper::pattern_texts() const {
  std::map<std::string, std::string> texts;
  for (const std::string& name : patterns_.names()) texts[name] = patterns_.pattern(name);
  return texts;
}

namespace {

struct RulesFile {
  RecordRules rules;
  std::map<std::string, std::string> patterns;
};

void describe(JsonFields& json, RulesFile& file) {
  describe(json, file.rules);
  json.optional("patterns", file.patterns);
  if (!json.reading()) return;
  TypedPatterns scratch;
  for (const auto& [name, pattern] : file.patterns) {
    if (const Status added = scratch.add(name, pattern); !added.ok()) json.fail(added.error());
  }
}

}  // namespace

Json RulesWrapper::to_json() const { return write_json(RulesFile{rules_, user_patterns_}); }

Result<std::unique_ptr<model::Wrapper>> RulesWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(RulesFile file, read_json<RulesFile>(body, "rules wrapper"));
  return std::unique_ptr<model::Wrapper>(
      new RulesWrapper(std::move(file.rules), std::move(file.patterns)));
}

}  // namespace weft::wrap
