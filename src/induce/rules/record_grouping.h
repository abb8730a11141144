// Record grouping: which of the values of a page belong to one record, where records have no
// element of their own.
//
//   <h3>A</h3><p>1</p><p>new</p><h3>B</h3><p>2</p>     records follow one another: each begins with
//                                                      its <h3>
//   <tr><td>A<td>B</tr><tr><td>1<td>2</tr>             records cross: each has its column, and
//                                                      begins where a title stands in it
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dom/document.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

// A value of an attribute that was found on a page.
struct PlacedNode {
  std::string attribute;
  dom::NodeId node = dom::kNoNode;
};

// For each of the values, in document order, the number of its record; records are numbered in the
// order in which they begin. -1: of a record that does not begin on the page.
std::vector<int> group_values(const dom::Document& doc, const std::vector<PlacedNode>& values,
                              const RecordGrouping& grouping);

// The labelled values of one page: each of a record.
struct LabelledPage {
  const dom::Document* document = nullptr;
  std::vector<PlacedNode> values;  // In document order.
  std::vector<int> records;        // The record of each value.
  std::vector<bool> certain;       // That it is; labels made from memory or by guess may err.
};

// Nothing when no grouping puts the labelled values together as the labels do: all that are
// certain, and nineteen of twenty that are not.
std::optional<RecordGrouping> learn_grouping(const std::vector<LabelledPage>& pages);

}  // namespace weft::induce
