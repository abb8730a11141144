// Nested lists. Within each record, children of one parent with the same tag and class form a list;
// lists with the same path from the record are one nested table. A row must hold something, and
// lists whose rows are single words of one line (breadcrumbs of a card) stay ordinary columns.
// Tested by mine_test.cc.

#include <algorithm>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "mine/columns.h"

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

bool is_inline_part(dom::Atom name) {
  return name == atoms::kB || name == atoms::kI || name == atoms::kEm || name == atoms::kStrong ||
         name == atoms::kBr || name == atoms::kImg || name == atoms::kSpan || name == atoms::kTd;
}

// The lists of all records, by the path of their rows.
class ListCollector {
 public:
  explicit ListCollector(const PageIndex& page) : page_(page), doc_(page.document()) {}

  // REQUIRES: records come in document order.
  void add_record(RecordSpan record, uint32_t owner, uint32_t max_nodes) {
    const bool single = doc_.end(record.begin) == record.end;
    const NodeId root = single ? record.begin : doc_.parent(record.begin);
    const NodeId end{std::min(index(record.end), index(record.begin) + max_nodes)};
    siblings_.clear();
    sibling_count_.clear();
    for (const PageIndex::Place place : page_.places({record.begin, end})) {
      const NodeId n = place.node;
      const NodeId parent = doc_.parent(n);
      if (n == root || parent == root || is_inline_part(doc_.name(n))) continue;
      List& list =
          list_at(hash_combine(page_.relative_class_path(root, parent), page_.signature(n)));
      list.owner.push_back(owner);
      list.rows.push_back(page_.span(n));
      if (count_sibling(uint64_t{index(parent)} << 32 | page_.signature(n)) == 2)
        ++list.records_with_two;
    }
  }

  std::vector<List> take() { return std::move(lists_); }

 private:
  List& list_at(uint64_t path) {
    const uint32_t number = paths_.number(path);
    if (number == lists_.size()) lists_.emplace_back();
    return lists_[number];
  }
  uint32_t count_sibling(uint64_t key) {
    const uint32_t number = siblings_.number(key);
    if (number == sibling_count_.size()) sibling_count_.push_back(0);
    return ++sibling_count_[number];
  }

  const PageIndex& page_;
  const dom::Document& doc_;
  KeyNumbers paths_;
  std::vector<List> lists_;              // By number of the path.
  KeyNumbers siblings_;                  // Of the record at hand: parent and signature,
  std::vector<uint32_t> sibling_count_;  // and how many elements have them.
};

bool contains_any(const List& outer, const List& inner) {
  size_t o = 0;
  for (const RecordSpan row : inner.rows) {
    while (o < outer.rows.size() && index(outer.rows[o].end) <= index(row.begin)) ++o;
    if (o < outer.rows.size() && index(outer.rows[o].begin) < index(row.begin)) return true;
  }
  return false;
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
  ListCollector collector(page);
  for (uint32_t r = 0; r < records.size(); ++r) {
    collector.add_record(records[r], r, options.max_nodes_per_record);
  }
  std::vector<List> kept = collector.take();
  std::erase_if(kept, [](const List& list) { return list.records_with_two < 2; });
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
