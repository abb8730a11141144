// Learning one attribute, [Vertex] III-C. Tested by learner_test.cc.
//   1. Choose what to select: text nodes if every value has one, else one attribute name,
//      else elements; elements too if no rule for text nodes is precise, or if labels name elements
//      that hold more than one text on other pages.
//   2. If a unit has several values decide: a list (one rule finds all of them), or
//      renderings of one value. Where a set is wanted and no one rule finds it well, items that
//      are written alike are learned together; rules that would mostly give something else are none.
//   3. Generate features (III-C.1) and search (III-C.2).
//   4. If the best rule is not precise: a position that makes it so, else naive Bayes
//      (III-C.3).
//   5. If values are parts of their nodes: range pruner, else a typed pattern (III-C.4).

#include "induce/rules/attribute_learner.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"
#include "induce/rules/node_classifier.h"
#include "induce/rules/range_pruner.h"
#include "wrap/rules/matcher.h"

namespace weft::induce {
namespace {

using model::Occurrence;

// A rule for a list may score this much less than one for single renderings and still be preferred:
// it explains more.
constexpr double kListAdvantage = 0.25;
constexpr double kLiftGain = 0.1;  // What elements around the named ones must score more.
constexpr size_t kMaxFurtherPlaces = 4;
constexpr double kMinFurtherScore = 0.4;
constexpr int kMaxPosition = 5;
constexpr double kGoodListScore = 0.8;     // A rule for all items of a list that needs no other.
constexpr double kPartsGain = 0.1;         // What a rule for some of them must score more.
constexpr double kMinListPrecision = 0.5;  // Of a rule for a list.
// Elements around an item of a list that tell it from others.
constexpr uint32_t kWritingLevels = 4;
constexpr uint32_t kClassLevels = 2;
constexpr size_t kMaxWritings = 4;   // Of those that most items have, tried.
constexpr size_t kMaxExamples = 16;  // Of a value, to learn its range from.
// Zero-width space, non-joiner and joiner, byte order mark, soft hyphen.
constexpr std::string_view kUnseen[] = {"\u200b", "\u200c", "\u200d", "\ufeff", "\u00ad"};
constexpr int kMaxLift = 4;  // Levels of elements with one and the same text.

struct Placed {
  wrap::Target target;
  Evidence evidence;
  std::vector<RangeExample> ranges;  // of every occurrence, in order
  bool partial = false;              // some value is a part of its node,
  bool whole = false;                // some is all of it
};

wrap::Target::Kind kind_of(const dom::Document& doc, const Occurrence& occurrence) {
  if (!occurrence.attribute.empty()) return wrap::Target::Kind::kAttribute;
  return doc.is_text(occurrence.node) ? wrap::Target::Kind::kText : wrap::Target::Kind::kElement;
}

// Whether nothing that can be seen is left of the text outside the span.
bool is_all_seen(std::string_view text, model::TextSpan span) {
  std::string rest = std::string(text.substr(0, span.begin)) + std::string(text.substr(span.end));
  for (const std::string_view unseen : kUnseen) {
    for (size_t at = 0; (at = rest.find(unseen)) != std::string::npos;)
      rest.erase(at, unseen.size());
  }
  return rest.empty();
}

class AttributeLearner {
 public:
  AttributeLearner(CandidateTables& tables, const AttributeRequest& request,
                   const wrap::TypedPatterns& patterns, const LearnOptions& options)
      : tables_(tables), request_(request), patterns_(patterns), options_(options) {
    parts_of_elements_ = has_parts_of_elements();
  }

