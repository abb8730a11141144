// Record repair: relearning a template whose pages list many records. As repair.h, but all
// attributes together, since a record is found by what its attributes have in common:
//
//   1. recall   known records are found by their key, on whatever page they are now, and what of
//               the page is theirs (record_recall.h)
//   2. learn    records and attributes from half of the pages
//   3. verify   on the others the rule must find the known records again, and each attribute must
//               give their known values (record_proof.h); attributes that do not are left out
//   4. patch    rules that hold are kept where the old wrapper still finds the same records
#pragma once

#include "watch/repair/repair.h"
#include "watch/value_search.h"

namespace weft::watch {

// `searches` belong to the pages of `input`, in order. Every attribute of the health model is
// learned again, not only those of `input`.
Repair repair_records(const RepairInput& input, const std::vector<ValueSearch>& searches,
                      const RepairOptions& options);

}  // namespace weft::watch
