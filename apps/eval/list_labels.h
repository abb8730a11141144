// List labels: the records of a truth table as labels on their page.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/label.h"
#include "model/page.h"

namespace weft::eval {

// The fields of one record: (attribute, value as shown).
using TruthRow = std::vector<std::pair<std::string, std::string>>;

// Where the values stand. A value may stand in several places: those of its attribute are the ones
// whose tag path most rows have a value at, and rows of equal values take them in page order.
// Values that are nowhere get no label.
std::vector<model::Label> label_rows(const model::Page& page, const std::vector<TruthRow>& rows);

}  // namespace weft::eval
