// Rule: how one attribute is found on a page, as a value that can be stored, printed as XPath and
// compiled.
//
// The parts, in the order they act ([Vertex] III-C):
//   features     the conjunction a node must satisfy (the pXPath, or the rXPath if a classifier
//                follows)
//   position     of the selected nodes take the i-th only
//   classifier   of the selected nodes take the most probable one
//   range        of the node's text take a part
//   type         of that text take what the typed pattern matches; none: no value
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "value/value_guard.h"
#include "wrap/landmarks/landmark_rule.h"

namespace weft::wrap {

// Where a feature looks, seen from the node.
enum class Axis : uint8_t {
  kElement,      // the ancestor `level` steps up; 0 is the node itself
  kPreceding,    // the `offset`-th element before that ancestor
  kFollowing,    // the `offset`-th element after it
  kLeft,         // the nearest text before the node
  kRight,        // the nearest text after the node
  kInsideLeft,   // the node's own text, left of the value
  kInsideRight,  // the node's own text, right of the value
};

// What a feature asks of what it finds there.
enum class Test : uint8_t {
  kTag,        // its name
  kAttribute,  // the value of an attribute: id, class, or (Weft) another that authors use as a name
  kToken,      // Weft: one of the words of the class attribute
  kText,       // its whole text (kPreceding: Weft); inside: the text begins, or ends, so
  kWord,       // the word next to the node: the last, or the first; inside: any word
  kColumn,     // Weft: the column of a table's cell (dom::column_in_row)
  kPrefix,     // Weft: the node's text up to and including its first colon
};

// Features about the nearest text or the node's own, which have no step of their own.
constexpr bool is_text_axis(Axis axis) { return axis >= Axis::kLeft; }
constexpr bool is_sibling_axis(Axis axis) {
  return axis == Axis::kPreceding || axis == Axis::kFollowing;
}

// Feature: one structural condition on a node, the building block of a rule ([Vertex] III-C.1).
// More than one value is a disjunction; no value means that the thing merely exists ("has a
// class").
//
//   (tag, 3, div)                         an ancestor three steps up is a <div>
//   (preceding-class, 1, a or b, i = 2)   the second element before the parent has class a or b
//   (left-text, 0, "Price:")              the nearest text before the node is "Price:"
//
// Text is compared with white space normalised. Texts in <script>, <style> and <noscript> do not
// exist here.
struct Feature {
  Axis axis = Axis::kElement;
  Test test = Test::kTag;
  uint8_t level = 0;
  uint8_t offset = 0;               // kPreceding, kFollowing: which sibling, from 1
  std::string attribute;            // kAttribute, kToken: its name
  std::vector<std::string> values;  // Sorted. Empty: the thing exists, whatever its value.
  bool operator==(const Feature&) const = default;
};

// The features there are: axes and tests that go together, and how they are called in files.
struct FeatureKind {
  std::string_view name;  // "class", "preceding-tag"…
  Axis axis;
  Test test;
  std::string_view attribute;  // Of kAttribute and kToken; empty: any, which the feature names.
  double cost;                 // As feature_cost, before what the values change.
};
std::span<const FeatureKind> feature_kinds();
// REQUIRES: there is such a kind.
const FeatureKind& kind_of(const Feature& feature);

// How much a rule loses in Weft's ranking by using the feature; 0 for the features that survive
// redesigns best (ids, labels in words), 2 for what stands to the right. Order and weights:
// docs/adr/0017-ranking-of-rules.md.
double feature_cost(const Feature& feature);

void describe(JsonFields& json, Feature& feature);

// Text range ([Vertex] III-C.4): the part of a node's text that is the value.
//
// Words are counted from the beginning or the end: in "Our Price: $25.99" the price is word 3 from
// the beginning and word 1 from the end. Where words do not separate the value ("$25.99" when
// "25.99" is wanted) the texts directly left and right of it do. Weft: where an element has several
// lines, they are counted: of <p>Acme<br>12 Main St<br>Springfield<br>555-0100</p> the address is all
// but the first and the last. Landmarks ([Liu], Stalker) where neither will do: in "by Ann Lee[ and
// Bo], 3 May" the author ends before "and", or else before the comma.

// A boundary in words or lines: `offset` of them before it (from_end: after it).
struct RangeBoundary {
  uint32_t offset = 0;
  bool from_end = false;
  bool operator==(const RangeBoundary&) const = default;
};

struct TextRange {
  enum class Kind : uint8_t { kWords, kLines, kDelimiters, kLandmarks };
  Kind kind = Kind::kWords;
  RangeBoundary begin = {};  // kWords, kLines
  RangeBoundary end = {};
  // kDelimiters: the value follows the first occurrence of it; empty: from the beginning
  std::string left = {};
  std::string right = {};   //   and ends before the next occurrence of it; empty: at the end
  LandmarkRule start = {};  // kLandmarks: read from the beginning of the text, "<>",
  LandmarkRule stop = {};   //   and on from there; the text ends with "</>"
  bool backward = false;    //   or both from the end of the text on
  bool operator==(const TextRange&) const = default;
};

// The words of normalised text; with '\n' its lines.
uint32_t count_parts(std::string_view text, char separator = ' ');

// Lines on one: every '\n' becomes a space.
std::string one_line(std::string_view lines);

// The part of `lines` (dom::value_lines), on one line; empty when it has too few words or lines, or lacks
// a delimiter.
std::string apply_range(const TextRange& range, std::string_view lines);

void describe(JsonFields& json, TextRange& range);

// What a rule selects, and so what its value is.
struct Target {
  enum class Kind : uint8_t {
    kText,       // a text node
    kElement,    // an element's whole text: values that span <b>, <span>…
    kAttribute,  // the value of an attribute of an element
  };
  Kind kind = Kind::kText;
  std::string attribute;  // kAttribute: its name
  bool operator==(const Target&) const = default;
};

// Naive Bayes over strong and weak features ([Vertex] III-C.3): logarithmic odds of + against - given the features. At level 2 and above a feature holds if any
// ancestor at or above the second has it.
struct NodeClassifier {
  struct Term {
    Feature feature;
    double present = 0;  // added when the feature holds
    double absent = 0;   // added when it does not
  };
  double prior = 0;
  std::vector<Term> terms;
};

// How a rule did when it was learned.
struct RuleStatistics {
  double precision = 0;   // right nodes of all selected nodes, on labelled units
  double support = 0;     // share of unlabelled units in which something is selected
  double multiple = 0;    // share of unlabelled units in which different values are selected
  double agreement = 1;   // how like the labels the values of unlabelled units are
  uint32_t distance = 0;  // the farthest level of its features
  double cost = 0;        // sum of feature_cost
  double score = 0;       // search_ranked orders by it
};

struct Rule {
  Target target;
  std::vector<Feature> features;
  int position = 0;  // 1 is the first selected node, -1 the last; 0: all.
  std::optional<NodeClassifier> classifier;
  std::optional<TextRange> range;
  std::string type;  // A name of TypedPatterns, or empty.
  RuleStatistics statistics;
  // XPath or CSS as a person wrote it, in the place of features, position and classifier; empty in
  // rules that were learned.
  std::string query = {};
};

// Whether its range counts lines or reads landmarks, which no form of export can say.
inline bool is_not_exported(const std::optional<TextRange>& range) {
  return range &&
         (range->kind == TextRange::Kind::kLines || range->kind == TextRange::Kind::kLandmarks);
}

// The rule that takes what a query selects, from the record's element where there is one. Fails with
// kInvalidArgument for what is neither XPath nor CSS, selects no nodes, or does not name the attribute
// it selects.
Result<Rule> rule_of_query(std::string_view text);

// An attribute with its rules, the one to use first; the others are shown and exported, and serve
// repair.
struct AttributeRules {
  std::string name;
  bool list = false;  // All selected values; else the first.
  std::vector<Rule> rules;
  // Where labelled pages show several values in places that no one rule finds (a title in two
  // renderings, an address in pieces): rules for the further places. Their values follow that of
  // the first rule; where that gives several, a run, all stand in the page's order.
  std::vector<Rule> also;
  // Texts of the template that follow a value, and stand in its place where it is empty.
  std::vector<std::string> never = {};
  // A few different labelled values: a value unlike all of them is given with less confidence.
  std::vector<std::string> examples;
  // What its values must look like, for rules that were repaired (watch/repair); open for others.
  value::ValueGuard guard = {};
  // What a person chose or wrote: in force in the place of all others, which stay for the day on which
  // it is taken back.
  std::optional<Rule> pinned = {};
};

// The rules that give an attribute's values: the pinned one alone, or the first and those for further
// places. Empty if there are none.
std::vector<const Rule*> rules_in_force(const AttributeRules& attribute);

// How the values of a page are put together where its records have no element of their own
// (group_values).
struct RecordGrouping {
  std::string start;                // Attribute that every record has once, and begins with.
  std::vector<std::string> before;  // Attributes that stand before the start of their record.
  std::vector<std::string> lists;   // Attributes that may have several values in one record.
};

// The rules of one kind of record: a page, a record of a list, or a nested set of one.
struct RecordRules {
  std::string
      name;  // Nested sets: the attribute that holds them. Empty for the page's own records.
  std::optional<Rule>
      record;  // Selects the records' elements; absent: the page (or outer record) is the record.
  // Absent where there is a record rule, or the page is the record.
  std::optional<RecordGrouping> grouping;
  std::vector<AttributeRules> attributes;
  std::vector<RecordRules> nested;
  // Attributes that nearly every record has: what lacks more than half of them is none.
  std::vector<std::string> required = {};
};

// The rules of "price", or of "price" in the nested set of "offers.price"; null if there are none.
AttributeRules* find_attribute(RecordRules& rules, std::string_view name);

// Fails with kLimitExceeded for sets nested deeper than 8.
void describe(JsonFields& json, RecordRules& rules);

}  // namespace weft::wrap
