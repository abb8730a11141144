// Diagnostic: something odd about an input that did not stop the work.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// A noun from a fixed list, so that machines can count them; the prose is in `detail`.
enum class DiagnosticKind : uint8_t {
  kTruncatedBytes,       // input longer than Limits::max_bytes
  kTruncatedNodes,       // more nodes than Limits::max_nodes
  kTruncatedDepth,       // deeper than Limits::max_depth; deeper elements became siblings
  kTruncatedAttributes,  // more attributes on an element than Limits::max_attributes
  kBadEncoding,          // bytes that the encoding does not allow, replaced by U+FFFD
  kUnknownEncoding,      // a declared encoding nobody knows
  kLimit,                // another bound was reached
  kOther,
};

struct Diagnostic {
  DiagnosticKind kind = DiagnosticKind::kOther;
  uint64_t offset = 0;  // Byte offset in the input, where that makes sense.
  std::string detail;
};

using Diagnostics = std::vector<Diagnostic>;

// "truncated-nodes", "bad-encoding"…
std::string_view diagnostic_name(DiagnosticKind kind);

}  // namespace weft
