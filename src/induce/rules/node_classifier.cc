// Naive Bayes over strong and weak features, [Vertex] III-C.3. Tested by node_classifier_test.cc.
//   1. Positive examples: the labelled nodes among those selected; negative: the others
//      selected on labelled units.
//   2. Features: tag, id, class and its words, of the node, its parent and its ancestors, and of the
//      elements beside them; texts beside the node; and every other attribute ("weak"), with its
//      value and without: that an image has a border, whatever its width.
//   3. Keep the features of highest mutual information with the label; of an attribute with and
//      without its value the better one, for they say the same. The value looked for says nothing.
//   4. Estimate with add-one smoothing: examples are few, and one feature must not decide
//      alone.

#include "induce/rules/node_classifier.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "dom/class_tokens.h"
#include "wrap/rules/matcher.h"

namespace weft::induce {
namespace {

using dom::NodeId;
using wrap::Axis;
using wrap::Test;

// Limits of step 3 and of time; more terms than examples only fit noise.
constexpr size_t kMaxTerms = 16;
constexpr size_t kMaxFeatures = 4000;
constexpr uint8_t kMaxLevel = 6;
constexpr size_t kMaxValueBytesOfTerm = 100;

struct Example {
  CandidateTable::Candidate candidate;
  bool positive;
};

std::vector<Example> examples_of(const CandidateTable& table, const Evidence& evidence,
                                 const BitSet& selected) {
  std::vector<Example> examples;
  for (const LabelledUnit& labelled : evidence.labelled) {
    for_each_bit(table.words_of(selected, labelled.unit), table.first_word(labelled.unit),
                 [&](size_t c) {
                   examples.push_back(
                       {static_cast<CandidateTable::Candidate>(c), evidence.harmless.test(c)});
                   return true;
                 });
  }
  return examples;
}

// Step 2, for one example. Level 2 stands for every ancestor from the second on.
void add_features(const CandidateTable& table, CandidateTable::Candidate c,
                  std::vector<wrap::Feature>& features) {
  const dom::Document& doc = table.document(table.unit_of(c));
  const auto add = [&](wrap::Feature feature, std::string_view value) {
    if (value.empty() || value.size() > kMaxValueBytesOfTerm) return;
    feature.values = {std::string(value)};
    features.push_back(std::move(feature));
  };
  const auto add_beside = [&](NodeId n, Axis axis, uint8_t level) {
    do {
      n = axis == Axis::kPreceding ? doc.previous_sibling(n) : doc.next_sibling(n);
    } while (n != dom::kNoNode && !doc.is_element(n));
    if (n == dom::kNoNode) return;
    add({.axis = axis, .test = Test::kTag, .level = level, .offset = 1}, doc.name_text(n));
    for (const dom::Atom name : {dom::atoms::kId, dom::atoms::kClass}) {
      add({.axis = axis,
           .test = Test::kAttribute,
           .level = level,
           .offset = 1,
           .attribute = std::string(dom::known_name(name))},
          doc.attribute(n, name).value_or(""));
    }
  };
  for (uint8_t level = 0; level <= std::min(kMaxLevel, table.reach().levels); ++level) {
    const NodeId n = table.ancestor(c, level);
    if (n == dom::kNoNode) continue;
    const uint8_t relative = std::min<uint8_t>(level, 2);
    for (const Axis axis : {Axis::kPreceding, Axis::kFollowing}) add_beside(n, axis, relative);
    if (!doc.is_element(n)) continue;
    add({.test = Test::kTag, .level = relative}, doc.name_text(n));
    for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
      const dom::Attribute attribute = doc.attribute_at(n, i);
      if (level == 0 && attribute.name_text == table.target().attribute) continue;
      const wrap::Feature bare{.test = Test::kAttribute,
                               .level = relative,
                               .attribute = std::string(attribute.name_text)};
      add(bare, attribute.value);
      if (!attribute.value.empty()) features.push_back(bare);
    }
    for (const std::string_view token : dom::class_tokens(doc, n))
      add({.test = Test::kToken, .level = relative, .attribute = "class"}, token);
  }
  for (const Axis axis : {Axis::kLeft, Axis::kRight}) {
    for (const Test test : {Test::kText, Test::kWord})
      add({.axis = axis, .test = test}, table.symbols().text(table.slot_value(c, {axis, test})));
  }
}

struct Counts {
  double positive = 0;  // positive examples with the feature
  double negative = 0;
};

// Whether one of the two asks for an attribute and the other for a value of it.
bool say_the_same(const wrap::Feature& a, const wrap::Feature& b) {
  return a.axis == b.axis && a.test == b.test && a.level == b.level && a.attribute == b.attribute &&
         a.values.empty() != b.values.empty();
}

double information(double joint, double row, double column, double total) {
  return joint == 0 ? 0 : joint / total * std::log2(joint * total / (row * column));
}

double mutual_information(const Counts& with, const Counts& all) {
  const double total = all.positive + all.negative;
  const double has = with.positive + with.negative;
  return information(with.positive, has, all.positive, total) +
         information(with.negative, has, all.negative, total) +
         information(all.positive - with.positive, total - has, all.positive, total) +
         information(all.negative - with.negative, total - has, all.negative, total);
}

// Ids and classes come before other attributes.
bool comes_before(const wrap::Feature& a, const wrap::Feature& b) {
  const auto key = [](const wrap::Feature& f) {
    return std::tuple(f.axis, f.test,
                      f.attribute == "id"      ? 0
                      : f.attribute == "class" ? 1
                                               : 2,
                      f.level, std::string_view(f.attribute));
  };
  return key(a) != key(b) ? key(a) < key(b) : a.values < b.values;
}

std::vector<wrap::Feature> distinct_features(const CandidateTable& table,
                                             const std::vector<Example>& examples) {
  std::vector<wrap::Feature> features;
  // Positive examples first: if there are too many features those of the labels are the ones kept.
  for (const bool positive : {true, false}) {
    for (const Example& example : examples) {
      if (example.positive == positive && features.size() < kMaxFeatures)
        add_features(table, example.candidate, features);
    }
  }
  std::sort(features.begin(), features.end(), comes_before);
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

Counts count(const CandidateTable& table, const std::vector<Example>& examples,
             const wrap::Feature& feature) {
  const wrap::Condition condition(feature);
  Counts counts;
  for (const Example& example : examples) {
    const uint32_t u = table.unit_of(example.candidate);
    const dom::Document& doc = table.document(u);
    const NodeId n = table.node(example.candidate);
    if (condition.holds_at_any_ancestor(doc, n, table.text_before(example.candidate),
                                        table.unit(u).root)) {
      (example.positive ? counts.positive : counts.negative) += 1;
    }
  }
  return counts;
}

}  // namespace

std::optional<wrap::NodeClassifier> learn_classifier(const CandidateTable& table,
                                                     const Evidence& evidence,
                                                     const BitSet& selected) {
  const std::vector<Example> examples = examples_of(table, evidence, selected);  // Step 1.
  Counts all;
  for (const Example& example : examples) (example.positive ? all.positive : all.negative) += 1;
  if (all.positive == 0 || all.negative == 0) return std::nullopt;

  struct Scored {
    double information;
    wrap::NodeClassifier::Term term;
  };
  std::vector<Scored> scored;
  for (wrap::Feature& feature : distinct_features(table, examples)) {  // Step 2.
    const Counts with = count(table, examples, feature);
    const auto ratio = [&](double positive, double negative) {  // Step 4.
      return std::log((positive + 1) / (all.positive + 2)) -
             std::log((negative + 1) / (all.negative + 2));
    };
    scored.push_back({mutual_information(with, all),
                      {std::move(feature), ratio(with.positive, with.negative),
                       ratio(all.positive - with.positive, all.negative - with.negative)}});
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const Scored& a, const Scored& b) { return a.information > b.information; });
  wrap::NodeClassifier classifier{std::log((all.positive + 1) / (all.negative + 1)), {}};
  for (Scored& s : scored) {  // Step 3.
    if (classifier.terms.size() == kMaxTerms || s.information <= 1e-9) break;
    if (std::any_of(classifier.terms.begin(), classifier.terms.end(),
                    [&](const auto& term) { return say_the_same(term.feature, s.term.feature); }))
      continue;
    classifier.terms.push_back(std::move(s.term));
  }
  if (classifier.terms.empty()) return std::nullopt;
  return classifier;
}

}  // namespace weft::induce
