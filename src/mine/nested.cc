// Nested lists. Within each record, children of one parent with the same tag and class form a list;
// lists with the same path from the record are one nested table. A row must hold something, and
// lists whose rows are single words of one line (breadcrumbs of a card) stay ordinary columns.
// Tested by columns_test.cc.

#include "mine/nested.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/hash.h"
#include "mine/columns.h"
#include "mine/leaves.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

struct List {
  uint32_t records_with_two = 0;
  std::vector<uint32_t> owner;
  std::vector<RecordSpan> rows;
};

bool is_inline(dom::Atom name) {
  return name == atoms::kB || name == atoms::kI || name == atoms::kEm || name == atoms::kStrong ||
         name == atoms::kBr || name == atoms::kImg || name == atoms::kSpan || name == atoms::kTd;
}

// Adds the lists of one record: path of the rows → rows.
void collect_lists(const PageIndex& page, RecordSpan record, uint32_t owner, uint32_t max_nodes,
                   std::map<uint64_t, List>& lists) {
  const dom::Document& doc = page.document();
  const bool single = doc.end(record.begin) == record.end;
  const NodeId root = single ? record.begin : doc.parent(record.begin);
  struct Key {
    uint64_t path, sibling;
  };
  std::unordered_map<uint64_t, std::pair<uint64_t, std::vector<NodeId>>>
      groups;  // sibling group → (path, nodes)
  const uint32_t end = std::min(index(record.end), index(record.begin) + max_nodes);
  for (uint32_t i = index(record.begin) + (single ? 1 : 0); i < end; ++i) {
    const NodeId n{i};
    if (!doc.is_element(n) || !page.is_content(n) || is_inline(doc.name(n)) ||
        doc.parent(n) == root)
      continue;
    const uint64_t kind = hash_combine(static_cast<uint64_t>(doc.name(n)), page.class_hash(n));
    auto& group = groups[hash_combine(index(doc.parent(n)), kind)];
    group.first = hash_combine(page.relative_class_path(root, doc.parent(n)), kind);
    group.second.push_back(n);
  }
  for (auto& [sibling, group] : groups) {
    List& list = lists[group.first];
    if (group.second.size() >= 2) ++list.records_with_two;
    for (const NodeId n : group.second) {
      list.owner.push_back(owner);
      list.rows.push_back(page.span(n));
    }
  }
}

bool contains_any(const List& outer, const List& inner) {
  size_t o = 0;
  for (const RecordSpan row : inner.rows) {
    while (o < outer.rows.size() && index(outer.rows[o].end) <= index(row.begin)) ++o;
    if (o < outer.rows.size() && index(outer.rows[o].begin) < index(row.begin)) return true;
  }
  return false;
}

void sort_rows(List& list) {
  std::vector<size_t> order(list.rows.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return index(list.rows[a].begin) < index(list.rows[b].begin);
  });
  List sorted{list.records_with_two, {}, {}};
  for (const size_t i : order) {
    sorted.owner.push_back(list.owner[i]);
    sorted.rows.push_back(list.rows[i]);
  }
  list = std::move(sorted);
}

std::string list_name(const PageIndex& page, const List& list) {
  const NodeId parent = page.document().parent(list.rows.front().begin);
  const auto classes = page.document().attribute(parent, atoms::kClass);
  const std::string_view name =
      classes ? PageIndex::meaningful_class(*classes) : std::string_view();
  return name.empty() ? "items" : std::string(name);
}

}  // namespace

std::vector<NestedTable> find_nested(const PageIndex& page, const std::vector<RecordSpan>& records,
                                     const NestedOptions& options) {
  std::map<uint64_t, List> lists;
  for (uint32_t r = 0; r < records.size(); ++r) {
    collect_lists(page, records[r], r, options.max_nodes_per_record, lists);
  }
  std::vector<List> kept;
  for (auto& [path, list] : lists) {
    if (list.records_with_two < 2) continue;
    sort_rows(list);
    kept.push_back(std::move(list));
  }
  std::sort(kept.begin(), kept.end(), [](const List& a, const List& b) {
    return index(a.rows[0].begin) < index(b.rows[0].begin);
  });
  std::vector<NestedTable> tables;
  for (const List& list : kept) {
    const bool inner = std::any_of(kept.begin(), kept.end(), [&](const List& outer) {
      return &outer != &list && contains_any(outer, list);
    });
    if (inner || tables.size() >= options.max_tables) continue;
    NestedTable table{list_name(page, list), list.owner, list.rows, build_columns(page, list.rows)};
    if (!table.columns.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace weft::mine
