// Style sheets that reach nothing but what is ours: every address in them is asked for, and becomes
// what the caller says, or nothing.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace weft::url {

enum class Wanted { kImage, kFont, kStyle };

// What stands for an address, as written in a style sheet or an attribute; empty: nothing.
using Readdress = std::function<std::string(std::string_view address, Wanted wanted)>;

// The style sheet with its url(), src(), image-set() and @import addressed anew, and without comments,
// @charset and @namespace. Escapes in names are seen through. Linear in the text; never fails, and
// never gives a text that would end a <style> element.
std::string rewrite_css(std::string_view css, const Readdress& readdress);

}  // namespace weft::url
