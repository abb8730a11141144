// UTF-8 as the Encoding standard decodes it: a check that is nearly free on good text, and the
// repair of bad text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::html {

// Whether `bytes` is well-formed UTF-8. Several gigabytes a second on ASCII (simdjson's vector
// code).
bool is_valid_utf8(std::string_view bytes);

// The first position from `at` on that is not ASCII, or the size.
size_t skip_ascii(std::string_view bytes, size_t at);

struct Utf8Census {
  uint64_t multibyte = 0;  // Well-formed sequences of two bytes or more.
  uint64_t malformed =
      0;  // Sequences that decode to U+FFFD; one cut off by the end of input is not counted.
  uint64_t first_malformed =
      0;  // Offset of the first of them, or of the cut-off one; the size if there is none.
};

// Counts what a UTF-8 decoder would meet.
Utf8Census count_utf8(std::string_view bytes);

// Appends `bytes` to `out`, every maximal subpart of an ill-formed sequence replaced by one U+FFFD,
// as in https://encoding.spec.whatwg.org/#utf-8-decoder. "\xF0\x9F\x98x" gives one U+FFFD and an x.
void append_repaired_utf8(std::string& out, std::string_view bytes);

}  // namespace weft::html
