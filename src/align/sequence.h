// Sequences: what the string algorithms of align/ compare. A symbol is any 32-bit number: a byte,
// an atom, the id of a node class; equal numbers are equal symbols.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::align {

using Symbol = uint32_t;
using Sequence = std::span<const Symbol>;

// The symbol of a text node in tag strings and trees. No element has it.
inline constexpr Symbol kTextSymbol = 0x7FFFFFFFU;

// A symbol per byte, for tests and plain strings.
std::vector<Symbol> symbols_of(std::string_view text);

enum class TextNodes { kSkip, kKeep };  // kKeep: those that are not white space alone

// The tag string of some subtrees, one after the other: the names of their elements in document
// order,
// ([Liu], MDR: "the tag string of a node includes all the tags of the subtree of the node").
std::vector<Symbol> tag_string(const dom::Document& doc, std::span<const dom::NodeId> roots,
                               TextNodes text = TextNodes::kSkip);

}  // namespace weft::align
