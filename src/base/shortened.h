// Texts shortened for people to read.
#pragma once

#include <string>
#include <string_view>

namespace weft {

// At most `max_bytes` of the text, cut between characters, and an ellipsis if there was more.
inline std::string shortened(std::string_view utf8, size_t max_bytes) {
  if (utf8.size() <= max_bytes) return std::string(utf8);
  size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xC0) == 0x80) --end;
  return std::string(utf8.substr(0, end)) + "…";
}

}  // namespace weft
