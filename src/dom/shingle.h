// Shingle vectors: eight bytes that say how a page is built, whatever it says ([Vertex] III-A).
//
// A shingle is a run of `length` consecutive tags. The vector keeps, for each of eight hash
// functions, one byte of the shingle that hashes lowest, so two pages agree in a byte with
// probability |S ∩ S'| / |S ∪ S'| (or by chance, 1 in 256), S and S' being their sets of shingles.
// Pages of one template agree in most bytes.
//
// A masked vector fixes some bytes and leaves the rest open. It *covers* a vector that agrees with
// it in every fixed byte: that is how a cluster of pages, and later its wrapper, recognises a page.
//
// Lives in dom/ because grouping, crawling, extraction and watching all need it and none may
// include another: docs/adr/0019-shingles-live-in-dom.md. Tested by shingle_test.cc.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "dom/document.h"

namespace weft::dom {

inline constexpr unsigned kShingleBytes = 8;

// Byte i is bits [8i, 8i + 8) of `packed`.
struct ShingleVector {
  uint64_t packed = 0;

  static constexpr ShingleVector of(const std::array<uint8_t, kShingleBytes>& bytes) {
    ShingleVector v;
    for (unsigned i = 0; i < kShingleBytes; ++i) v.packed |= uint64_t{bytes[i]} << (8 * i);
    return v;
  }
  [[nodiscard]] constexpr uint8_t byte(unsigned i) const {
    return static_cast<uint8_t>(packed >> (8 * i));
  }
  bool operator==(const ShingleVector&) const = default;
};

// The number of bytes in which two vectors agree, 0 to 8.
constexpr unsigned agreement(ShingleVector a, ShingleVector b) {
  unsigned equal = 0;
  for (unsigned i = 0; i < kShingleBytes; ++i) equal += a.byte(i) == b.byte(i) ? 1 : 0;
  return equal;
}

struct MaskedShingle {
  uint64_t packed = 0;  // Open bytes are zero.
  uint8_t fixed = 0;    // Bit i: byte i is fixed.

  // `v` with the bytes outside `fixed` left open.
  static MaskedShingle of(ShingleVector v, uint8_t fixed);

  [[nodiscard]] bool covers(ShingleVector v) const;
  // Fixed bytes in which `v` agrees.
  [[nodiscard]] unsigned agreeing(ShingleVector v) const;
  [[nodiscard]] unsigned fixed_count() const { return static_cast<unsigned>(std::popcount(fixed)); }
  bool operator==(const MaskedShingle&) const = default;
};

// The bits of the 64 that belong to the bytes of `fixed`.
uint64_t mask_bits(uint8_t fixed);

// "1.2.*.4.5.*.7.8", the paper's notation; a vector is one without stars.
std::string to_string(const MaskedShingle& masked);
std::string to_string(ShingleVector v);
// Fails with kInvalidArgument for anything that to_string does not write.
Result<MaskedShingle> parse_shingle(std::string_view text);

// What a page is a set of.
enum class ShingleKind : uint8_t {
  kTags,       // [Vertex]: runs of consecutive tags
  kCollapsed,  // the same, after repeated sibling blocks have been reduced to one
  kPlaces,     // elements with a class, as name and first class; others near the root, as tag paths
};

struct ShingleOptions {
  ShingleKind kind = ShingleKind::kTags;
  uint32_t length = 10;  // Tags in a shingle; not used by kPlaces. At least 1.
  // Take the minimum over one-byte hashes, as the paper's formula is written. A page of a thousand
  // shingles then has ⟨0.0.0.0.0.0.0.0⟩ nearly always, and every large page looks alike; off, the
  // minimum is over 32 bits.
  bool byte_hashes = false;
};

// Ways of shingling by the name that people give them: "places", "tags" (as in [Vertex]),
// "collapsed", "bytes".
const std::map<std::string, ShingleOptions>& shingle_methods();

// One pass over the columns; no recursion. Stable across runs and machines. A page with fewer than
// `length` tags is one shingle; a page without elements is ⟨0.0.0.0.0.0.0.0⟩.
ShingleVector shingle_vector(const Document& doc, const ShingleOptions& options = {});

}  // namespace weft::dom
