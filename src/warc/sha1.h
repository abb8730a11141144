// SHA-1, as WARC digests use it: not for secrets.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft::warc {

using Sha1Digest = std::array<uint8_t, 20>;

// The digest of all bytes. FIPS 180-4.
Sha1Digest sha1(std::string_view bytes);

// RFC 4648, without padding: 32 characters for a SHA-1.
std::string base32(const Sha1Digest& digest);

// "sha1:" and base32, as WARC headers have it.
std::string sha1_label(std::string_view bytes);

// Whether a WARC digest header ("sha1:…" in base32 or hex) is that of `bytes`; true for algorithms
// other than SHA-1, which cannot be judged.
bool digest_matches(std::string_view label, std::string_view bytes);

}  // namespace weft::warc
