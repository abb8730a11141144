// Names to atoms: the parser's way of asking "which tag is this".
//
// Up to sixteen bytes of a name, already in lower case, are two machine words. Known names are
// found by hashing those words into a table made at compile time; the others are hashed by their
// bytes, entered once in Storage::unknown_names and found again through an open-addressing table,
// so that a page with a million different names costs no more per name than one with ten.
//
// Threads: a NameTable belongs to one parser.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "dom/storage.h"
#include "html/token.h"

namespace weft::html {

// The bytes of a name of at most sixteen, padded with zeros: low holds the first eight.
struct NameKey {
  uint64_t low = 0;
  uint64_t high = 0;
};

namespace detail {

struct KnownName {
  uint64_t low;
  uint64_t high;
  uint32_t atom;
};
inline constexpr uint32_t kKnownBits = 11;
extern const std::array<KnownName, size_t{1} << kKnownBits> kKnownNames;

constexpr uint32_t known_slot(uint64_t low, uint64_t high) {
  return static_cast<uint32_t>(((low ^ (high * 0x9e3779b97f4a7c15ULL)) * 0xd1342543de82ef95ULL) >>
                               (64 - kKnownBits));
}

}  // namespace detail

// The atom of a known name, kNoAtom for others. REQUIRES: not the empty name.
inline dom::Atom find_known_name(NameKey key) {
  for (uint32_t slot = detail::known_slot(key.low, key.high);;
       slot = (slot + 1) % (1U << detail::kKnownBits)) {
    const detail::KnownName& known = detail::kKnownNames[slot];
    if (known.low == key.low && known.high == key.high) return dom::Atom{known.atom};
    if (known.atom == 0) return dom::kNoAtom;
  }
}

// What follows the "</" of the end tag of a known name of at most fifteen bytes: "div>". Bytes of
// the input, masked, equal the key.
struct EndTag {
  NameKey key;
  NameKey mask;
  uint32_t length = 0;
};
// By atom. Longer names have a key that equals nothing.
extern const std::array<EndTag, dom::atoms::kCount> kEndTags;

class NameTable {
 public:
  NameTable() = default;
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  // Begins a page whose unknown names go to `storage`. REQUIRES: storage.unknown_names is empty.
  void reset(dom::Storage& storage);

  // The name of `text`, which is at `place` in the source or arena.
  Name intern(std::string_view text, dom::StringRef place);
  // The same for text that is nowhere yet: it is copied to the arena if it is new.
  Name intern_copy(std::string_view text);

 private:
  // The position of `atom` in storage_->unknown_names, entering it with its text if it is new.
  template <typename Place>
  Name intern_unknown(dom::Atom atom, Place place);
  void grow();

  // Depends on where this object lies, so that a page cannot choose names that share a slot.
  [[nodiscard]] size_t first_slot(dom::Atom atom) const {
    return mix64(static_cast<uint64_t>(atom) + reinterpret_cast<uintptr_t>(this)) &
           (slots_.size() - 1);
  }
  [[nodiscard]] size_t next_slot(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  dom::Storage* storage_ = nullptr;
  std::vector<uint32_t> slots_;  // Position + 1 in unknown_names; 0 when free. A power of two.
};

}  // namespace weft::html
