#include "base/diagnostic.h"

namespace weft {

std::string_view diagnostic_name(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::kTruncatedBytes:
      return "truncated-bytes";
    case DiagnosticKind::kTruncatedNodes:
      return "truncated-nodes";
    case DiagnosticKind::kTruncatedDepth:
      return "truncated-depth";
    case DiagnosticKind::kTruncatedAttributes:
      return "truncated-attributes";
    case DiagnosticKind::kBadEncoding:
      return "bad-encoding";
    case DiagnosticKind::kUnknownEncoding:
      return "unknown-encoding";
    case DiagnosticKind::kLimit:
      return "limit";
    case DiagnosticKind::kOther:
      return "other";
  }
  return "other";
}

}  // namespace weft
