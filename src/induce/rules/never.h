// Texts that are never values: what follows a value on the page stands in its place where the value
// is empty.
#pragma once

#include <vector>

#include "induce/rules/attribute_learner.h"

namespace weft::induce {

// Fills wrap::AttributeRules::never. `requests` are those the attributes were learned from, in the
// same order.
void find_never_values(SampleColumns& columns, const std::vector<Unit>& units,
                       const std::vector<AttributeRequest>& requests,
                       std::vector<wrap::AttributeRules>& attributes);

}  // namespace weft::induce
