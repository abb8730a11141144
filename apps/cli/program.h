// The program: finds the verb, reads the uniform options, runs it.
#pragma once

#include <vector>

#include "cli/verb.h"

namespace weft::cli {

// All of `weft`, but for main(). Returns the exit code; never throws.
int run_program(int argc, const char* const* argv,
                const std::vector<VerbSpec>& verbs = registered_verbs());

}  // namespace weft::cli
