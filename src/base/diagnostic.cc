#include "base/diagnostic.h"

namespace weft {

std::string_view diagnostic_name(DiagnosticKind kind) {
  static constexpr std::string_view kNames[] = {
      "truncated-bytes", "truncated-nodes",  "truncated-depth", "truncated-attributes",
      "bad-encoding",    "unknown-encoding", "limit",           "other"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace weft
