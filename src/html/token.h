// Token: what the tokenizer hands to tree construction. Plain numbers; every string is a StringRef
// into the source or the arena of the Storage being filled.
#pragma once

#include <cstdint>

#include "dom/storage.h"

namespace weft::html {

enum class TokenKind : uint8_t { kStartTag, kEndTag, kText, kComment, kDoctype, kEndOfFile };

// How the tokenizer reads what follows; named after the states of the standard.
enum class ContentModel : uint8_t { kData, kRcdata, kRawtext, kScriptData, kPlaintext, kCdata };

// A name as an atom, and as a small dense number: the atom itself if it is known, otherwise
// atoms::kCount + the position in Storage::unknown_names.
struct Name {
  dom::Atom atom = dom::kNoAtom;
  uint32_t index = 0;
};

struct Token {
  // Bytes of the source that the token was made from.
  uint32_t begin = 0;
  uint32_t end = 0;

  // Start and end tags; the name of a doctype.
  Name name;
  // Start tags: the attributes are the last `attribute_count` entries of Storage::attributes.
  uint32_t first_attribute = 0;
  uint32_t attribute_count = 0;
  uint8_t may_have = 0;  // dom/kind_byte.h
  bool self_closing = false;

  // Text: whether U+0000 occurs in it (only in the data and CDATA states).
  bool has_null = false;
  // Text: whether it may be something else than white space.
  bool may_be_visible = true;
  // Text and comments.
  dom::StringRef text;

  // Doctypes.
  bool force_quirks = false;
  bool has_public_id = false;
  bool has_system_id = false;
  dom::StringRef public_id;
  dom::StringRef system_id;
};

}  // namespace weft::html
