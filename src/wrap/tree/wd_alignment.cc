// WD-alignment in three passes, none of them recursive. Tested by
// src/induce/tree/tree_test.cc.
//
//   wrapper   ul(li(b=title i?)+)         the <li> of the page are read one after the other by the
//   page      ul(li(b i) li(b))           repeated li; the i of the second is left out for nothing,
//                                         so the distance is 0, and both b are titles
//
//   1. Down: pairs of nodes that may match, from the roots: every pair of like-tagged children of a
//      pair (Rule 2). A pair has one parent, so they form a tree; each has a block of cells, a
//      row per child of the wrapper and a column per child of the page.
//   2. Up, in reverse order: what aligning the children of a pair costs goes into the pair's cell
//      in its parent's block.
//   3. Down again, along the best alignment only: who matches whom, and what each side lost.
//
// One alignment of children is a shortest path through the child program (child_programs.h): rows
// are page children read so far, columns positions of the program. Of equal paths the one that
// takes page nodes earliest is chosen.

#include "wrap/tree/wd_alignment.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "dom/text.h"

namespace weft::wrap {
namespace {

constexpr uint32_t kNoMatch = UINT32_MAX;
constexpr uint32_t kMaxPageWeight = 1U << 18;  // As for wrappers.
constexpr uint32_t kMaxLookedAt = 500;         // Nodes of a value; larger ones are sections.
constexpr uint32_t kFar = UINT32_MAX / 2;      // No path; sums of two stay in range.

uint32_t add(uint32_t a, uint32_t b) { return std::min(kFar, a + b); }

// True if the sorted `part` is within the sorted `all`.
bool includes(std::span<const uint32_t> all, std::span<const uint32_t> part) {
  return std::includes(all.begin(), all.end(), part.begin(), part.end());
}

bool intersects(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    a[i] < b[j] ? ++i : ++j;
  }
  return false;
}

}  // namespace

double WdMatch::distance(const CostModel& costs) const {
  const double unit = costs.node;
  const double lost = static_cast<double>(wrapper_cost + (costs.details_count ? detail_cost : 0));
  const double w = wrapper_weight == 0 ? (lost > 0 ? 1 : 0) : lost / (unit * wrapper_weight);
  const double d =
      page_weight == 0 ? 0 : static_cast<double>(page_cost) / static_cast<double>(page_weight);
  return (std::min(1.0, w) + d) / 2;
}

WdAligner::WdAligner(const WrapperTree& wrapper, const Vocabulary& vocabulary,
                     const TreeOptions& options, const ValueLooks* looks)
    : wrapper_(wrapper),
      vocabulary_(vocabulary),
      options_(options),
      costs_(CostModel::of(options)),
      programs_(wrapper),
      looks_(looks) {}

uint32_t WdAligner::detail_cost(const DomTree& page, uint32_t wrapper_node,
                                uint32_t page_node) const {
  const WrapperNode& node = wrapper_.nodes[wrapper_node];
  uint32_t cost = 0;
  if (node.text != 0 && node.text != page.text(page_node)) cost += costs_.text;
  if (node.tokens != 0) {
    const auto wanted = vocabulary_.tokens(node.tokens);
    const auto found = page.tokens(page_node);
    if (!includes(found, wanted))
      cost += intersects(found, wanted) ? costs_.some_tokens : costs_.tokens;
  }
  return cost;
}

class WdAligner::Run {
 public:
  Run(const WdAligner& aligner, const DomTree& page, const Request& request)
      : a_(aligner), page_(page), request_(request) {}

  WdMatch run() {
    if (pairs_.empty()) {
      prepare();
    } else {
      forget_taken();
    }
    WdMatch match;
    match.wrapper_weight = a_.wrapper_.weight();
    if (too_large_) {
      match.exceeded_limit = true;
      match.wrapper_cost = uint64_t{match.wrapper_weight} * a_.costs_.node;
      match.page_cost = match.page_weight = 1;
      return match;
    }
    collect(match);
    return match;
  }

