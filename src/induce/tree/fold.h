// Fold: a page or record as a wrapper of its own, repetitions written once ([Zheng] 8.4.1.1).
//
//   ul(li li li)          becomes  ul(li3)
//   dl(dt dd dt dd p)     becomes  dl((dt dd)2 p)
//
// Only identical neighbours are folded: same tags, same labels, all the way down.
#pragma once

#include "induce/tree/template_texts.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/tree_options.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

// O(nodes), times the longest period looked for where siblings are many.
wrap::WrapperTree fold(const wrap::DomTree& tree, const TemplateTexts& texts,
                       const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary);

}  // namespace weft::induce
