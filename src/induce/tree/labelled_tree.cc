// SelectivelyCopyOneSubtree of Algorithm 7 as a loop over the nodes in document order that
// remembers until where it copies whole subtrees; the numbers are the paper's lines. Tested by
// broom_test.cc.
//
// DEVIATION: with TreeOptions::prune a subtree without labels is copied as its root alone, and
// below shared nodes, where it may belong to any record (an empty cell), not at all. Where records
// cross, all siblings of the region are shared and stay, those without this record's labels as
// their roots alone: the rows between tell which row is which when a record lacks a value.

#include "induce/tree/labelled_tree.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "dom/text.h"
#include "induce/label_places.h"
#include "induce/rules/range_pruner.h"

namespace weft::induce {
namespace {

constexpr size_t kMaxExamplesOfShape = 16;  // More of one shape teach nothing and cost time.

// For each placed label the occurrence chosen among its value's; SIZE_MAX when it has none.
std::vector<size_t> choose_occurrences(const model::InducerInput& input, const Places& places) {
  std::vector<size_t> chosen(places.labels.size(), SIZE_MAX);
  std::map<std::string, std::vector<size_t>> by_attribute;
  for (size_t l = 0; l < places.labels.size(); ++l) {
    if (!places.labels[l].value.occurrences.empty())
      by_attribute[places.labels[l].attribute].push_back(l);
  }
  for (const auto& [attribute, labels] : by_attribute) {
    std::vector<const dom::Document*> documents;
    std::vector<std::vector<model::Occurrence>> occurrences;
    for (const size_t l : labels) {
      documents.push_back(&input.pages[places.labels[l].page]->document);
      occurrences.push_back(places.labels[l].value.occurrences);
    }
    const std::vector<size_t> best = model::choose_consistent(documents, occurrences);
    for (size_t i = 0; i < labels.size(); ++i) chosen[labels[i]] = best[i];
  }
  return chosen;
}

// Attributes with a label on a whole element.
std::set<std::string> on_elements(const model::InducerInput& input, const Places& places,
                                  const std::vector<size_t>& chosen) {
  std::set<std::string> attributes;
  for (size_t l = 0; l < places.labels.size(); ++l) {
    if (chosen[l] == SIZE_MAX) continue;
    const PlacedLabel& label = places.labels[l];
    const model::Occurrence& o = label.value.occurrences[chosen[l]];
    if (o.attribute.empty() && input.pages[label.page]->document.is_element(o.node))
      attributes.insert(label.attribute);
  }
  return attributes;
}

// A text that is all there is in its element, or the element: the same value, said as elsewhere.
// The words of one title are a text, those of another a text and a <b>.
dom::NodeId lift(const dom::Document& doc, const model::Occurrence& o) {
  const dom::NodeId parent = doc.parent(o.node);
  const bool whole = doc.is_text(o.node) && !o.span && parent != dom::kRoot &&
                     dom::normalized_text(doc, parent) == dom::normalized_text(doc, o.node);
  return whole ? parent : o.node;
}

// The range that gives all labelled parts of an attribute's texts; nothing where texts are whole.
std::optional<wrap::TextRange> range_of(const model::InducerInput& input, const Places& places,
                                        const std::vector<size_t>& chosen,
                                        const std::string& attribute,
                                        std::vector<std::string>& problems) {
  std::vector<RangeExample> examples;
  bool parts = false;
  for (size_t l = 0; l < places.labels.size(); ++l) {
    if (places.labels[l].attribute != attribute || chosen[l] == SIZE_MAX) continue;
    const model::Occurrence& o = places.labels[l].value.occurrences[chosen[l]];
    if (!o.attribute.empty()) continue;
    std::string text = dom::value_lines(input.pages[places.labels[l].page]->document, o.node);
    const auto size = static_cast<uint32_t>(text.size());
    parts = parts || o.span.has_value();
    examples.push_back({std::move(text), o.span.value_or(model::TextSpan{0, size})});
  }
  if (!parts) return std::nullopt;
  auto range = learn_range(examples);
  if (!range) {
    problems.push_back(
        fmt::format("{}: the labelled parts of its texts have no boundary in common; "
                    "whole texts will be extracted",
                    attribute));
  }
  return range;
}

wrap::AttributeShape shape_of(const model::InducerInput& input, const Places& places,
                              const std::string& name) {
  wrap::AttributeShape shape{.name = name, .list = false, .range = std::nullopt, .share = 1};
  std::map<std::pair<uint32_t, std::string>, size_t> values;  // By record.
  std::set<std::pair<uint32_t, std::string>> records;
  for (const PlacedLabel& label : places.labels) {
    records.insert({label.page, outer_record(label.record)});
    if (label.attribute == name) ++values[{label.page, label.record}];
  }
  const model::Attribute* declared =
      input.schema == nullptr ? nullptr : input.schema->find_path(name);
  shape.list =
      (declared != nullptr && declared->set) ||
      std::any_of(values.begin(), values.end(), [](const auto& v) { return v.second > 1; });
  std::set<std::pair<uint32_t, std::string>> with;
  for (const auto& [record, count] : values)
    with.insert({record.first, outer_record(record.second)});
  shape.share = static_cast<double>(with.size()) / static_cast<double>(records.size());
  return shape;
}

// What its texts look like, whole; a few different ones.
void add_example(const dom::Document& doc, const model::Occurrence& o,
                 std::vector<wrap::AttributeShape>& attributes, const std::string& name) {
  if (!o.attribute.empty()) return;
  const auto shape = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const wrap::AttributeShape& a) { return a.name == name; });
  std::string text = dom::normalized_text(doc, o.node);
  std::vector<std::string>& examples = shape->examples;
  if (examples.size() < kMaxExamplesOfShape &&
      std::find(examples.begin(), examples.end(), text) == examples.end())
    examples.push_back(std::move(text));
}

}  // namespace

