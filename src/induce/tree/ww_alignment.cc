// WW-alignment top-down, one layer after the other, then the new wrapper. Tested by
// tree_test.cc.
//
//   dl(dt dd p)  and  dl((dt dd)2)   give   dl((dt dd)+ p?): the run "dt dd" is what the parentheses
//                                   hold, once against twice; the p has no partner
//
//   1. Down: pairs of tag nodes that may match (Rule 2), as in wd_alignment.cc: a block of cells
//      per pair, a row per child of the one node and a column per child of the other, children
//      seen through parentheses.
//   2. Up: the cost of aligning the children of each pair. Lists of siblings are aligned by
//      dynamic programming; two tag nodes match at their pair's cost, two parentheses at the
//      cost of their contents, and parentheses of one side against a run of the other's siblings
//      ("(C3 D E*)?" against "C3 E") as if written out once.
//   3. Down along the best alignment: matched nodes become one, with the sign that the table
//      infers; nodes without a partner stay, with the sign inferred for NULL.
//
// DEVIATION: the paper compares the labels of leaves alone. A row of the sponsor and a row of the
// publisher would then be joined at the cost of two leaves, and their captions lost; inner nodes
// that carry labels, but none in common, are not joined.
//
// Parentheses nest; their depth is bounded by kMaxNesting, beyond which they match only each
// other's absence, so recursion over them is safe. Recursion over the depth of the page there is
// none.

#include "induce/tree/wrapper_induction.h"

#include <algorithm>

#include "base/check.h"

namespace weft::induce {
namespace {

constexpr uint32_t kNoJoin = UINT32_MAX;
constexpr uint32_t kFarJoin = UINT32_MAX / 2;
constexpr int kMaxNesting = 8;
// Runs of siblings are tried for parentheses where the tables stay below this.
constexpr uint64_t kMaxRunCells = 1 << 20;

uint32_t add_costs(uint32_t a, uint32_t b) { return std::min(kFarJoin, a + b); }

using List = std::vector<uint32_t>;  // Siblings of one wrapper: tag nodes and parentheses.

// One step of an alignment of two lists.
struct Move {
  enum class Kind : uint8_t { kOnlyA, kOnlyB, kBoth, kRunOfB, kRunOfA };
  Kind kind;
  // kBoth: a and b. kRunOfB: parentheses a against [b, end) of list B. kRunOfA: the other way
  // round.
  uint32_t a = 0, b = 0, end = 0;  // Positions in the lists.
};

class Merger {
 public:
  Merger(const wrap::WrapperTree& a, const wrap::WrapperTree& b, const wrap::TreeOptions& options,
         wrap::Vocabulary& vocabulary)
      : a_(a),
        b_(b),
        options_(options),
        costs_(wrap::CostModel::of(options)),
        vocabulary_(vocabulary) {}

  std::optional<Merged> run() {
    if (!find_pairs()) return std::nullopt;
    for (size_t i = pairs_.size(); i-- > 1;) {
      current_ = &pairs_[i];
      const uint32_t cost = list_cost(children(a_, current_->a), children(b_, current_->b), 0);
      cells_[current_->cell] = add_costs(cells_[current_->cell], cost);
    }
    Merged merged;
    build(merged.tree);
    merged.cost = lost_a_ + lost_b_;
    merged.distance = (share(lost_a_, a_.weight()) + share(lost_b_, b_.weight())) / 2;
    merged.tree.level = a_.level + b_.level;
    return merged;
  }

 private:
  struct Pair {
    uint32_t a = 0, b = 0;
    uint64_t cell = 0;
    uint64_t block = 0;
    uint32_t width = 0;
  };

  static double share(uint64_t lost, uint32_t weight) {
    if (weight == 0) return lost == 0 ? 0 : 1;
    return std::min(1.0, static_cast<double>(lost) / weight);
  }

  static bool is_group(const wrap::WrapperTree& tree, uint32_t n) {
    return tree.nodes[n].kind == wrap::WrapperNode::Kind::kParentheses;
  }

  static List children(const wrap::WrapperTree& tree, uint32_t n) {
    List list;
    for (uint32_t c = n + 1; c < tree.nodes[n].end; c = tree.nodes[c].end) list.push_back(c);
    return list;
  }

  // Tag nodes below n with nothing but parentheses between; their number goes to `column`.
  static List tag_children(const wrap::WrapperTree& tree, uint32_t n,
                           std::vector<uint32_t>& column) {
    List list;
    for (uint32_t c = n + 1; c < tree.nodes[n].end;) {
      if (is_group(tree, c)) {
        ++c;
        continue;
      }
      column[c] = static_cast<uint32_t>(list.size());
      list.push_back(c);
      c = tree.nodes[c].end;
    }
    return list;
  }

