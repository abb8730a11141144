#include "mine/mdr/node_comparer.h"

#include <algorithm>

#include "align/edit_distance.h"

namespace weft::mine {

using dom::index;
using dom::NodeId;

NodeComparer::NodeComparer(const dom::Document& doc, const MdrOptions& options)
    : doc_(doc), options_(options), tags_before_(doc.size() + 1, 0) {
  for (uint32_t i = 0; i < doc.size(); ++i) {
    if (doc.is_element(NodeId{i})) tags_.push_back(static_cast<align::Symbol>(doc.name(NodeId{i})));
    tags_before_[i + 1] = static_cast<uint32_t>(tags_.size());
  }
}

// Text and comments between siblings have no tags, so the tags of neighbours are contiguous.
align::Sequence NodeComparer::tag_string(std::span<const NodeId> nodes) const {
  const uint32_t begin = tags_before_[index(nodes.front())];
  const uint32_t end = tags_before_[index(doc_.end(nodes.back()))];
  return std::span(tags_).subspan(begin, end - begin);
}

bool NodeComparer::similar(std::span<const NodeId> a, std::span<const NodeId> b) {
  if (exhausted()) return false;
  return options_.comparison == MdrOptions::Comparison::kString ? similar_strings(a, b)
                                                                : similar_trees(a, b);
}

bool NodeComparer::similar_strings(std::span<const NodeId> a, std::span<const NodeId> b) {
  const align::Sequence x = tag_string(a);
  const align::Sequence y = tag_string(b);
  const auto bound =
      static_cast<uint32_t>(options_.threshold * static_cast<double>(x.size() + y.size()) / 2);
  steps_ += uint64_t{2 * bound + 1} * std::min(x.size(), y.size());
  return align::edit_distance_within(x, y, bound).has_value();
}

bool NodeComparer::similar_trees(std::span<const NodeId> a, std::span<const NodeId> b) {
  const size_t x = tag_string(a).size();
  const size_t y = tag_string(b).size();
  const double mean = static_cast<double>(x + y) / 2;
  // At most the smaller tree is shared.
  if (static_cast<double>(std::min(x, y)) < (1 - options_.threshold) * mean) return false;
  steps_ += uint64_t{x} * y / 4;
  const align::Tree first = align::tree_of(doc_, a);
  const align::Tree second = align::tree_of(doc_, b);
  const auto matched = matcher_.score(first, second);
  // The made-up root above both does not count.
  return matched.ok() && static_cast<double>(*matched - 1) >= (1 - options_.threshold) * mean;
}

}  // namespace weft::mine
