// Incremental update: one more labelled record into the wrappers of its tag path ([Zheng] Algorithm
// 9).
#pragma once

#include <vector>

#include "induce/broom/broom.h"
#include "induce/tree/template_texts.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

// `wrappers` are those of the record's tag path. The nearest takes the record in if it is within
// BroomOptions::merge_theta, and then merges with others that have come that near; else the record
// becomes a wrapper of its own.
void update_wrappers(std::vector<wrap::WrapperTree>& wrappers, const wrap::DomTree& record,
                     const TemplateTexts& texts, const wrap::BroomOptions& options,
                     wrap::Vocabulary& vocabulary);

}  // namespace weft::induce
