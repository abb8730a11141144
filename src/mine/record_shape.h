// RecordShape: how the records of a list begin and end, told without their page. It straightens the
// borders of records that are runs of siblings, and finds the records of the list's other pages, even
// where there is one alone.
//
//   const RecordShape shape = shape_of(page, region.records);
//   const std::vector<RecordSpan> more = records_of_shape(next_page, shape);
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

// Numbers are hashes of tags and classes, the same on all pages.
struct RecordShape {
  enum class Kind : uint8_t { kNone, kElements, kRuns };
  Kind kind = Kind::kNone;
  uint64_t path = 0;  // From the root: of the records, or of what runs stand in.
  // Of runs: how one begins, and what ends it if that is a rule; 0 for none.
  uint64_t start = 0;
  uint64_t rule = 0;
  std::map<uint64_t, uint32_t> usual;  // What most records have in them, so often.
  std::map<uint64_t, uint32_t> known;  // What a run may have, so often at most.
};

// kNone if the records have no shape in common. Linear in the records and the elements beside them.
RecordShape shape_of(const PageIndex& page, const std::vector<RecordSpan>& records);

// In document order, none inside another.
std::vector<RecordSpan> records_of_shape(const PageIndex& page, const RecordShape& shape);

// Records that are runs of siblings, cut as their shape says; others as they are.
std::vector<RecordSpan> straightened(const PageIndex& page, std::vector<RecordSpan> records);

}  // namespace weft::mine
