// Record proof: step 3 of record_repair.h. What the pages that a new rule for records was not
// learned from say about it.
//
//   1. records     the known ones must come back, told by their keys
//   2. values      each attribute must give their known values, as the page writes them; the
//                  witnesses of proof.h
//   3. number      not many more records may be found than there were: adverts and related items
//                  look like records
//
// Tested by record_repair_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "watch/repair/known_records.h"
#include "watch/repair/list_page.h"
#include "watch/repair/proof.h"
#include "watch/repair/repair.h"

namespace weft::watch {

constexpr size_t kLeastRecords = 2;  // Of a page that is learned from or proves something.

struct RecordProof {
  uint64_t expected = 0;  // Known records on the pages kept for proof…
  uint64_t found = 0;     // …and those that came back.
  uint64_t known = 0;     // All records there were on them…
  uint64_t given = 0;     // …and all that there are now.
  std::map<std::string, Proof> attributes;

  [[nodiscard]] bool is_crowded() const;
  // Whether enough records came back, and not many more.
  [[nodiscard]] bool finds_records(const RepairOptions& options) const;
};

// Adverts and related items look like records: whether so many were found.
bool too_many(uint64_t given, uint64_t known);

// `pages` belong to those of `input`, in order; those `chosen` were learned from.
RecordProof prove_records(const RepairInput& input, const KnownRecords& known,
                          const std::vector<ListPage>& pages, const std::vector<bool>& chosen,
                          const model::Wrapper& wrapper);

}  // namespace weft::watch
