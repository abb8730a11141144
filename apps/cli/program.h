// The program: finds the verb, reads the uniform options, runs it.
#pragma once

namespace weft::cli {

// All of `weft`, but for main(). Returns the exit code; never throws.
int run_program(int argc, const char* const* argv);

}  // namespace weft::cli
