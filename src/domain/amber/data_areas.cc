// Data areas: pivot nodes that stand alike. Source: [Amber] 4.3, Definitions 5 and 6, Algorithm 1.
//
//   <ul> <li><b>£1</b> <li><b>£2</b> <li><b>£3</b> </ul> <p><b>£9</b>
//     pivots b b b b; the three in the list are each four steps apart, the last one five or more
//     → one area, rooted at <ul>
//
// A set of pivot nodes is consistent if all have one tag, their depths differ by Θdepth at most, and
// the lengths of the paths between any two of them differ by Θdist at most. The largest such set is
// an area; it is taken away, and the next largest is looked for, until no two nodes are left that
// agree. Of equally large ones the first on the page counts.
//
// The algorithm of the thesis grows every pair of nodes, greedily: about n^4 steps, and a price above
// the list can lead it astray. DEVIATION: the largest set is found directly.
//
//   1. Pivot nodes of one tag whose depths lie in a window of s + 1, s from 0 to Θdepth, are put in
//      document order; h[i] is the depth of the lowest common ancestor of the i-th and the next.
//   2. The path between two nodes at depths d and e below an ancestor at depth l is d + e - 2l long.
//      So below a root at depth L a set with depths in a window of s + 1 is consistent if no two of
//      its nodes meet deeper than L + (Θdist - 2s) / 2: one node for each subtree below that depth.
//   3. The nodes below one root are a stretch of the list with all h >= L; the set takes the first
//      of them, and every one whose h before it is L + (Θdist - 2s) / 2 or less. Roots are where some
//      h equals L: a stack of open stretches finds all of them.
//   4. The largest set over all tags, windows and roots is an area (lines 15 to 20).
//
// Sets whose nodes of different depth meet at different heights in just such a way that all paths
// come out alike are not looked for. Tested by data_areas_test.cc, against all subsets of nodes.

#include <algorithm>
#include <map>

#include "domain/amber/steps.h"

namespace weft::domain::amber {
namespace {

// The pivot nodes of one tag that are not in an area yet.
class TagPivots {
 public:
  TagPivots(const dom::Document& doc, const Parameters& parameters)
      : doc_(doc), parameters_(parameters) {}

  void add(dom::NodeId n) { nodes_.push_back(n); }
  [[nodiscard]] const PivotSet& largest() const { return largest_; }

  // Looks for the largest set again. Spends steps; gives up when they are spent.
  void search(uint64_t& steps) {
    largest_ = {};
    std::map<uint32_t, std::vector<dom::NodeId>> depths;
    for (const dom::NodeId n : nodes_) depths[doc_.depth(n)].push_back(n);
    for (uint32_t spread = 0; spread <= parameters_.depth_spread; ++spread) {
      if (2 * spread > parameters_.distance_spread) break;
      for (auto first = depths.begin(); first != depths.end(); ++first) {
        std::vector<dom::NodeId> window;
        auto last = first;
        for (; last != depths.end() && last->first <= first->first + spread; ++last)
          window.insert(window.end(), last->second.begin(), last->second.end());
        if (std::prev(last)->first != first->first + spread) continue;
        std::sort(window.begin(), window.end());
        search_window(window, spread, steps);
      }
    }
  }

  void take_largest() {
    std::erase_if(nodes_, [&](dom::NodeId n) {
      return std::binary_search(largest_.pivots.begin(), largest_.pivots.end(), n);
    });
  }

 private:
  // 1.
  void search_window(const std::vector<dom::NodeId>& window, uint32_t spread, uint64_t& steps) {
    std::vector<uint32_t> meet;  // h
    for (size_t i = 1; i < window.size(); ++i) {
      meet.push_back(doc_.depth(doc_.lowest_common_ancestor(window[i - 1], window[i])));
      if (!spend(steps, doc_.depth(window[i]) - meet.back() + 1)) return;
    }
    const uint32_t deeper = (parameters_.distance_spread - 2 * spread) / 2;
    search_stretches(window, meet, deeper, steps);
  }

  // 3. An open stretch: where it begins in `meet`, and the depth of its root.
  struct Stretch {
    uint32_t depth;
    size_t begin;
  };
  void search_stretches(const std::vector<dom::NodeId>& window, const std::vector<uint32_t>& meet,
                        uint32_t deeper, uint64_t& steps) {
    std::vector<Stretch> open;
    for (size_t i = 0; i <= meet.size(); ++i) {
      size_t begin = i;
      while (!open.empty() && (i == meet.size() || open.back().depth > meet[i])) {
        begin = open.back().begin;
        take_if_larger(window, meet, {open.back().depth, begin}, i, deeper, steps);
        open.pop_back();
      }
      if (i < meet.size() && (open.empty() || open.back().depth < meet[i]))
        open.push_back({meet[i], begin});
    }
  }

  // 2. and 4. The nodes window[begin] to window[end] lie below a root.
  void take_if_larger(const std::vector<dom::NodeId>& window, const std::vector<uint32_t>& meet,
                      Stretch stretch, size_t end, uint32_t deeper, uint64_t& steps) {
    if (!spend(steps, end - stretch.begin + 1)) return;
    std::vector<dom::NodeId> set = {window[stretch.begin]};
    for (size_t i = stretch.begin; i < end; ++i) {
      if (meet[i] <= stretch.depth + deeper) set.push_back(window[i + 1]);
    }
    const bool larger = set.size() > largest_.pivots.size();
    const bool earlier = set.size() == largest_.pivots.size() && set < largest_.pivots;
    if (!larger && !earlier) return;
    largest_ = {doc_.lowest_common_ancestor(set.front(), set.back()), std::move(set)};
  }

  // False when no steps are left.
  static bool spend(uint64_t& steps, uint64_t count) {
    steps -= std::min(steps, count);
    return steps != 0;
  }

  const dom::Document& doc_;
  const Parameters& parameters_;
  std::vector<dom::NodeId> nodes_;
  PivotSet largest_;
};

}  // namespace

std::vector<PivotSet> identify_areas(const dom::Document& doc,
                                     const std::vector<dom::NodeId>& pivots,
                                     const Parameters& parameters, bool* complete) {
  uint64_t steps = parameters.most_steps;
  std::map<dom::Atom, TagPivots> tags;
  for (const dom::NodeId n : pivots)
    tags.try_emplace(doc.name(n), doc, parameters).first->second.add(n);
  for (auto& [tag, nodes] : tags) nodes.search(steps);
  std::vector<PivotSet> areas;
  while (areas.size() < parameters.most_areas) {
    TagPivots* best = nullptr;
    for (auto& [tag, nodes] : tags) {
      const auto& set = nodes.largest().pivots;
      if (set.size() < 2) continue;
      const auto* known = best == nullptr ? nullptr : &best->largest().pivots;
      if (known == nullptr || set.size() > known->size() ||
          (set.size() == known->size() && set < *known))
        best = &nodes;
    }
    if (best == nullptr) break;
    areas.push_back(best->largest());
    best->take_largest();
    best->search(steps);
  }
  if (complete != nullptr)
    *complete = *complete && steps != 0 && areas.size() < parameters.most_areas;
  return areas;
}

}  // namespace weft::domain::amber
