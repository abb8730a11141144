#include "dom/inline_style.h"

#include "base/strings.h"

namespace weft::dom {
namespace {

// The end of the declaration at style[at]: the next semicolon outside quotes and brackets
// (url(data:a;b)).
size_t declaration_end(std::string_view style, size_t at) {
  char quote = 0;
  int brackets = 0;
  for (; at < style.size(); ++at) {
    const char c = style[at];
    if (c == '\\') {
      ++at;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(') {
      ++brackets;
    } else if (c == ')') {
      if (brackets > 0) --brackets;
    } else if (c == ';' && brackets == 0) {
      return at;
    }
  }
  return style.size();
}

}  // namespace

std::optional<std::string_view> inline_style_value(std::string_view style,
                                                   std::string_view property) {
  std::optional<std::string_view> value;
  for (size_t at = 0; at < style.size();) {
    const size_t end = declaration_end(style, at);
    const std::string_view declaration = style.substr(at, end - at);
    const size_t colon = declaration.find(':');
    if (colon != std::string_view::npos &&
        equals_ignoring_ascii_case(trim(declaration.substr(0, colon)), property)) {
      const std::string_view text = declaration.substr(colon + 1);
      value = trim(text.substr(0, text.find('!')));
    }
    at = end + 1;
  }
  return value;
}

}  // namespace weft::dom
