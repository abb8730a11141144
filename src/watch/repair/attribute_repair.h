// Repair of one attribute of pages that are one record each: what repair() does for each of them.
#pragma once

#include <string>
#include <vector>

#include "watch/repair/landmarks.h"
#include "watch/repair/repair.h"
#include "watch/value_search.h"

namespace weft::watch {

// `searches` and `then_and_now` belong to the pages of `input`, in order.
AttributeRepair repair_attribute(const RepairInput& input, const std::vector<ValueSearch>& searches,
                                 const std::vector<LandmarkPage>& then_and_now,
                                 const RepairOptions& options, const std::string& attribute);

}  // namespace weft::watch