  wrap::AttributeRules run() {
    wrap::Target target = choose_target();
    const wrap::Target element{wrap::Target::Kind::kElement, {}};
    if (target == element) return run_elements();
    wrap::AttributeRules result = run(target);
    if (target.kind != wrap::Target::Kind::kText) return result;
    // Texts of one kind may stand at different depths, with and without a link around them, in
    // elements that are alike.
    if (!is_precise(result.rules)) {
      wrap::AttributeRules elements = run(element);
      return is_precise(elements.rules) ? elements : result;
    }
    named_ = exactly_named_ = name_elements();
    if (!named_ && !(result.list && wants_runs())) return result;
    wrap::AttributeRules elements = run(element);
    return is_precise(elements.rules) &&
                   (exactly_named_ || gives_more(elements.rules[0], result.rules[0], result.list))
               ? elements
               : result;
  }

 private:
  // The elements that the labels name come first. Those around them with the same text, a row with
  // one cell, need proof: that they do better on unlabelled pages.
  wrap::AttributeRules run_elements() {
    named_ = name_elements();
    wrap::AttributeRules lifted = run({wrap::Target::Kind::kElement, {}});
    if (!named_) return lifted;
    exactly_named_ = true;
    wrap::AttributeRules named = run({wrap::Target::Kind::kElement, {}});
    if (!is_precise(named.rules)) return lifted;
    const bool proved = is_precise(lifted.rules) && lifted.rules[0].statistics.score >
                                                        named.rules[0].statistics.score + kLiftGain;
    return proved ? lifted : named;
  }

  // The element that a label names, or that holds nothing but the text it names; else kNoNode.
  dom::NodeId named_element(uint32_t unit, const Occurrence& o) {
    if (o.named != dom::kNoNode) return o.named;
    const dom::Document& doc = document(unit);
    if (doc.is_element(o.node)) return o.node;
    const dom::NodeId parent = doc.parent(o.node);
    return dom::normalized_text(doc, parent) == dom::normalized_text(doc, o.node) ? parent
                                                                                  : dom::kNoNode;
  }

  // Whether all labels name elements, and the whole of them. A text that is all its element holds may
  // mean either: beside labels that point at elements it means the element. (A person pointed at two
  // paragraphs, and took what was predicted for the others.)
  bool name_elements() {
    bool pointed = false;
    bool texts = false;
    for (const PlacedUnit& unit : request_.labels) {
      for (const PlacedValue& value : unit.values) {
        for (const Occurrence& o : value.occurrences) {
          if (o.span || named_element(unit.unit, o) == dom::kNoNode) return false;
          pointed |= o.named != dom::kNoNode;
          texts |= o.named == dom::kNoNode && document(unit.unit).is_text(o.node);
        }
      }
    }
    return pointed || !texts;
  }

  // Whether on some unlabelled unit the elements of one rule hold more than the texts of the other,
  // which are then pieces of values.
  bool gives_more(const wrap::Rule& elements, const wrap::Rule& texts, bool list) {
    const std::vector<Unit>& units = tables_.units();
    const wrap::Matcher matcher({&elements, &texts});
    for (uint32_t u = 0; u < units.size(); ++u) {
      const dom::Document& doc = document(u);
      const auto selected = matcher.select(doc, units[u].root);
      if (selected[0].empty()) continue;
      if (selected[1].empty()) return true;
      for (const dom::NodeId element : selected[0]) {
        const auto inside = std::find_if(selected[1].begin(), selected[1].end(),
                                         [&](dom::NodeId n) { return doc.contains(element, n); });
        const bool missed = inside == selected[1].end();
        if (missed ? list
                   : dom::normalized_text(doc, element) != dom::normalized_text(doc, *inside))
          return true;
        if (!list) break;
      }
    }
    return false;
  }

