// Features of a candidate: what a person would look at to tell the main list from a menu.
//
// features.inc lists them; the ranker's table (ranker_weights.inc) has a row for each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/key_numbers.h"
#include "mine/candidates.h"
#include "mine/page_index.h"

namespace weft::mine {

inline constexpr std::array kFeatureNames = std::to_array<std::string_view>({
#define WEFT_FEATURE(symbol, name, second_look) name,
#include "mine/features.inc"
#undef WEFT_FEATURE
});
inline constexpr size_t kFeatureCount = kFeatureNames.size();
using FeatureVector = std::array<double, kFeatureCount>;

// The largest value a feature of second_look() can have, the smallest being 0; 0 for the features
// of first_look().
double second_look_range(size_t feature);

class FeatureExtractor {
 public:
  explicit FeatureExtractor(const PageIndex& page);

  // O(records * depth) for one candidate.
  FeatureVector extract(const ListCandidate& candidate);

  // The same in two steps. The first is cheap; it leaves the features of the second at 0.
  FeatureVector first_look(const ListCandidate& candidate);
  void second_look(const ListCandidate& candidate, FeatureVector& f);

 private:
  // A link of the page.
  struct Link {
    uint64_t target;  // Hash of its href.
    uint32_t first;   // The first link of the page to this target,
    uint32_t last;    // and the last.
    uint32_t tokens;
    bool document;  // Leads to a file for another program.
  };
  // Of memo_: what is known of a node. The lowest bits are those of NameMeaning.
  static constexpr uint8_t kNameKnown = 16, kContainerKnown = 32, kIsContainer = 64;

  uint8_t name_of(dom::NodeId n);  // Bits of NameMeaning (features.cc), and others.
  uint8_t class_meaning(dom::NodeId n, std::string_view classes);
  [[nodiscard]] uint64_t alike_key(dom::NodeId n) const;
  [[nodiscard]] std::span<const Link> links_of(RecordSpan record) const;
  void add_texts(const ListCandidate& candidate, FeatureVector& f);
  double distinct_texts(std::span<const RecordSpan> records, uint32_t most);
  void add_counts(const ListCandidate& candidate, FeatureVector& f);
  void add_links(const ListCandidate& candidate, FeatureVector& f);
  void add_surroundings(const ListCandidate& candidate, FeatureVector& f);
  void add_units(const ListCandidate& candidate, FeatureVector& f);
  bool is_container(RecordSpan record);
  [[nodiscard]] bool contains_like_children(RecordSpan record) const;

  const PageIndex& page_;
  std::vector<uint8_t> memo_;          // By node.
  std::vector<uint8_t> style_memo_;    // By style: the same for its class attribute.
  KeyNumbers alike_;                   // Of path and signature of all content elements:
  std::vector<uint32_t> alike_count_;  // how many elements have it.
  std::vector<Link> links_;
  // Scratch.
  KeyNumbers distinct_;
  std::vector<uint32_t> lengths_, first_words_;
};

}  // namespace weft::mine
