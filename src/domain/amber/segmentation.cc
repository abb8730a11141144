// Records of a data area. Source: [Amber] 4.4, Definitions 7 to 9, Algorithms 2 and 3.
//
//   level  h3 div* div h3 div* div h3 div* div     * holds a price
//     two steps back from a node with a price there is none, three steps back there is
//     → records of three; shifted by one, the segment (h3 div* div) is valid for every price
//
// Algorithm 2, on nodes of one level:
//   1. N: the nodes that hold a pivot (line 2).
//   2. len: the number of steps that most pairs of N are apart (lines 3 to 5).
//   3. C: the longest chain of N whose neighbours are len apart, farther only where needed (line 6).
//      Definition 8 is lost from the text; this is its description in 1.2.1 and 4.4.
//   4. All segments of len nodes are shifted by j; the j with most valid segments wins (lines 7 to
//      12). Of equal ones the one whose segments look most alike, as 1.2.1 has it, then the smallest.
//   5. Segments that no pivot led to, valid and with the tags of one that was found, are added
//      (lines 13 to 16).
// A segment is valid if it has enough types of annotations (Definition 9) and its nodes are siblings.
// DEVIATION: labels alone do not make a record; a header row has all of them.
//
// Algorithm 3, from the children of the root downwards: a finer level replaces a coarser one if it
// splits every record in two or more, the last one perhaps excepted. Levels on which each record has
// one child are passed over.
//
// Tested by segmentation_test.cc.

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/hash.h"
#include "domain/amber/steps.h"

namespace weft::domain::amber {
namespace {

// Elements that readers see; of those alone a level is made.
void append_children(const MarkedPage& page, dom::NodeId n, std::vector<dom::NodeId>& level) {
  for (const dom::NodeId child : page.doc().children(n)) {
    if (page.doc().is_element(child) && !page.hidden(child)) level.push_back(child);
  }
}

class LevelSegmenter {
 public:
  LevelSegmenter(const MarkedPage& page, const std::vector<dom::NodeId>& pivots,
                 const std::vector<dom::NodeId>& level, const Parameters& parameters)
      : page_(page), level_(level), parameters_(parameters) {
    least_types_ = std::min(parameters.least_types, page.recognizable_types());
    for (const dom::NodeId n : level) {
      types_.push_back(page.types_in(n, page.doc().end(n)));
      instances_.push_back(page.has_instance(n, page.doc().end(n)) ? 1 : 0);
    }
    find_holders(pivots);
  }

  std::vector<Record> segment() {
    if (holders_.empty()) return {};
    find_length();
    const std::vector<size_t> chain = longest_chain();
    const size_t shift = best_shift(chain);
    std::vector<size_t> begins = segments(chain, shift);
    infer_segments(begins);
    std::vector<Record> records;
    for (const size_t begin : begins)
      records.push_back({level_[begin], page_.doc().end(level_[begin + length_ - 1])});
    return records;
  }

 private:
  // 1.
  void find_holders(const std::vector<dom::NodeId>& pivots) {
    for (size_t i = 0; i < level_.size(); ++i) {
      const auto pivot = std::lower_bound(pivots.begin(), pivots.end(), level_[i]);
      if (pivot != pivots.end() && page_.doc().contains(level_[i], *pivot)) holders_.push_back(i);
    }
  }

  // 2. OPTIMIZATION: sixty-four pairs at a time.
  void find_length() {
    std::vector<uint64_t> bits(level_.size() / 64 + 2);
    for (const size_t i : holders_) bits[i / 64] |= uint64_t{1} << (i % 64);
    const size_t most = std::min<size_t>(level_.size() - 1, parameters_.most_length);
    uint64_t best = 0;
    for (size_t steps = 1; steps <= most; ++steps) {
      const size_t words = steps / 64;
      const size_t rest = steps % 64;
      uint64_t pairs = 0;
      for (size_t w = 0; w + words + 1 < bits.size(); ++w) {
        uint64_t back = bits[w + words] >> rest;
        if (rest != 0) back |= bits[w + words + 1] << (64 - rest);
        pairs += static_cast<uint64_t>(__builtin_popcountll(bits[w] & back));
      }
      if (pairs <= best) continue;
      best = pairs;
      length_ = steps;
    }
  }

  // 3. By dynamic programming over N: the best chain that ends at each, by nodes and then by
  // neighbours that are exactly len apart.
  [[nodiscard]] std::vector<size_t> longest_chain() const {
    struct Chain {
      uint32_t nodes = 0;
      uint32_t exact = 0;
      int32_t before = -1;
      bool operator<(const Chain& other) const {
        return std::pair(nodes, exact) < std::pair(other.nodes, other.exact);
      }
    };
    std::vector<Chain> chains;
    int32_t longest = -1;  // Of those that end at least len before the present one.
    size_t behind = 0;
    for (size_t i = 0; i < holders_.size(); ++i) {
      bool exact = false;
      for (; holders_[behind] + length_ <= holders_[i]; ++behind) {
        exact = holders_[behind] + length_ == holders_[i];
        if (longest < 0 || chains[static_cast<size_t>(longest)] < chains[behind])
          longest = static_cast<int32_t>(behind);
      }
      Chain chain{1, 0, -1};
      if (longest >= 0) {
        const Chain& before = chains[static_cast<size_t>(longest)];
        chain = {before.nodes + 1, before.exact, longest};
      }
      if (exact) {
        const Chain& before = chains[behind - 1];
        const Chain other{before.nodes + 1, before.exact + 1, static_cast<int32_t>(behind - 1)};
        if (!(other < chain)) chain = other;
      }
      chains.push_back(chain);
    }
    auto at = static_cast<int32_t>(std::max_element(chains.begin(), chains.end()) - chains.begin());
    std::vector<size_t> nodes;
    for (; at >= 0; at = chains[static_cast<size_t>(at)].before)
      nodes.push_back(holders_[static_cast<size_t>(at)]);
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }

