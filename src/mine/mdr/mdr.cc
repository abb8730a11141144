// MDR, mining data regions ([Liu], Mining Data Regions, Fig. 28; docs/papers/liu-ch9.md, M1-M12).
//
// Idea: records of a list are siblings that look alike, one by one or in groups of the same length.
// So compare every run of up to K neighbours with the run that follows it; a chain of runs that are
// similar to the next is a data region, and its runs, the generalized nodes, hold the records.
//
//   h2  div hr  div hr  div hr  p      runs of length 2, from the first div: (div hr) three times
//
//   M1     below depth 3 there is nothing to mine
//   M2     CombComp: compare every combination of up to K neighbours with the next one of the same
//          length
//   M3     IdenDRs: of the chains of similar combinations, the one that covers most and begins
//          first; then on from where it ends
//   M4-M6  children that no region covers are mined themselves
//   M9     a generalized node of one node is a record, unless
//   M10    … it is a table row whose cells are alike: then the cells are the records
//   M11    a generalized node of several nodes is a record, unless
//   M12    … each of its nodes holds equally many alike children: then the k-th children of all
//          make record k
//
// Similar is a normalised distance of at most T = 0.3, of the tag strings (MDR) or of the trees
// (DEPTA). The slides leave IdenDRs and the cases M9-M12 to their notes; they follow the method's
// original description. DEVIATION: the recursion of line 6 is a stack; comparisons stop when the
// page's budget is spent, which is said. To find records in a generalized node the slides "simply run
// MDR given each generalized node as input"; M10 and M12 compare its children alone, and want all of
// them alike, for further down MDR finds the lists that records have: F1 0.20 instead of 0.52 on the
// set `records`. Tested by mdr_test.cc.

#include "mine/mdr/mdr.h"

#include <algorithm>

#include "align/edit_distance.h"
#include "dom/text.h"
#include "mine/method.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr uint32_t kLeastDepth = 3;

std::vector<NodeId> element_children(const Document& doc, NodeId n) {
  std::vector<NodeId> children;
  for (const NodeId c : doc.children(n)) {
    if (doc.is_element(c) && !dom::is_unread(doc.name(c))) children.push_back(c);
  }
  return children;
}

// Levels of elements below and including each node.
std::vector<uint32_t> tree_depths(const Document& doc) {
  std::vector<uint32_t> depth(doc.size(), 0);
  for (uint32_t i = doc.size(); i-- > 1;) {
    const NodeId n{i};
    if (!doc.is_element(n)) continue;
    depth[i] += 1;
    uint32_t& above = depth[index(doc.parent(n))];
    above = std::max(above, depth[i]);
  }
  return depth;
}

// Steps M2 and M3 for the children of one node.
class Combinations {
 public:
  Combinations(std::vector<NodeId> children, uint32_t max_length, NodeComparer& comparer)
      : children_(std::move(children)),
        max_length_(max_length),
        similar_(max_length * children_.size(), false) {
    const std::span<const NodeId> all(children_);
    for (const auto& [begin, length] : combinations(children_.size(), max_length)) {
      similar_[place(length, begin)] =
          comparer.similar(all.subspan(begin, length), all.subspan(begin + length, length));
    }
  }

  [[nodiscard]] std::vector<DataRegion> regions(NodeId parent) const {
    std::vector<DataRegion> found;
    size_t start = 0;
    while (start + 1 < children_.size()) {
      const Chain best = best_chain(start);
      if (best.covered == 0) break;
      const auto first = children_.begin() + static_cast<ptrdiff_t>(best.begin);
      found.push_back({parent, {first, first + static_cast<ptrdiff_t>(best.covered)}, best.length});
      start = best.begin + best.covered;
    }
    return found;
  }
  [[nodiscard]] const std::vector<NodeId>& children() const { return children_; }

 private:
  struct Chain {
    uint32_t length = 0;
    size_t begin = 0;
    size_t covered = 0;
  };

  [[nodiscard]] size_t place(uint32_t length, size_t begin) const {
    return (length - 1) * children_.size() + begin;
  }

  [[nodiscard]] Chain best_chain(size_t start) const {
    Chain best;
    const size_t longest = std::min<size_t>(max_length_, (children_.size() - start) / 2);
    for (uint32_t length = 1; length <= longest; ++length) {
      for (size_t from = start; from < start + length; ++from) {
        Chain chain;
        for (size_t at = from; at + 2 * length <= children_.size(); at += length) {
          if (similar_[place(length, at)]) {
            if (chain.covered == 0) chain = {length, at, length};
            chain.covered += length;
          } else if (chain.covered != 0) {
            break;
          }
        }
        if (chain.covered > best.covered && (best.covered == 0 || chain.begin <= best.begin))
          best = chain;
      }
    }
    return best;
  }

