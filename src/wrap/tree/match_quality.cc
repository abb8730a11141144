// One pass over the wrapper in preorder; a node without a partner, or with one that differs, casts
// doubt on everything below it. Tested by tree_test.cc.

#include "wrap/tree/match_quality.h"

#include <vector>

namespace weft::wrap {
namespace {

enum class Partner : uint8_t { kNone, kAlike, kDifferent };

std::vector<Partner> partners(const WdAligner& aligner, const DomTree& page, const WdMatch& match) {
  const WrapperTree& tree = aligner.wrapper();
  std::vector<Partner> out(tree.size(), Partner::kNone);
  for (const auto& [w, d] : match.pairs) {
    if (tree.nodes[w].labels_below == 0 || out[w] == Partner::kDifferent) continue;
    out[w] = aligner.detail_cost(page, w, d) == 0 ? Partner::kAlike : Partner::kDifferent;
  }
  return out;
}

size_t labels_in(const WrapperTree& tree, uint32_t begin, uint32_t end) {
  size_t count = 0;
  for (uint32_t i = begin; i < end; ++i) count += tree.nodes[i].labels != 0 ? 1 : 0;
  return count;
}

}  // namespace

double share_as_labelled(const WdAligner& aligner, const DomTree& page, const WdMatch& match,
                         bool cells) {
  const WrapperTree& tree = aligner.wrapper();
  const std::vector<Partner> partner = partners(aligner, page, match);
  size_t doubtful = 0;
  std::vector<uint8_t> exclusive;  // Of the nodes on the way from the root, by depth.
  uint32_t optional_until = 0;     // Parentheses that may be absent end here.
  for (uint32_t i = 1; i < tree.size();) {
    const WrapperNode& node = tree.nodes[i];
    exclusive.resize(node.depth);
    exclusive.push_back(node.exclusive ? 1 : 0);
    if (node.kind == WrapperNode::Kind::kParentheses) {
      if (node.sign.may_be_absent()) optional_until = std::max(optional_until, node.end);
      ++i;
      continue;
    }
    if (node.labels_below == 0 || partner[i] == Partner::kAlike) {
      i = node.labels_below == 0 ? node.end : i + 1;
      continue;
    }
    const bool in_cell = cells && node.depth > 1 && exclusive[node.depth - 1] != 0;
    const bool may_be_absent = node.sign.may_be_absent() || i < optional_until || in_cell;
    if (partner[i] == Partner::kDifferent || !may_be_absent)
      doubtful += labels_in(tree, i, node.end);
    i = node.end;
  }
  const size_t all = labels_in(tree, 1, tree.size());
  return all == 0 ? 1 : 1 - static_cast<double>(doubtful) / static_cast<double>(all);
}

}  // namespace weft::wrap
