// WPC: wrapper-oriented page clustering ([Zheng] 8.4.2, Fig. 8.5): templates and their wrappers
// found together. Works alike for pages and for the records of one tag path.
#pragma once

#include <cstdint>
#include <vector>

#include "induce/tree/template_texts.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/tree_options.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

struct PageCluster {
  wrap::WrapperTree wrapper;
  std::vector<uint32_t> members;  // Indices of the trees, in the order they joined.
};

// Every tree is in exactly one cluster.
std::vector<PageCluster> cluster_pages(const std::vector<wrap::DomTree>& trees,
                                       const TemplateTexts& texts, const wrap::TreeOptions& options,
                                       wrap::Vocabulary& vocabulary);

}  // namespace weft::induce
