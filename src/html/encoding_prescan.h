// What the first bytes of a page say about their encoding, read without a parser.
#pragma once

#include <string>
#include <string_view>

#include "html/encoding_label.h"

namespace weft::html {

// How many bytes the standard looks at.
inline constexpr size_t kPrescanBytes = 1024;

struct Declaration {
  Encoding encoding = Encoding::kUnknown;  // kUnknown: nothing usable was declared.
  std::string unknown_label;  // The first declared label that the standard does not list.
};

// "Prescan a byte stream to determine its encoding" over all of `bytes`: <meta charset>, <meta
// http-equiv content>, else an XML declaration. O(bytes).
Declaration prescan_encoding(std::string_view bytes);

}  // namespace weft::html
