#include "base/result.h"

#include <fmt/format.h>

namespace weft {

std::string_view error_code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid-argument";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kAlreadyExists:
      return "already-exists";
    case ErrorCode::kPermission:
      return "permission";
    case ErrorCode::kCorruption:
      return "corruption";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kTimeout:
      return "timeout";
    case ErrorCode::kLimitExceeded:
      return "limit-exceeded";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kUnhealthy:
      return "unhealthy";
  }
  return "unknown";
}

Error Error::in(std::string_view context) const {
  return Error{code, fmt::format("{}: {}", context, message)};
}

}  // namespace weft
