// Labelled nodes: the labels of the sample as one node each, and what each attribute looks like.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "dom/document.h"
#include "induce/rules/range_pruner.h"
#include "model/inducer.h"
#include "wrap/tree/vocabulary.h"

namespace weft::induce {

struct LabelledNode {
  uint32_t page = 0;   // Index into the pages.
  std::string record;  // Label::record without the items of nested sets.
  NodeLabel label;
  dom::NodeId node = dom::kNoNode;
};

// How the values of one attribute become fields.
struct AttributeShape {
  std::string name;
  bool list = false;               // Several values per record.
  std::optional<TextRange> range;  // The part of the text that is the value.
  double share = 1;                // Of the labelled records that have it.
};

struct LabelledNodes {
  std::vector<LabelledNode> nodes;  // By page, then document order.
  std::vector<AttributeShape> attributes;
  std::vector<std::string> problems;
};

// Where a label stands for several occurrences of its value, one is chosen: that which is most
// alike on all labelled pages, and of those the one nearest to the other labels of its record.
// Fails as model::Inducer does.
Result<LabelledNodes> label_nodes(const model::InducerInput& input);

nlohmann::ordered_json to_json(const std::vector<AttributeShape>& attributes);
// Fails with kInvalidArgument for what to_json did not write.
Result<std::vector<AttributeShape>> attribute_shapes_from_json(const nlohmann::ordered_json& json);

}  // namespace weft::induce