  wrap::AttributeRules run(wrap::Target target) {
    wrap::AttributeRules result{request_.name, request_.set, {}};
    Placed placed = place(std::move(target));
    if (placed.evidence.labelled.empty()) return result;
    const bool several =
        std::any_of(placed.evidence.labelled.begin(), placed.evidence.labelled.end(),
                    [](const LabelledUnit& unit) { return unit.values.size() > 1; });
    if (!several) {
      result.rules = learn(placed).rules;
      return result;
    }
    // Step 2.
    result.list = true;
    placed.evidence.list = true;
    placed.evidence.runs = wants_runs();
    std::vector<wrap::Rule> list = learn(placed).rules;
    if (wants_runs() && !(is_precise(list) && is_good(list[0]))) {
      wrap::AttributeRules parts = learn_parts(placed);
      if (!parts.rules.empty() && (!is_precise(list) || parts.rules[0].statistics.score >
                                                            list[0].statistics.score + kPartsGain))
        return parts;
      // A list of what is mostly something else is worse than none.
      if (!list.empty() && list[0].statistics.precision < kMinListPrecision) list.clear();
    }
    if (request_.set || options_.ranking == Ranking::kPaper) {
      result.rules = std::move(list);
      return result;
    }
    placed.evidence.list = false;
    LearnedRules single = learn(placed);
    if (is_precise(list) &&
        (!is_precise(single.rules) ||
         list[0].statistics.score + kListAdvantage >= single.rules[0].statistics.score)) {
      result.rules = std::move(list);
      return result;
    }
    result.rules = std::move(single.rules);
    learn_further_places(placed, std::move(single.best), result);
    return result;
  }

  struct LearnedRules {
    std::vector<wrap::Rule> rules;
    BitSet best;  // what the first of them selects
  };

  // A schema that says "set" promises a run of items; several values of another attribute may be
  // renderings of one.
  [[nodiscard]] bool wants_runs() const {
    return request_.set && options_.ranking == Ranking::kWeft;
  }

  static bool is_good(const wrap::Rule& rule) { return rule.statistics.score >= kGoodListScore; }

  static bool is_precise(const std::vector<wrap::Rule>& rules) {
    return !rules.empty() && rules[0].statistics.precision == 1;
  }

  // How an item of a list is written: the tags around it, and where they do not do, classes. Steps
  // stand in <ol>/<li>, the headings between them in <div>/<h4>.
  uint64_t writing_of(const CandidateTable& table, CandidateTable::Candidate c) const {
    const dom::Document& doc = table.document(table.unit_of(c));
    uint64_t writing = 0;
    for (uint32_t level = 0; level < kWritingLevels; ++level) {
      const dom::NodeId n = table.ancestor(c, level);
      if (n == dom::kNoNode) break;
      writing = hash_combine(writing, static_cast<uint64_t>(doc.name(n)));
      if (by_classes_ && level < kClassLevels)
        writing =
            hash_combine(writing, hash_bytes(doc.attribute(n, dom::atoms::kClass).value_or("")));
    }
    return writing;
  }

  // The writings that most of the values have: several where values stand in several places, or where
  // elements around one another have the same words.
  std::vector<uint64_t> most_common_writings(const CandidateTable& table,
                                             const Evidence& evidence) const {
    std::map<uint64_t, size_t> values;
    for (const LabelledUnit& unit : evidence.labelled) {
      for (const auto& occurrences : unit.values) {
        std::set<uint64_t> writings;
        for (const CandidateTable::Candidate c : occurrences) writings.insert(writing_of(table, c));
        for (const uint64_t writing : writings) ++values[writing];
      }
    }
    size_t most = 0;
    for (const auto& [writing, count] : values) most = std::max(most, count);
    std::vector<uint64_t> found;
    for (const auto& [writing, count] : values) {
      if (count == most && found.size() < kMaxWritings) found.push_back(writing);
    }
    return found;
  }

