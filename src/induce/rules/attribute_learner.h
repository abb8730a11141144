// Attribute learner: from the places of one attribute's labels to its rules ([Vertex] III-C as a
// whole).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "induce/rules/candidate_table.h"
#include "induce/rules/rule_search.h"
#include "model/locate.h"
#include "wrap/rules/rule.h"
#include "wrap/rules/typed_patterns.h"

namespace weft::induce {

// Which order of rules: the paper's, or Weft's (docs/adr/0017-ranking-of-rules.md).
enum class Ranking : uint8_t { kWeft, kPaper };

struct LearnOptions {
  Ranking ranking = Ranking::kWeft;
  // Parts that can be left out, to measure what they are worth.
  bool disjunctions = true;
  bool use_support = true;
  bool naive_bayes = true;
  bool range_pruner = true;
  Reach reach;
  SearchOptions search;
};

// A labelled value and where it stands: one place if somebody pointed, all occurrences if it is
// only known as text.
struct PlacedValue {
  std::string value;
  std::vector<model::Occurrence> occurrences;
};

// The labels of one attribute in one unit. No values: the unit is labelled and has no such
// attribute, or its labels forget it.
struct PlacedUnit {
  uint32_t unit = 0;
  std::vector<PlacedValue> values;
  bool declined = false;  // Somebody said that there is none.
};

// The samples of one set of units, one per target, made when first asked for.
class CandidateTables {
 public:
  CandidateTables(SampleColumns& columns, std::vector<Unit> units, Reach reach)
      : columns_(columns), units_(std::move(units)), reach_(reach) {}
  const CandidateTable& get(const wrap::Target& target);
  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }
  [[nodiscard]] SampleColumns& columns() const { return columns_; }
  [[nodiscard]] const Reach& reach() const { return reach_; }
  // What the tables found for single features, which grows with every lesson.
  void forget_found();

 private:
  SampleColumns& columns_;
  std::vector<Unit> units_;
  Reach reach_;
  std::map<std::pair<wrap::Target::Kind, std::string>, std::unique_ptr<CandidateTable>> tables_;
};

struct AttributeRequest {
  std::string name;
  std::vector<PlacedUnit> labels;
  bool set = false;  // The schema says there may be several values.
  std::string type;  // A typed pattern that values must match, or empty.
};

// The rules of one attribute, best first; none when the labels have nothing in common.
wrap::AttributeRules learn_attribute(CandidateTables& tables, const AttributeRequest& request,
                                     const wrap::TypedPatterns& patterns,
                                     const LearnOptions& options);

}  // namespace weft::induce
