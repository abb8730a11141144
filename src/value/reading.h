// What was read, with whether the text says nothing else. Internal to value/*.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "value/normalize.h"

namespace weft::value {

struct Reading {
  std::string text;  // As normalize() gives it.
  // The whole text is this value, read in the only way it can be: no other words, nothing rounded,
  // no order of day and month, no century and no unit guessed.
  bool whole = false;
};

std::optional<Reading> read_date(std::string_view text, const NormalizeContext& context);
std::optional<Reading> read_time_of_day(std::string_view text);
std::optional<Reading> read_duration(std::string_view text);

}  // namespace weft::value
