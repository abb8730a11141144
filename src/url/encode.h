// Percent-encoding with the sets of the URL standard.
#pragma once

#include <string>
#include <string_view>

namespace weft::url {

// https://url.spec.whatwg.org/#percent-encoded-bytes. Each set contains the C0 controls, DEL and
// every byte that is not ASCII.
enum class EncodeSet { kC0Control, kFragment, kQuery, kSpecialQuery, kPath, kUserinfo, kComponent };

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set);
void append_percent_encoded(std::string& out, char c, EncodeSet set);
std::string percent_decode(std::string_view text);
// The value of a hexadecimal digit, -1 for other characters.
int hex_value(char c);

}  // namespace weft::url
