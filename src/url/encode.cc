#include "url/encode.h"

#include <array>

namespace weft::url {
namespace {

// The ASCII characters that a set adds to the C0 control set.
constexpr std::string_view extra_characters(EncodeSet set) {
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

// By set and byte whether it is written as it stands.
constexpr size_t kSets = static_cast<size_t>(EncodeSet::kComponent) + 1;
constexpr std::array<std::array<bool, 256>, kSets> kPlain = [] {
  std::array<std::array<bool, 256>, kSets> plain{};
  for (size_t set = 0; set < kSets; ++set) {
    for (size_t c = 0x20; c < 0x7F; ++c) plain[set][c] = true;
    for (const char c : extra_characters(static_cast<EncodeSet>(set)))
      plain[set][static_cast<unsigned char>(c)] = false;
  }
  return plain;
}();

}  // namespace

void append_percent_encoded(std::string& out, char c, EncodeSet set) {
  append_percent_encoded(out, std::string_view(&c, 1), set);
}

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set) {
  constexpr char kHex[] = "0123456789ABCDEF";
  const auto& plain = kPlain[static_cast<size_t>(set)];
  while (!text.empty()) {
    size_t end = 0;
    while (end < text.size() && plain[static_cast<unsigned char>(text[end])]) ++end;
    out.append(text, 0, end);
    if (end == text.size()) return;
    const auto byte = static_cast<unsigned char>(text[end]);
    for (const char c : {'%', kHex[byte >> 4], kHex[byte & 0xF]}) out.push_back(c);
    text.remove_prefix(end + 1);
  }
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decode(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::string(text);
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
