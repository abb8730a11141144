// Feature generation, [Vertex] III-C.1. Tested by feature_generation_test.cc.
//
// The paper makes features from each labelled node and lets Algorithm 3 throw away those that
// miss another label. Here they are made slot by slot: a slot is a type, a level and a sibling
// offset ("class of the parent"), and has one value at each candidate. For each slot:
//   1. collect the values at the labelled nodes, and for each value the labelled units whose
//      labels it all covers;
//   2. a value that covers every unit is a feature; if any value will do, so is "has one";
//   3. otherwise up to three values that cover the units between them are a disjunction;
//   4. the candidates of a feature are those of its values together (CandidateTable::with_value).
// DEVIATION (not with GenerationOptions::paper): disjunctions are formed over units, a value must
// cover all labels of its unit. Prototype measurements: a disjunction of two values of one page
// memorises that page.

#include "induce/rules/rule_search.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "wrap/rules/folded_text.h"

namespace weft::induce {
namespace {

using Candidate = CandidateTable::Candidate;
using wrap::Axis;
using wrap::Test;

// Values of one "or" feature: more would learn the labels by heart.
constexpr size_t kMaxDisjuncts = 3;
constexpr size_t kMaxSlotFeatures = 32;  // Of one axis, level and test.
// Of an attribute or a text that is tested; longer ones are content.
constexpr size_t kMaxValueBytes = 200;

// Attributes other than id and class that site authors use as names.
constexpr std::string_view kTellingAttributes[] = {
    "itemprop", "property", "name", "rel", "role", "headers", "data-name", "data-testid"};
// What the tag of elements that somebody pointed at costs: it says more than the tags around them.
constexpr double kOwnTag = 0.5;
constexpr uint8_t kTellingLevels = 3;  // Farther up they name sections, not values.

bool is_own_tag(const Slot& slot) {
  return slot.axis == Axis::kElement && slot.test == Test::kTag && slot.level == 0;
}

// Which labelled units a value covers; units are numbered as in Evidence::labelled.
using Coverage = std::map<Symbol, std::vector<uint32_t>>;

std::vector<Slot> slots_of(const Reach& reach, bool paper) {
  std::vector<Slot> slots;
  const auto add = [&](Axis axis, Test test, uint8_t level = 0, uint8_t offset = 0,
                       dom::Atom attribute = dom::kNoAtom) {
    slots.push_back({axis, test, level, offset, attribute});
  };
  const auto add_names = [&](Axis axis, uint8_t level, uint8_t offset) {
    add(axis, Test::kTag, level, offset);
    add(axis, Test::kAttribute, level, offset, dom::atoms::kId);
    add(axis, Test::kAttribute, level, offset, dom::atoms::kClass);
  };
  for (uint8_t level = 0; level <= reach.levels; ++level) {
    add_names(Axis::kElement, level, 0);
    if (!paper) add(Axis::kElement, Test::kToken, level, 0, dom::atoms::kClass);
    if (!paper && level <= kTellingLevels) add(Axis::kElement, Test::kColumn, level);
    for (const std::string_view name : kTellingAttributes) {
      if (!paper && level <= kTellingLevels)
        add(Axis::kElement, Test::kAttribute, level, 0, dom::atom_of(name));
    }
    if (level > reach.sibling_levels) continue;
    for (uint8_t offset = 1; offset <= reach.sibling_offsets; ++offset) {
      add_names(Axis::kPreceding, level, offset);
      if (!paper && offset == 1) add(Axis::kPreceding, Test::kText, level, offset);
      add_names(Axis::kFollowing, level, offset);
    }
  }
  for (const Axis axis : {Axis::kLeft, Axis::kRight}) {
    add(axis, Test::kText);
    add(axis, Test::kWord);
  }
  if (!paper) add(Axis::kInsideLeft, Test::kPrefix);
  return slots;
}

bool is_sibling_tag(const Slot& slot) {
  return is_sibling_axis(slot.axis) && slot.test == Test::kTag;
}

class Generator {
 public:
  Generator(const CandidateTable& table, const Evidence& evidence, const GenerationOptions& options)
      : table_(table), evidence_(evidence), options_(options) {
    for (const LabelledUnit& labelled : evidence.labelled)
      units_ += labelled.values.empty() ? 0 : 1;
  }

