// Match quality: how much of what a wrapper is there for a match found as it was on labelled pages
// ([Zheng] 10.3.3: perfect matches, value by value).
#pragma once

#include "wrap/tree/dom_tree.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::wrap {

// The share of the wrapper's labelled nodes that are as they were: found, or absent where that was
// seen before, and nothing on the way to them differs in classes or template texts. 1 for a perfect
// match, and for wrappers without labels. `cells`: records cross each other, and what is in a cell
// may be absent.
double share_as_labelled(const WdAligner& aligner, const DomTree& page, const WdMatch& match,
                         bool cells = false);

}  // namespace weft::wrap