  // --- pass 1 ---

  bool find_pairs() {
    row_of_.assign(a_.size(), 0);
    column_of_.assign(b_.size(), 0);
    pairs_.push_back({});
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const List rows = tag_children(a_, pairs_[i].a, row_of_);
      const List columns = tag_children(b_, pairs_[i].b, column_of_);
      pairs_[i].block = cells_.size();
      pairs_[i].width = static_cast<uint32_t>(columns.size());
      const uint64_t size = uint64_t{rows.size()} * columns.size();
      if (cells_.size() + size > options_.max_cells) return false;
      cells_.resize(cells_.size() + size, kNoJoin);
      uint64_t cell = pairs_[i].block;
      for (const uint32_t a : rows) {
        for (const uint32_t b : columns) consider(a, b, cell++);
      }
    }
    return true;
  }

  void consider(uint32_t a, uint32_t b, uint64_t cell) {
    const wrap::WrapperNode& x = a_.nodes[a];
    const wrap::WrapperNode& y = b_.nodes[b];
    if (x.tag != y.tag || x.labels != y.labels ||
        wrap::labels_differ(x.labels_below, y.labels_below))
      return;
    if (!options_.prune && a_.is_leaf(a) != b_.is_leaf(b)) return;
    cells_[cell] = detail_cost(x, y);
    if (!a_.is_leaf(a) || !b_.is_leaf(b)) pairs_.push_back({a, b, cell, 0, 0});
  }

  [[nodiscard]] uint32_t detail_cost(const wrap::WrapperNode& x, const wrap::WrapperNode& y) const {
    uint32_t cost = x.text != y.text ? costs_.text : 0;
    if (x.tokens != y.tokens) {
      const wrap::TokenSet common = vocabulary_.intersect(x.tokens, y.tokens);
      cost += common != 0 ? costs_.some_tokens : costs_.tokens;
    }
    return cost;
  }

  // --- lists of siblings ---

  [[nodiscard]] uint32_t alone(const wrap::WrapperTree& tree, uint32_t n) const {
    return tree.nodes[n].weight == 0 ? costs_.absent : tree.nodes[n].weight * costs_.node;
  }

  // The cost of joining two siblings; kNoJoin when they may not be.
  uint32_t both_cost(uint32_t a, uint32_t b, int nesting) {
    if (is_group(a_, a) != is_group(b_, b)) return kNoJoin;
    if (is_group(a_, a)) {
      return nesting >= kMaxNesting ? kNoJoin
                                    : list_cost(children(a_, a), children(b_, b), nesting + 1);
    }
    return cells_[current_->block + uint64_t{row_of_[a]} * current_->width + column_of_[b]];
  }

  uint32_t list_cost(const List& a, const List& b, int nesting) {
    const std::vector<uint32_t> table = fill(a, b, nesting);
    return table.back();
  }

  // Least costs of aligning the first i of a with the first j of b, at [i * (b.size() + 1) + j].
  std::vector<uint32_t> fill(const List& a, const List& b, int nesting) {
    const size_t stride = b.size() + 1;
    std::vector<uint32_t> table((a.size() + 1) * stride, kFarJoin);
    table[0] = 0;
    for (size_t i = 0; i <= a.size(); ++i) {
      for (size_t j = 0; j <= b.size(); ++j) {
        const uint32_t here = table[i * stride + j];
        const auto reach = [&](size_t to_i, size_t to_j, uint32_t cost) {
          uint32_t& there = table[to_i * stride + to_j];
          there = std::min(there, add_costs(here, cost));
        };
        if (i < a.size()) reach(i + 1, j, alone(a_, a[i]));
        if (j < b.size()) reach(i, j + 1, alone(b_, b[j]));
        if (i == a.size() || j == b.size()) continue;
        if (const uint32_t cost = both_cost(a[i], b[j], nesting); cost != kNoJoin)
          reach(i + 1, j + 1, cost);
        if (is_group(a_, a[i])) {
          const auto ends = run_costs(a_, a[i], b, j, nesting, true);
          for (size_t k = 1; k < ends.size(); ++k) reach(i + 1, j + k, ends[k]);
        }
        if (is_group(b_, b[j])) {
          const auto ends = run_costs(b_, b[j], a, i, nesting, false);
          for (size_t k = 1; k < ends.size(); ++k) reach(i + k, j + 1, ends[k]);
        }
      }
    }
    return table;
  }

