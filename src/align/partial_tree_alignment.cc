// Partial tree alignment ([Liu], Fig. 21 PartialTreeAlignment(S); docs/papers/liu-ch9.md, P1-P18).
//
//   Ts: p(… x b d)   the seed
//   Ti: p(b c d h)   b and d match. c stands between b and d, which are neighbours in Ts, so it is
//                    inserted there; h comes after d, the last child of Ts, so it is appended.
//   Ti: p(b n k)     n and k come after b, which is not the last child of Ts: they have no unique
//                    position. Ti waits in R until the seed has grown.
//
// Tested by partial_tree_alignment_test.cc (the slides' T1-T3).

#include "align/partial_tree_alignment.h"

#include <algorithm>
#include <deque>

#include "align/simple_tree_matching.h"

namespace weft::align {
namespace {

// The seed: a tree that grows. Ids are stable; preorder is made anew when it is needed.
class SeedTree {
 public:
  explicit SeedTree(const Tree& tree) {
    nodes_.reserve(tree.size());
    for (uint32_t n = 0; n < tree.size(); ++n)
      nodes_.push_back({tree.label[n], tree.origin[n], {}});
    for (uint32_t n = 0; n < tree.size(); ++n) {
      for (uint32_t c = tree.first_child(n); c < tree.end[n]; c = tree.next_sibling(c)) {
        nodes_[n].children.push_back(c);
      }
    }
    flatten();
  }

  [[nodiscard]] const Tree& flat() const { return flat_; }
  [[nodiscard]] uint32_t id_at(uint32_t preorder) const { return ids_[preorder]; }
  [[nodiscard]] std::vector<uint32_t>& children(uint32_t id) { return nodes_[id].children; }

  // Copies the subtree `from` of `tree` as child number `at` of `parent` and links it in `links`.
  void insert(uint32_t parent, size_t at, const Tree& tree, uint32_t from,
              std::vector<uint32_t>& links) {
    for (uint32_t n = from; n < tree.end[from]; ++n) {
      links[n] = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({tree.label[n], tree.origin[n], {}});
    }
    for (uint32_t n = from; n < tree.end[from]; ++n) {
      for (uint32_t c = tree.first_child(n); c < tree.end[n]; c = tree.next_sibling(c)) {
        nodes_[links[n]].children.push_back(links[c]);
      }
    }
    auto& siblings = nodes_[parent].children;
    siblings.insert(siblings.begin() + static_cast<ptrdiff_t>(at), links[from]);
  }

  void flatten() {
    flat_ = Tree();
    ids_.clear();
    struct Item {
      uint32_t id, depth;
    };
    std::vector<Item> pending = {{0, 0}};
    while (!pending.empty()) {
      const Item item = pending.back();
      pending.pop_back();
      flat_.append(nodes_[item.id].label, item.depth, nodes_[item.id].origin);
      ids_.push_back(item.id);
      const auto& children = nodes_[item.id].children;
      for (size_t c = children.size(); c-- > 0;) pending.push_back({children[c], item.depth + 1});
    }
    flat_.close_ends();
  }

  // Preorder position of every id.
  [[nodiscard]] std::vector<uint32_t> positions() const {
    std::vector<uint32_t> position(ids_.size());
    for (uint32_t i = 0; i < ids_.size(); ++i) position[ids_[i]] = i;
    return position;
  }