 private:
  struct Pair {
    uint32_t wrapper = 0;
    uint32_t page = 0;
    uint64_t cell = 0;     // In the parent's block.
    uint64_t block = 0;    // First cell of its own.
    uint32_t columns = 0;  // First of its page children in columns_.
    uint32_t width = 0;    // How many.
  };

  // Passes 1 and 2.
  void prepare() {
    too_large_ = !find_pairs();
    if (too_large_) return;
    for (size_t i = pairs_.size(); i-- > 1;) {
      const Pair& pair = pairs_[i];
      uint32_t& cell = cells_[pair.cell];
      cell = add(cell, forest_cost(i));
    }
    for (uint32_t i = 1; i < pairs_.size(); ++i) by_cell_.emplace_back(pairs_[i].cell, i);
  }

  // Children of the first pair that were taken since match nothing any more.
  void forget_taken() {
    const Pair& root = pairs_.front();
    const size_t slots = a_.programs_.of(root.wrapper).slots.size();
    for (uint32_t c = 0; c < root.width; ++c) {
      if (!is_taken(columns_[root.columns + c])) continue;
      for (size_t s = 0; s < slots; ++s) cells_[root.block + s * root.width + c] = kNoMatch;
    }
  }

  [[nodiscard]] bool is_taken(uint32_t page_node) const {
    return request_.taken != nullptr && (*request_.taken)[page_node] != 0;
  }

  // --- pass 1 ---

  bool find_pairs() {
    pairs_.push_back({0, request_.at, 0, 0, 0, 0});
    for (size_t i = 0; i < pairs_.size(); ++i) {
      Pair& pair = pairs_[i];
      pair.columns = static_cast<uint32_t>(columns_.size());
      for (uint32_t c = pair.page + 1; c < page_.end(pair.page); c = page_.end(c))
        columns_.push_back(c);
      pair.width = static_cast<uint32_t>(columns_.size()) - pair.columns;
      pair.block = cells_.size();
      const auto slots = a_.programs_.of(pair.wrapper).slots;
      const uint64_t steps = a_.programs_.of(pair.wrapper).steps.size() + 1;
      work_ += steps * (pair.width + uint64_t{1});
      if (cells_.size() + slots.size() * uint64_t{pair.width} > a_.options_.max_cells ||
          work_ > a_.options_.max_cells) {
        return false;
      }
      cells_.resize(cells_.size() + slots.size() * pair.width, kNoMatch);
      const Pair fixed = pair;  // pairs_ may move.
      for (uint32_t s = 0; s < slots.size(); ++s) {
        for (uint32_t c = 0; c < fixed.width; ++c) {
          consider(slots[s], columns_[fixed.columns + c],
                   fixed.block + uint64_t{s} * fixed.width + c);
        }
      }
    }
    return true;
  }

  void consider(uint32_t w, uint32_t d, uint64_t cell) {
    if (!may_match(w, d)) return;
    cells_[cell] = detail_cost(w, d);
    const WrapperNode& node = a_.wrapper_.nodes[w];
    if (!node.pruned && (!a_.wrapper_.is_leaf(w) || !page_.is_leaf(d)))
      pairs_.push_back({w, d, cell, 0, 0, 0});
  }

  // Rule 2 ([Zheng] 8.4.1.2). A pruned node says nothing about what is below it.
  [[nodiscard]] bool may_match(uint32_t w, uint32_t d) const {
    const WrapperNode& node = a_.wrapper_.nodes[w];
    if (node.tag != page_.tag(d) || is_taken(d)) return false;
    if (page_.labelled() && !same_labels(node, page_.traits(d))) return false;
    if (a_.options_.prune) return true;
    return node.pruned || a_.wrapper_.is_leaf(w) == page_.is_leaf(d);
  }

  // DEVIATION: the paper compares the labels of leaves alone; see ww_alignment.cc.
  static bool same_labels(const WrapperNode& node, const DomTree::Traits& traits) {
    return traits.labels == node.labels && !labels_differ(traits.labels_below, node.labels_below);
  }

