// Labels for the fields of a form. Internal to explore/form*.cc.
#pragma once

#include "explore/form.h"

namespace weft::explore {

// Fills labels, segment, before and after of every field. `begin` and `end` bound the part of the page
// that the form takes. REQUIRES: fields are in document order.
void label_fields(const dom::Document& doc, const dom::Layout* layout, dom::NodeId begin,
                  dom::NodeId end, std::vector<Field>& fields);

}  // namespace weft::explore