  // The values that are written so, each with those of its occurrences that are; and takes them out
  // of the evidence.
  std::vector<LabelledUnit> take_written(const CandidateTable& table, uint64_t writing,
                                         Evidence& evidence) const {
    std::vector<LabelledUnit> taken;
    for (LabelledUnit& unit : evidence.labelled) {
      LabelledUnit part{unit.unit, {}, unit.declined};
      std::erase_if(unit.values, [&](const std::vector<CandidateTable::Candidate>& occurrences) {
        std::vector<CandidateTable::Candidate> alike;
        for (const CandidateTable::Candidate c : occurrences) {
          if (writing_of(table, c) == writing) alike.push_back(c);
        }
        if (alike.empty()) return false;
        part.values.push_back(std::move(alike));
        return true;
      });
      if (!part.values.empty() || part.declined) taken.push_back(std::move(part));
    }
    return taken;
  }

  // Candidates of the unit beside the given ones, below the same parents and written so.
  std::vector<CandidateTable::Candidate> beside(const CandidateTable& table,
                                                const LabelledUnit& unit, uint64_t writing) const {
    const dom::Document& doc = table.document(unit.unit);
    std::set<dom::NodeId> parents;
    std::set<CandidateTable::Candidate> members;
    for (const auto& occurrences : unit.values) {
      for (const CandidateTable::Candidate c : occurrences) {
        parents.insert(doc.parent(table.node(c)));
        members.insert(c);
      }
    }
    std::vector<CandidateTable::Candidate> found;
    const CandidateTable::Candidate end = table.first(unit.unit) + table.count(unit.unit);
    for (CandidateTable::Candidate c = table.first(unit.unit); c < end; ++c) {
      if (parents.contains(doc.parent(table.node(c))) && !members.contains(c) &&
          writing_of(table, c) == writing)
        found.push_back(c);
    }
    return found;
  }

  // A label may be found elsewhere than in its list, where its text stands a second time. Then its
  // item is one of those beside labelled ones that nobody labelled, and not wrong: as many of them as
  // labels are left. If it is all of these, nothing is left.
  void spare_run(const CandidateTable& table, uint64_t writing, Evidence& left,
                 Evidence& part) const {
    for (const LabelledUnit& unit : part.labelled) {
      const auto rest = std::find_if(left.labelled.begin(), left.labelled.end(),
                                     [&](const LabelledUnit& u) { return u.unit == unit.unit; });
      const std::vector<CandidateTable::Candidate> spared = beside(table, unit, writing);
      if (spared.size() > rest->values.size()) continue;
      for (const CandidateTable::Candidate c : spared) part.harmless.set(c);
      if (spared.size() == rest->values.size()) rest->values.clear();
    }
  }

  // The values of one writing, what is left without them, and the rules that give them.
  struct Part {
    Evidence left;
    size_t values = 0;
    std::vector<wrap::Rule> rules;
  };

  // Of the writings that most of the values have, the one that rules find best.
  std::optional<Part> learn_part(const Placed& placed, const Evidence& left) {
    const CandidateTable& table = tables_.get(placed.target);
    std::optional<Part> best;
    for (const uint64_t writing : most_common_writings(table, left)) {
      Part part{.left = left};
      Placed these = placed;
      these.evidence.labelled = take_written(table, writing, part.left);
      spare_run(table, writing, part.left, these.evidence);
      part.values = count_values(these.evidence);
      part.rules = learn(these).rules;
      const bool better =
          !best || (is_precise(part.rules) &&
                    (!is_precise(best->rules) ||
                     part.rules[0].statistics.score > best->rules[0].statistics.score));
      if (better) best = std::move(part);
    }
    return best;
  }

  // Items of a list that no one rule finds well: those that are written alike are learned together,
  // by their tags; where that is too coarse, by classes, too.
  wrap::AttributeRules learn_parts(const Placed& placed) {
    by_classes_ = false;
    wrap::AttributeRules parts = learn_writings(placed);
    if (!parts.rules.empty()) return parts;
    by_classes_ = true;
    return learn_writings(placed);
  }

