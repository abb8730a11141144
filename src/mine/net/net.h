// NET: nested records by a post-order walk ([Liu] Figs. 31-40).
//
// Lists at lower levels are found first and collapsed to one template each, so that records with
// lists of different lengths look alike to the levels above.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "dom/document.h"
#include "mine/net/record_pattern.h"
#include "mine/region.h"

namespace weft::mine {

struct NetOptions {
  double threshold = 0.7;            // τ: normalised tree matching above which two nodes match.
  uint32_t max_view_nodes = 2'000;   // Larger collapsed trees are not matched.
  uint64_t max_steps = 400'000'000;  // Cells spent on one page.
};

// A node whose children are (parts of) data records.
struct NetList {
  dom::NodeId node = dom::kNoNode;
  std::vector<dom::NodeId> children;  // In order.
  std::vector<uint32_t> symbols;      // By child: children of one symbol match.
  RecordPattern pattern;
  std::vector<RecordSpan> records;  // Outermost repetitions.
};

struct NetTable {
  std::vector<std::vector<dom::NodeId>> rows;  // By row and column: the data item, or kNoNode.
};

struct NetResult {
  std::vector<NetList> lists;  // Top-level lists, in document order.
  std::vector<NetTable>
      tables;  // One per list: nested values repeated beside their outer ones (Fig. 40).
};

NetResult find_nested_records(const dom::Document& doc, const NetOptions& options = {},
                              Diagnostics* diagnostics = nullptr);

}  // namespace weft::mine