  std::vector<NodeId> children_;
  uint32_t max_length_;
  std::vector<bool> similar_;  // By length and first child: to what is behind it.
};

// Whether the children of n are one region of single nodes that leaves none out.
bool children_alike(const Document& doc, NodeId n, NodeComparer& comparer) {
  Combinations combinations(element_children(doc, n), 1, comparer);
  if (combinations.children().size() < 2) return false;
  const size_t count = combinations.children().size();
  const auto regions = combinations.regions(n);
  return regions.size() == 1 && regions[0].children.size() == count;
}

MdrRecord whole(const Document& doc, std::span<const NodeId> nodes) {
  return {{nodes.front(), doc.end(nodes.back())}};
}

}  // namespace

std::vector<Combination> combinations(size_t children, uint32_t max_length) {
  std::vector<Combination> out;
  for (size_t first = 0; first < max_length; ++first) {
    for (auto length = static_cast<uint32_t>(first + 1); length <= max_length; ++length) {
      for (size_t at = first; at + 2 * length <= children; at += length)
        out.push_back({at, length});
    }
  }
  return out;
}

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

std::vector<DataRegion> find_data_regions(const Document& doc, const MdrOptions& options,
                                          Diagnostics* diagnostics) {
  std::vector<DataRegion> regions;
  const std::vector<uint32_t> depth = tree_depths(doc);
  NodeComparer comparer(doc, options);
  std::vector<NodeId> pending = {doc.root()};
  while (!pending.empty()) {
    const NodeId n = pending.back();
    pending.pop_back();
    if (depth[index(n)] < kLeastDepth) continue;  // M1
    Combinations combinations(element_children(doc, n), options.max_combination, comparer);
    std::vector<DataRegion> found = combinations.regions(n);  // M2, M3
    std::vector<NodeId> uncovered;                            // M4
    auto covering = found.begin();
    for (const NodeId c : combinations.children()) {
      while (covering != found.end() && index(covering->children.back()) < index(c)) ++covering;
      if (covering == found.end() || index(c) < index(covering->children.front()))
        uncovered.push_back(c);
    }
    pending.insert(pending.end(), uncovered.rbegin(), uncovered.rend());  // M5, M6
    for (DataRegion& region : found) regions.push_back(std::move(region));
  }
  if (comparer.exhausted() && diagnostics != nullptr) {
    diagnostics->push_back(
        {DiagnosticKind::kLimit, 0, "mdr: compared nodes until its budget was spent"});
  }
  std::sort(regions.begin(), regions.end(), [](const DataRegion& a, const DataRegion& b) {
    return index(a.children.front()) < index(b.children.front());
  });
  return regions;
}

std::vector<MdrRecord> records_of(const Document& doc, const DataRegion& region,
                                  const MdrOptions& options) {
  NodeComparer comparer(doc, options);
  const std::vector<uint32_t> depth = tree_depths(doc);
  std::vector<MdrRecord> records;
  for (size_t g = 0; g < region.count(); ++g) {
    const auto nodes = region.generalized_node(g);
    const bool all_alike = std::all_of(nodes.begin(), nodes.end(),
                                       [&](NodeId n) { return children_alike(doc, n, comparer); });
    const std::vector<NodeId> first = element_children(doc, nodes.front());
    const bool same_count = std::all_of(nodes.begin(), nodes.end(), [&](NodeId n) {
      return element_children(doc, n).size() == first.size();
    });
    const bool deep = depth[index(nodes.front())] >= kLeastDepth;  // M1
    if (!all_alike || !same_count || !deep) {                      // M9, M11
      records.push_back(whole(doc, nodes));
      continue;
    }
    for (size_t k = 0; k < first.size(); ++k) {  // M10, M12
      MdrRecord record;
      for (const NodeId n : nodes) {
        const NodeId part = element_children(doc, n)[k];
        record.push_back({part, doc.end(part)});
      }
      records.push_back(std::move(record));
    }
  }
  return records;
}

Region region_of(const std::vector<MdrRecord>& records, std::string_view found_by) {
  Region region;
  region.found_by = found_by;
  bool apart = false;
  for (const MdrRecord& record : records) {
    region.records.push_back(record.front());
    region.further.emplace_back(record.begin() + 1, record.end());
    apart |= record.size() > 1;
  }
  if (!apart) region.further.clear();
  return region;
}

std::vector<Region> mine_mdr(const PageIndex& page, const MineOptions& options,
                             Diagnostics* diagnostics) {
  const MdrOptions mdr;
  std::vector<Region> regions;
  for (const DataRegion& found : find_data_regions(page.document(), mdr, diagnostics)) {
    regions.push_back(region_of(records_of(page.document(), found, mdr), "mdr"));
  }
  rank_by_words(page, options, regions);
  for (Region& region : regions) fill_table(page, options, region);
  return regions;
}

}  // namespace weft::mine
