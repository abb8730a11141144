// The declarations of a style attribute, one by one, without allocation. No shorthand is expanded.
#pragma once

#include <optional>
#include <string_view>

namespace weft::dom {

// The value of the last declaration of `property` (in lower case) in the text of a style attribute,
// trimmed and without "!important": inline_style_value("color:red; display : none !important",
// "display") is "none".
std::optional<std::string_view> inline_style_value(std::string_view style,
                                                   std::string_view property);

}  // namespace weft::dom
