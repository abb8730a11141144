// Limits: how much of a page Weft is willing to hold. The web is hostile input.
//
// Reaching a bound never fails a parse: the document is cut there and a Diagnostic says so.
// The defaults let every page of the test data through with a wide margin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft {

struct Limits {
  uint64_t max_bytes = uint64_t{1} << 30;  // Longer input is cut. At most 2^31 - 1 is honoured.
  uint32_t max_nodes = 64'000'000;         // Further nodes are dropped.
  uint32_t max_depth = 100'000;            // Deeper elements become siblings at this depth.
  uint32_t max_attributes = 2'000'000;     // Per element; further ones are dropped.
};

// Reads "bytes=1M,nodes=50000,depth=512": any subset of bytes, nodes, depth, attributes; the
// suffixes K, M and G are powers of 1024. Fails with kInvalidArgument, naming the part that is
// wrong.
Result<Limits> parse_limits(std::string_view text, const Limits& defaults = {});

}  // namespace weft
