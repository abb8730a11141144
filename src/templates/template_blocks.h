// Template blocks: parts of pages that are the same on all of them ([Fiva] 4.1, Fig. 5).
#pragma once

#include <vector>

#include "model/page.h"
#include "templates/templates.h"
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
  LookOfNode look = {};     // Absent: blocks are equal if their tags and texts are.
};

// A block other than the biggest child is one if it stands, equal, at the same path of every page.
// REQUIRES: views of these pages, in their order.
TemplateBlocks find_template_blocks(const std::vector<const model::Page*>& pages,
                                    const PageViews& views, const BlockOptions& options = {});

}  // namespace weft::templates
