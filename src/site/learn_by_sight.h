// A V-Wrapper for the pages of a domain ([Zheng] chapter 6), from labels: one that knows boxes and fonts, no tags, so that it may serve
// sites that nobody labelled.
#pragma once

#include <span>

#include "base/result.h"
#include "model/label.h"
#include "model/page.h"
#include "read/v_wrapper.h"

namespace weft::site {

// Labels of two attributes: `content`, and `title` where there is one. All that is drawn at or below a labelled node is of it; all
// else on a labelled page is neither. Pages bring their layout, or have it estimated; those without labels are passed over.
// Fails with kInvalidArgument for other attributes and where there is nothing to learn from, kNotFound for a label whose page or
// node is not there.
Result<read::VWrapper> learn_by_sight(std::span<const model::Page> pages,
                                      std::span<const model::Label> labels);

}  // namespace weft::site