  // The most common writing first. Others follow if other pages have such a place, too. Nothing when
  // the first half of the items has no precise rule either.
  wrap::AttributeRules learn_writings(const Placed& placed) {
    wrap::AttributeRules result{request_.name, true, {}};
    Evidence left = placed.evidence;
    for (size_t parts = 0; parts <= kMaxFurtherPlaces; ++parts) {
      std::optional<Part> part = learn_part(placed, left);
      if (!part) break;
      left = std::move(part->left);
      const bool precise = is_precise(part->rules);
      if (result.rules.empty()) {
        if (!precise || 2 * part->values < count_values(placed.evidence)) break;
        result.rules = std::move(part->rules);
      } else if (precise && part->rules[0].statistics.score >= kMinFurtherScore) {
        result.also.push_back(std::move(part->rules[0]));
      }
    }
    return result;
  }

  static size_t count_values(const Evidence& evidence) {
    size_t count = 0;
    for (const LabelledUnit& unit : evidence.labelled) count += unit.values.size();
    return count;
  }

  // Sequential covering: what the rules so far do not give is learned by itself, as long as that is
  // a place that other pages have too.
  void learn_further_places(Placed placed, BitSet selected, wrap::AttributeRules& result) {
    while (result.also.size() < kMaxFurtherPlaces) {
      bool left = false;
      for (LabelledUnit& unit : placed.evidence.labelled) {
        std::erase_if(unit.values, [&](const std::vector<CandidateTable::Candidate>& occurrences) {
          return std::any_of(occurrences.begin(), occurrences.end(),
                             [&](CandidateTable::Candidate c) { return selected.test(c); });
        });
        left |= !unit.values.empty();
      }
      if (!left) return;
      LearnedRules next = learn(placed);
      if (!is_precise(next.rules) || next.rules[0].statistics.score < kMinFurtherScore) return;
      selected = std::move(next.best);
      result.also.push_back(std::move(next.rules[0]));
    }
  }

  const dom::Document& document(uint32_t unit) { return tables_.get({}).document(unit); }

  // Step 1.
  wrap::Target choose_target() {
    const auto all_have = [&](const wrap::Target& target) {
      for (const PlacedUnit& unit : request_.labels) {
        for (const PlacedValue& value : unit.values) {
          if (!value.occurrences.empty() &&
              std::none_of(value.occurrences.begin(), value.occurrences.end(),
                           [&](const Occurrence& o) {
                             return kind_of(document(unit.unit), o) == target.kind &&
                                    o.attribute == target.attribute;
                           })) {
            return false;
          }
        }
      }
      return true;
    };
    if (all_have({})) return {};
    for (const PlacedUnit& unit : request_.labels) {
      for (const PlacedValue& value : unit.values) {
        for (const Occurrence& o : value.occurrences) {
          const wrap::Target target{wrap::Target::Kind::kAttribute, o.attribute};
          if (!o.attribute.empty() && all_have(target)) return target;
        }
      }
    }
    return {wrap::Target::Kind::kElement, {}};
  }

  // The nodes of the target that an occurrence may mean. An element target takes every element that
  // holds the occurrence's text and nothing else: items of a list stand at one level of the tree
  // though some of them have a link inside and others none. Where some value is a part of an element,
  // so may one be that is a text of its own: an address has two lines, another one.
  std::vector<Occurrence> meant(const wrap::Target& target, uint32_t unit, const Occurrence& o) {
    const dom::Document& doc = document(unit);
    const bool lifted = target.kind == wrap::Target::Kind::kElement && o.attribute.empty();
    if (!lifted) {
      if (kind_of(doc, o) != target.kind || o.attribute != target.attribute) return {};
      return {o};
    }
    if (exactly_named_) return {{.node = named_element(unit, o), .span = o.span}};
    std::vector<Occurrence> all;
    const std::string text = dom::value_text(doc, o.node);
    dom::NodeId n = doc.is_text(o.node) ? doc.parent(o.node) : o.node;
    for (int level = 0; level < kMaxLift && n != dom::kNoNode; ++level, n = doc.parent(n)) {
      const std::string around = dom::value_text(doc, n);
      if (around == text) {
        all.push_back({.node = n, .span = o.span});
        continue;
      }
      const auto part = model::find_words(around, text);
      if (parts_of_elements_ && doc.is_text(o.node) && !o.span && part)
        all.push_back({.node = n, .span = part});
      break;
    }
    return all;
  }

