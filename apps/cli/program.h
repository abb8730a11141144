// The program: finds the verb, reads the uniform options, runs it.
#pragma once

#include <span>

#include "cli/verb.h"

namespace weft::cli {

// All of `weft`, but for main(), with these verbs. Returns the exit code; never throws.
int run_program(int argc, const char* const* argv, std::span<const Verb* const> verbs);

}  // namespace weft::cli
