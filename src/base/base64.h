// Bytes as text of 64 letters (RFC 4648): in data URLs, headers and protocols.
#pragma once

#include <string>
#include <string_view>

namespace weft {

std::string to_base64(std::string_view bytes);
// What is no digit is passed over.
std::string from_base64(std::string_view text);

}  // namespace weft
