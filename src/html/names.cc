#include "html/names.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "dom/atom.h"

namespace weft::html {
namespace detail {
namespace {

constexpr std::string_view kSpellings[] = {
#define WEFT_ATOM(identifier, text) text,
#include "dom/atoms.inc"
#undef WEFT_ATOM
};
static_assert(std::size(kSpellings) * 2 < (size_t{1} << kKnownBits));

constexpr uint64_t pack(std::string_view bytes) {
  uint64_t word = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    word |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

}  // namespace

constexpr decltype(kKnownNames) kKnownNames = [] {
  std::array<KnownName, size_t{1} << kKnownBits> table{};
  uint32_t atom = 0;
  for (const std::string_view name : kSpellings) {
    ++atom;
    if (name.size() > 16) continue;  // Found by their bytes, in NameTable.
    const uint64_t low = pack(name.substr(0, std::min<size_t>(8, name.size())));
    const uint64_t high = name.size() > 8 ? pack(name.substr(8)) : 0;
    uint32_t slot = known_slot(low, high);
    while (table[slot].atom != 0) slot = (slot + 1) % (1U << kKnownBits);
    table[slot] = {low, high, atom};
  }
  return table;
}();

}  // namespace detail

constexpr decltype(kEndTags) kEndTags = [] {
  std::array<EndTag, dom::atoms::kCount> table{};
  for (EndTag& none : table) none.key.low = 1;
  uint32_t atom = 0;
  for (const std::string_view name : detail::kSpellings) {
    ++atom;
    if (name.size() > 15) continue;
    std::array<char, 16> bytes{};
    std::array<char, 16> ones{};
    for (size_t i = 0; i <= name.size(); ++i) {
      bytes[i] = i < name.size() ? name[i] : '>';
      ones[i] = '\xFF';
    }
    using Words = std::array<uint64_t, 2>;
    const auto key = std::bit_cast<Words>(bytes);
    const auto mask = std::bit_cast<Words>(ones);
    table[atom] = {{key[0], key[1]}, {mask[0], mask[1]}, static_cast<uint32_t>(name.size() + 1)};
  }
  return table;
}();

void NameTable::reset(dom::Storage& storage) {
  storage_ = &storage;
  std::fill(slots_.begin(), slots_.end(), 0);
  if (slots_.empty()) slots_.resize(64);
}

template <typename Place>
Name NameTable::intern_unknown(dom::Atom atom, Place place) {
  auto& names = storage_->unknown_names;
  if (names.size() * 2 >= slots_.size()) grow();
  for (size_t slot = first_slot(atom);; slot = next_slot(slot)) {
    if (slots_[slot] == 0) {
      names.push_back({atom, place()});
      slots_[slot] = static_cast<uint32_t>(names.size());
      return {atom, static_cast<uint32_t>(dom::atoms::kCount + names.size() - 1)};
    }
    if (names[slots_[slot] - 1].atom == atom) return {atom, dom::atoms::kCount + slots_[slot] - 1};
  }
}

Name NameTable::intern(std::string_view text, dom::StringRef place) {
  const dom::Atom atom = dom::atom_of(text);
  if (dom::is_known(atom)) return {atom, static_cast<uint32_t>(atom)};
  return intern_unknown(atom, [place] { return place; });
}

Name NameTable::intern_copy(std::string_view text) {
  const dom::Atom atom = dom::atom_of(text);
  if (dom::is_known(atom)) return {atom, static_cast<uint32_t>(atom)};
  return intern_unknown(atom, [this, text] {
    const dom::StringRef place{static_cast<uint32_t>(storage_->arena.size()) | dom::kArenaBit,
                               static_cast<uint32_t>(text.size())};
    storage_->arena.append(text);
    return place;
  });
}

void NameTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  uint32_t position = 0;
  for (const dom::Storage::UnknownName& name : storage_->unknown_names) {
    size_t slot = first_slot(name.atom);
    while (slots_[slot] != 0) slot = next_slot(slot);
    slots_[slot] = ++position;
  }
}

}  // namespace weft::html
