// Tree merging ([Fiva] 3.2).
//
//   page 1   tr(td1 td2)  tr(td1)          tr   { tr }        a set of two or more
//   page 2   tr(td1 td2)              =>   td1  td1           in every row
//                                          td2  ( td2 )?      in some
//
// Elements that were found to be the same become one node of the pattern tree; then their children
// are merged:
//
//   1  Peer nodes. Every child gets a symbol: that of the first child before it which is its peer.
//      Where no column has two elements of a tag, or two texts, those are peers without a test. A
//      text that many columns have is a symbol of its own; all others share one. Elements that begin
//      with a landmark are peers of those that begin with the same: a text that some pages have and
//      none has twice (the label of a row), or, before other texts, some columns and none twice (the
//      label of a part of a record).
//   2  Matrix alignment. The children of each element are a column of symbols; columns are aligned
//      one by one with the list made so far, from the longest on, by the heaviest common subsequence:
//      equal symbols, better with equal classes and texts. What is new in a column is inserted.
//   3  Pattern mining. Repetitive patterns of the aligned list become sets, longest first; what is in
//      a set, and the list with the set in the place of its items, are mined again. Two kinds:
//      items that follow each other exactly, and items that all begin with one symbol and are
//      otherwise parts of one pattern; of both the one that covers more.
//      Before that, if asked for, the cells of rows get symbols of their own: elements with one text
//      each that follow each other in every column, as many in all; table cells, or of different classes or
//      types. As a set, the author and the date of a review would be two of a kind.
//   4  Optional nodes. In how many columns, or items of a set, a node occurs is its occurrence vector.
//      Neighbours with the same vector are an option, neighbouring options with complementary vectors a
//      disjunction.
//   5  Texts that are the same in all columns are fixed, the others are fields.
//
// DEVIATION: [Fiva] names the steps and prints no algorithm of 2 and 3; these are ours. Long lists are
// cut, many peers sampled (MergeOptions).
//
// Tested by fivatech_test.cc.

#include "templates/tree_merging.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "dom/text.h"
#include "templates/page_counts.h"
#include "value/whole_value.h"

namespace weft::templates {
namespace {

constexpr size_t kMaxAgreeing = 50;  // Peers that are asked for class and attributes.

using Symbol = uint32_t;

// A turn is one column, or one item of a set: whatever either has a node or lacks it.
using Turn = uint32_t;

struct Occurrence {
  Turn turn;
  PlacedNode node;
};

// A part of an aligned list: a node by its occurrences, or a set of items.
struct Unit {
  Symbol symbol = 0;
  std::vector<Occurrence> found;          // Of a node.
  std::vector<Unit> items;                // Of a set: the parts of its items,
  std::vector<std::pair<Turn, Turn>> in;  // and its turns, each with the turn around it.
  [[nodiscard]] bool is_set() const { return !items.empty(); }

