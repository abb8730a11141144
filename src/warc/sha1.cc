#include "warc/sha1.h"

#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::warc {
namespace {

constexpr size_t kBlock = 64;

struct State {
  std::array<uint32_t, 5> h = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};

  // FIPS 180-4, 6.1.2, with the message schedule in a ring of sixteen words.
  void block(const uint8_t* bytes) {
    std::array<uint32_t, 16> w;
    for (size_t i = 0; i < 16; ++i) {
      uint32_t word = 0;
      std::memcpy(&word, bytes + 4 * i, 4);
      w[i] = __builtin_bswap32(word);
    }
    auto [a, b, c, d, e] = h;
    for (size_t t = 0; t < 80; ++t) {
      if (t >= 16) {
        w[t & 15] = std::rotl(w[(t + 13) & 15] ^ w[(t + 8) & 15] ^ w[(t + 2) & 15] ^ w[t & 15], 1);
      }
      const uint32_t f = t < 20   ? ((b & c) | (~b & d)) + 0x5A827999
                         : t < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                         : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                  : (b ^ c ^ d) + 0xCA62C1D6;
      const uint32_t next = std::rotl(a, 5) + f + e + w[t & 15];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
  }
};

std::string hex(const Sha1Digest& digest) {
  std::string out;
  for (const uint8_t byte : digest) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace

Sha1Digest sha1(std::string_view bytes) {
  State state;
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= kBlock; left -= kBlock, data += kBlock) state.block(data);

  std::array<uint8_t, 2 * kBlock> tail{};
  if (left != 0) std::memcpy(tail.data(), data, left);
  tail[left] = 0x80;
  const size_t tail_size = left + 9 <= kBlock ? kBlock : 2 * kBlock;
  for (size_t i = 0; i < 8; ++i) tail[tail_size - 1 - i] = static_cast<uint8_t>(bits >> (8 * i));
  for (size_t at = 0; at < tail_size; at += kBlock) state.block(tail.data() + at);

  Sha1Digest digest;
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(state.h[i / 4] >> (24 - 8 * (i % 4)));
  }
  return digest;
}

std::string base32(const Sha1Digest& digest) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string out;
  uint32_t bits = 0;
  unsigned count = 0;
  for (const uint8_t byte : digest) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 5; count -= 5) out += kAlphabet[bits >> (count - 5) & 31];
  }
  return out;
}

std::string sha1_label(std::string_view bytes) { return "sha1:" + base32(sha1(bytes)); }

bool digest_matches(std::string_view label, std::string_view bytes) {
  if (ascii_lower(label.substr(0, 5)) != "sha1:") return true;
  label.remove_prefix(5);
  const Sha1Digest digest = sha1(bytes);
  return equals_ignoring_ascii_case(label, base32(digest)) ||
         equals_ignoring_ascii_case(label, hex(digest));
}

}  // namespace weft::warc
