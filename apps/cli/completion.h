// Completion scripts for shells, made from the program's own description of its options.
#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/result.h"

namespace weft::cli {

// The script for "bash", "zsh" or "fish"; to be loaded by the shell, e.g. source <(weft completion
// bash). Fails with kInvalidArgument for other shells.
Result<std::string> completion_script(const CLI::App& app, std::string_view shell);

}  // namespace weft::cli