  bool has_parts_of_elements() {
    for (const PlacedUnit& unit : request_.labels) {
      for (const PlacedValue& value : unit.values) {
        for (const Occurrence& o : value.occurrences) {
          if (o.span && document(unit.unit).is_element(o.node)) return true;
        }
      }
    }
    return false;
  }

  Placed place(wrap::Target target) {
    Placed placed{.target = std::move(target)};
    placed.evidence.pointed = named_ && placed.target.kind == wrap::Target::Kind::kElement;
    placed.evidence.exact = placed.evidence.pointed && exactly_named_;
    const CandidateTable& table = tables_.get(placed.target);
    std::vector<bool> labelled(table.units(), false);
    bool any = false;
    for (const PlacedUnit& unit : request_.labels) {
      LabelledUnit out{unit.unit, {}, unit.declined};
      for (const PlacedValue& value : unit.values) {
        std::vector<CandidateTable::Candidate> occurrences;
        for (const Occurrence& o : value.occurrences) {
          for (const Occurrence& one : meant(placed.target, unit.unit, o)) {
            const CandidateTable::Candidate c = table.find(unit.unit, one.node);
            if (c == kNoCandidate) continue;
            occurrences.push_back(c);
            const std::string text = one.attribute.empty()
                                         ? dom::value_lines(document(unit.unit), one.node)
                                         : std::string(table.symbols().text(table.value(c)));
            const model::TextSpan whole{0, static_cast<uint32_t>(text.size())};
            placed.ranges.push_back({text, one.span.value_or(whole)});
            const bool part = one.span.has_value() && !is_all_seen(text, *one.span);
            (part ? placed.partial : placed.whole) = true;
          }
        }
        if (!occurrences.empty()) out.values.push_back(std::move(occurrences));
      }
      labelled[unit.unit] = true;
      any |= !out.values.empty();
      // A value that is nowhere says nothing about the rest of its page.
      if (!out.values.empty() || unit.values.empty())
        placed.evidence.labelled.push_back(std::move(out));
    }
    if (!any) placed.evidence.labelled.clear();
    for (uint32_t u = 0; u < table.units(); ++u) {
      if (!labelled[u]) placed.evidence.unlabelled.push_back(u);
    }
    if (options_.ranking == Ranking::kPaper) point(table, placed.evidence);
    mark_harmless(table, placed.evidence);
    if (options_.ranking == Ranking::kPaper) only_labels(table, placed.evidence);
    return placed;
  }

  // The paper's labels are single nodes: of several occurrences the one that is consistent over
  // pages.
  static void point(const CandidateTable& table, Evidence& evidence) {
    std::vector<const dom::Document*> pages;
    std::vector<std::vector<Occurrence>> occurrences;
    for (const LabelledUnit& unit : evidence.labelled) {
      for (const auto& value : unit.values) {
        pages.push_back(&table.document(unit.unit));
        occurrences.emplace_back();
        for (const CandidateTable::Candidate c : value)
          occurrences.back().push_back({table.node(c), {}, {}});
      }
    }
    const std::vector<size_t> chosen = model::choose_consistent(pages, occurrences);
    size_t i = 0;
    for (LabelledUnit& unit : evidence.labelled) {
      for (auto& value : unit.values) value = {value[chosen[i++]]};
    }
  }

  static void only_labels(const CandidateTable& table, Evidence& evidence) {
    evidence.harmless = BitSet(table.size());
    for (const LabelledUnit& unit : evidence.labelled) {
      for (const auto& value : unit.values) {
        for (const CandidateTable::Candidate c : value) evidence.harmless.set(c);
      }
    }
  }

