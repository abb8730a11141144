// MDR: data regions from repeated combinations of siblings ([Liu] Fig. 28), and the records in
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "dom/document.h"
#include "mine/region.h"

namespace weft::mine {

struct MdrOptions {
  enum class Comparison : uint8_t {
    kString,  // normalised edit distance of tag strings
    kTree,    // 1 - normalised simple tree matching
  };
  Comparison comparison = Comparison::kString;
  uint32_t max_combination = 10;  // K: nodes in a generalized node.
  double threshold = 0.3;         // T: largest distance of similar generalized nodes.
  // Cells spent on comparisons of one page; later comparisons count as different.
  uint64_t max_steps = 400'000'000;
};

// Generalized nodes of `length` siblings each, one after the other.
struct DataRegion {
  dom::NodeId parent = dom::kNoNode;
  std::vector<dom::NodeId> children;  // Of all generalized nodes, in order.
  uint32_t length = 1;

  [[nodiscard]] size_t count() const { return children.size() / length; }
  [[nodiscard]] std::span<const dom::NodeId> generalized_node(size_t g) const {
    return std::span(children).subspan(g * length, length);
  }
};

// Steps M1-M8, top down, without recursion. Says in *diagnostics when max_steps was reached.
std::vector<DataRegion> find_data_regions(const dom::Document& doc, const MdrOptions& options = {},
                                          Diagnostics* diagnostics = nullptr);

// One record: whole subtrees, usually beside each other, but not when a table holds a record per
// column.
using MdrRecord = std::vector<RecordSpan>;

// Steps M9-M12: a generalized node is a record, or its parts are: cells of a row, or one cell of
// each of several rows.
std::vector<MdrRecord> records_of(const dom::Document& doc, const DataRegion& region,
                                  const MdrOptions& options);

}  // namespace weft::mine
