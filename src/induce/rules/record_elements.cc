// Many records per page. Tested by learner_test.cc.
//   1. The element of a record starts as the lowest common ancestor of its labelled nodes.
//   2. It grows to its parent as long as that holds no other record's node.
//   3. A rule for these elements is searched like that of a list attribute. Siblings of a
//      record with its name and class are neither right nor wrong: people label the first few
//      records.

#include "induce/rules/record_elements.h"

#include <algorithm>

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

void allow_siblings(const Sample& sample, uint32_t unit, NodeId element, Evidence& evidence) {
  const Document& doc = sample.document(unit);
  for (const NodeId sibling : doc.children(doc.parent(element))) {
    if (doc.name(sibling) != doc.name(element)) continue;
    if (doc.attribute(sibling, dom::atoms::kClass) != doc.attribute(element, dom::atoms::kClass))
      continue;
    if (const auto c = sample.find(unit, sibling); c != kNoCandidate) evidence.harmless.set(c);
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

std::optional<wrap::Rule> learn_record_rule(Samples& samples,
                                            const std::map<uint32_t, std::vector<NodeId>>& elements,
                                            const LearnOptions& options) {
  const Sample& sample = samples.get({wrap::Target::Kind::kElement, {}});
  Evidence evidence;
  evidence.list = true;
  for (uint32_t u = 0; u < sample.units(); ++u) {
    const auto it = elements.find(u);
    if (it == elements.end()) {
      evidence.unlabelled.push_back(u);
      continue;
    }
    LabelledUnit labelled{u, {}};
    for (const NodeId element : it->second) {
      if (const auto c = sample.find(u, element); c != kNoCandidate) labelled.values.push_back({c});
    }
    evidence.labelled.push_back(std::move(labelled));
  }
  mark_harmless(sample, evidence);
  for (const auto& [unit, nodes] : elements) {
    for (const NodeId element : nodes) allow_siblings(sample, unit, element, evidence);
  }
  GenerationOptions generation;
  generation.disjunctions = options.disjunctions;
  const std::vector<EvaluatedFeature> features = generate_features(sample, evidence, generation);
  const std::vector<FoundRule> found =
      search_ranked(sample, evidence, features, wrap::ValueProfile(), options.search);
  if (found.empty() || found[0].statistics.precision < 1) return std::nullopt;
  wrap::Rule rule;
  rule.target.kind = wrap::Target::Kind::kElement;
  rule.statistics = found[0].statistics;
  for (const uint32_t f : found[0].features) rule.features.push_back(features[f].feature);
  return rule;
}

}  // namespace weft::induce