Result<LabelledNodes> label_nodes(const model::InducerInput& input) {
  if (input.labels.empty())
    return Error{ErrorCode::kInvalidArgument, "no labels: label at least one page"};
  WEFT_ASSIGN(const Places places, place_labels(input.pages, input.labels));
  LabelledNodes out;
  out.problems = places.problems;
  const std::vector<size_t> chosen = choose_occurrences(input, places);
  const std::set<std::string> elements = on_elements(input, places, chosen);
  for (size_t l = 0; l < places.labels.size(); ++l) {
    const PlacedLabel& label = places.labels[l];
    if (std::none_of(out.attributes.begin(), out.attributes.end(),
                     [&](const wrap::AttributeShape& a) { return a.name == label.attribute; })) {
      out.attributes.push_back(shape_of(input, places, label.attribute));
      out.attributes.back().range = range_of(input, places, chosen, label.attribute, out.problems);
    }
    if (chosen[l] == SIZE_MAX) continue;
    const model::Occurrence& o = label.value.occurrences[chosen[l]];
    const dom::NodeId node = elements.contains(label.attribute) && o.attribute.empty()
                                 ? lift(input.pages[label.page]->document, o)
                                 : o.node;
    add_example(input.pages[label.page]->document, o, out.attributes, label.attribute);
    out.nodes.push_back(
        {label.page, outer_record(label.record), {label.attribute, o.attribute}, node});
  }
  if (out.nodes.empty()) {
    return Error{ErrorCode::kNotFound,
                 "none of the labels could be found on its page: " + places.problems.front()};
  }
  std::stable_sort(out.nodes.begin(), out.nodes.end(),
                   [](const LabelledNode& a, const LabelledNode& b) {
                     return std::pair(a.page, a.node) < std::pair(b.page, b.node);
                   });
  return out;
}

namespace {

using dom::NodeId;

// What is below n does not matter: it holds no labels, or is as a whole the value.
bool is_pruned(const RecordView& view, NodeId n, const RecordsInside& inside,
               const std::vector<wrap::NodeLabel>& labels, const wrap::TreeOptions& options) {
  if (!view.document().is_element(n)) return false;
  if (!inside.own) return options.prune && !inside.others;
  if (!view.is_lowest_label(n)) return false;
  return options.prune ||
         std::any_of(labels.begin(), labels.end(),
                     [](const wrap::NodeLabel& label) { return label.source.empty(); });
}

}  // namespace

std::pair<size_t, size_t> RecordView::labels_in(NodeId n) const {
  const auto before = [](const LabelledNode& l, NodeId m) { return l.node < m; };
  const auto begin = std::lower_bound(labelled_.begin(), labelled_.end(), n, before);
  const auto end = std::lower_bound(begin, labelled_.end(), doc_.end(n), before);
  return {begin - labelled_.begin(), end - labelled_.begin()};
}

RecordsInside RecordView::inside(NodeId n) const {
  RecordsInside found;
  const auto [begin, end] = labels_in(n);
  for (size_t l = begin; l < end && !(found.own && found.others); ++l)
    (labelled_[l].record == record_ ? found.own : found.others) = true;
  return found;
}

NodeId RecordView::common_ancestor() const {
  NodeId n = dom::kNoNode;
  for (const LabelledNode& l : labelled_) {
    if (l.record != record_) continue;
    n = n == dom::kNoNode ? l.node : doc_.lowest_common_ancestor(n, l.node);
  }
  return n;
}

std::vector<wrap::NodeLabel> RecordView::labels_of(NodeId n) const {
  std::vector<wrap::NodeLabel> labels;
  for (size_t l = labels_in(n).first; l < labelled_.size() && labelled_[l].node == n; ++l) {
    if (labelled_[l].record == record_) labels.push_back(labelled_[l].label);
  }
  return labels;
}

bool RecordView::is_lowest_label(NodeId n) const {
  const auto [begin, end] = labels_in(n);
  return begin < end && labelled_[end - 1].node == n;
}

wrap::DomTree copy_region(const RecordView& view, NodeId at, NodeId begin, NodeId end,
                          const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary) {
  const dom::Document& doc = view.document();
  wrap::DomTree tree(doc);
  tree.append(at, 0);
  NodeId whole_until = begin;  // Up to here a subtree is copied without looking (line 2).
  for (NodeId n = begin; n < end;) {
    if (!wrap::takes_part(doc, n)) {
      n = doc.end(n);
      continue;
    }
    wrap::DomTree::Traits traits;
    const bool looking = n >= whole_until;
    const RecordsInside inside = view.inside(n);
    const bool unknown = options.prune && !inside.own && !inside.others && doc.parent(n) != at;
    if (looking && (unknown || (inside.others && !inside.own))) {  // 10
      n = doc.end(n);
      continue;
    }
    if (looking && inside.others) {
      traits.exclusive = false;  // 4-6
    } else if (looking) {
      whole_until = doc.end(n);  // 1-3
    }
    std::vector<wrap::NodeLabel> labels = view.labels_of(n);
    traits.pruned = is_pruned(view, n, inside, labels, options);
    if (!labels.empty()) traits.labels = vocabulary.labels(std::move(labels));
    tree.append(n, doc.depth(n) - doc.depth(at), traits);
    n = traits.pruned ? doc.end(n) : next(n);
  }
  tree.finish();
  return tree;
}

}  // namespace weft::induce
