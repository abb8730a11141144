// MDR: data regions from repeated combinations of siblings ([Liu] Fig. 28), and the records in
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "align/sequence.h"
#include "align/simple_tree_matching.h"
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

// How unlike two runs of sibling subtrees are, by tag string or by tree; with a budget for one page.
class NodeComparer {
 public:
  NodeComparer(const dom::Document& doc, const MdrOptions& options);

  // Whether the distance of a and b is at most the threshold. Once the budget is spent: no.
  bool similar(std::span<const dom::NodeId> a, std::span<const dom::NodeId> b);

  [[nodiscard]] bool exhausted() const { return steps_ > options_.max_steps; }

 private:
  [[nodiscard]] align::Sequence tag_string(std::span<const dom::NodeId> nodes) const;
  bool similar_strings(std::span<const dom::NodeId> a, std::span<const dom::NodeId> b);
  bool similar_trees(std::span<const dom::NodeId> a, std::span<const dom::NodeId> b);

  const dom::Document& doc_;
  MdrOptions options_;
  // The tags of all elements in document order, so that the tag string of siblings is a view; and
  // by node the number of elements before it.
  std::vector<align::Symbol> tags_;
  std::vector<uint32_t> tags_before_;
  align::TreeMatcher matcher_;
  uint64_t steps_ = 0;
};

// A combination of neighbours, by its first child, that is compared with the one behind it.
struct Combination {
  size_t begin = 0;
  uint32_t length = 1;
  bool operator==(const Combination&) const = default;
};
// All that CombComp compares, in the order of [Liu] Fig. 27: from the first child on, from the second
// what was not yet compared, and so on.
std::vector<Combination> combinations(size_t children, uint32_t max_length);

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

// A region of these records, without columns. REQUIRES: no record is empty.
Region region_of(const std::vector<MdrRecord>& records, std::string_view found_by);

}  // namespace weft::mine
