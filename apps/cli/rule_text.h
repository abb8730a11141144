// Rules as people read them.
#pragma once

#include <string>

namespace weft::cli {

// A text without the conditions that every rule for a text has: not blank, not in a script.
std::string without_usual_conditions(std::string text);

}  // namespace weft::cli
