// Learning a grouping. Tested by learner_test.cc.
//   1. A record begins with an attribute that every labelled record has exactly once; of several
//      the one that comes first. What stands before it in most records belongs to the next one.
//   2. Records follow one another, or each keeps to one column: a child of the rows that its values
//      stand in. Whatever gives more of the labels.
//   3. The grouping is tried on the labels, and holds only if it gives the labelled records.
// Labels that are not certain may be wrong in a few places (a value found beside another record):
// few of them are outvoted in every step.

#include "induce/rules/record_grouping.h"

#include <algorithm>
#include <map>
#include <set>

namespace weft::induce {
namespace {

using dom::Document;
using dom::NodeId;

constexpr size_t kMostDoubtful = 20;  // One in so many labels that are not certain may be wrong.

// How often something is so. It holds where it always is, as far as that is certain.
struct Count {
  size_t all = 0, so = 0;
  bool refuted = false;

  void add(bool is_so, bool certain) {
    ++all;
    so += is_so ? 1 : 0;
    refuted |= certain && !is_so;
  }
  [[nodiscard]] bool holds() const { return !refuted && kMostDoubtful * (all - so) <= all; }
};

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
      for (auto& [record, attributes] : records_of(page)) {
        all_.push_back({std::move(attributes), false});
        for (const auto& [name, places] : all_.back().attributes)
          all_.back().certain |= page.certain[places.front()];
      }
    }
  }

  // Empty: no attribute is in every record once.
  [[nodiscard]] std::string start() const {
    std::set<std::string> names;
    for (const Order& record : all_) {
      for (const auto& [name, places] : record.attributes) names.insert(name);
    }
    std::string best;
    double least = 0;
    for (const std::string& name : names) {
      const auto rank = mean_rank(name);
      if (rank && (best.empty() || *rank < least)) best = name, least = *rank;
    }
    return best;
  }

  [[nodiscard]] std::vector<std::string> before(const std::string& start) const {
    std::map<std::string, int> votes;
    for (const Order& record : all_) {
      const auto begin = record.attributes.find(start);
      if (begin == record.attributes.end()) continue;
      for (const auto& [name, places] : record.attributes)
        votes[name] += places.front() < begin->second.front() ? 1 : -1;
    }
    std::vector<std::string> names;
    for (const auto& [name, vote] : votes) {
      if (vote > 0) names.push_back(name);
    }
    return names;
  }

  [[nodiscard]] std::vector<std::string> lists() const {
    std::map<std::string, Count> several;
    for (const Order& record : all_) {
      for (const auto& [name, places] : record.attributes)
        several[name].add(places.size() == 1, record.certain);
    }
    std::vector<std::string> names;
    for (const auto& [name, count] : several) {
      if (!count.holds()) names.push_back(name);
    }
    return names;
  }

 private:
  struct Order {
    std::map<std::string, std::vector<size_t>> attributes;
    bool certain = false;
  };

  // How many attributes stand before it; nothing if it is not in every record once.
  [[nodiscard]] std::optional<double> mean_rank(const std::string& name) const {
    Count once;
    size_t rank = 0, ranked = 0;
    for (const Order& record : all_) {
      const auto it = record.attributes.find(name);
      const bool is_once = it != record.attributes.end() && it->second.size() == 1;
      once.add(is_once, record.certain);
      if (!is_once) continue;
      ++ranked;
      for (const auto& [other, at] : record.attributes)
        rank += at.front() < it->second.front() ? 1 : 0;
    }
    if (!once.holds() || ranked == 0) return std::nullopt;
    return static_cast<double>(rank) / static_cast<double>(ranked);
  }

  std::vector<Order> all_;
};

// Step 2: the element two steps below the one around all values of a record, as most records have
// it; none: empty.
std::string cell_of(const std::vector<LabelledPage>& pages) {
  std::map<std::string, size_t> votes;
  for (const LabelledPage& page : pages) {
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
      ++votes[std::string(doc.name_text(cell))];
    }
  }
  const auto most = std::max_element(
      votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == votes.end() ? std::string() : most->first;
}

// Step 3: how many values come to be with the start of their record.
Count fit(const std::vector<LabelledPage>& pages, const wrap::RecordGrouping& grouping) {
  Count right;
  for (const LabelledPage& page : pages) {
    const std::vector<int> found = group_values(*page.document, page.values, grouping);
    std::map<int, int> group_of;  // record
    for (size_t v = 0; v < found.size(); ++v) {
      if (page.values[v].attribute == grouping.start)
        group_of.try_emplace(page.records[v], found[v]);
    }
    for (size_t v = 0; v < found.size(); ++v) {
      const auto group = group_of.find(page.records[v]);
      right.add(group != group_of.end() && group->second == found[v], page.certain[v]);
    }
  }
  return right;
}

}  // namespace

std::optional<wrap::RecordGrouping> learn_grouping(const std::vector<LabelledPage>& pages) {
  if (pages.empty() || pages.front().values.empty()) return std::nullopt;
  const Orders orders(pages);
  wrap::RecordGrouping grouping;
  grouping.start = orders.start();
  if (grouping.start.empty()) return std::nullopt;
  grouping.before = orders.before(grouping.start);
  grouping.lists = orders.lists();
  Count best = fit(pages, grouping);
  if (best.so < best.all) {
    wrap::RecordGrouping crossed = grouping;
    crossed.cell = cell_of(pages);
    const Count other = crossed.cell.empty() ? Count{} : fit(pages, crossed);
    if (other.so > best.so) best = other, grouping = std::move(crossed);
  }
  return best.holds() ? std::optional(grouping) : std::nullopt;
}

}  // namespace weft::induce
