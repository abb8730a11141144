// Record elements: where the records of a list page are, from the places of their labels.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dom/document.h"
#include "induce/rules/attribute_learner.h"
#include "wrap/rules/rule.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {

// The labelled nodes of the records of one unit: record id -> nodes.
using RecordNodes = std::map<std::string, std::vector<dom::NodeId>>;

// For each record the largest element that holds its nodes and no node of another record; kNoNode
// where records share their smallest element (flat markup).
std::map<std::string, dom::NodeId> record_elements(const dom::Document& doc, dom::NodeId root,
                                                   const RecordNodes& records);

// The same for a unit with a single labelled record, which shows no boundary: the lowest element
// around its nodes that has the name of `like`, a record's element of another unit. kNoNode if
// there is none.
dom::NodeId record_element_like(const dom::Document& doc, dom::NodeId root,
                                const std::vector<dom::NodeId>& nodes, dom::Atom like);

// The rule for the records' elements: it selects all of `elements` (unit -> elements) and, besides
// them, nothing on those units but siblings of the same name and class, which may be records that
// nobody labelled. Nothing when no rule is precise.
std::optional<wrap::Rule> learn_record_rule(
    CandidateTables& tables, const std::map<uint32_t, std::vector<dom::NodeId>>& elements,
    const LearnOptions& options);

// Learning a record grouping (wrap::RecordGrouping) from labelled pages.

// The labelled values of one page: each of a record.
struct LabelledPage {
  std::vector<wrap::PlacedNode> values;  // In document order.
  std::vector<int> records;              // The record of each value.
  std::vector<bool> certain;             // That it is; labels made from memory or by guess may err.
};

// Nothing when no grouping puts the labelled values together as the labels do: all that are
// certain, and nineteen of twenty that are not.
std::optional<wrap::RecordGrouping> learn_grouping(const std::vector<LabelledPage>& pages);

}  // namespace weft::induce
