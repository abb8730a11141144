// Asking a program of the user's: text in on its standard input, text back from its standard output.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::cli {

struct AskLimits {
  int seconds = 300;                // For one answer; a remote model takes its time.
  size_t bytes = size_t{16} << 20;  // Of one answer.
};

// What `command`, run by sh, writes when it is given `input`; its standard error is the caller's. Fails
// with kIo when it cannot be run or ends with an error, with kLimitExceeded when it takes too long or
// says too much (it is ended then).
Result<std::string> ask_command(const std::string& command, std::string_view input,
                                const AskLimits& limits = {});

}  // namespace weft::cli
