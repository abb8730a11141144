// Template blocks: parts of pages that are the same on all of them ([Fiva] 4.1, Fig. 5).
#pragma once

#include <functional>
#include <vector>

#include "model/page.h"
#include "templates/tree_merging.h"

namespace weft::templates {

struct TemplateBlocks {
  NodeFlags fixed;               // Blocks, by page and node; what is below them is not marked.
  std::vector<dom::NodeId> way;  // From <body> of the first page down to where the search ended.
  std::vector<dom::NodeId>
      rich;  // By page: where it ended, the data-rich area; none without <body>.
};

struct BlockOptions {
  double least_area = 0.4;  // Of <body>, that a block must have to be entered; above 1: none is.
  // What is drawn of a node of a page, as a number (render::look_of); 0: nothing. Absent: blocks are
  // equal if their tags and texts are.
  std::function<uint64_t(size_t page, dom::NodeId node)> look = {};
};

// A block other than the biggest child is one if it stands, equal, at the same path of every page.
// REQUIRES: views of these pages, in their order.
TemplateBlocks find_template_blocks(const std::vector<const model::Page*>& pages,
                                    const PageViews& views, const BlockOptions& options = {});

}  // namespace weft::templates
