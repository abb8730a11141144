// Completion scripts for shells, made from the program's own description of its options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::cli {

// A verb and its options, as shells are told of them.
struct Completion {
  struct Flag {
    std::vector<std::string> long_names;   // Without dashes.
    std::vector<std::string> short_names;  // Without the dash.
    std::string description;
    bool takes_value = false;
  };
  std::string name;
  std::string description;
  std::vector<Flag> flags;
};

// The script for "bash", "zsh" or "fish"; to be loaded by the shell, e.g. source <(weft completion
// bash). Fails with kInvalidArgument for other shells.
Result<std::string> completion_script(const std::vector<Completion>& verbs, std::string_view shell);

}  // namespace weft::cli
