// Exit codes that schedulers can trust. The same for every verb.
#pragma once

#include "base/result.h"

namespace weft::cli {

enum class ExitCode {
  kGood = 0,
  kFailed = 1,     // an error, named on stderr
  kUsage = 2,      // the command line or a rule in it is wrong
  kUnhealthy = 3,  // finished, but the data breaks its own promises
  kPartial = 4,    // finished in part: some inputs failed, or a budget ran out
  kNothing = 5,    // nothing to do: no input, no match
};

// How an Error ends the program.
ExitCode exit_code_for(const Error& error);

}  // namespace weft::cli