  [[nodiscard]] bool is_valid(size_t begin) const {
    if (begin + length_ > level_.size()) return false;
    if (page_.doc().parent(level_[begin]) != page_.doc().parent(level_[begin + length_ - 1]))
      return false;
    TypeSet types;
    bool instance = page_.domain().attributes.empty();
    for (size_t i = begin; i < begin + length_; ++i) {
      types |= types_[i];
      instance = instance || instances_[i] != 0;
    }
    return instance && types.count() >= least_types_;
  }

  // Where the segments of the chain begin, when their node is the shift-th of them; valid ones, none
  // of them overlapping.
  [[nodiscard]] std::vector<size_t> segments(const std::vector<size_t>& chain, size_t shift) const {
    std::vector<size_t> begins;
    for (const size_t node : chain) {
      if (node < shift || !is_valid(node - shift)) continue;
      if (begins.empty() || begins.back() + length_ <= node - shift) begins.push_back(node - shift);
    }
    return begins;
  }

  // The tags of a segment's nodes, perhaps with those of their children.
  [[nodiscard]] uint64_t shape(size_t begin, bool children) const {
    uint64_t hash = 0;
    for (size_t i = begin; i < begin + length_; ++i) {
      hash = hash_combine(hash, static_cast<uint64_t>(page_.doc().name(level_[i])));
      if (!children) continue;
      for (const dom::NodeId child : page_.doc().children(level_[i]))
        hash = hash_combine(hash, static_cast<uint64_t>(page_.doc().name(child)) + 1);
    }
    return hash;
  }

  // How many segments have the shape that most have.
  [[nodiscard]] size_t regularity(const std::vector<size_t>& begins) const {
    std::unordered_map<uint64_t, size_t> shapes;
    size_t most = 0;
    for (const size_t begin : begins) most = std::max(most, ++shapes[shape(begin, true)]);
    return most;
  }

  // 4.
  [[nodiscard]] size_t best_shift(const std::vector<size_t>& chain) const {
    size_t best = 0;
    std::pair<size_t, size_t> most;
    for (size_t shift = 0; shift < length_; ++shift) {
      const std::vector<size_t> begins = segments(chain, shift);
      if (begins.size() < most.first || begins.empty()) continue;
      const std::pair<size_t, size_t> value{begins.size(), regularity(begins)};
      if (value <= most) continue;
      most = value;
      best = shift;
    }
    return best;
  }

  // 5.
  void infer_segments(std::vector<size_t>& begins) const {
    std::map<uint64_t, bool> tags;
    for (const size_t begin : begins) tags[shape(begin, false)] = true;
    std::vector<uint8_t> taken(level_.size() + length_, 0);
    const auto take = [&](size_t begin) {
      std::fill_n(taken.begin() + static_cast<ptrdiff_t>(begin), length_, uint8_t{1});
    };
    for (const size_t begin : begins) take(begin);
    for (size_t begin = 0; begin + length_ <= level_.size(); ++begin) {
      const auto first = taken.begin() + static_cast<ptrdiff_t>(begin);
      if (std::find(first, first + static_cast<ptrdiff_t>(length_), 1) !=
          first + static_cast<ptrdiff_t>(length_))
        continue;
      if (!is_valid(begin) || !tags.contains(shape(begin, false))) continue;
      begins.push_back(begin);
      take(begin);
    }
    std::sort(begins.begin(), begins.end());
  }

  const MarkedPage& page_;
  const std::vector<dom::NodeId>& level_;
  const Parameters& parameters_;
  uint32_t least_types_ = 0;
  std::vector<TypeSet> types_;
  std::vector<uint8_t> instances_;
  std::vector<size_t> holders_;  // N, as places in the level.
  size_t length_ = 1;
};

}  // namespace

std::vector<Record> segment_level(const MarkedPage& page, const std::vector<dom::NodeId>& pivots,
                                  const std::vector<dom::NodeId>& level,
                                  const Parameters& parameters) {
  return LevelSegmenter(page, pivots, level, parameters).segment();
}

std::vector<Record> segment_area(const MarkedPage& page, const PivotSet& area,
                                 const Parameters& parameters) {
  std::vector<Record> records;
  std::vector<dom::NodeId> level;
  append_children(page, area.root, level);
  for (;;) {
    std::vector<Record> finer = segment_level(page, area.pivots, level, parameters);
    const bool splits_all = records.empty() || finer.size() >= 2 * (records.size() - 1) + 1;
    if (finer.empty() || !splits_all) return records;
    records = std::move(finer);
    do {
      std::vector<dom::NodeId> below;
      for (const dom::NodeId n : level) {
        const auto record =
            std::upper_bound(records.begin(), records.end(), n,
                             [](dom::NodeId at, const Record& r) { return at < r.begin; });
        if (record == records.begin() || index(n) >= index((record - 1)->end)) continue;
        append_children(page, n, below);
      }
      level = std::move(below);
      if (level.size() < records.size()) return records;
    } while (level.size() == records.size());
  }
}

}  // namespace weft::domain::amber
