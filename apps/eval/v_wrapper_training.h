// Pages with title and content as visual blocks, V-Wrapper fitted to them ([Zheng] chapter 6), and the measure of (6.1) to (6.3): what
// tools/train/fit_v_wrapper.cc and `weft eval sight` share.
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "dom/layout.h"
#include "eval/metrics/counts.h"
#include "read/v_wrapper.h"

namespace weft::eval {

struct VisualExample {
  std::string site;
  std::vector<read::VisualBlock> blocks;
  std::vector<read::VisualLabel> labels;  // Of leaves.
  std::vector<uint8_t> positive;          // Of leaves, and of inner blocks by Theorem 1.
};

// `label` says what a leaf is, by its node.
template <typename Label>
VisualExample visual_example(const dom::Document& doc, const dom::Layout& layout, Label label) {
  VisualExample example;
  example.blocks = read::visual_blocks(doc, layout);
  example.labels.resize(example.blocks.size(), read::VisualLabel::kOthers);
  example.positive.resize(example.blocks.size());
  for (size_t b = example.blocks.size(); b-- > 0;) {  // Children come behind their parents.
    const read::VisualBlock& block = example.blocks[b];
    if (block.leaf) {
      example.labels[b] = label(block.node);
      example.positive[b] = example.labels[b] != read::VisualLabel::kOthers ? 1 : 0;
    }
    if (example.positive[b] != 0 && block.parent >= 0)
      example.positive[static_cast<size_t>(block.parent)] = 1;
  }
  return example;
}

read::VWrapper fit_v_wrapper(const std::vector<const VisualExample*>& examples);

// Precision, recall and F1 of a label over the leaves of a page, averaged over pages that have it.
struct VisualMeasures {
  double precision = 0, recall = 0, f1 = 0;
  size_t pages = 0;

  void add(const Counts& counts);
  void add(const VisualExample& one, const std::vector<read::VisualLabel>& found,
           read::VisualLabel label);
  [[nodiscard]] double mean_f1() const { return pages == 0 ? 0 : f1 / static_cast<double>(pages); }
};

}  // namespace weft::eval
