// Templates of pages nobody labelled: the columns that they share, as a wrapper. A person only names
// those that are wanted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/result.h"
#include "weft/wrapper.h"

namespace weft {

struct PageTemplate {
  Wrapper wrapper;                    // Its schema has the columns.
  std::vector<std::string> problems;  // One sentence each.
};

// Methods: those of `weft template --method`; the default if empty. Fails with kInvalidArgument for
// too few pages or an unknown method, kNotFound when the pages share no column.
WEFT_API Result<PageTemplate> find_template(std::span<const Page> pages,
                                            std::string_view method = "");

}  // namespace weft