  // Steps 3 to 5.
  LearnedRules learn(const Placed& placed) {
    const CandidateTable& table = tables_.get(placed.target);
    GenerationOptions generation{.paper = options_.ranking == Ranking::kPaper,
                                 .disjunctions = options_.disjunctions};
    if (placed.partial) {
      for (const RangeExample& example : placed.ranges) {
        generation.inside_left.push_back(
            normalize_space(example.text.substr(0, example.span.begin)));
        generation.inside_right.push_back(normalize_space(example.text.substr(example.span.end)));
      }
    }
    const std::vector<EvaluatedFeature> features =
        generate_features(table, placed.evidence, generation);
    LearnedRules learned;
    std::vector<FoundRule> found = search(table, placed.evidence, features);
    for (const FoundRule& rule : found)
      learned.rules.push_back(finish(table, placed, features, rule));
    if (!found.empty()) learned.best = std::move(found.front().bits);
    // All values are parts of texts, and nothing says which: the whole texts would be wrong.
    if (placed.partial && !placed.whole && options_.range_pruner) {
      std::erase_if(learned.rules,
                    [](const wrap::Rule& rule) { return !rule.range && rule.type.empty(); });
    }
    return learned;
  }

  std::vector<FoundRule> search(const CandidateTable& table, const Evidence& evidence,
                                const std::vector<EvaluatedFeature>& features) const {
    if (options_.ranking == Ranking::kPaper)
      return search_paper(table, evidence, features, options_.search);
    wrap::ValueProfile profile;
    for (const LabelledUnit& unit : evidence.labelled) {
      for (const auto& value : unit.values)
        profile.add(table.symbols().text(table.value(value.front())));
    }
    if (!is_on_most_pages(table, evidence, profile.prefix())) profile.forget_prefix();
    SearchOptions search = options_.search;
    search.use_support = options_.use_support;
    return search_ranked(table, evidence, features, profile, search);
  }

  // Whether texts that begin with `prefix` stand on most of the units that nobody labelled. What a
  // few labelled values share by chance does not.
  static bool is_on_most_pages(const CandidateTable& table, const Evidence& evidence,
                               const std::string& prefix) {
    const Slot slot{.axis = wrap::Axis::kInsideLeft, .test = wrap::Test::kPrefix};
    const BitSet& bits = table.with_value(slot, table.symbols().intern(prefix));
    const auto units = std::count_if(evidence.unlabelled.begin(), evidence.unlabelled.end(),
                                     [&](uint32_t u) { return any_bit(table.words_of(bits, u)); });
    return 2 * units >= std::ssize(evidence.unlabelled);
  }

  wrap::Rule finish(const CandidateTable& table, const Placed& placed,
                    const std::vector<EvaluatedFeature>& features, const FoundRule& found) {
    wrap::Rule rule{.target = placed.target, .statistics = found.statistics};
    for (const uint32_t f : found.features) rule.features.push_back(features[f].feature);
    rule.position = found.position;
    if (found.statistics.precision < 1 && !placed.evidence.list) {  // Step 4.
      rule.position = find_position(table, placed.evidence, found.bits);
      if (rule.position != 0) {
        rule.statistics.precision = 1;
      } else if (options_.naive_bayes) {
        rule.classifier = learn_classifier(table, placed.evidence, found.bits);
      }
    }
    if (placed.partial) select_part(table, placed, found.bits, rule);
    if (!request_.type.empty()) rule.type = request_.type;
    return rule;
  }

