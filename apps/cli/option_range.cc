#include "cli/option_range.h"

#include <fmt/format.h>

namespace weft::cli {

CLI::Validator in_range(double least, double most) {
  return {
      [least, most](std::string& input) {
        double value = 0;
        if (CLI::detail::lexical_cast(input, value) && value >= least && value <= most)
          return std::string();
        return fmt::format("{} is no number from {} to {}", input, least, most);
      },
      most < kMaxCount ? fmt::format("from {} to {}", least, most) : fmt::format("from {}", least)};
}

}  // namespace weft::cli