  // A pruned node that matches a labelled subtree would hide its labels: learning must see a
  // difference.
  [[nodiscard]] uint32_t detail_cost(uint32_t w, uint32_t d) const {
    const WrapperNode& node = a_.wrapper_.nodes[w];
    const bool hides = node.pruned && (page_.traits(d).labels_below & ~node.labels_below) != 0;
    return a_.detail_cost(page_, w, d) + (hides ? a_.costs_.node : 0) + unlike_cost(node, d);
  }

  // Of two places that the structure does not tell apart the value stands where it looks like one.
  [[nodiscard]] uint32_t unlike_cost(const WrapperNode& node, uint32_t d) const {
    const dom::NodeId n = page_.origin(d);
    if (node.labels == 0 || a_.looks_ == nullptr || a_.costs_.unlike == 0 || page_.labelled() ||
        page_.document().subtree_size(n) > kMaxLookedAt)
      return 0;
    double likeness = 1;
    for (const NodeLabel& label : a_.vocabulary_.labels(node.labels)) {
      const auto look = a_.looks_->find(label.attribute);
      if (!label.source.empty() || look == a_.looks_->end()) continue;
      const std::string text = dom::normalized_text(page_.document(), n);
      likeness = std::min(likeness, look->second.likeness(text));
    }
    return static_cast<uint32_t>((1 - likeness) * a_.costs_.unlike);
  }

  // --- one alignment of children ---

  [[nodiscard]] uint32_t miss_cost(const Pair& pair, uint32_t column) const {
    const uint32_t d = columns_[pair.columns + column];
    const bool hides = page_.traits(d).labels_below != 0;  // Learning must see a difference.
    if (is_taken(d) || (!a_.wrapper_.nodes[pair.wrapper].exclusive && !hides)) return 0;
    return a_.costs_.node * (a_.options_.prune ? 1 : std::min(page_.weight(d), kMaxPageWeight));
  }

  [[nodiscard]] bool is_empty_cell(const Pair& pair) const {
    const dom::Atom tag = page_.tag(pair.page);
    return request_.cells && pair.wrapper != 0 && pair.width == 0 &&
           (tag == dom::atoms::kTd || tag == dom::atoms::kTh);
  }

  // Of leaving out children of a pair.
  [[nodiscard]] uint32_t skip_cost(const Pair& pair, LeftOut out) const {
    if (out.weight != 0 && !is_empty_cell(pair)) return out.weight * a_.costs_.node;
    const bool wanted = out.labelled && !page_.labelled();
    return out.size * a_.costs_.absent + (wanted ? a_.costs_.absent_label : 0);
  }

  [[nodiscard]] uint32_t skip_cost(const Pair& pair, const ProgramStep& step) const {
    return step.slot == kNoSlot ? 0 : skip_cost(pair, step.skip);
  }

  [[nodiscard]] bool is_part(const Pair& pair) const { return pair.wrapper == 0 && request_.part; }

  // Follows the program without reading: children left out, parentheses jumped over or repeated.
  void relax(const Pair& pair, const ChildProgram& program, uint32_t* row) const {
    for (bool again = true; again;) {
      size_t jump = 0;
      for (uint32_t p = 0; p <= program.steps.size(); ++p) {
        if (p > 0)
          row[p] = std::min(row[p], add(row[p - 1], skip_cost(pair, program.steps[p - 1])));
        for (; jump < program.forward.size() && program.forward[jump].to == p; ++jump) {
          const ProgramJump& j = program.forward[jump];
          row[p] = std::min(row[p], add(row[j.from], skip_cost(pair, j.cost)));
        }
      }
      again = false;
      for (const ProgramJump& j : program.back) {
        if (row[j.from] < row[j.to]) row[j.to] = row[j.from], again = true;
      }
    }
  }

