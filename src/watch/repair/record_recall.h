// Record recall: step 1 of record_repair.h. Known records on the new pages, with all that can be
// said about where their values stand.
//
//   1. keys        a known record is where its key is, on whatever page that is now
//   2. values      its other values are found anywhere on that page
//   3. new ones    what stands where the keys do is a record, too, if a new one
//   4. own         of a record's values the places that belong to it are kept (list_page.h)
//   5. columns     values that have changed, and those of new records, are filled in from the
//                  column that the known ones stand in (list_column.h)
//   6. bare ones   a new record with hardly a value is an advert, or a heading: it is dropped
//
// Tested by record_repair_test.cc.
#pragma once

#include <vector>

#include "watch/repair/known_records.h"
#include "watch/repair/list_page.h"
#include "watch/repair/repair.h"
#include "watch/value_search.h"

namespace weft::watch {

// One for each page of `input`, to which `searches` belong, in order. With `also_before`, values
// may stand before the key of their record. The result points into `known`.
std::vector<ListPage> recall_records(const RepairInput& input,
                                     const std::vector<ValueSearch>& searches,
                                     const KnownRecords& known, bool also_before);

}  // namespace weft::watch