  [[nodiscard]] std::vector<Turn> turns() const {
    std::vector<Turn> out;
    for (const Occurrence& occurrence : found) out.push_back(occurrence.turn);
    for (const auto& [inner, outer] : in) out.push_back(outer);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
};

struct Column {
  std::vector<Symbol> symbols;
  std::vector<PlacedNode> nodes;
  std::vector<uint64_t> looks;  // Class and first text.
};

// Where a repetitive pattern lies: items begin at `begins`, the last ends at `end`.
struct Repetition {
  std::vector<size_t> begins;
  size_t end = 0;
  std::vector<Symbol> pattern;
  [[nodiscard]] size_t covered() const { return begins.empty() ? 0 : end - begins.front(); }
};

// The heaviest common subsequence of two lists; pairs of positions, in order. No weight is above `most`.
template <typename Weight>
std::vector<std::pair<size_t, size_t>> common_subsequence(size_t n, size_t m, uint32_t most,
                                                          Weight&& weight) {
  std::vector<std::pair<size_t, size_t>> pairs;
  size_t same = 0;  // No other pairs weigh more than such at the beginning.
  for (; same < n && same < m && weight(same, same) == most; ++same) pairs.emplace_back(same, same);
  if (same == n || same == m) return pairs;
  const size_t width = m - same + 1;
  std::vector<uint32_t> table((n - same + 1) * width, 0);
  const auto cell = [&](size_t i, size_t j) -> uint32_t& {
    return table[(i - same) * width + j - same];
  };
  for (size_t i = n; i-- > same;) {
    for (size_t j = m; j-- > same;) {
      const uint32_t w = weight(i, j);
      cell(i, j) = std::max({cell(i + 1, j), cell(i, j + 1), w > 0 ? cell(i + 1, j + 1) + w : 0});
    }
  }
  for (size_t i = same, j = same; i < n && j < m;) {
    const uint32_t w = weight(i, j);
    if (w > 0 && cell(i, j) == cell(i + 1, j + 1) + w) {
      pairs.emplace_back(i++, j++);
    } else if (cell(i, j) == cell(i + 1, j)) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

class TreeMerger {
 public:
  TreeMerger(const PageViews& views, const NodeFlags& fixed, PeerTest& test,
             const MergeOptions& options)
      : views_(views), fixed_(fixed), test_(test), options_(options) {}

  Result<MergedTree> run() {
    std::vector<PlacedNode> roots;
    for (uint32_t p = 0; p < views_.size(); ++p) {
      if (views_[p]->root() != dom::kNoNode) roots.push_back({p, views_[p]->root()});
    }
    if (roots.empty()) return Error{ErrorCode::kNotFound, "there is nothing to see on the pages"};
    count_texts();
    add_element(roots);
    while (!waiting_.empty()) {
      auto [node, peers] = std::move(waiting_.front());
      waiting_.pop_front();
      merge_children(node, peers);
    }
    MergedTree out;
    if (cut_) out.problems.emplace_back("long lists were cut, or the budget of comparisons spent");
    out.root = express(out.expressions);
    return out;
  }

 private:
  struct PatternNode {
    Expression what;  // Without children.
    std::vector<uint32_t> children;
  };

  [[nodiscard]] const dom::Document& doc(const PlacedNode& at) const {
    return views_[at.page]->document();
  }
  [[nodiscard]] bool is_text(const PlacedNode& at) const { return doc(at).is_text(at.node); }
  [[nodiscard]] uint64_t first_text(const PlacedNode& at) const {
    return views_[at.page]->first_text(at.node);
  }

  void count_texts() {
    for (uint32_t p = 0; p < views_.size(); ++p) {
      const wrap::PageView& view = *views_[p];
      for (const dom::NodeId n : view.document().nodes()) {
        if (view.keeps(n) && view.document().is_text(n)) texts_.add(p, view.first_text(n));
      }
    }
  }
  // By what most pages, or columns, have, none of them twice.
  [[nodiscard]] bool is_landmark(const PageCounts& counts, uint64_t text, size_t all) const {
    const uint32_t sign = counts.known(text);
    return sign < counts.size() && counts.is_single(sign) &&
           counts.pages(sign) >= std::max(2.0, options_.landmark_share * static_cast<double>(all));
  }
  [[nodiscard]] bool begins_with_landmark(const PlacedNode& at) const {
    return !is_text(at) && is_landmark(texts_, first_text(at), views_.size());
  }

  [[nodiscard]] bool has_text_behind_first(const PlacedNode& at) const {
    size_t texts = 0;
    for (const dom::NodeId n : doc(at).subtree(at.node)) {
      texts += views_[at.page]->keeps(n) && doc(at).is_text(n) ? 1 : 0;
      if (texts == 2) return true;
    }
    return false;
  }
  // `labels`: the first texts of what has texts behind them, by column.
  [[nodiscard]] bool is_label(const PlacedNode& at, const PageCounts& labels,
                              size_t columns) const {
    return is_landmark(labels, first_text(at), columns) && has_text_behind_first(at);
  }

  uint32_t add(Expression what) {
    nodes_.push_back({std::move(what), {}});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  uint32_t add_element(std::vector<PlacedNode> peers) {
    Expression what = node_expression(doc(peers[0]), peers[0]);
    for (size_t i = 1; i < std::min(peers.size(), kMaxAgreeing); ++i) {
      const bool alike = views_[peers[i].page]->spelling(peers[i].node) ==
                         views_[peers[0].page]->spelling(peers[0].node);
      keep_common(what, doc(peers[i]), peers[i].node, alike);
    }
    const uint32_t node = add(std::move(what));
    if (peers.size() > options_.max_peers) {
      for (size_t i = 0; i < options_.max_peers; ++i)
        peers[i] = peers[i * peers.size() / options_.max_peers];
      peers.resize(options_.max_peers);
    }
    waiting_.emplace_back(node, std::move(peers));
    return node;
  }

  void merge_children(uint32_t node, const std::vector<PlacedNode>& peers) {
    std::vector<Column> columns = read_columns(peers);
    name_symbols(columns);                    // Step 1.
    std::vector<Unit> list = align(columns);  // Step 2.
    if (options_.rows_with_cells > 0 && columns.size() >= options_.rows_with_cells)
      tell_cells(list, columns.size());
    next_turn_ = static_cast<Turn>(columns.size());
    mine(list, 0);  // Step 3.
    std::vector<Turn> all(columns.size());
    for (Turn t = 0; t < all.size(); ++t) all[t] = t;
    std::vector<uint32_t> children = add_units(list, all);  // Steps 4 and 5.
    nodes_[node].children = std::move(children);
  }

  std::vector<Column> read_columns(const std::vector<PlacedNode>& peers) {
    std::vector<Column> columns(peers.size());
    for (size_t c = 0; c < peers.size(); ++c) {
      const std::vector<dom::NodeId> children = views_[peers[c].page]->children(peers[c].node);
      columns[c].nodes.reserve(children.size());
      columns[c].looks.reserve(children.size());
      columns[c].symbols.reserve(children.size());
      for (const dom::NodeId n : children) {
        if (columns[c].nodes.size() == options_.max_children) {
          cut_ = true;
          break;
        }
        const PlacedNode placed{peers[c].page, n};
        columns[c].nodes.push_back(placed);
        columns[c].looks.push_back(
            hash_combine(views_[placed.page]->spelling(n), first_text(placed)));
      }
    }
    return columns;
  }

  // Step 1.
  void name_symbols(std::vector<Column>& columns) {
    const std::unordered_set<uint64_t> repeated = repeated_tags(columns);
    constexpr size_t kFew = 32;
    PageCounts texts(kFew);   // By column.
    PageCounts labels(kFew);  // By column, the first texts of what has texts behind them.
    for (uint32_t c = 0; c < columns.size() && !repeated.empty(); ++c) {
      for (const PlacedNode& at : columns[c].nodes) {
        if (!repeated.contains(tag_of(at))) continue;
        if (is_text(at))
          texts.add(c, first_text(at));
        else if (has_text_behind_first(at))
          labels.add(c, first_text(at));
      }
    }
    const auto columns_with = [&](uint64_t text) {
      const uint32_t sign = texts.known(text);
      return sign < texts.size() ? texts.pages(sign) : 0;
    };
    const auto has_landmark = [&](const PlacedNode& at) {
      return begins_with_landmark(at) || is_label(at, labels, columns.size());
    };
    const std::unordered_set<uint64_t> rows =
        repeated.empty() ? std::unordered_set<uint64_t>() : tags_of_rows(columns, has_landmark);
    struct Known {
      PlacedNode node;
      Symbol symbol;
    };
    KeyNumbers kinds;                       // By tag, or by text.
    std::vector<std::vector<Known>> known;  // Of a kind.
    Symbol next = 1;
    for (Column& column : columns) {
      for (const PlacedNode& at : column.nodes) {
        const uint64_t tag = tag_of(at);
        const bool alike = !repeated.contains(tag);
        const size_t having = !alike && is_text(at) ? columns_with(first_text(at)) : 0;
        const bool own =
            having > 1 && static_cast<double>(having) >=
                              options_.fixed_text_share * static_cast<double>(columns.size());
        const bool landmark = !alike && !rows.contains(tag) && has_landmark(at);
        const uint32_t kind = kinds.number(own        ? first_text(at)
                                           : landmark ? hash_combine(tag, first_text(at))
                                                      : tag);
        if (kind == known.size()) known.emplace_back();
        auto& rivals = known[kind];
        const auto peer = std::find_if(rivals.begin(), rivals.end(), [&](const Known& other) {
          if (alike || landmark || is_text(at)) return true;
          if (is_fixed(at) || is_fixed(other.node)) return same_subtree(at, other.node);
          return test_.are_peers(other.node, at);
        });
        column.symbols.push_back(peer == rivals.end() ? next : peer->symbol);
        if (peer == rivals.end()) rivals.push_back({at, next++});
      }
    }
  }
  // Many elements of which few begin with a landmark: rows of data that some pages share.
  template <typename HasLandmark>
  [[nodiscard]] std::unordered_set<uint64_t> tags_of_rows(const std::vector<Column>& columns,
                                                          HasLandmark&& has_landmark) const {
    std::unordered_map<uint64_t, std::pair<size_t, size_t>> counts;  // All, with a landmark.
    for (const Column& column : columns) {
      for (const PlacedNode& at : column.nodes) {
        auto& [all, with] = counts[tag_of(at)];
        ++all;
        with += has_landmark(at) ? 1 : 0;
      }
    }
    std::unordered_set<uint64_t> out;
    for (const auto& [tag, count] : counts) {
      if (count.first >= options_.many_rows * columns.size() &&
          static_cast<double>(count.second) <
              options_.labelled_share * static_cast<double>(count.first))
        out.insert(tag);
    }
    return out;
  }
  // That some column has twice; 0 are texts.
  [[nodiscard]] std::unordered_set<uint64_t> repeated_tags(
      const std::vector<Column>& columns) const {
    std::unordered_set<uint64_t> out;
    std::vector<uint64_t> tags;
    for (const Column& column : columns) {
      tags.clear();
      for (const PlacedNode& at : column.nodes) tags.push_back(tag_of(at));
      std::sort(tags.begin(), tags.end());
      for (size_t i = 1; i < tags.size(); ++i) {
        if (tags[i] == tags[i - 1]) out.insert(tags[i]);
      }
    }
    return out;
  }
  [[nodiscard]] bool is_fixed(const PlacedNode& at) const {
    return fixed_[at.page][dom::index(at.node)];
  }
  // Of fixed elements: they were compared before, so the first text tells them apart.
  [[nodiscard]] bool same_subtree(const PlacedNode& a, const PlacedNode& b) const {
    return is_fixed(a) == is_fixed(b) && first_text(a) == first_text(b) &&
           doc(a).subtree_size(a.node) == doc(b).subtree_size(b.node);
  }
  [[nodiscard]] uint64_t tag_of(const PlacedNode& at) const {
    return static_cast<uint64_t>(doc(at).name(at.node));  // 0 for texts.
  }

  // Step 2.
  std::vector<Unit> align(const std::vector<Column>& columns) {
    std::vector<size_t> order(columns.size());
    for (size_t c = 0; c < order.size(); ++c) order[c] = c;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return columns[a].nodes.size() > columns[b].nodes.size();
    });
    std::vector<Unit> list;
    std::vector<uint64_t> looks;  // Of the first node of each unit.
    for (const size_t c : order) {
      const Column& column = columns[c];
      std::vector<std::pair<size_t, size_t>> pairs;
      const bool equal =
          list.size() == column.symbols.size() &&
          std::equal(list.begin(), list.end(), column.symbols.begin(),
                     [](const Unit& unit, Symbol symbol) { return unit.symbol == symbol; });
      steps_ += equal ? list.size() : list.size() * column.symbols.size();
      if (steps_ > options_.max_steps) {
        cut_ = true;
        break;
      }
      if (equal) {
        for (size_t i = 0; i < list.size(); ++i) pairs.emplace_back(i, i);
      } else {
        pairs = common_subsequence(list.size(), column.symbols.size(), 3, [&](size_t i, size_t j) {
          return list[i].symbol != column.symbols[j] ? 0U : looks[i] == column.looks[j] ? 3U : 2U;
        });
      }
      for (const auto& [in_list, in_column] : pairs)
        list[in_list].found.push_back({static_cast<Turn>(c), column.nodes[in_column]});
      if (pairs.size() == column.nodes.size()) continue;
      std::vector<Unit> merged;
      std::vector<uint64_t> merged_looks;
      merged.reserve(list.size() + column.nodes.size() - pairs.size());
      size_t i = 0;
      size_t j = 0;
      const auto keep_until = [&](size_t end_i, size_t end_j) {
        for (; i < end_i; ++i) {
          merged.push_back(std::move(list[i]));
          merged_looks.push_back(looks[i]);
        }
        for (; j < end_j; ++j) {
          merged.push_back({column.symbols[j], {{static_cast<Turn>(c), column.nodes[j]}}, {}, {}});
          merged_looks.push_back(column.looks[j]);
        }
      };
      for (const auto& [in_list, in_column] : pairs) {
        keep_until(in_list, in_column);
        keep_until(in_list + 1, in_column);
        ++j;
      }
      keep_until(list.size(), column.symbols.size());
      list = std::move(merged);
      looks = std::move(merged_looks);
    }
    return list;
  }

  // The cells of rows get symbols of their own: elements of one symbol that follow each other in all columns, as many
  // in each, with one text a piece; table cells, or of different classes or types.
  void tell_cells(std::vector<Unit>& list, size_t columns) {
    Symbol next = 0;
    for (const Unit& unit : list) next = std::max(next, unit.symbol);
    for (size_t begin = 0, end = 0; begin < list.size(); begin = end) {
      bool cells = true;
      for (end = begin; end < list.size() && list[end].symbol == list[begin].symbol; ++end)
        cells = cells && list[end].found.size() == columns && is_cell(list[end]);
      if (end - begin < 2 || !cells) continue;
      const PlacedNode& first = list[begin].found[0].node;
      const dom::Atom tag = doc(first).name(first.node);
      if (tag != dom::atoms::kTd && tag != dom::atoms::kTh && !cells_differ(list, begin, end))
        continue;
      for (size_t i = begin; i < end; ++i) list[i].symbol = ++next;
    }
  }
  // In class, if all of a unit agree in it, or in type.
  [[nodiscard]] bool cells_differ(const std::vector<Unit>& list, size_t begin, size_t end) const {
    const auto differs = [&](auto&& look) {
      const auto first = look(list[begin]);
      return std::any_of(list.begin() + static_cast<long>(begin) + 1,
                         list.begin() + static_cast<long>(end),
                         [&](const Unit& unit) { return look(unit) != first; });
    };
    return differs([&](const Unit& unit) { return cell_spelling(unit); }) ||
           differs([&](const Unit& unit) { return cell_type(unit); });
  }
  // Elements with one text each.
  [[nodiscard]] bool is_cell(const Unit& unit) const {
    return std::all_of(unit.found.begin(), unit.found.end(), [&](const Occurrence& at) {
      return !is_text(at.node) && first_text(at.node) != 0 && !has_text_behind_first(at.node);
    });
  }
  // 0 if they do not agree.
  [[nodiscard]] uint64_t cell_spelling(const Unit& unit) const {
    const auto spelling = [&](const Occurrence& at) {
      return views_[at.node.page]->spelling(at.node.node);
    };
    const uint64_t first = spelling(unit.found[0]);
    const bool agree = std::all_of(unit.found.begin(), unit.found.end(),
                                   [&](const Occurrence& at) { return spelling(at) == first; });
    return agree ? first : 0;
  }
  [[nodiscard]] value::ValueType cell_type(const Unit& unit) const {
    std::vector<std::string> texts;
    for (const Occurrence& at : unit.found)
      texts.push_back(dom::normalized_text(doc(at.node), at.node.node));
    const std::vector<std::string_view> cells(texts.begin(), texts.end());
    return value::column_type(cells);
  }

  // Step 3.
  void mine(std::vector<Unit>& list, int depth) {
    constexpr int kMaxNesting = 12;  // Of sets, without an element between.
    constexpr int kMaxRounds = 24;
    for (int round = 0; round < kMaxRounds && depth < kMaxNesting; ++round) {
      Repetition best = exact_repetition(list);
      Repetition loose = loose_repetition(list);
      if (loose.covered() > best.covered()) best = std::move(loose);
      if (best.begins.empty()) return;
      collapse(list, best, depth);
    }
  }

  // Items that follow each other and are equal, the longest first.
  Repetition exact_repetition(const std::vector<Unit>& list) {
    const size_t n = list.size();
    steps_ += n * n / 2;
    for (size_t p = n / 2; p > 0; --p) {
      size_t run = 0;  // How many units in a row equal the p-th behind them.
      for (size_t i = 0; i + p <= n; ++i) {
        if (i + p < n && list[i].symbol == list[i + p].symbol) {
          ++run;
          continue;
        }
        if (run >= p && !(p == 1 && list[i - 1].is_set() && run == 0)) {
          const size_t begin = i - run;
          if (is_primitive(list, begin, p)) {
            Repetition found;
            for (size_t at = begin; at + p <= i + p; at += p) found.begins.push_back(at);
            found.end = found.begins.back() + p;
            for (size_t k = 0; k < p; ++k) found.pattern.push_back(list[begin + k].symbol);
            return found;
          }
        }
        run = 0;
      }
    }
    return {};
  }

  // Not itself a repetition of something shorter.
  static bool is_primitive(const std::vector<Unit>& list, size_t begin, size_t p) {
    for (size_t q = 1; q <= p / 2; ++q) {
      if (p % q != 0) continue;
      bool repeats = true;
      for (size_t k = q; k < p && repeats; ++k)
        repeats = list[begin + k].symbol == list[begin + k - q].symbol;
      if (repeats) return false;
    }
    return true;
  }

  // Items that begin with one symbol and are parts of one pattern, three or more.
  Repetition loose_repetition(const std::vector<Unit>& list) {
    constexpr size_t kLeastItems = 3;
    constexpr double kLeastFilled = 0.6;  // Of the pattern, by the items on average.
    std::unordered_map<Symbol, std::vector<size_t>> places;
    for (size_t i = 0; i < list.size(); ++i) places[list[i].symbol].push_back(i);
    Repetition best;
    for (size_t i = 0; i < list.size(); ++i) {
      const std::vector<size_t>& at = places[list[i].symbol];
      if (at.front() != i || at.size() < kLeastItems || steps_ > options_.max_steps) continue;
      std::vector<Symbol> pattern;
      for (size_t k = 0; k + 1 < at.size() && pattern.size() <= list.size(); ++k)
        add_to_pattern(list, at[k], at[k + 1], pattern);
      std::vector<Symbol> sorted = pattern;
      std::sort(sorted.begin(), sorted.end());
      if (pattern.size() < 2 || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        continue;
      size_t end = at.back();  // The last item goes as far as it follows the pattern.
      for (size_t k = 0; end < list.size(); ++end) {
        while (k < pattern.size() && pattern[k] != list[end].symbol) ++k;
        if (k++ == pattern.size()) break;
      }
      const double filled =
          static_cast<double>(end - i) / static_cast<double>(pattern.size() * at.size());
      if (filled < kLeastFilled || end - i <= best.covered()) continue;
      best = {at, end, pattern};
    }
    return best;
  }

  void add_to_pattern(const std::vector<Unit>& list, size_t begin, size_t end,
                      std::vector<Symbol>& pattern) {
    steps_ += pattern.size() * (end - begin);
    const auto pairs = common_subsequence(pattern.size(), end - begin, 1, [&](size_t i, size_t j) {
      return pattern[i] == list[begin + j].symbol ? 1U : 0U;
    });
    std::vector<Symbol> merged;
    size_t i = 0;
    size_t j = 0;
    const auto keep_until = [&](size_t end_i, size_t end_j) {
      for (; i < end_i; ++i) merged.push_back(pattern[i]);
      for (; j < end_j; ++j) merged.push_back(list[begin + j].symbol);
    };
    for (const auto& [x, y] : pairs) {
      keep_until(x, y);
      keep_until(x + 1, y);
      ++j;
    }
    keep_until(pattern.size(), end - begin);
    pattern = std::move(merged);
  }

  // The items of a repetition become one set.
  void collapse(std::vector<Unit>& list, const Repetition& found, int depth) {
    Unit set;
    set.items.resize(found.pattern.size());
    for (size_t k = 0; k < found.pattern.size(); ++k) set.items[k].symbol = found.pattern[k];
    uint64_t symbol = found.pattern[0];
    if (found.pattern.size() > 1) {  // A set of one node goes on under its symbol.
      for (const Symbol s : found.pattern) symbol = hash_combine(symbol, s);
      symbol |= uint64_t{1} << 31;
    }
    set.symbol = static_cast<Symbol>(symbol);
    for (size_t item = 0; item < found.begins.size(); ++item) {
      const size_t end = item + 1 < found.begins.size() ? found.begins[item + 1] : found.end;
      // One turn for each turn around it that has something of the item.
      std::map<Turn, Turn> inner;
      const bool sets_of_one = found.pattern.size() == 1 && list[found.begins[item]].is_set();
      size_t k = 0;
      for (size_t i = found.begins[item]; i < end; ++i, ++k) {
        while (found.pattern[k] != list[i].symbol) ++k;
        if (sets_of_one) {
          merge_unit(set, std::move(list[i]));
          continue;
        }
        for (const Turn turn : list[i].turns()) {
          if (inner.try_emplace(turn, next_turn_).second) ++next_turn_;
        }
        move_to_turns(list[i], inner);
        merge_unit(set.items[k], std::move(list[i]));
      }
      for (const auto& [outer, turn] : inner) set.in.emplace_back(turn, outer);
    }
    mine(set.items, depth + 1);
    list[found.begins.front()] = std::move(set);
    list.erase(list.begin() + static_cast<long>(found.begins.front()) + 1,
               list.begin() + static_cast<long>(found.end));
  }

  static void move_to_turns(Unit& unit, const std::map<Turn, Turn>& inner) {
    for (Occurrence& occurrence : unit.found) occurrence.turn = inner.at(occurrence.turn);
    for (auto& [turn, outer] : unit.in) outer = inner.at(outer);
  }

  // Adds what `other` found to `unit`. Their symbols are equal; a node is a set of one.
  void merge_unit(Unit& unit, Unit other) {
    const bool fresh = unit.found.empty() && unit.in.empty() && unit.items.empty();
    if (fresh) {
      unit = std::move(other);
      return;
    }
    if (unit.is_set() != other.is_set()) make_set(unit.is_set() ? other : unit);
    unit.found.insert(unit.found.end(), other.found.begin(), other.found.end());
    unit.in.insert(unit.in.end(), other.in.begin(), other.in.end());
    // Sets of one symbol have the same items, unless one was mined further; then what is alike.
    for (size_t k = 0; k < other.items.size() && k < unit.items.size(); ++k)
      merge_unit(unit.items[k], std::move(other.items[k]));
  }

  void make_set(Unit& unit) {
    Unit set;
    set.symbol = unit.symbol;
    for (Occurrence& occurrence : unit.found) {
      set.in.emplace_back(next_turn_, occurrence.turn);
      occurrence.turn = next_turn_++;
    }
    set.items.push_back(std::move(unit));
    unit = std::move(set);
  }

  // Steps 4 and 5: nodes of the pattern tree for units of one scope, whose turns are `all`.
  std::vector<uint32_t> add_units(const std::vector<Unit>& list, const std::vector<Turn>& all) {
    struct Group {
      std::vector<Turn> turns;
      std::vector<uint32_t> nodes;
    };
    std::vector<Group> groups;
    for (const Unit& unit : list) {
      std::vector<Turn> turns = unit.turns();
      const uint32_t node = add_unit(unit);
      if (!groups.empty() && groups.back().turns == turns) {
        groups.back().nodes.push_back(node);
      } else {
        groups.push_back({std::move(turns), {node}});
      }
    }
    std::vector<uint32_t> out;
    for (size_t g = 0; g < groups.size();) {
      if (groups[g].turns == all) {
        out.insert(out.end(), groups[g].nodes.begin(), groups[g].nodes.end());
        ++g;
        continue;
      }
      const size_t end = disjunction_end(groups, g, all.size());
      const bool choice = end > g + 1;
      const uint32_t parent = choice ? add({.kind = GrammarKind::kChoice}) : 0;
      for (; g < end; ++g) {
        const uint32_t branch = add({.kind = choice ? GrammarKind::kBranch : GrammarKind::kOption});
        nodes_[branch].children = groups[g].nodes;
        if (choice)
          nodes_[parent].children.push_back(branch);
        else
          out.push_back(branch);
      }
      if (choice) out.push_back(parent);
    }
    return out;
  }

  // Behind the groups from g on of which every turn has exactly one; g + 1 if there are none such.
  template <typename Groups>
  static size_t disjunction_end(const Groups& groups, size_t g, size_t turns) {
    std::vector<Turn> having;
    for (size_t end = g; end < groups.size() && having.size() < turns; ++end) {
      std::vector<Turn> both;
      std::set_union(having.begin(), having.end(), groups[end].turns.begin(),
                     groups[end].turns.end(), std::back_inserter(both));
      if (both.size() < having.size() + groups[end].turns.size()) break;
      having = std::move(both);
      if (having.size() == turns) return end + 1;
    }
    return g + 1;
  }

  uint32_t add_unit(const Unit& unit) {
    if (unit.is_set()) {
      std::vector<Turn> turns;
      for (const auto& [turn, outer] : unit.in) turns.push_back(turn);
      std::sort(turns.begin(), turns.end());
      const uint32_t list = add({.kind = GrammarKind::kList});
      std::vector<uint32_t> children = add_units(unit.items, turns);
      nodes_[list].children = std::move(children);
      return list;
    }
    std::vector<PlacedNode> peers;
    for (const Occurrence& occurrence : unit.found) peers.push_back(occurrence.node);
    if (!is_text(peers[0])) {
      return std::all_of(peers.begin(), peers.end(),
                         [&](const PlacedNode& at) { return is_fixed(at); })
                 ? add_copy(peers[0])
                 : add_element(std::move(peers));
    }
    const bool fixed = std::all_of(peers.begin(), peers.end(), [&](const PlacedNode& at) {
      return first_text(at) == first_text(peers[0]);
    });
    if (!fixed) return add({.kind = GrammarKind::kField, .example = peers[0]});
    return add(node_expression(doc(peers[0]), peers[0]));
  }

  // A subtree as it is.
  uint32_t add_copy(const PlacedNode& root) {
    std::vector<std::pair<PlacedNode, uint32_t>> stack = {{root, UINT32_MAX}};  // And its parent.
    uint32_t first = UINT32_MAX;
    while (!stack.empty()) {
      const auto [at, parent] = stack.back();
      stack.pop_back();
      const uint32_t node = add(node_expression(doc(at), at));
      if (first == UINT32_MAX) first = node;
      if (parent != UINT32_MAX) nodes_[parent].children.push_back(node);
      const std::vector<dom::NodeId> children = views_[at.page]->children(at.node);
      for (size_t i = children.size(); i-- > 0;) stack.push_back({{at.page, children[i]}, node});
    }
    return first;
  }

  // Elements are added before their children are known, so a child is never before its parent;
  // groups may be.
  uint32_t express(Expressions& out) const {
    std::vector<uint32_t> made(nodes_.size(), UINT32_MAX);
    std::vector<std::pair<uint32_t, bool>> stack = {{0, false}};
    while (!stack.empty()) {
      const auto [n, ready] = stack.back();
      stack.pop_back();
      if (!ready) {
        stack.emplace_back(n, true);
        for (const uint32_t child : nodes_[n].children) stack.emplace_back(child, false);
        continue;
      }
      Expression node = nodes_[n].what;
      for (const uint32_t child : nodes_[n].children) node.children.push_back(made[child]);
      made[n] = out.add(std::move(node));
    }
    return made[0];
  }

  PageCounts texts_;  // Of all pages, by hash.
  const PageViews& views_;
  const NodeFlags& fixed_;
  PeerTest& test_;
  const MergeOptions options_;
  std::vector<PatternNode> nodes_;
  std::deque<std::pair<uint32_t, std::vector<PlacedNode>>> waiting_;  // Elements to be entered.
  Turn next_turn_ = 0;
  uint64_t steps_ = 0;
  bool cut_ = false;
};

}  // namespace

Result<MergedTree> merge_trees(const PageViews& views, const NodeFlags& fixed, PeerTest& test,
                               const MergeOptions& options) {
  return TreeMerger(views, fixed, test, options).run();
}

}  // namespace weft::templates
