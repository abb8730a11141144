// Many records per page. Tested by learner_test.cc.
//   1. The element of a record starts as the lowest common ancestor of its labelled nodes.
//   2. It grows to its parent as long as that holds no other record's node.
//   3. A rule for these elements is searched like that of a list attribute. Siblings of a
//      record with its name and class are neither right nor wrong: people label the first few
//      records.

#include "induce/rules/records.h"

#include <algorithm>
#include <map>
#include <set>

namespace weft::induce {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;

NodeId common_element(const Document& doc, const std::vector<NodeId>& nodes) {
  NodeId n = nodes.front();
  for (const NodeId other : nodes) n = doc.lowest_common_ancestor(n, other);
  while (n != kNoNode && !doc.is_element(n)) n = doc.parent(n);
  return n;
}

bool holds_others(const Document& doc, NodeId element, const std::string& record,
                  const RecordNodes& records) {
  return std::any_of(records.begin(), records.end(), [&](const auto& other) {
    return other.first != record && std::any_of(other.second.begin(), other.second.end(),
                                                [&](NodeId n) { return doc.contains(element, n); });
  });
}

void allow_siblings(const CandidateTable& table, uint32_t unit, NodeId element,
                    Evidence& evidence) {
  const Document& doc = table.document(unit);
  for (const NodeId sibling : doc.children(doc.parent(element))) {
    if (doc.name(sibling) != doc.name(element)) continue;
    if (doc.attribute(sibling, dom::atoms::kClass) != doc.attribute(element, dom::atoms::kClass))
      continue;
    if (const auto c = table.find(unit, sibling); c != kNoCandidate) evidence.harmless.set(c);
  }
}

}  // namespace

std::map<std::string, NodeId> record_elements(const Document& doc, NodeId root,
                                              const RecordNodes& records) {
  std::map<std::string, NodeId> elements;
  for (const auto& [record, nodes] : records) {
    NodeId element = common_element(doc, nodes);
    if (element == kNoNode || holds_others(doc, element, record, records)) {
      elements[record] = kNoNode;
      continue;
    }
    while (element != root) {
      const NodeId parent = doc.parent(element);
      if (parent == dom::kRoot || parent == root || holds_others(doc, parent, record, records))
        break;
      element = parent;
    }
    elements[record] = element;
  }
  return elements;
}

NodeId record_element_like(const Document& doc, NodeId root, const std::vector<NodeId>& nodes,
                           dom::Atom like) {
  NodeId n = common_element(doc, nodes);
  while (n != kNoNode && n != root && doc.name(n) != like) n = doc.parent(n);
  return n == kNoNode || doc.name(n) != like ? kNoNode : n;
}

std::optional<wrap::Rule> learn_record_rule(CandidateTables& tables,
                                            const std::map<uint32_t, std::vector<NodeId>>& elements,
                                            const LearnOptions& options) {
  const CandidateTable& table = tables.get({wrap::Target::Kind::kElement, {}});
  Evidence evidence;
  evidence.list = true;
  for (uint32_t u = 0; u < table.units(); ++u) {
    const auto it = elements.find(u);
    if (it == elements.end()) {
      evidence.unlabelled.push_back(u);
      continue;
    }
    LabelledUnit labelled{u, {}};
    for (const NodeId element : it->second) {
      if (const auto c = table.find(u, element); c != kNoCandidate) labelled.values.push_back({c});
    }
    evidence.labelled.push_back(std::move(labelled));
  }
  mark_harmless(table, evidence);
  for (const auto& [unit, nodes] : elements) {
    for (const NodeId element : nodes) allow_siblings(table, unit, element, evidence);
  }
  GenerationOptions generation;
  generation.disjunctions = options.disjunctions;
  const std::vector<EvaluatedFeature> features = generate_features(table, evidence, generation);
  const std::vector<FoundRule> found =
      search_ranked(table, evidence, features, wrap::ValueProfile(), options.search);
  if (found.empty() || found[0].statistics.precision < 1) return std::nullopt;
  wrap::Rule rule;
  rule.target.kind = wrap::Target::Kind::kElement;
  rule.statistics = found[0].statistics;
  for (const uint32_t f : found[0].features) rule.features.push_back(features[f].feature);
  return rule;
}

// Learning a grouping.
//   1. A record begins with an attribute that every labelled record has exactly once; of several
//      the one that comes first. What stands before it in most records belongs to the next one.
//   2. The grouping is tried on the labels, and holds only if it gives the labelled records.
// Labels that are not certain may be wrong in a few places (a value found beside another record):
// few of them are outvoted in every step.

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

// Step 2: how many values come to be with the start of their record.
Count fit(const std::vector<LabelledPage>& pages, const wrap::RecordGrouping& grouping) {
  Count right;
  for (const LabelledPage& page : pages) {
    const std::vector<int> found = group_values(page.values, grouping);
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
  return fit(pages, grouping).holds() ? std::optional(grouping) : std::nullopt;
}

}  // namespace weft::induce
