// The oracle: the same bytes parsed by Modest (MyHTML) and copied into a Document. For tests and
// benchmarks.
#pragma once

#include <string_view>

#include "dom/document.h"

namespace weft::html::testing {

// REQUIRES: `bytes` is UTF-8.
dom::Document parse_with_modest(std::string_view bytes);

}  // namespace weft::html::testing
