// Wrapper trees and labelled trees from text, for tests.
#pragma once

#include <string_view>

#include "dom/document.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce::testing {

// The forest "b(f2) (c3 d=x e*)?": one-word tags, labels after an equals sign, then the sign.
// REQUIRES: well-formed text (checked).
wrap::WrapperTree wrapper(std::string_view text, wrap::Vocabulary& vocabulary);

// The children of the document node as a tree to learn from. An element's class beginning with
// "is-" is its label: "a.is-title". REQUIRES: the document outlives it.
wrap::DomTree labelled(const dom::Document& doc, wrap::Vocabulary& vocabulary);

// Whether the wrapper stands for exactly this forest: a plain backtracking matcher, the oracle of
// the alignment. Labels are ignored.
bool accepts(const wrap::WrapperTree& wrapper, const wrap::DomTree& tree);

}  // namespace weft::induce::testing
