// Labelled nodes: the labels of the sample as one node each, and what each attribute looks like.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "model/inducer.h"
#include "wrap/tree/record_assembly.h"
#include "wrap/tree/vocabulary.h"

namespace weft::induce {

struct LabelledNode {
  uint32_t page = 0;   // Index into the pages.
  std::string record;  // Label::record without the items of nested sets.
  wrap::NodeLabel label;
  dom::NodeId node = dom::kNoNode;
};

struct LabelledNodes {
  std::vector<LabelledNode> nodes;  // By page, then document order.
  std::vector<wrap::AttributeShape> attributes;
  std::vector<std::string> problems;
};

// Where a label stands for several occurrences of its value, one is chosen: that which is most
// alike on all labelled pages, and of those the one nearest to the other labels of its record.
// Fails as model::Inducer does.
Result<LabelledNodes> label_nodes(const model::InducerInput& input);

}  // namespace weft::induce
