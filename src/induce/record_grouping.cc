// Learning a grouping. Tested by learner_test.cc.
//   1. A record begins with an attribute that every labelled record has exactly once; of several
//      the one that comes first. What stands before it in most records belongs to the next one.
//   2. Where the records of a page overlap each record must keep to one column: a child of the rows
//      that its values stand in.
//   3. The grouping is tried on the labels, and holds only if it gives the labelled records.

#include "induce/record_grouping.h"

#include <algorithm>
#include <map>
#include <set>

namespace weft::induce {
namespace {

using dom::Document;
using dom::NodeId;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The place of the cell around a node among the children of its row; -1: there is no cell.
int column_of(const Document& doc, NodeId n, dom::Atom cell) {
  while (n != dom::kRoot && doc.name(n) != cell) n = doc.parent(n);
  if (n == dom::kRoot) return -1;
  int column = 0;
  for (const NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) break;
    column += doc.is_element(sibling) ? 1 : 0;
  }
  return column;
}

// record -> attribute -> places in LabelledPage::values
using Records = std::map<int, std::map<std::string, std::vector<size_t>>>;

Records records_of(const LabelledPage& page) {
  Records records;
  for (size_t v = 0; v < page.values.size(); ++v)
    records[page.records[v]][page.values[v].attribute].push_back(v);
  return records;
}

// Step 1. Where attributes stand among those of their record, over all labelled records.
class Orders {
 public:
  explicit Orders(const std::vector<LabelledPage>& pages) {
    for (const LabelledPage& page : pages) {
      for (const auto& [record, attributes] : records_of(page)) all_.push_back(attributes);
    }
  }

  // Empty: no attribute is in every record once.
  [[nodiscard]] std::string start() const {
    std::string best;
    double least = 0;
    for (const auto& entry : all_.front()) {
      const std::string& name = entry.first;
      double rank = 0;
      const bool once = std::all_of(all_.begin(), all_.end(), [&](const auto& record) {
        const auto it = record.find(name);
        if (it == record.end() || it->second.size() != 1) return false;
        for (const auto& [other, at] : record) rank += at.front() < it->second.front() ? 1 : 0;
        return true;
      });
      if (once && (best.empty() || rank < least)) best = name, least = rank;
    }
    return best;
  }

  [[nodiscard]] std::vector<std::string> before(const std::string& start) const {
    std::map<std::string, int> votes;
    for (const auto& record : all_) {
      for (const auto& [name, places] : record)
        votes[name] += places.front() < record.at(start).front() ? 1 : -1;
    }
    std::vector<std::string> names;
    for (const auto& [name, vote] : votes) {
      if (vote > 0) names.push_back(name);
    }
    return names;
  }

  [[nodiscard]] std::vector<std::string> lists() const {
    std::set<std::string> names;
    for (const auto& record : all_) {
      for (const auto& [name, places] : record) {
        if (places.size() > 1) names.insert(name);
      }
    }
    return {names.begin(), names.end()};
  }

 private:
  std::vector<std::map<std::string, std::vector<size_t>>> all_;
};

// True if a value of one record stands between two of another.
bool overlap(const LabelledPage& page) {
  std::set<int> closed;
  for (size_t v = 1; v < page.records.size(); ++v) {
    if (page.records[v] == page.records[v - 1]) continue;
    closed.insert(page.records[v - 1]);
    if (closed.contains(page.records[v])) return true;
  }
  return false;
}

// Step 2: the element two steps below the one around all values of a record; none: empty.
std::string cell_of(const LabelledPage& page) {
  const Document& doc = *page.document;
  for (const auto& [record, attributes] : records_of(page)) {
    NodeId cell = page.values[attributes.begin()->second.front()].node;
    NodeId around = cell;
    for (const auto& [name, places] : attributes) {
      for (const size_t v : places)
        around = doc.lowest_common_ancestor(around, page.values[v].node);
    }
    if (doc.depth(cell) < doc.depth(around) + 2) continue;
    while (doc.depth(cell) > doc.depth(around) + 2) cell = doc.parent(cell);
    return std::string(doc.name_text(cell));
  }
  return {};
}

// Step 3: the same values together.
bool gives_labels(const LabelledPage& page, const RecordGrouping& grouping) {
  const std::vector<int> found = group_values(*page.document, page.values, grouping);
  std::map<int, int> label_of, found_of;
  for (size_t v = 0; v < found.size(); ++v) {
    if (found[v] < 0) return false;
    if (label_of.try_emplace(found[v], page.records[v]).first->second != page.records[v] ||
        found_of.try_emplace(page.records[v], found[v]).first->second != found[v])
      return false;
  }
  return true;
}

}  // namespace

std::vector<int> group_values(const Document& doc, const std::vector<PlacedNode>& values,
                              const RecordGrouping& grouping) {
  const dom::Atom cell = grouping.cell.empty() ? dom::kNoAtom : dom::atom_of(grouping.cell);
  const auto column = [&](NodeId n) { return grouping.cell.empty() ? 0 : column_of(doc, n, cell); };
  std::map<int, std::vector<std::pair<NodeId, int>>> starts;  // column -> where each record begins
  int records = 0;
  for (const PlacedNode& value : values) {
    if (value.attribute == grouping.start)
      starts[column(value.node)].emplace_back(value.node, records++);
  }
  std::vector<int> out;
  for (const PlacedNode& value : values) {
    const auto& in_column = starts[column(value.node)];
    auto it = std::upper_bound(
        in_column.begin(), in_column.end(), value.node,
        [](NodeId n, const std::pair<NodeId, int>& start) { return n < start.first; });
    if (!contains(grouping.before, value.attribute))
      it = it == in_column.begin() ? in_column.end() : it - 1;
    out.push_back(it == in_column.end() ? -1 : it->second);
  }
  return out;
}

std::optional<RecordGrouping> learn_grouping(const std::vector<LabelledPage>& pages) {
  if (pages.empty() || pages.front().values.empty()) return std::nullopt;
  const Orders orders(pages);
  RecordGrouping grouping;
  grouping.start = orders.start();
  if (grouping.start.empty()) return std::nullopt;
  grouping.before = orders.before(grouping.start);
  grouping.lists = orders.lists();
  for (const LabelledPage& page : pages) {
    if (grouping.cell.empty() && overlap(page)) grouping.cell = cell_of(page);
  }
  const bool good = std::all_of(pages.begin(), pages.end(), [&](const LabelledPage& page) {
    return gives_labels(page, grouping);
  });
  return good ? std::optional(grouping) : std::nullopt;
}

}  // namespace weft::induce
