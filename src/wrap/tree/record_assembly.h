// Record assembly: values that an alignment found, in page order, to records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "dom/document.h"
#include "model/record.h"
#include "wrap/rules/rule.h"
#include "wrap/tree/wd_alignment.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::wrap {

// How the values of one attribute become fields.
struct AttributeShape {
  std::string name;
  bool list = false;               // Several values per record.
  std::optional<TextRange> range;  // The part of the text that is the value.
  double share = 1;                // Of the labelled records that have it.
  // A few of the texts that labels stand in, whole: what its values look like.
  std::vector<std::string> examples = {};
};

void describe(JsonFields& json, AttributeShape& shape);

// By their examples.
ValueLooks looks_of(const std::vector<AttributeShape>& attributes);

struct FoundNode {
  const NodeLabel* label = nullptr;
  dom::NodeId node = dom::kNoNode;
};

// The distance of a wrapper from a page plus what it leaves out of the record that labels lead one
// to expect. A wrapper learned from a record that lacks most attributes is small, and near to every
// page.
double distance_and_loss(double distance, const std::vector<FoundNode>& found,
                         const std::vector<AttributeShape>& attributes);

// One record of all values. Attributes that are no lists keep their first value; one that repeats
// another of its attribute from a place unlike it is dropped. Dotted names make nested records, a
// new one wherever a value would be the second of its kind.
model::Record assemble_record(const dom::Document& doc, const std::vector<FoundNode>& found,
                              const std::vector<AttributeShape>& attributes, double confidence);

// Several records: a new one wherever an attribute that is no list comes again. For wrappers that
// do not know where a record ends.
std::vector<std::vector<FoundNode>> split_records(const std::vector<FoundNode>& found,
                                                  const std::vector<AttributeShape>& attributes);

}  // namespace weft::wrap