  // Step 5.
  void select_part(const CandidateTable& table, const Placed& placed, const BitSet& bits,
                   wrap::Rule& rule) const {
    if (options_.range_pruner)
      rule.range = learn_range(placed.ranges, other_texts(table, placed, bits));
    if (rule.range) return;
    for (const std::string& name : patterns_.names()) {
      if (std::all_of(placed.ranges.begin(), placed.ranges.end(), [&](const RangeExample& example) {
            const std::string text = wrap::one_line(example.text);
            return patterns_.match(name, text) ==
                   std::string_view(text).substr(example.span.begin,
                                                 example.span.end - example.span.begin);
          })) {
        rule.type = name;
        return;
      }
    }
  }

  // The first text on each unlabelled page that the rule selects.
  static std::vector<std::string> other_texts(const CandidateTable& table, const Placed& placed,
                                              const BitSet& bits) {
    std::vector<std::string> texts;
    for (const uint32_t unit : placed.evidence.unlabelled) {
      for_each_bit(table.words_of(bits, unit), table.first_word(unit), [&](size_t c) {
        const auto candidate = static_cast<CandidateTable::Candidate>(c);
        texts.push_back(placed.target.attribute.empty()
                            ? dom::value_lines(table.document(unit), table.node(candidate))
                            : std::string(table.symbols().text(table.value(candidate))));
        return false;
      });
    }
    return texts;
  }

  static int find_position(const CandidateTable& table, const Evidence& evidence,
                           const BitSet& bits) {
    for (int i = 1; i <= kMaxPosition; ++i) {
      for (const int position : {i, -i}) {
        if (std::all_of(evidence.labelled.begin(), evidence.labelled.end(),
                        [&](const LabelledUnit& unit) {
                          if (unit.values.empty())
                            return !unit.declined || !any_bit(table.words_of(bits, unit.unit));
                          return position_is_label(table, evidence, bits, unit.unit, position);
                        })) {
          return position;
        }
      }
    }
    return 0;
  }

  static bool position_is_label(const CandidateTable& table, const Evidence& evidence,
                                const BitSet& bits, uint32_t unit, int position) {
    std::vector<size_t> selected;
    for_each_bit(table.words_of(bits, unit), table.first_word(unit), [&](size_t c) {
      selected.push_back(c);
      return true;
    });
    const auto size = static_cast<int>(selected.size());
    const int at = position > 0 ? position - 1 : size + position;
    return at >= 0 && at < size && evidence.harmless.test(selected[static_cast<size_t>(at)]);
  }

  CandidateTables& tables_;
  const AttributeRequest& request_;
  const wrap::TypedPatterns& patterns_;
  const LearnOptions& options_;
  bool parts_of_elements_ = false;  // Some value is several texts of an element, and not all.
  bool by_classes_ = false;         // Classes say how an item is written, too.
  bool named_ = false;              // All labels name elements.
  bool exactly_named_ = false;      // Elements are those that labels name, not others around them.
};

// Different values, in the order of the labels.
std::vector<std::string> examples_of(const AttributeRequest& request) {
  std::vector<std::string> examples;
  for (const PlacedUnit& unit : request.labels) {
    for (const PlacedValue& labelled : unit.values) {
      if (examples.size() == kMaxExamples) return examples;
      std::string value = normalize_space(labelled.value);
      if (std::find(examples.begin(), examples.end(), value) == examples.end())
        examples.push_back(std::move(value));
    }
  }
  return examples;
}

}  // namespace

const CandidateTable& CandidateTables::get(const wrap::Target& target) {
  auto& table = tables_[{target.kind, target.attribute}];
  if (!table) table = std::make_unique<CandidateTable>(columns_, units_, target, reach_);
  return *table;
}

void CandidateTables::forget_found() {
  for (auto& [target, table] : tables_) table->forget_found();
}

wrap::AttributeRules learn_attribute(CandidateTables& tables, const AttributeRequest& request,
                                     const wrap::TypedPatterns& patterns,
                                     const LearnOptions& options) {
  wrap::AttributeRules rules = AttributeLearner(tables, request, patterns, options).run();
  rules.examples = examples_of(request);
  return rules;
}

}  // namespace weft::induce
