// Record repair: relearning a template whose pages list many records. As repair.h, but all
// attributes together, since a record is found by what its attributes have in common:
//
//   1. recall   known records are found by their key, on whatever page they are now; their other
//               values count where they stand nearest to the key, and nearer than to another key,
//               or in its column where records stand side by side; what has changed is filled in
//               from the column that the others stand in, and so are records that are new
//   2. learn    records and attributes from half of the pages
//   3. verify   on the others the rule must find the known records again, and each attribute must
//               give their known values, as the page writes them; attributes that do not are left
//               out. Not many more records may be found than there were
#pragma once

#include "watch/repair.h"
#include "watch/value_search.h"

namespace weft::watch {

// `searches` belong to the pages of `input`, in order. Every attribute of the health model is
// learned again, not only those of `input`.
Repair repair_records(const RepairInput& input, const std::vector<ValueSearch>& searches,
                      const RepairOptions& options);

}  // namespace weft::watch