  // The row after reading one more child of the page.
  void read(const Pair& pair, const ChildProgram& program, uint32_t column, const uint32_t* row,
            uint32_t* next) const {
    const uint32_t miss = miss_cost(pair, column);
    const size_t length = program.steps.size();
    for (size_t p = 0; p <= length; ++p) next[p] = add(row[p], miss);
    if (is_part(pair)) next[0] = 0;
    const uint32_t* cells = cells_.data() + pair.block + column;
    for (size_t p = 0; p < length; ++p) {
      const ProgramStep& step = program.steps[p];
      if (step.slot == kNoSlot) continue;
      const uint32_t cost = cells[uint64_t{step.slot} * pair.width];
      if (cost == kNoMatch) continue;
      next[p + 1] = std::min(next[p + 1], add(row[p], cost));
      if (step.repeat) next[p + 1] = std::min(next[p + 1], add(row[p + 1], cost));
    }
    relax(pair, program, next);
  }

  void start(const Pair& pair, const ChildProgram& program, uint32_t* row) const {
    std::fill(row, row + program.steps.size() + 1, kFar);
    row[0] = 0;
    relax(pair, program, row);
  }

  // Pass 2: the cost of aligning the children of a pair.
  uint32_t forest_cost(size_t i) {
    const Pair& pair = pairs_[i];
    const ChildProgram program = a_.programs_.of(pair.wrapper);
    const size_t stride = program.steps.size() + 1;
    rows_.resize(std::max(rows_.size(), 2 * stride));
    uint32_t* row = rows_.data();
    uint32_t* next = row + stride;
    start(pair, program, row);
    for (uint32_t c = 0; c < pair.width; ++c) {
      read(pair, program, c, row, next);
      std::swap(row, next);
    }
    return row[stride - 1];
  }

  // --- pass 3 ---

  void collect(WdMatch& match) {
    std::vector<uint32_t> open = {0};
    for (size_t next = 0; next < open.size(); ++next) {
      const size_t before = match.pairs.size();
      trace(pairs_[open[next]], match);
      std::reverse(match.pairs.begin() + static_cast<std::ptrdiff_t>(before), match.pairs.end());
      std::reverse(matched_cells_.begin(), matched_cells_.end());
      for (const uint64_t cell : matched_cells_) {
        const auto it = std::lower_bound(by_cell_.begin(), by_cell_.end(), std::pair{cell, 0U});
        if (it != by_cell_.end() && it->first == cell) open.push_back(it->second);
      }
      matched_cells_.clear();
    }
  }

  struct Place {
    uint32_t column;
    uint32_t position;
  };

  // Walks the best path of one pair from its end.
  void trace(const Pair& pair, WdMatch& match) {
    const ChildProgram program = a_.programs_.of(pair.wrapper);
    const size_t stride = program.steps.size() + 1;
    rows_.resize(std::max(rows_.size(), stride * (pair.width + size_t{1})));
    const auto row = [&](uint32_t c) { return rows_.data() + c * stride; };
    start(pair, program, row(0));
    for (uint32_t c = 0; c < pair.width; ++c) read(pair, program, c, row(c), row(c + 1));
    Place place{pair.width, static_cast<uint32_t>(stride - 1)};
    if (is_part(pair)) {
      place.column = 0;
      for (uint32_t c = 1; c <= pair.width; ++c) {
        if (row(c)[place.position] < row(place.column)[place.position]) place.column = c;
      }
    }
    size_t steps_left = 4 * stride * (pair.width + size_t{1}) + 4;
    while (place.column != 0 || place.position != 0) {
      if (is_part(pair) && place.position == 0) break;
      WEFT_CHECK(steps_left-- > 0);
      step_back(pair, program, row(place.column),
                place.column == 0 ? nullptr : row(place.column - 1), place, match);
    }
  }

