// NET ([Liu], The NET algorithm, Fig. 31; docs/papers/liu-ch9.md, N1-N13).
//
//   TraverseAndMatch  N1-N6: children first, then Match(node), for nodes of depth 3 and more
//   Match             N1-N11: each child in turn is matched with the later ones; matched ones share
//                     a symbol and are aligned to one node template (GenNodeTemplate, by partial
//                     tree alignment)
//                     N12, N13: the symbols of consecutive aligned children give the record pattern
//   PutDataInTables   data items that were aligned share a column; rows as in record_pattern.h
//
// What the level above sees of a node is its view: its own symbol over one template per symbol of
// its children.
//
// DEVIATION: the post-order walk is a loop from the last node to the first, which meets children
// before parents. Tested by net_test.cc.

#include "mine/net/net.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "align/partial_tree_alignment.h"
#include "align/simple_tree_matching.h"
#include "base/strings.h"
#include "dom/text.h"
#include "mine/columns.h"
#include "mine/method.h"

namespace weft::mine {
namespace {

using align::Tree;
using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr uint32_t kLeastNetDepth = 3;  // [Liu], NET line 1: trees less deep hold no list.

// What nobody reads, and the head: its elements would be matched like a list.
bool is_left_out_of_net(const Document& doc, NodeId n) {
  return dom::is_unread(doc.name(n)) || doc.name(n) == atoms::kHead;
}

// Which data items stand for the same field: classes of a union-find.
class Links {
 public:
  explicit Links(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  uint32_t find(uint32_t n) {
    while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
    return n;
  }
  void join(uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<uint32_t> parent_;
};

class Net {
 public:
  Net(const Document& doc, const NetOptions& options)
      : doc_(doc),
        options_(options),
        links_(doc.size()),
        views_(doc.size()),
        too_large_(doc.size(), false),
        depth_(doc.size(), 0) {}

  NetResult run() {
    for (uint32_t i = doc_.size(); i-- > 1;) visit(NodeId{i});
    NetResult result;
    std::map<uint32_t, uint32_t> taken;  // Records of accepted lists: begin → end.
    for (auto& [node, list] : lists_) {
      // Top level only: a list inside a record of another is part of that record.
      const auto after = taken.upper_bound(index(list.node));
      if (after != taken.begin() && index(list.node) < std::prev(after)->second) continue;
      for (const RecordSpan record : list.records)
        taken.emplace(index(record.begin), index(record.end));
      result.tables.push_back(table_of(list));
      result.lists.push_back(list);
    }
    return result;
  }
  [[nodiscard]] bool exhausted() const { return steps_ > options_.max_steps; }

 private:
  void visit(NodeId n) {
    Tree& view = views_[index(n)];
    if (doc_.is_text(n)) {
      if (!trim(doc_.text(n)).empty()) {
        view.append(align::kTextSymbol, 0, n);
        view.close_ends();
        depth_[index(n)] = 1;
      }
      return;
    }
    if (!doc_.is_element(n) || is_left_out_of_net(doc_, n)) return;
    std::vector<NodeId> children;
    for (const NodeId c : doc_.children(n)) {
      if (views_[index(c)].size() == 0) continue;
      children.push_back(c);
      depth_[index(n)] = std::max(depth_[index(n)], depth_[index(c)] + 1);
    }
    std::vector<Tree> templates;
    if (depth_[index(n)] >= kLeastNetDepth && children.size() > 1) {
      templates = match(n, children);
    } else {
      for (const NodeId c : children) templates.push_back(std::move(views_[index(c)]));
    }
    set_view(n, templates);
    depth_[index(n)] = std::max<uint32_t>(depth_[index(n)], 1);
    for (const NodeId c : children) views_[index(c)] = Tree();
  }

  // OPTIMIZATION: nothing is matched with a view of more than max_view_nodes, so of such a one only
  // the root is kept. Otherwise a chain of nodes would be copied from level to level.
  void set_view(NodeId n, const std::vector<Tree>& templates) {
    Tree& view = views_[index(n)];
    uint64_t size = 1;
    for (const Tree& t : templates) {
      size += t.size() > 0 && too_large_[index(t.origin[0])] ? options_.max_view_nodes : t.size();
    }
    too_large_[index(n)] = size > options_.max_view_nodes;
    view.append(static_cast<align::Symbol>(doc_.name(n)), 0, n);
    for (const Tree& t : templates) {
      if (too_large_[index(n)]) break;
      for (uint32_t i = 0; i < t.size(); ++i) view.append(t.label[i], t.depth[i] + 1, t.origin[i]);
    }
    view.close_ends();
  }

  // Match(Node, τ): one template per symbol, in the order of first occurrence.
  std::vector<Tree> match(NodeId n, const std::vector<NodeId>& children) {
    std::vector<uint32_t> symbols(children.size(), UINT32_MAX);
    std::vector<Tree> templates;
    for (size_t first = 0; first < children.size(); ++first) {
      if (symbols[first] != UINT32_MAX) continue;
      const auto symbol = static_cast<uint32_t>(templates.size());
      std::vector<size_t> group = {first};
      for (size_t other = first + 1; other < children.size(); ++other) {
        if (symbols[other] == UINT32_MAX && matches(children[first], children[other]))
          group.push_back(other);
      }
      for (const size_t member : group) symbols[member] = symbol;
      templates.push_back(generate_template(children, group));
    }
    find_lists(n, children, symbols);
    return templates;
  }

  // N12: runs of consecutive children that are all aligned, each with another of its run; what stands
  // alone among them ends a run.
  void find_lists(NodeId n, const std::vector<NodeId>& children,
                  const std::vector<uint32_t>& symbols) {
    std::vector<std::pair<size_t, size_t>> waiting = {{0, children.size()}};
    while (!waiting.empty()) {
      const auto [begin, end] = waiting.back();
      waiting.pop_back();
      if (end - begin < 2) continue;
      std::unordered_map<uint32_t, uint32_t> counts;
      for (size_t i = begin; i < end; ++i) ++counts[symbols[i]];
      size_t from = begin;
      bool whole = true;
      for (size_t i = begin; i <= end; ++i) {
        if (i < end && counts[symbols[i]] > 1) continue;
        if (i < end) whole = false;
        if (!whole && i > from) waiting.emplace_back(from, i);
        from = i + 1;
      }
      if (!whole) continue;
      add_list(
          n,
          {children.begin() + static_cast<long>(begin), children.begin() + static_cast<long>(end)},
          {symbols.begin() + static_cast<long>(begin), symbols.begin() + static_cast<long>(end)});
    }
  }

  bool matches(NodeId a, NodeId b) {
    const Tree& x = views_[index(a)];
    const Tree& y = views_[index(b)];
    if (x.label[0] != y.label[0] || exhausted()) return false;
    if (too_large_[index(a)] || too_large_[index(b)]) return false;
    const double mean = (x.size() + y.size()) / 2.0;
    if (std::min(x.size(), y.size()) <= options_.threshold * mean && mean > 1) return false;
    steps_ += uint64_t{x.size()} * y.size();
    const auto score = matcher_.score(x, y);
    return score.ok() && *score > options_.threshold * mean;
  }

  // GenNodeTemplate: the final seed; aligned nodes are linked.
  Tree generate_template(const std::vector<NodeId>& children, const std::vector<size_t>& group) {
    if (group.size() == 1) return views_[index(children[group[0]])];
    std::vector<Tree> trees;
    for (const size_t member : group) trees.push_back(views_[index(children[member])]);
    const auto alignment = align::partial_tree_alignment(
        trees, {.max_cells = 4 * 1024 * 1024, .max_steps = options_.max_steps / 10});
    if (!alignment.ok()) return trees.front();
    for (size_t t = 0; t < trees.size(); ++t) {
      steps_ += uint64_t{alignment->seed.size()} * trees[t].size();
      for (uint32_t i = 0; i < trees[t].size(); ++i) {
        const uint32_t s = alignment->node[t][i];
        if (s != align::kUnaligned)
          links_.join(index(trees[t].origin[i]), index(alignment->seed.origin[s]));
      }
    }
    return alignment->seed;
  }

  // GenRecordPattern and the outermost repetitions.
  void add_list(NodeId n, const std::vector<NodeId>& children,
                const std::vector<uint32_t>& symbols) {
    NetList list{n, children, symbols, generate_record_pattern(symbols), {}};
    uint32_t outer = UINT32_MAX;  // Where the outermost loop begins.
    uint32_t outer_end = 0;
    for (const RecordPattern::Loop& loop : list.pattern.loops) {
      if (outer == UINT32_MAX || loop.begin < outer) {
        outer = loop.begin;
        outer_end = loop.end;
      }
    }
    std::unordered_map<uint32_t, uint32_t> position;
    for (uint32_t p = 0; p < list.pattern.symbols.size(); ++p)
      position[list.pattern.symbols[p]] = p;
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < children.size(); ++i) {
      const uint32_t p = position[symbols[i]];
      if (p < outer || p >= outer_end) continue;
      const bool begins = p == outer || last == UINT32_MAX;
      if (begins) {
        list.records.push_back({children[i], doc_.end(children[i])});
      } else {
        list.records.back().end = doc_.end(children[i]);
      }
      last = p;
    }
    if (list.records.size() >= 2)
      lists_.emplace(std::pair(index(n), index(list.children[0])), std::move(list));
  }

  // PutDataInTables: one row per innermost repetition; columns are classes of linked items.
  NetTable table_of(const NetList& list) {
    std::map<uint32_t, uint32_t>
        columns;  // Class of items → column, in the order of first members.
    std::vector<NodeId> items;
    for (const NodeId c : list.children) {
      for (const NodeId i : doc_.subtree(c)) {
        const bool text = doc_.is_text(i) && !trim(doc_.text(i)).empty() &&
                          !is_left_out_of_net(doc_, doc_.parent(i));
        if (text || doc_.name(i) == atoms::kImg) items.push_back(i);
      }
    }
    for (const NodeId i : items) columns.emplace(links_.find(index(i)), 0);
    uint32_t count = 0;
    for (auto& [link, column] : columns) column = count++;
    NetTable table;
    std::vector<NodeId> row(count, dom::kNoNode);
    size_t record = 0;
    bool filled = false;
    const auto end_row = [&] {
      if (filled) table.rows.push_back(row);
      filled = false;
    };
    for (const NodeId i : items) {
      const uint32_t column = columns[links_.find(index(i))];
      while (record < list.records.size() && index(i) >= index(list.records[record].end)) {
        end_row();
        std::fill(row.begin(), row.end(), dom::kNoNode);
        ++record;
      }
      if (record == list.records.size() || index(i) < index(list.records[record].begin)) continue;
      if (row[column] != dom::kNoNode) {
        // The column comes again: a new inner row; what stands in front of it is repeated.
        end_row();
        std::fill(row.begin() + column, row.end(), dom::kNoNode);
      }
      row[column] = i;
      filled = true;
    }
    end_row();
    return table;
  }

  const Document& doc_;
  NetOptions options_;
  Links links_;
  std::vector<Tree> views_;      // Of nodes whose parent is still to come.
  std::vector<bool> too_large_;  // More than max_view_nodes; the view is its root alone.
  std::vector<uint32_t> depth_;
  align::TreeMatcher matcher_;
  uint64_t steps_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, NetList> lists_;  // By node and first child.
};

// PutDataInTables for a region: columns that say one thing a record are the region's own. The others
// have a row for each repetition within a record: a nested table if `nested`, else the first of them.
class NetColumns {
 public:
  NetColumns(const PageIndex& page, const NetTable& table, Region& region)
      : page_(page), doc_(page.document()), table_(table), region_(region) {
    size_t record = 0;
    for (const auto& row : table.rows) {
      const auto item =
          std::find_if(row.rbegin(), row.rend(), [](NodeId n) { return n != dom::kNoNode; });
      while (record + 1 < region.records.size() &&
             index(*item) >= index(region.records[record].end))
        ++record;
      owner_.push_back(static_cast<uint32_t>(record));
    }
  }

