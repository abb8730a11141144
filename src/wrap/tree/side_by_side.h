// Side by side: the records that several wrappers find on one page, each beside its like.
#pragma once

#include <string>
#include <vector>

#include "model/extraction.h"

namespace weft::wrap {

// A value as one text to compare: leaves and lists alike, a list of one as its item; empty for
// null.
std::string value_key(const model::Value* value);

// The records of several extractions of one page, side by side. Row r holds for each extraction the
// record that is the same as that of the others, or null. Records are the same when they share the
// most values; those of the first extraction come first, in its order.
std::vector<std::vector<const model::Record*>> side_by_side(
    const std::vector<model::Extraction>& extractions);

}  // namespace weft::wrap
