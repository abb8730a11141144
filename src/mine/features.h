// Features of a candidate: what a person would look at to tell the main list from a menu.
//
// Names and order are fixed by kFeatureNames; the ranker's table (ranker_weights.inc) has a row for
// each.
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

inline constexpr std::array<std::string_view, 46> kFeatureNames = {
    "log records",
    "distinct first links",
    "log common text paths",
    "fewer than 4 records",
    "log share of page words",
    "compactness",
    "links to documents",
    "median under 4 words",
    "records with a link",
    "log links per record",
    "hidden share",
    "navigation words above",
    "is a table row",
    "link words share",
    "inside nav, header, footer or aside",
    "container of like children",
    "result words above",
    "one parent",
    "distinct beginnings",
    "inside main or article",
    "start position",
    "own result words",
    "is a list item",
    "log median words",
    "distance from the middle",
    "own navigation words",
    "completeness",
    "cohesion",
    "records with an image",
    "records with a heading",
    "from runs",
    "from separators",
    "from mixed children",
    "part of a larger unit",
    "log records per unit",
    "records with a number",
    "log words of first link",
    "several depths",
    "two records",
    "log common paths",
    "image only",
    "is a link",
    "is inline",
    "share of siblings",
    "distinct texts",
    "log links words median"};
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
    uint32_t tokens;
    bool document;  // Leads to a file for another program.
  };
  // Of memo_: what is known of a node. The lowest bits are those of NameMeaning.
  static constexpr uint8_t kNameKnown = 16, kContainerKnown = 32, kIsContainer = 64;

  uint8_t name_of(dom::NodeId n);  // Bits of NameMeaning, and others.
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
  KeyNumbers alike_;                   // Of path and kind of all content elements:
  std::vector<uint32_t> alike_count_;  // how many elements have it.
  std::vector<Link> links_;
  // Scratch.
  KeyNumbers distinct_;
  std::vector<uint32_t> lengths_, first_words_;
};

}  // namespace weft::mine
