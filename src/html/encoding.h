// Which encoding a page is in, and its bytes as UTF-8.
//
// In this order (https://html.spec.whatwg.org/#determining-the-character-encoding):
//   1. a byte order mark;
//   2. the charset of the HTTP header;
//   3. what the first 1024 bytes declare (encoding_prescan.h), unless they were plainly saved as UTF-8 since;
//   4. UTF-8, if the bytes are UTF-8 but for a few broken places;
//   5. a declaration further down (where a browser would begin again);
//   6. windows-1252.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "dom/document.h"

namespace weft::html {

struct Decoded {
  dom::Source source;     // Valid UTF-8 without a byte order mark.
  std::string encoding;   // The Encoding standard's name: "UTF-8", "windows-1252", "Shift_JIS"…
  bool replaced = false;  // Some bytes became U+FFFD.
};

// Never fails. Valid UTF-8 is passed through without a copy; anything else is converted, to at most
// three times its length. Adds kUnknownEncoding for a declared label that nobody knows and one
// kBadEncoding, at the first such place, when bytes were replaced; their offsets are those of
// `bytes`.
Decoded decode(dom::Source bytes, std::string_view transport_charset, Diagnostics& diagnostics);

}  // namespace weft::html
