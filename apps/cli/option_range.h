// What numbers an option takes. CLI11's own Range takes "nan", for which every comparison is false,
// and reads "-1" for an unsigned option as the largest number there is.
#pragma once

#include <CLI/CLI.hpp>

namespace weft::cli {

// The most of anything that an option may ask for.
inline constexpr double kMaxCount = 1'000'000'000;

// Refuses what is no finite number from least to most, both included. The option's own type still
// decides whether fractions will do.
CLI::Validator in_range(double least, double most);

}  // namespace weft::cli