  void fill(bool nested) {
    if (table_.rows.empty()) return;
    NestedTable inner{.name = "rows", .owner = owner_};
    for (size_t c = 0; c < table_.rows[0].size(); ++c) {
      if (nested && repeats(c))
        inner.columns.push_back(column_of(c, table_.rows.size(), [](size_t row) { return row; }));
      else
        region_.columns.push_back(
            column_of(c, region_.records.size(), [&](size_t row) { return size_t{owner_[row]}; }));
    }
    name_columns(page_, region_.records, region_.columns);
    if (inner.columns.empty()) return;
    for (const auto& row : table_.rows) inner.rows.push_back(span_of_row(row));
    name_columns(page_, inner.rows, inner.columns);
    region_.nested.push_back(std::move(inner));
  }

 private:
  // Whether a record has several items in the column.
  [[nodiscard]] bool repeats(size_t c) const {
    for (size_t r = 1; r < table_.rows.size(); ++r) {
      const NodeId before = table_.rows[r - 1][c];
      const NodeId now = table_.rows[r][c];
      if (owner_[r] == owner_[r - 1] && now != before) return true;
    }
    return false;
  }

  // Cells by `place` of their row; of several rows with one place the first that has an item.
  template <typename Place>
  [[nodiscard]] Column column_of(size_t c, size_t cells, const Place& place) const {
    Column column;
    column.cells.resize(cells);
    for (size_t r = 0; r < table_.rows.size(); ++r) {
      if (table_.rows[r][c] == dom::kNoNode) continue;
      Cell cell = item_cell(doc_, table_.rows[r][c]);
      if (column.path.empty()) {
        const NodeId element = doc_.is_element(cell.node) ? cell.node : doc_.parent(cell.node);
        column.path = leaf_path(page_, region_.records[owner_[r]], element, cell.attribute);
      }
      if (column.cells[place(r)].node == dom::kNoNode) column.cells[place(r)] = std::move(cell);
    }
    return column;
  }