  // One step of the path, backwards: what explains the value at `place`?
  void step_back(const Pair& pair, const ChildProgram& program, const uint32_t* row,
                 const uint32_t* above, Place& place, WdMatch& match) {
    const uint32_t p = place.position;
    const uint32_t value = row[p];
    const uint32_t unit = a_.costs_.node;
    if (above != nullptr) {
      const uint32_t column = place.column - 1;
      const uint32_t miss = miss_cost(pair, column);
      if (add(above[p], miss) == value) {
        match.page_cost += miss;
        match.page_weight += miss;
        --place.column;
        return;
      }
      if (p > 0 && program.steps[p - 1].slot != kNoSlot) {
        const ProgramStep& step = program.steps[p - 1];
        const uint64_t cell = pair.block + uint64_t{step.slot} * pair.width + column;
        const uint32_t cost = cells_[cell];
        const bool first = cost != kNoMatch && add(above[p - 1], cost) == value;
        if (first || (cost != kNoMatch && step.repeat && add(above[p], cost) == value)) {
          const uint32_t w = program.slots[step.slot];
          const uint32_t d = columns_[pair.columns + column];
          match.pairs.emplace_back(w, d);
          match.page_weight += unit;
          match.detail_cost += detail_cost(w, d);
          matched_cells_.push_back(cell);
          --place.column;
          if (first) --place.position;
          return;
        }
      }
    }
    const uint64_t lost = is_empty_cell(pair) ? 0 : unit;
    if (p > 0 && add(row[p - 1], skip_cost(pair, program.steps[p - 1])) == value) {
      match.wrapper_cost += program.steps[p - 1].skip.weight * lost;
      --place.position;
      return;
    }
    for (const ProgramJump& jump : program.forward) {
      if (jump.to != p || add(row[jump.from], skip_cost(pair, jump.cost)) != value) continue;
      match.wrapper_cost += jump.cost.weight * lost;
      place.position = jump.from;
      return;
    }
    for (const ProgramJump& jump : program.back) {
      if (jump.to != p || row[jump.from] != value) continue;
      place.position = jump.from;
      return;
    }
    WEFT_CHECK(false);  // Every value has a predecessor.
  }

  const WdAligner& a_;
  const DomTree& page_;
  const Request request_;
  std::vector<Pair> pairs_;
  std::vector<std::pair<uint64_t, uint32_t>> by_cell_;  // The pair of each cell that has one.
  std::vector<uint32_t> columns_;                       // Page children of all pairs.
  std::vector<uint32_t> cells_;
  std::vector<uint32_t> rows_;
  std::vector<uint64_t> matched_cells_;
  uint64_t work_ = 0;
  bool too_large_ = false;
};

WdMatch WdAligner::align(const DomTree& page, const Request& request) const {
  return Run(*this, page, request).run();
}

WdAligner::Repeated::Repeated(const WdAligner& aligner, const DomTree& page, const Request& request)
    : run_(std::make_unique<Run>(aligner, page, request)) {}

WdAligner::Repeated::~Repeated() = default;

WdMatch WdAligner::Repeated::align() { return run_->run(); }

// One pass over the wrapper in preorder; a node without a partner, or with one that differs, casts
// doubt on everything below it.

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

double share_as_labelled(const WdAligner& aligner, const DomTree& page, const WdMatch& match) {
  const WrapperTree& tree = aligner.wrapper();
  const std::vector<Partner> partner = partners(aligner, page, match);
  size_t doubtful = 0;
  uint32_t optional_until = 0;  // Parentheses that may be absent end here.
  for (uint32_t i = 1; i < tree.size();) {
    const WrapperNode& node = tree.nodes[i];
    if (node.kind == WrapperNode::Kind::kParentheses) {
      if (node.sign.may_be_absent()) optional_until = std::max(optional_until, node.end);
      ++i;
      continue;
    }
    if (node.labels_below == 0 || partner[i] == Partner::kAlike) {
      i = node.labels_below == 0 ? node.end : i + 1;
      continue;
    }
    const bool may_be_absent = node.sign.may_be_absent() || i < optional_until;
    if (partner[i] == Partner::kDifferent || !may_be_absent)
      doubtful += labels_in(tree, i, node.end);
    i = node.end;
  }
  const size_t all = labels_in(tree, 1, tree.size());
  return all == 0 ? 1 : 1 - static_cast<double>(doubtful) / static_cast<double>(all);
}

}  // namespace weft::wrap
