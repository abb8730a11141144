// Atom: an element or attribute name as a number.
//
// Names of HTML, and the common ones of SVG and MathML, have small fixed atoms (atoms::kDiv). Any
// other name gets bit 31 and 31 bits of its hash, so equal names have equal atoms in every Document
// and no global table grows under hostile input. Two different unknown names share an atom with
// probability 2^-31; a Document keeps the spelling of every unknown name that it contains
// (Document::name_text).
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::dom {

enum class Atom : uint32_t {};

inline constexpr Atom kNoAtom{0};
inline constexpr uint32_t kUnknownAtomBit = 0x80000000U;

namespace atoms {

enum : uint32_t {
  kNone = 0,
#define WEFT_ATOM(identifier, text) identifier##Index,
#include "dom/atoms.inc"
#undef WEFT_ATOM
  kCount,
};

#define WEFT_ATOM(identifier, text) inline constexpr Atom identifier{identifier##Index};
#include "dom/atoms.inc"
#undef WEFT_ATOM

}  // namespace atoms

// True for the names of atoms.inc.
constexpr bool is_known(Atom atom) { return (static_cast<uint32_t>(atom) & kUnknownAtomBit) == 0; }

// The atom of a name, exactly as spelled: HTML names must already be lower case. O(length).
Atom atom_of(std::string_view name);

// The spelling of a known atom; empty for others.
std::string_view known_name(Atom atom);

}  // namespace weft::dom
