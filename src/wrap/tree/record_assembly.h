// Record assembly: values that an alignment found, in page order, to records.
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "induce/tree/labelled_nodes.h"
#include "model/record.h"
#include "wrap/tree/vocabulary.h"

namespace weft::induce {

struct FoundNode {
  const NodeLabel* label = nullptr;
  dom::NodeId node = dom::kNoNode;
};

// One record of all values. Attributes that are no lists keep their first value; one that repeats
// another of its attribute from a place unlike it is dropped. Dotted names make nested records, a
// new one wherever a value would be the second of its kind.
model::Record assemble_record(const dom::Document& doc, const std::vector<FoundNode>& found,
                              const std::vector<AttributeShape>& attributes, double confidence);

// Several records: a new one wherever an attribute that is no list comes again. For wrappers that
// do not know where a record ends.
std::vector<std::vector<FoundNode>> split_records(const std::vector<FoundNode>& found,
                                                  const std::vector<AttributeShape>& attributes);

}  // namespace weft::induce