  // What parentheses cost against the runs of `list` that begin at `from`: by length of the run.
  // Empty when they are not tried.
  std::vector<uint32_t> run_costs(const wrap::WrapperTree& tree, uint32_t group, const List& list,
                                  size_t from, int nesting, bool group_in_a) {
    const List contents = children(tree, group);
    const uint64_t cells = uint64_t{contents.size()} * list.size() * list.size();
    if (nesting >= kMaxNesting || cells > kMaxRunCells) return {};
    const List rest(list.begin() + static_cast<std::ptrdiff_t>(from), list.end());
    const auto table =
        group_in_a ? fill(contents, rest, nesting + 1) : fill(rest, contents, nesting + 1);
    std::vector<uint32_t> ends;
    for (size_t k = 0; k <= rest.size(); ++k) {
      ends.push_back(group_in_a ? table[contents.size() * (rest.size() + 1) + k]
                                : table[k * (contents.size() + 1) + contents.size()]);
    }
    return ends;
  }

  // The moves of the best alignment of two lists, from the left.
  std::vector<Move> moves(const List& a, const List& b, int nesting) {
    const std::vector<uint32_t> table = fill(a, b, nesting);
    const size_t stride = b.size() + 1;
    std::vector<Move> path;
    size_t i = a.size(), j = b.size();
    while (i > 0 || j > 0) {
      const Move move = last_move(a, b, table, i, j, nesting);
      path.push_back(move);
      i = move.kind == Move::Kind::kOnlyB ? i : move.a;
      j = move.kind == Move::Kind::kOnlyA ? j : move.b;
      WEFT_CHECK(table[i * stride + j] <= kFarJoin);
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  // The move that leads to (i, j) on a best path: joining before leaving alone.
  Move last_move(const List& a, const List& b, const std::vector<uint32_t>& table, size_t i,
                 size_t j, int nesting) {
    const size_t stride = b.size() + 1;
    const uint32_t value = table[i * stride + j];
    const auto u32 = [](size_t n) { return static_cast<uint32_t>(n); };
    if (i > 0 && j > 0) {
      const uint32_t cost = both_cost(a[i - 1], b[j - 1], nesting);
      if (cost != kNoJoin && add_costs(table[(i - 1) * stride + j - 1], cost) == value)
        return {Move::Kind::kBoth, u32(i - 1), u32(j - 1), 0};
      if (is_group(a_, a[i - 1])) {
        for (size_t k = j; k-- > 0;) {
          const auto ends = run_costs(a_, a[i - 1], b, k, nesting, true);
          if (j - k < ends.size() && add_costs(table[(i - 1) * stride + k], ends[j - k]) == value)
            return {Move::Kind::kRunOfB, u32(i - 1), u32(k), u32(j)};
        }
      }
      if (is_group(b_, b[j - 1])) {
        for (size_t k = i; k-- > 0;) {
          const auto ends = run_costs(b_, b[j - 1], a, k, nesting, false);
          if (i - k < ends.size() && add_costs(table[k * stride + j - 1], ends[i - k]) == value)
            return {Move::Kind::kRunOfA, u32(k), u32(j - 1), u32(i)};
        }
      }
    }
    if (j > 0 && add_costs(table[i * stride + j - 1], alone(b_, b[j - 1])) == value)
      return {Move::Kind::kOnlyB, u32(i), u32(j - 1), 0};
    WEFT_CHECK(i > 0);
    return {Move::Kind::kOnlyA, u32(i - 1), u32(j), 0};
  }

  // --- pass 3 ---

  // A node of the new wrapper, linked while it is being built.
  struct Made {
    wrap::WrapperNode node;
    std::vector<uint32_t> children;
  };

  void build(wrap::WrapperTree& tree) {
    made_.push_back({});
    std::vector<std::pair<uint32_t, uint32_t>> open = {{0, 0}};  // (made node, pair)
    matched_ = &open;
    for (size_t next = 0; next < open.size(); ++next) {
      const auto [parent, pair] = open[next];
      current_ = &pairs_[pair];
      join(children(a_, current_->a), children(b_, current_->b), 0, parent);
    }
    flatten(tree);
  }

  // Adds the join of two lists below a made node.
  void join(const List& a, const List& b, int nesting, uint32_t parent) {
    for (const Move& move : moves(a, b, nesting)) {
      switch (move.kind) {
        case Move::Kind::kOnlyA:
          lost_a_ += a_.nodes[a[move.a]].weight;
          add_alone(a_, a[move.a], parent);
          break;
        case Move::Kind::kOnlyB:
          lost_b_ += b_.nodes[b[move.b]].weight;
          add_alone(b_, b[move.b], parent);
          break;
        case Move::Kind::kBoth:
          add_both(a[move.a], b[move.b], nesting, parent);
          break;
        case Move::Kind::kRunOfB: {
          const uint32_t group =
              add_group(wrap::infer_sign(a_.nodes[a[move.a]].sign, wrap::Sign()), parent);
          join(children(a_, a[move.a]), List(b.begin() + move.b, b.begin() + move.end), nesting + 1,
               group);
          break;
        }
        case Move::Kind::kRunOfA: {
          const uint32_t group =
              add_group(wrap::infer_sign(b_.nodes[b[move.b]].sign, wrap::Sign()), parent);
          join(List(a.begin() + move.a, a.begin() + move.end), children(b_, b[move.b]), nesting + 1,
               group);
          break;
        }
      }
    }
  }

  uint32_t add_made(wrap::WrapperNode node, uint32_t parent) {
    const auto id = static_cast<uint32_t>(made_.size());
    made_.push_back({node, {}});
    made_[parent].children.push_back(id);
    return id;
  }

  uint32_t add_group(wrap::Sign sign, uint32_t parent) {
    wrap::WrapperNode node;
    node.kind = wrap::WrapperNode::Kind::kParentheses;
    node.sign = sign;
    return add_made(node, parent);
  }

  void add_both(uint32_t a, uint32_t b, int nesting, uint32_t parent) {
    const wrap::WrapperNode& x = a_.nodes[a];
    const wrap::WrapperNode& y = b_.nodes[b];
    wrap::WrapperNode node = x;
    node.sign = wrap::infer_sign(x.sign, y.sign);
    if (is_group(a_, a)) {
      join(children(a_, a), children(b_, b), nesting + 1, add_made(node, parent));
      return;
    }
    node.exclusive = x.exclusive && y.exclusive;
    node.tokens = vocabulary_.intersect(x.tokens, y.tokens);
    node.text = x.text == y.text ? x.text : 0;
    node.pruned = x.pruned && y.pruned;
    const uint32_t id = add_made(node, parent);
    const uint64_t cell = current_->block + uint64_t{row_of_[a]} * current_->width + column_of_[b];
    const auto it = std::lower_bound(pairs_.begin() + 1, pairs_.end(), cell,
                                     [](const Pair& pair, uint64_t c) { return pair.cell < c; });
    if (it != pairs_.end() && it->cell == cell)
      matched_->emplace_back(id, static_cast<uint32_t>(it - pairs_.begin()));
  }

  // A copy of the subtree: its root may be missing, what is below it is as it was.
  void add_alone(const wrap::WrapperTree& tree, uint32_t n, uint32_t parent) {
    std::vector<uint32_t> path = {parent};  // Made nodes by depth below `n`.
    for (uint32_t i = n; i < tree.nodes[n].end; ++i) {
      wrap::WrapperNode node = tree.nodes[i];
      const size_t level = node.depth - tree.nodes[n].depth;
      if (i == n) node.sign = wrap::infer_sign_alone(node.sign);
      path.resize(level + 1);
      path.push_back(add_made(node, path[level]));
    }
  }

  void flatten(wrap::WrapperTree& tree) const {
    std::vector<std::pair<uint32_t, uint32_t>> stack = {{0, 0}};  // (made node, depth)
    while (!stack.empty()) {
      const auto [id, depth] = stack.back();
      stack.pop_back();
      wrap::WrapperNode node = made_[id].node;
      node.depth = depth;
      tree.append(node);
      const auto& children = made_[id].children;
      for (size_t c = children.size(); c-- > 0;) stack.emplace_back(children[c], depth + 1);
    }
    tree.finish();
  }

  const wrap::WrapperTree& a_;
  const wrap::WrapperTree& b_;
  const wrap::TreeOptions& options_;
  const wrap::CostModel costs_;
  wrap::Vocabulary& vocabulary_;
  std::vector<Pair> pairs_;
  std::vector<uint32_t> cells_;
  std::vector<uint32_t> row_of_;     // Of tag nodes of a_, in the block of their parent.
  std::vector<uint32_t> column_of_;  // Of tag nodes of b_.
  const Pair* current_ = nullptr;    // Whose children are being aligned.
  uint64_t lost_a_ = 0, lost_b_ = 0;
  std::vector<Made> made_;
  std::vector<std::pair<uint32_t, uint32_t>>* matched_ = nullptr;
};

}  // namespace

std::optional<Merged> merge(const wrap::WrapperTree& a, const wrap::WrapperTree& b,
                            const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary) {
  return Merger(a, b, options, vocabulary).run();
}

}  // namespace weft::induce
