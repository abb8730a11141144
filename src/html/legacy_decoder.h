// Conversion of every encoding of the Encoding standard but UTF-8 to UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "html/encoding_label.h"

namespace weft::html {

struct Converted {
  std::string utf8;
  // Offset in the input of (about) the first bytes that the encoding does not allow; they became
  // U+FFFD.
  std::optional<uint64_t> first_bad;
};

// REQUIRES: encoding is neither kUtf8 nor kUnknown. The result is valid UTF-8, at most three times
// as long as the input. Threads: may be called from several at once.
Converted convert_to_utf8(std::string_view bytes, Encoding encoding);

}  // namespace weft::html
