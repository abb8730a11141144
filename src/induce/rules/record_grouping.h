// Learning a record grouping (wrap/rules/record_grouping.h) from labelled pages.
#pragma once

#include <optional>
#include <vector>

#include "dom/document.h"
#include "wrap/rules/record_grouping.h"

namespace weft::induce {

// The labelled values of one page: each of a record.
struct LabelledPage {
  const dom::Document* document = nullptr;
  std::vector<wrap::PlacedNode> values;  // In document order.
  std::vector<int> records;              // The record of each value.
  std::vector<bool> certain;             // That it is; labels made from memory or by guess may err.
};

// Nothing when no grouping puts the labelled values together as the labels do: all that are
// certain, and nineteen of twenty that are not.
std::optional<wrap::RecordGrouping> learn_grouping(const std::vector<LabelledPage>& pages);

}  // namespace weft::induce