  std::vector<EvaluatedFeature> run() {
    for (const Slot& slot : slots_of(table_.reach(), options_.paper)) add_slot(slot);
    add_inside(Axis::kInsideLeft, Test::kText, options_.inside_left);
    add_inside(Axis::kInsideRight, Test::kText, options_.inside_right);
    add_inside(Axis::kInsideLeft, Test::kWord, words(options_.inside_left, wrap::last_word));
    add_inside(Axis::kInsideRight, Test::kWord, words(options_.inside_right, wrap::first_word));
    return std::move(features_);
  }

 private:
  // A feature of the current slot: its accepted values (empty: any).
  struct Wanted {
    std::vector<Symbol> values;
  };

  // Calls f with each value of the slot at c: one, or the tokens of a class.
  template <typename F>
  void for_each_value(Candidate c, const Slot& slot, F f) const {
    const Symbol symbol = table_.slot_value(c, slot);
    if (symbol == kNoSymbol) return;
    if (slot.test != Test::kToken) return f(symbol);
    const auto& tokens = table_.symbols().tokens(symbol);
    // A class of one word is already the feature "class".
    if (tokens.size() > 1 || options_.paper) {
      for (const Symbol token : tokens) f(token);
    } else if (units_ > 1) {
      f(symbol);
    }
  }

  // Step 1. A value covers a unit if each of its labels (list), or one of them, has an occurrence
  // with it.
  [[nodiscard]] Coverage coverage(const Slot& slot) const {
    Coverage coverage;
    uint32_t unit = 0;
    for (const LabelledUnit& labelled : evidence_.labelled) {
      if (labelled.values.empty()) continue;
      std::map<Symbol, size_t> labels;  // value of the slot -> labels of the unit with it
      for (const auto& occurrences : labelled.values) {
        std::vector<Symbol> seen;
        for (const Candidate c : occurrences) {
          for_each_value(c, slot, [&](Symbol s) {
            if (std::find(seen.begin(), seen.end(), s) == seen.end()) seen.push_back(s);
          });
        }
        for (const Symbol s : seen) ++labels[s];
      }
      const size_t needed = evidence_.list ? labelled.values.size() : 1;
      for (const auto& [symbol, count] : labels) {
        if (count >= needed || options_.paper) coverage[symbol].push_back(unit);
      }
      ++unit;
    }
    return coverage;
  }

  void add_slot(const Slot& slot) {
    const Coverage values = coverage(slot);
    std::vector<Wanted> wanted;
    if (!values.empty()) wanted = choose(slot, values);
    // The items of a list are followed by one another and the last by something else: that anything
    // follows is what they have in common.
    if (wanted.empty() && is_sibling_tag(slot) && slot.offset == 1 && !options_.paper)
      wanted.push_back({});
    if (wanted.size() > kMaxSlotFeatures) wanted.resize(kMaxSlotFeatures);
    for (const Wanted& w : wanted) add_feature(slot, w);
  }

  // Steps 2 and 3.
  std::vector<Wanted> choose(const Slot& slot, const Coverage& values) const {
    std::vector<Wanted> wanted;
    std::vector<bool> any(units_, false);
    for (const auto& [symbol, units] : values) {
      if (units.size() == units_) wanted.push_back({{symbol}});
      for (const uint32_t unit : units) any[unit] = true;
    }
    const bool everywhere =
        std::all_of(any.begin(), any.end(), [](bool covered) { return covered; });
    const bool may_be_bare =
        slot.test == Test::kAttribute &&
        (slot.attribute == dom::atoms::kId || slot.attribute == dom::atoms::kClass);
    if (everywhere && may_be_bare) wanted.push_back({});
    if (everywhere && options_.disjunctions && units_ > 1) add_disjunction(values, wanted);
    return wanted;
  }

  // Greedy cover of the units that have the slot by at most three values.
  void add_disjunction(const Coverage& values, std::vector<Wanted>& wanted) const {
    if (std::any_of(values.begin(), values.end(),
                    [&](const auto& v) { return v.second.size() == units_; })) {
      if (!options_.paper) return;
    }
    if (options_.paper && values.size() > kMaxDisjuncts) return;
    Wanted disjunction;
    std::vector<bool> covered(units_, false);
    size_t left = units_;
    while (left > 0 && disjunction.values.size() < kMaxDisjuncts) {
      Symbol best = kNoSymbol;
      size_t best_gain = 0;
      for (const auto& [symbol, units] : values) {
        const auto gain = static_cast<size_t>(std::count_if(
            units.begin(), units.end(), [&](uint32_t unit) { return !covered[unit]; }));
        if (gain > best_gain) best = symbol, best_gain = gain;
      }
      if (best_gain == 0) return;
      for (const uint32_t unit : values.at(best)) covered[unit] = true;
      left -= best_gain;
      disjunction.values.push_back(best);
    }
    if (left == 0 && disjunction.values.size() > 1) wanted.push_back(std::move(disjunction));
  }

