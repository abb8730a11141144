// Candidates: every set of nodes on a page that may be a list of records.
//
// Found by grouping nodes on what templates leave behind (same parent, path, class), not by
// comparing trees: one pass over hashes. A page of 1,000 nodes has about 150 of them; one is
// usually the list somebody wants, and ranker.h says which.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_names.h"
#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

enum class Grouping : uint8_t {
  kSiblings,       // same parent, same tag
  kClassSiblings,  // same parent, tag and class
  kPath,           // same tags from the root
  kPathAndClass,   // and the same own class
  kClassPath,      // same tags and classes from the root
  kClass,          // same tag and class anywhere
  kMixed,          // all children of one parent, whatever they are
  kRuns,           // runs of siblings that begin alike
  kSeparators,     // what stands between <hr> or <br>
  kDepths,         // one template at two depths: items, and items wrapped once more
};
std::span<const std::string_view> names_of(Grouping);

struct ListCandidate {
  Grouping grouping = Grouping::kSiblings;
  std::vector<RecordSpan> records;  // At least two, in document order, disjoint.
  // Of the paths (tags, from the record down) that half of the records have:
  uint32_t core_paths = 0;
  uint32_t core_text_paths = 0;  // …those that lead to text or an image.
  double cohesion = 0;           // Mean share of core paths that a record has.
  bool data_table = false;       // The rows of data of a table with a header.
};

struct CandidateLimits {
  uint32_t max_candidates = 1'000;      // The ones with most text are kept.
  uint32_t max_nodes_per_record = 300;  // Looked at when records are compared.
  uint32_t max_compared_records = 60;   // Of a group, evenly spread; their paths decide for all.
};

// Time about linear in nodes times the number of groupings.
std::vector<ListCandidate> find_candidates(const PageIndex& page,
                                           const CandidateLimits& limits = {});

// Records that were found elsewhere, seen as a candidate. REQUIRES: records is not empty.
ListCandidate candidate_of(const PageIndex& page, const std::vector<RecordSpan>& records,
                           const CandidateLimits& limits = {});

}  // namespace weft::mine
