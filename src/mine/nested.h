// Lists inside records: sizes of a product, comments of a post.
#pragma once

#include <vector>

#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

struct NestedOptions {
  uint32_t max_tables = 5;
  uint32_t max_nodes_per_record = 5'000;
};

// Elements below one parent that repeat within records, at the same place of several records;
// outermost lists only. At least two records must have two rows or more.
std::vector<NestedTable> find_nested(const PageIndex& page, const std::vector<RecordSpan>& records,
                                     const NestedOptions& options = {});

}  // namespace weft::mine
