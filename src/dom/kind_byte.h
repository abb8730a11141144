// The byte of the kind column: what a node is, and what it may have.
//
//   bits 0 to 2  NodeKind
//   bits 4, 5    Namespace
//   bits 3, 6    what the node may have
//
// A bit of the last sort that is not set is a promise, which lets a scan pass over most nodes of a
// page by this byte alone; one that is set promises nothing.
#pragma once

#include <cstdint>

#include "dom/atom.h"

namespace weft::dom {

enum class NodeKind : uint8_t { kDocument, kDoctype, kElement, kText, kComment };
enum class Namespace : uint8_t { kHtml, kSvg, kMathMl };

inline constexpr uint8_t kKindMask = 0x07;
inline constexpr uint8_t kNamespaceMask = 0x30;
inline constexpr unsigned kNamespaceShift = 4;

inline constexpr uint8_t kMayHaveId = 0x08;     // elements
inline constexpr uint8_t kMayHaveClass = 0x40;  // elements
inline constexpr uint8_t kMayBeVisible = 0x40;  // texts: something else than white space

constexpr uint8_t kind_byte(NodeKind kind, Namespace name_space, uint8_t may_have) {
  return static_cast<uint8_t>(static_cast<uint8_t>(kind) |
                              static_cast<uint8_t>(name_space) << kNamespaceShift | may_have);
}

constexpr NodeKind kind_of(uint8_t byte) { return NodeKind(byte & kKindMask); }

constexpr Namespace namespace_of(uint8_t byte) {
  return Namespace((byte & kNamespaceMask) >> kNamespaceShift);
}

// All that the node may have.
constexpr uint8_t may_have_of(uint8_t byte) { return byte & (kMayHaveId | kMayHaveClass); }

// What an element may have that has an attribute of this name.
constexpr uint8_t may_have(Atom attribute) {
  return static_cast<uint8_t>((attribute == atoms::kId ? kMayHaveId : 0) |
                              (attribute == atoms::kClass ? kMayHaveClass : 0));
}

}  // namespace weft::dom
