// Fold: a page or record as a wrapper of its own, repetitions written once ([Zheng] 8.4.1.1).
//
//   ul(li li li)          becomes  ul(li3)
//   dl(dt dd dt dd p)     becomes  dl((dt dd)2 p)
//
// Only identical neighbours are folded: same tags, same labels, all the way down.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "dom/document.h"
#include "model/inducer.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

// TemplateTexts: the short texts that a good share of the sample pages have: headings and captions
// that the template wrote, not the database.

class TemplateTexts {
 public:
  TemplateTexts() = default;  // None.
  // Texts on at least two of the pages and on three in ten of them.
  explicit TemplateTexts(const std::vector<const dom::Document*>& pages);

  [[nodiscard]] bool contains(uint64_t text_hash) const { return texts_.contains(text_hash); }

 private:
  std::unordered_set<uint64_t> texts_;
};

// Those of the sample's pages; none where the options do not use them.
TemplateTexts template_texts(const model::InducerInput& input, const wrap::TreeOptions& options);

// O(nodes), times the longest period looked for where siblings are many.
wrap::WrapperTree fold(const wrap::DomTree& tree, const TemplateTexts& texts,
                       const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary);

// WW-alignment and induction: two wrappers into one that stands for both
// ([Zheng] 8.4.1.2, 8.4.1.3).

struct Merged {
  wrap::WrapperTree tree;  // Stands for whatever either wrapper stood for.
  uint64_t cost = 0;       // Weight of the nodes without a partner, of both.
  double distance = 0;     // Ψ between the two: the mean of both sides' lost weight, 0 to 1.
};

// Aligns the forests of two wrappers and joins them. Nothing when that needs more cells than
// allowed.
std::optional<Merged> merge(const wrap::WrapperTree& a, const wrap::WrapperTree& b,
                            const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary);

// WPC: wrapper-oriented page clustering ([Zheng] 8.4.2, Fig. 8.5): templates and their wrappers
// found together. Works alike for pages and for the records of one tag path.

struct PageCluster {
  wrap::WrapperTree wrapper;
  std::vector<uint32_t> members;  // Indices of the trees, in the order they joined.
};

// Every tree is in exactly one cluster.
std::vector<PageCluster> cluster_pages(const std::vector<wrap::DomTree>& trees,
                                       const TemplateTexts& texts, const wrap::TreeOptions& options,
                                       wrap::Vocabulary& vocabulary);

}  // namespace weft::induce
