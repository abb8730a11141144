// NodeComparer: how unlike two runs of sibling subtrees are, by tag string or by tree; with a
// budget for one page.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/sequence.h"
#include "align/simple_tree_matching.h"
#include "dom/document.h"
#include "mine/mdr/mdr.h"

namespace weft::mine {

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

}  // namespace weft::mine
