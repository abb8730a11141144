// Relearning: what repair() does for a template whose pages are one record each, attribute by
// attribute (attribute_repair.cc), and for one whose pages list records, all attributes together
// (record_repair.cc).
#pragma once

#include <string>
#include <vector>

#include "watch/repair/landmarks.h"
#include "watch/repair/repair.h"
#include "watch/value_search.h"

namespace weft::watch {

// `searches` and `then_and_now` belong to the pages of `input`, in order.
AttributeRepair repair_attribute(const RepairInput& input, const std::vector<ValueSearch>& searches,
                                 const std::vector<ThenAndNow>& then_and_now,
                                 const RepairOptions& options, const std::string& attribute);

// Every attribute of the health model is learned again, not only those of `input`.
Repair repair_records(const RepairInput& input, const std::vector<ValueSearch>& searches,
                      const RepairOptions& options);

}  // namespace weft::watch
