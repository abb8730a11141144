#include "cli/exit_code.h"

namespace weft::cli {

ExitCode exit_code_for(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      return ExitCode::kUsage;
    case ErrorCode::kUnhealthy:
      return ExitCode::kUnhealthy;
    default:
      return ExitCode::kFailed;
  }
}

}  // namespace weft::cli
