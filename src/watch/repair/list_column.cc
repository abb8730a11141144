#include "watch/repair/list_column.h"

#include <algorithm>
#include <map>
#include <set>

#include "dom/path.h"
#include "dom/text.h"
#include "watch/repair/parameters.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

using dom::NodeId;
using model::Occurrence;

constexpr ColumnParameters kColumn;

// The path without the indices of its steps, the last `kept` aside. `kept` is part of the key.
std::string column_key(const std::string& path, size_t kept) {
  size_t steps = 0, from = path.size();
  while (from > 0 && steps < kept) {
    from = path.rfind('/', from - 1);
    if (from == std::string::npos) from = 0;
    ++steps;
  }
  std::string key = std::to_string(kept);
  bool index = false;
  for (size_t i = 0; i < path.size(); ++i) {
    index |= path[i] == '[';
    if (!index || i >= from) key += path[i];
    index &= path[i] != ']';
  }
  return key;
}

// The path without indices, and the classes of the last two elements; empty where they have none.
std::string class_key(const dom::Document& doc, NodeId n, const std::string& path) {
  const NodeId inner = doc.is_element(n) ? n : doc.parent(n);
  std::string classes;
  for (const NodeId element : {inner, doc.parent(inner)}) {
    if (element == dom::kNoNode) break;
    classes += '.';
    classes += doc.attribute(element, dom::atoms::kClass).value_or("");
  }
  return classes == ".." ? "" : "class" + column_key(path, 0) + classes;
}

// The columns that a node may stand in.
std::vector<std::string> keys_at(const dom::Document& doc, NodeId n) {
  std::vector<std::string> keys;
  const std::string path = dom::indexed_path(doc, n);
  for (size_t kept = 0; kept <= kColumn.max_kept; ++kept) keys.push_back(column_key(path, kept));
  if (std::string key = class_key(doc, n, path); !key.empty()) keys.push_back(std::move(key));
  return keys;
}

bool is_whole_node(const Occurrence& occurrence) {
  return !occurrence.span && occurrence.attribute.empty();
}

// Step 1. Key → how many of the known values have a place there.
std::map<std::string, size_t> keys_of(const ListOnPage& list) {
  std::map<std::string, size_t> values;
  for (const FoundValue& known : list.known) {
    std::set<std::string> own;
    for (const Occurrence& occurrence : known.occurrences) {
      if (!is_whole_node(occurrence)) continue;
      for (std::string& key : keys_at(list.page->document(), occurrence.node))
        own.insert(std::move(key));
    }
    for (const std::string& key : own) ++values[key];
  }
  return values;
}

size_t located(const ListOnPage& list) {
  return static_cast<size_t>(
      std::count_if(list.known.begin(), list.known.end(),
                    [](const FoundValue& known) { return !known.occurrences.empty(); }));
}

// Nodes with words, by those keys that are asked for.
using Columns = std::map<std::string, std::vector<NodeId>>;

Columns columns_of(const ValueSearch& page, const std::set<std::string>& asked) {
  Columns columns;
  const dom::Document& doc = page.document();
  if (doc.size() > kColumn.max_nodes) return columns;
  for (const NodeId n : doc.nodes()) {
    if (page.word_count(n) == 0 || !(doc.is_text(n) || doc.is_element(n))) continue;
    for (std::string& key : keys_at(doc, n)) {
      if (asked.contains(key)) columns[std::move(key)].push_back(n);
    }
  }
  return columns;
}

// Step 2. Empty if no key will do; of equally good ones the first, which keeps fewest indices.
std::string choose_key(const std::vector<ListOnPage>& lists, std::vector<Columns>& columns) {
  std::map<std::string, size_t> votes;
  size_t pages = 0;
  for (const ListOnPage& list : lists) {
    columns.emplace_back();
    const size_t known = located(list);
    if (known == 0) continue;
    ++pages;
    std::set<std::string> good;
    for (const auto& [key, values] : keys_of(list)) {
      if (reaches(values, kColumn.least_known, known)) good.insert(key);
    }
    columns.back() = columns_of(*list.page, good);
    for (const auto& [key, nodes] : columns.back()) {
      if (static_cast<double>(nodes.size()) <=
          kColumn.most_others * static_cast<double>(list.known.size()))
        ++votes[key];
    }
  }
  const auto best = std::max_element(
      votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (best == votes.end() || !reaches(best->second, kColumn.least_pages, pages)) return "";
  return best->first;
}

// Step 3.
void fill(const std::vector<NodeId>& column, ListOnPage& list) {
  const auto stands_in = [&](const Occurrence& occurrence) {
    return is_whole_node(occurrence) &&
           std::binary_search(column.begin(), column.end(), occurrence.node);
  };
  std::set<NodeId> used;
  for (FoundValue& known : list.known) {
    std::erase_if(known.occurrences, [&](const Occurrence& one) { return !stands_in(one); });
    for (const Occurrence& one : known.occurrences) used.insert(one.node);
  }
  for (const NodeId n : column) {
    if (used.contains(n)) continue;
    std::string text = dom::normalized_text(list.page->document(), n);
    list.others.push_back({text, text, {{n, {}, {}}}, true});
  }
}

}  // namespace

bool complete_lists(std::vector<ListOnPage>& lists) {
  std::vector<Columns> columns;
  const std::string key = choose_key(lists, columns);
  if (key.empty()) return false;
  for (size_t i = 0; i < lists.size(); ++i) fill(columns[i][key], lists[i]);
  return true;
}

}  // namespace weft::watch
