// The page-tree inducer: labelled pages to templates and their wrappers ([Zheng] ch. 8).
#pragma once

#include "model/inducer.h"
#include "wrap/tree/page_tree_wrapper.h"

namespace weft::induce {

struct LearnedPageTrees {
  std::unique_ptr<wrap::PageTreeWrapper> wrapper;
  std::vector<std::string> problems;
};

// Fails as model::Inducer does.
Result<LearnedPageTrees> learn_page_trees(const model::InducerInput& input,
                                          const wrap::TreeOptions& options = {});

}  // namespace weft::induce
