// Label places: labels grouped by attribute, unit and value, each with the nodes it points at.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "induce/rules/attribute_learner.h"
#include "model/label.h"
#include "model/page.h"

namespace weft::induce {

// "0" of "0/2": the record of the page that an item of a nested set belongs to.
inline std::string outer_record(const std::string& record) {
  return record.substr(0, record.find('/'));
}

// Whether a label says that its page has no such attribute: it names neither a place nor a value.
inline bool is_decline(const model::Label& label) {
  return label.path.empty() && label.value.empty();
}

// Whether a page has labels of several records.
bool has_lists(const std::vector<model::Label>& labels);

// One label on its page.
struct PlacedLabel {
  uint32_t page = 0;
  std::string record;
  std::string attribute;
  PlacedValue value;
  bool certain = false;       // A person or the truth says so; other sources may err.
  std::vector<size_t> given;  // Which of the labels given say so.
};

struct Places {
  std::vector<PlacedLabel> labels;  // In the order given; occurrences of one value joined.
  std::set<std::pair<uint32_t, std::string>> declined;  // Page, and attribute that it has not.
  std::vector<std::string> problems;
};

// Fails with kInvalidArgument for a label of a page that is not there, and for labels that name no
// value at all.
Result<Places> place_labels(const std::vector<const model::Page*>& pages,
                            const std::vector<model::Label>& labels);

}  // namespace weft::induce
