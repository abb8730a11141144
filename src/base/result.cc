#include "base/result.h"

#include <fmt/format.h>

namespace weft {

std::string_view error_code_name(ErrorCode code) {
  static constexpr std::string_view kNames[] = {
      "invalid-argument", "not-found",      "already-exists", "permission", "corruption", "io",
      "timeout",          "limit-exceeded", "unsupported",    "unhealthy"};
  return kNames[static_cast<size_t>(code)];
}

Error Error::in(std::string_view context) const {
  return Error{code, fmt::format("{}: {}", context, message)};
}

}  // namespace weft
