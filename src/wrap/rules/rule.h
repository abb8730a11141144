// Rule: how one attribute is found on a page, as a value that can be stored, printed as XPath and
// compiled.
//
// The parts, in the order they act ([Vertex] III-C):
//   features     the conjunction a node must satisfy (the pXPath, or the rXPath if a classifier
//   follows) position     of the selected nodes take the i-th only classifier   of the selected
//   nodes take the most probable one range        of the node's text take a part type         of
//   that text take what the typed pattern matches; none: no value
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wrap/rules/feature.h"
#include "wrap/rules/text_range.h"

namespace weft::wrap {

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
};

// An attribute with its rules, the one to use first; the others are shown and exported, and serve
// repair.
struct AttributeRules {
  std::string name;
  bool list = false;  // All selected values; else the first.
  std::vector<Rule> rules;
  // Where labelled pages show several values in places that no one rule finds (a title in two
  // renderings, an address in pieces): rules for the further places. Their values follow those of
  // the first rule.
  std::vector<Rule> also;
  // A few different labelled values: a value unlike all of them is given with less confidence.
  std::vector<std::string> examples;
};

// How the values of a page are put together where its records have no element of their own
// (record_grouping.h).
struct RecordGrouping {
  std::string start;                // Attribute that every record has once, and begins with.
  std::vector<std::string> before;  // Attributes that stand before the start of their record.
  std::vector<std::string> lists;   // Attributes that may have several values in one record.
  std::string cell;                 // Name of the cells that keep crossed records apart; or empty.
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
};

nlohmann::ordered_json to_json(const RecordRules& rules);
// Fails with kInvalidArgument for what to_json did not write, kLimitExceeded for sets nested deeper
// than 8.
Result<RecordRules> record_rules_from_json(const nlohmann::ordered_json& json);

}  // namespace weft::wrap
