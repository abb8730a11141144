// What a cell says when nobody declared its type, and never less than it says.
//
//   whole_value(kNumber, "1,234")             -> "1234"
//   whole_value(kNumber, "805-948-5093")      -> nothing: a telephone number
//   column_type({"12.03.2024", "n/a", …})     -> kDate
//
// normalize() finds a value in a text, because a person said that there is one. Here nobody did, so
// the text must be the value and nothing else, and the value must lead back to an equivalent text.
// Whatever is doubtful stays text. Idea, example and steps: whole_value.cc.
//
// Threads: pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "value/normalize.h"

namespace weft::value {

// The typed form if the whole text is one value of the type; nothing otherwise.
std::optional<std::string> whole_value(ValueType type, std::string_view text,
                                       const NormalizeContext& context = {});

// The type that nearly all texts of a column have as a whole; kText if there is none. Telephone
// numbers are one even where whole_value() cannot tell the country and leaves them as they are.
ValueType column_type(std::span<const std::string_view> cells,
                      const NormalizeContext& context = {});

}  // namespace weft::value
