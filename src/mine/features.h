// Features of a candidate: what a person would look at to tell the main list from a menu.
//
// Names and order are fixed by kFeatureNames; the ranker's table (ranker_weights.inc) has a row for
// each.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

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

class FeatureExtractor {
 public:
  explicit FeatureExtractor(const PageIndex& page);

  // O(records * depth) for one candidate.
  FeatureVector extract(const Candidate& candidate);

 private:
  struct Words {
    bool navigation = false;
    bool result = false;
    bool content = false;
  };
  Words words_of(dom::NodeId n);
  void add_counts(const Candidate& candidate, FeatureVector& f);
  void add_links(const Candidate& candidate, FeatureVector& f);
  void add_surroundings(const Candidate& candidate, FeatureVector& f);
  void add_units(const Candidate& candidate, FeatureVector& f);
  [[nodiscard]] bool contains_like_children(RecordSpan record) const;

  const PageIndex& page_;
  std::vector<uint8_t> words_;            // Memo by node: 0 = not looked at, else 1 + bits.
  std::vector<uint64_t> path_and_class_;  // Of all content nodes, sorted: how many are alike.
};

}  // namespace weft::mine
