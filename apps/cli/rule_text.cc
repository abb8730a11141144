#include "cli/rule_text.h"

#include <string_view>

namespace weft::cli {

std::string without_usual_conditions(std::string text) {
  constexpr std::string_view kUsual =
      "[normalize-space(.)][not(parent::script or parent::style or parent::noscript)]";
  for (size_t at = text.find(kUsual); at != std::string::npos; at = text.find(kUsual, at))
    text.erase(at, kUsual.size());
  return text;
}

}  // namespace weft::cli