  // Step 4.
  void add_feature(const Slot& slot, const Wanted& wanted) {
    EvaluatedFeature made{make_feature(slot, wanted), {}, 0};
    made.cost = feature_cost(made.feature);
    if (evidence_.pointed && is_own_tag(slot)) made.cost = kOwnTag;
    made.bits = table_.with_value(slot, wanted.values.empty() ? kNoSymbol : wanted.values[0]);
    for (size_t i = 1; i < wanted.values.size(); ++i)
      made.bits |= table_.with_value(slot, wanted.values[i]);
    features_.push_back(std::move(made));
  }

  [[nodiscard]] wrap::Feature make_feature(const Slot& slot, const Wanted& wanted) const {
    wrap::Feature feature{.axis = slot.axis,
                          .test = slot.test,
                          .level = slot.level,
                          .offset = slot.offset,
                          .attribute = std::string(spelling(slot.attribute))};
    const bool tag = slot.test == Test::kTag;
    for (const Symbol symbol : wanted.values) {
      feature.values.emplace_back(tag ? spelling(static_cast<dom::Atom>(symbol))
                                      : table_.symbols().text(symbol));
    }
    std::sort(feature.values.begin(), feature.values.end());
    return feature;
  }

  [[nodiscard]] std::string_view spelling(dom::Atom atom) const {
    if (atom == dom::kNoAtom) return "";
    if (dom::is_known(atom)) return dom::known_name(atom);
    for (uint32_t u = 0; u < table_.units(); ++u) {
      if (const std::string_view name = table_.document(u).spelling(atom); !name.empty())
        return name;
    }
    return "";
  }

  template <typename F>
  static std::vector<std::string> words(const std::vector<std::string>& texts, F part) {
    std::vector<std::string> words;
    for (const std::string& text : texts) words.emplace_back(part(text));
    return words;
  }

  // Inside anchors: up to three texts that the labelled nodes begin with, end with or contain.
  void add_inside(Axis axis, Test test, std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    if (texts.empty() || texts.front().empty() ||
        texts.size() > (options_.disjunctions ? kMaxDisjuncts : 1))
      return;
    EvaluatedFeature inside{
        {.axis = axis, .test = test, .values = std::move(texts)}, BitSet(table_.size()), 0};
    inside.cost = feature_cost(inside.feature);
    for (Candidate c = 0; c < table_.size(); ++c) {
      const std::string_view text = table_.symbols().text(table_.value(c));
      if (text.empty()) continue;
      const auto holds = [&](const std::string& part) {
        if (test == Test::kWord) return text.find(part) != std::string_view::npos;
        return axis == Axis::kInsideLeft ? text.starts_with(part) : text.ends_with(part);
      };
      if (std::any_of(inside.feature.values.begin(), inside.feature.values.end(), holds))
        inside.bits.set(c);
    }
    features_.push_back(std::move(inside));
  }

  const CandidateTable& table_;
  const Evidence& evidence_;
  const GenerationOptions& options_;
  size_t units_ = 0;  // labelled units with values
  std::vector<EvaluatedFeature> features_;
};

bool is_too_long(const EvaluatedFeature& feature) {
  return std::any_of(feature.feature.values.begin(), feature.feature.values.end(),
                     [](const std::string& value) { return value.size() > kMaxValueBytes; });
}

}  // namespace

std::vector<EvaluatedFeature> generate_features(const CandidateTable& table,
                                                const Evidence& evidence,
                                                const GenerationOptions& options) {
  std::vector<EvaluatedFeature> features = Generator(table, evidence, options).run();
  std::erase_if(features, [&](const EvaluatedFeature& f) {
    return is_too_long(f) || !selects_labels(evidence, f.bits);
  });
  return features;
}

}  // namespace weft::induce
