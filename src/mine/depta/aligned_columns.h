// Columns by partial tree alignment ([Liu], Extract Data from Data Records).
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "mine/mdr/mdr.h"
#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

// One column per data item (text or image) of the final seed tree; items of a record that stayed
// unaligned have a column of their own. Named and typed as other columns. Falls back to columns by
// path when the trees are too large to align, and says so.
void fill_aligned_columns(const PageIndex& page, Region& region, Diagnostics* diagnostics);

}  // namespace weft::mine
