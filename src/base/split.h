// Texts that hold many things: parts between separators, lines of a list.
#pragma once

#include <string_view>
#include <vector>

namespace weft {

// Takes what is before the first `end`, or everything, from `text`, and drops the `end`.
std::string_view take_until(std::string_view& text, char end);

// The parts between separators, empty ones too; of an empty text one.
std::vector<std::string_view> split(std::string_view text, char separator);

// The lines of a list that people keep: trimmed, without blank ones and comments (#).
std::vector<std::string_view> list_lines(std::string_view text);

}  // namespace weft
