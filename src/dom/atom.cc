// Known names are found through an open-addressing table that is filled at compile time.

#include "dom/atom.h"

#include <array>

#include "base/hash.h"

namespace weft::dom {
namespace {

constexpr std::string_view kNames[] = {
    "",
#define WEFT_ATOM(identifier, text) text,
#include "dom/atoms.inc"
#undef WEFT_ATOM
};
static_assert(std::size(kNames) == atoms::kCount);

constexpr size_t kSlots = 2048;
static_assert(kSlots >= 2 * atoms::kCount, "keep the table at most half full");

constexpr uint32_t slot_hash(std::string_view name) {
  uint32_t h = static_cast<uint32_t>(name.size());
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return h ^ (h >> 15);
}

constexpr auto kTable = [] {
  std::array<uint16_t, kSlots> table{};
  for (uint16_t i = 1; i < atoms::kCount; ++i) {
    size_t slot = slot_hash(kNames[i]) % kSlots;
    while (table[slot] != 0) slot = (slot + 1) % kSlots;
    table[slot] = i;
  }
  return table;
}();

constexpr size_t kLongestName = [] {
  size_t longest = 0;
  for (const std::string_view name : kNames)
    longest = name.size() > longest ? name.size() : longest;
  return longest;
}();

}  // namespace

Atom atom_of(std::string_view name) {
  if (name.size() <= kLongestName) {
    for (size_t slot = slot_hash(name) % kSlots; kTable[slot] != 0; slot = (slot + 1) % kSlots) {
      if (kNames[kTable[slot]] == name) return Atom{kTable[slot]};
    }
  }
  return Atom{static_cast<uint32_t>(hash_bytes(name)) | kUnknownAtomBit};
}

std::string_view known_name(Atom atom) {
  const auto index = static_cast<uint32_t>(atom);
  return index < atoms::kCount ? kNames[index] : std::string_view();
}

}  // namespace weft::dom
