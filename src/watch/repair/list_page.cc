#include "watch/repair/list_page.h"

#include <algorithm>

namespace weft::watch {
namespace {

using dom::NodeId;
using model::Occurrence;

// Which way from a record's key its value is.
struct Way {
  bool crossed = false;
  bool before = false;
};

Way way_to(const ListPage& list, const std::string& attribute) {
  return {list.crossed, list.before.contains(attribute)};
}

// The place of a node's cell in its row, `table` being around the rows; -1 for a node that is in no
// cell.
int column_in(const dom::Document& doc, NodeId table, NodeId n) {
  if (doc.depth(n) < doc.depth(table) + 2) return -1;
  while (doc.depth(n) > doc.depth(table) + 2) n = doc.parent(n);
  int column = 0;
  for (const NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) break;
    column += doc.is_element(sibling) ? 1 : 0;
  }
  return column;
}

// The smallest part of the page that holds the record's key and one of a value's occurrences.
NodeId part_with_key(const ListPage& list, const FoundRecord& record, const Recalled& value) {
  const dom::Document& doc = list.page->document;
  NodeId common = dom::kNoNode;
  for (const Occurrence& occurrence : value.occurrences) {
    const NodeId shared = doc.lowest_common_ancestor(occurrence.node, record.key);
    if (common == dom::kNoNode || doc.depth(shared) > doc.depth(common)) common = shared;
  }
  return common;
}

// Whether it holds another record's key, too.
bool is_crowded(const ListPage& list, const FoundRecord& record, NodeId part) {
  return part != dom::kNoNode &&
         std::any_of(list.records.begin(), list.records.end(), [&](const FoundRecord& other) {
           return other.key != record.key && list.page->document.contains(part, other.key);
         });
}

// Whether a node stands behind (or before) the record's key, and no other key between them: on the
// page, or in the column.
bool stands_at(const ListPage& list, const FoundRecord& record, NodeId node, Way way) {
  if (node != record.key && way.before != (node < record.key)) return false;
  const dom::Document& doc = list.page->document;
  const NodeId table = doc.lowest_common_ancestor(record.key, node);
  const auto column = [&](NodeId n) {
    return way.crossed && doc.contains(table, n) ? column_in(doc, table, n) : -1;
  };
  if (column(node) != column(record.key)) return false;
  const NodeId first = std::min(node, record.key);
  const NodeId last = std::max(node, record.key);
  return std::none_of(list.records.begin(), list.records.end(), [&](const FoundRecord& other) {
    return other.key != record.key && first <= other.key && other.key <= last &&
           column(other.key) == column(node);
  });
}

bool stands_at(const ListPage& list, const FoundRecord& record, const Recalled& value, Way way) {
  return std::any_of(
      value.occurrences.begin(), value.occurrences.end(),
      [&](const Occurrence& occurrence) { return stands_at(list, record, occurrence.node, way); });
}

// Of records without elements of their own: whether their values stand in the column of their key
// or between it and the next, and which of them before it. Most values decide.
void learn_ways(const std::string& key, bool also_before, ListPage& list) {
  struct Counts {
    size_t of[2][2] = {{0, 0}, {0, 0}};  // crossed, before
    [[nodiscard]] size_t best(bool crossed) const {
      return std::max(of[crossed][false], of[crossed][true]);
    }
  };
  std::map<std::string, Counts> counts;
  for (const FoundRecord& record : list.records) {
    for (const auto& [name, values] : record.values) {
      const Recalled& value = values.front();
      if (name == key || !is_crowded(list, record, part_with_key(list, record, value))) continue;
      for (const bool crossed : {false, true}) {
        for (const bool before : {false, also_before})
          counts[name].of[crossed][before] +=
              stands_at(list, record, value, {crossed, before}) ? 1 : 0;
      }
    }
  }
  size_t in_columns = 0, in_a_row = 0;
  for (const auto& [name, count] : counts)
    in_columns += count.best(true), in_a_row += count.best(false);
  list.crossed = in_columns > in_a_row;
  for (const auto& [name, count] : counts) {
    if (count.of[list.crossed][true] > count.of[list.crossed][false]) list.before.insert(name);
  }
}

// Of a value's occurrences those in the smallest part of the page with the record's key. If that
// part holds another record's key too, those that stand this way from the key.
void keep_nearest(const ListPage& list, const FoundRecord& record, Way way, Recalled& value) {
  const NodeId common = part_with_key(list, record, value);
  const bool crowded = is_crowded(list, record, common);
  std::erase_if(value.occurrences, [&](const Occurrence& occurrence) {
    return crowded ? !stands_at(list, record, occurrence.node, way)
                   : !list.page->document.contains(common, occurrence.node);
  });
}

}  // namespace

void keep_own_values(const std::string& key, bool also_before, ListPage& list) {
  learn_ways(key, also_before, list);
  for (FoundRecord& record : list.records) {
    for (auto& [name, values] : record.values) {
      if (name == key) continue;
      for (Recalled& one : values) keep_nearest(list, record, way_to(list, name), one);
    }
    std::erase_if(record.values, [](const auto& entry) { return found_share(entry.second) < 1; });
  }
}

FoundRecord* record_around(ListPage& list, const std::string& attribute, const Recalled& value) {
  const auto alone =
      std::find_if(list.records.begin(), list.records.end(), [&](const FoundRecord& record) {
        return !is_crowded(list, record, part_with_key(list, record, value));
      });
  if (alone != list.records.end()) return &*alone;
  const auto near =
      std::find_if(list.records.begin(), list.records.end(), [&](const FoundRecord& record) {
        return stands_at(list, record, value, way_to(list, attribute));
      });
  return near == list.records.end() ? nullptr : &*near;
}

}  // namespace weft::watch
