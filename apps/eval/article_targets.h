// Which blocks of a page the truth holds: what article models learn from.
#pragma once

#include <string_view>
#include <vector>

#include "read/blocks.h"

namespace weft::eval {

// For each block the share of its words that the truth holds, 0 to 1.
std::vector<float> block_targets(const read::PageBlocks& page, std::string_view truth);

}  // namespace weft::eval
