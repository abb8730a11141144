#include "url/encode.h"

namespace weft::url {
namespace {

// The ASCII characters that a set adds to the C0 control set.
std::string_view extra_characters(EncodeSet set) {
  switch (set) {
    case EncodeSet::kC0Control:
      return "";
    case EncodeSet::kFragment:
      return " \"<>`";
    case EncodeSet::kQuery:
      return " \"#<>";
    case EncodeSet::kSpecialQuery:
      return " \"#<>'";
    case EncodeSet::kPath:
      return " \"#<>?^`{}";
    case EncodeSet::kUserinfo:
      return " \"#<>?^`{}/:;=@[\\]|";
    case EncodeSet::kComponent:
      return " \"#<>?^`{}/:;=@[\\]|$%&+,";
  }
  return "";
}

}  // namespace

void append_percent_encoded(std::string& out, char c, EncodeSet set) {
  constexpr char kHex[] = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  if (byte > 0x1F && byte < 0x7F && extra_characters(set).find(c) == std::string_view::npos) {
    out.push_back(c);
    return;
  }
  out.push_back('%');
  out.push_back(kHex[byte >> 4]);
  out.push_back(kHex[byte & 0xF]);
}

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set) {
  for (const char c : text) append_percent_encoded(out, c, set);
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
        hex_value(text[i + 2]) >= 0) {
      out.push_back(static_cast<char>(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

}  // namespace weft::url