  // Around the items of a row that repeat.
  [[nodiscard]] RecordSpan span_of_row(const std::vector<NodeId>& row) const {
    NodeId first = dom::kNoNode;
    NodeId last = dom::kNoNode;
    for (size_t c = 0; c < row.size(); ++c) {
      if (row[c] == dom::kNoNode || !repeats(c)) continue;
      first = first == dom::kNoNode ? row[c] : std::min(first, row[c]);
      last = last == dom::kNoNode ? row[c] : std::max(last, row[c]);
    }
    return first == dom::kNoNode ? RecordSpan{} : span_around(doc_, first, last);
  }

  const PageIndex& page_;
  const Document& doc_;
  const NetTable& table_;
  Region& region_;
  std::vector<uint32_t> owner_;  // By row: the record it is of.
};

}  // namespace

NetResult find_nested_records(const Document& doc, const NetOptions& options,
                              Diagnostics* diagnostics) {
  Net net(doc, options);
  NetResult result = net.run();
  if (net.exhausted() && diagnostics != nullptr) {
    diagnostics->push_back(
        {DiagnosticKind::kLimit, 0, "net: matched nodes until its budget was spent"});
  }
  return result;
}

std::vector<Region> mine_net(const PageIndex& page, const MineOptions& options,
                             Diagnostics* diagnostics) {
  const NetResult found = find_nested_records(page.document(), {}, diagnostics);
  std::vector<Region> regions;
  for (size_t i = 0; i < found.lists.size(); ++i) {
    Region region;
    region.records = found.lists[i].records;
    region.found_by = "net";
    if (options.columns) NetColumns(page, found.tables[i], region).fill(options.nested);
    regions.push_back(std::move(region));
  }
  rank_by_words(page, options, regions);
  return regions;
}

}  // namespace weft::mine