 private:
  struct Node {
    Symbol label;
    dom::NodeId origin;
    std::vector<uint32_t> children;
  };
  std::vector<Node> nodes_;
  Tree flat_;
  std::vector<uint32_t> ids_;  // By preorder position in flat_.
};

// Where a run of unmatched siblings between two matched ones (or an end: kUnaligned) goes among
// `children`; kUnaligned when the position is not unique.
uint32_t unique_position(const std::vector<uint32_t>& children, uint32_t left, uint32_t right) {
  const auto index_of = [&](uint32_t id) {
    return static_cast<uint32_t>(std::find(children.begin(), children.end(), id) -
                                 children.begin());
  };
  const uint32_t before = left == kUnaligned ? 0 : index_of(left) + 1;
  const uint32_t after =
      right == kUnaligned ? static_cast<uint32_t>(children.size()) : index_of(right);
  return before == after ? before : kUnaligned;
}

// P9, InsertIntoSeed(Ts, Ti): true when something was inserted.
bool insert_into_seed(SeedTree& seed, const Tree& tree, std::vector<uint32_t>& links) {
  bool inserted = false;
  const std::vector<uint32_t> matched = links;
  for (uint32_t n = 0; n < tree.size(); ++n) {
    if (matched[n] == kUnaligned) continue;
    uint32_t left = kUnaligned;
    for (uint32_t c = tree.first_child(n); c < tree.end[n];) {
      if (matched[c] != kUnaligned) {
        left = matched[c];
        c = tree.next_sibling(c);
        continue;
      }
      uint32_t after = c;
      while (after < tree.end[n] && matched[after] == kUnaligned) after = tree.next_sibling(after);
      const uint32_t right = after < tree.end[n] ? matched[after] : kUnaligned;
      const uint32_t at = unique_position(seed.children(matched[n]), left, right);
      for (uint32_t k = 0; c < after; c = tree.next_sibling(c), ++k) {
        if (at == kUnaligned) continue;
        seed.insert(matched[n], at + k, tree, c, links);
        inserted = true;
      }
    }
  }
  if (inserted) seed.flatten();
  return inserted;
}

// Texts; in a tree without any, leaves.
uint32_t data_items(const Tree& tree) {
  uint32_t leaves = 0;
  uint32_t texts = 0;
  for (uint32_t n = 0; n < tree.size(); ++n) {
    leaves += tree.is_leaf(n) ? 1 : 0;
    texts += tree.label[n] == kTextSymbol ? 1 : 0;
  }
  return texts > 0 ? texts : leaves;
}

// P1, P10: the trees in the order in which they are aligned.
void sort_by_data_items(std::deque<uint32_t>& waiting, const std::vector<uint32_t>& items) {
  std::stable_sort(waiting.begin(), waiting.end(),
                   [&](uint32_t x, uint32_t y) { return items[x] > items[y]; });
}

}  // namespace

Result<PartialAlignment> partial_tree_alignment(std::span<const Tree> trees,
                                                const AlignLimits& limits) {
  PartialAlignment result;
  for (const Tree& tree : trees) result.node.emplace_back(tree.size(), kUnaligned);
  if (trees.empty()) return result;
  std::vector<uint32_t> items;
  std::deque<uint32_t> waiting;
  for (uint32_t t = 0; t < trees.size(); ++t) {
    items.push_back(data_items(trees[t]));
    waiting.push_back(t);
  }
  sort_by_data_items(waiting, items);
  const uint32_t first = waiting.front();  // P2
  waiting.pop_front();
  SeedTree seed(trees[first]);
  for (uint32_t n = 0; n < trees[first].size(); ++n) result.node[first][n] = n;
  std::vector<uint32_t> retry;  // P3: R
  TreeMatcher matcher(limits);
  uint64_t steps = 0;
  while (!waiting.empty()) {  // P4
    const uint32_t t = waiting.front();
    waiting.pop_front();
    steps += uint64_t{seed.flat().size()} * trees[t].size();
    if (steps > limits.max_steps) {
      result.complete = false;
      break;
    }
    WEFT_ASSIGN(const TreeMapping mapping, matcher.mapping(seed.flat(), trees[t]));  // P6
    std::vector<uint32_t>& links = result.node[t];
    std::fill(links.begin(), links.end(), kUnaligned);
    for (const auto& [s, n] : mapping) links[n] = seed.id_at(s);         // P7
    if (mapping.size() == trees[t].size() || mapping.empty()) continue;  // P8
    if (insert_into_seed(seed, trees[t], links)) {                       // P9
      waiting.insert(waiting.end(), retry.begin(), retry.end());         // P10
      sort_by_data_items(waiting, items);
      retry.clear();  // P11
    }
    if (std::find(links.begin(), links.end(), kUnaligned) != links.end())
      retry.push_back(t);  // P13, P14
  }
  const std::vector<uint32_t> position = seed.positions();
  for (auto& links : result.node) {
    for (uint32_t& link : links) link = link == kUnaligned ? kUnaligned : position[link];
  }
  result.seed = seed.flat();
  return result;
}

AlignedTable aligned_table(const PartialAlignment& alignment) {  // P18
  AlignedTable table;
  std::vector<uint32_t> column_of(alignment.seed.size(), kUnaligned);
  for (uint32_t s = 0; s < alignment.seed.size(); ++s) {
    if (!alignment.seed.is_leaf(s)) continue;
    column_of[s] = static_cast<uint32_t>(table.columns.size());
    table.columns.push_back(s);
  }
  for (const auto& links : alignment.node) {
    std::vector<uint32_t> row(table.columns.size(), kUnaligned);
    for (uint32_t n = 0; n < links.size(); ++n) {
      if (links[n] != kUnaligned && column_of[links[n]] != kUnaligned) row[column_of[links[n]]] = n;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace weft::align
