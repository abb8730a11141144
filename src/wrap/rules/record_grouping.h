// Record grouping: which of the values of a page belong to one record, where records have no
// element of their own.
//
//   <h3>A</h3><p>1</p><p>new</p><h3>B</h3><p>2</p>     records follow one another: each begins with
//                                                      its <h3>
//   <tr><td>A<td>B</tr><tr><td>1<td>2</tr>             records cross: each has its column, and
//                                                      begins where a title stands in it
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "wrap/rules/rule.h"

namespace weft::wrap {

// A value of an attribute that was found on a page.
struct PlacedNode {
  std::string attribute;
  dom::NodeId node = dom::kNoNode;
};

// For each of the values, in document order, the number of its record; records are numbered in the
// order in which they begin. -1: of a record that does not begin on the page.
std::vector<int> group_values(const dom::Document& doc, const std::vector<PlacedNode>& values,
                              const RecordGrouping& grouping);

}  // namespace weft::wrap
