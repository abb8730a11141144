// V-Wrapper from pages with title and content as visual blocks ([Zheng] chapter 6).
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "dom/layout.h"
#include "read/v_wrapper.h"

namespace weft::read {

struct VisualExample {
  std::string site;
  std::vector<VisualBlock> blocks;
  std::vector<VisualLabel> labels;  // Of leaves.
  std::vector<uint8_t> positive;    // Of leaves, and of inner blocks by Theorem 1.
};

// `label` says what a leaf is, by its node.
template <typename Label>
VisualExample visual_example(const dom::Document& doc, const dom::Layout& layout, Label label) {
  VisualExample example;
  example.blocks = visual_blocks(doc, layout);
  example.labels.resize(example.blocks.size(), VisualLabel::kOthers);
  example.positive.resize(example.blocks.size());
  for (size_t b = example.blocks.size(); b-- > 0;) {  // Children come behind their parents.
    const VisualBlock& block = example.blocks[b];
    if (block.leaf) {
      example.labels[b] = label(block.node);
      example.positive[b] = example.labels[b] != VisualLabel::kOthers ? 1 : 0;
    }
    if (example.positive[b] != 0 && block.parent >= 0)
      example.positive[static_cast<size_t>(block.parent)] = 1;
  }
  return example;
}

// A sample of the negative blocks of each page is learned from. REQUIRES: some leaf below the page block.
VWrapper fit_v_wrapper(const std::vector<const VisualExample*>& examples);

}  // namespace weft::read
