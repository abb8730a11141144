#include "wrap/tree/page_tree_wrapper.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::wrap {

PageTreeWrapper::PageTreeWrapper(PageTrees trees) : trees_(std::move(trees)) {
  looks_ = looks_of(trees_.attributes);
  for (const WrapperTree& tree : trees_.trees)
    aligners_.push_back(
        std::make_unique<WdAligner>(tree, trees_.vocabulary, trees_.options, &looks_));
}

PageTreeWrapper::Selected PageTreeWrapper::select(const dom::Document& doc) const {
  const DomTree page = DomTree::of_page(doc);
  Selected best;
  WdMatch best_match;
  double least = 2;  // Nothing is as far.
  for (size_t i = 0; i < aligners_.size(); ++i) {
    WdMatch match = aligners_[i]->align(page);
    if (match.exceeded_limit) continue;
    const double distance = match.distance(aligners_[i]->costs());
    std::vector<FoundNode> labels = labels_of(i, page, match);
    const double all =
        trees_.options.prune ? distance_and_loss(distance, labels, trees_.attributes) : distance;
    if (all >= least) continue;
    least = all;
    best = {.tree = i, .distance = distance, .labels = std::move(labels)};
    best_match = std::move(match);
  }
  if (best.distance <= 1) best.share = share_as_labelled(*aligners_[best.tree], page, best_match);
  return best;
}

std::vector<FoundNode> PageTreeWrapper::labels_of(size_t tree, const DomTree& page,
                                                  const WdMatch& match) const {
  std::vector<std::pair<uint32_t, LabelSet>> labelled;
  for (const auto& [w, d] : match.pairs) {
    if (const LabelSet set = trees_.trees[tree].nodes[w].labels; set != 0)
      labelled.emplace_back(d, set);
  }
  std::sort(labelled.begin(), labelled.end());
  std::vector<FoundNode> labels;
  for (const auto& [d, set] : labelled) {
    for (const NodeLabel& label : trees_.vocabulary.labels(set))
      labels.push_back({&label, page.origin(d)});
  }
  return labels;
}

model::Extraction PageTreeWrapper::apply(const model::Page& page) const {
  model::Extraction extraction;
  extraction.page = page.id;
  const Selected selected = select(page.document);
  if (selected.distance > trees_.reject || selected.labels.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0,
         fmt::format("no template of the wrapper fits this page (distance {:.2f})",
                     selected.distance)});
    return extraction;
  }
  for (const auto& labels : split_records(selected.labels, trees_.attributes)) {
    model::Record record =
        assemble_record(page.document, labels, trees_.attributes, 1 - selected.distance);
    if (record.fields.empty()) continue;
    record.id = std::to_string(extraction.records.size());
    extraction.records.push_back(std::move(record));
  }
  return extraction;
}

std::vector<model::Explanation> PageTreeWrapper::explain(const model::Page& page,
                                                         dom::NodeId node) const {
  std::vector<model::Explanation> out;
  const dom::Document& doc = page.document;
  const Selected selected = select(doc);
  for (const FoundNode& label : selected.labels) {
    if (!doc.contains(label.node, node) && !doc.contains(node, label.node)) continue;
    out.push_back({label.label->attribute,
                   selected.distance <= trees_.reject,
                   fmt::format("template {} of {}", selected.tree + 1, trees_.trees.size()),
                   {fmt::format("the page is at distance {:.3f} from it, and was aligned with what "
                                "{} pages have in common",
                                selected.distance, trees_.trees[selected.tree].level)}});
  }
  return out;
}

static void describe(JsonFields& json, PageTrees& trees) {
  json.required("options", trees.options);
  json.required("reject", trees.reject);
  json.required("attributes", trees.attributes);
  json.required("templates", trees.trees, trees.vocabulary);
}

Json PageTreeWrapper::to_json() const { return write_json(trees_); }

Result<std::unique_ptr<model::Wrapper>> PageTreeWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(PageTrees trees, read_json<PageTrees>(body, "page-tree wrapper"));
  return std::unique_ptr<model::Wrapper>(new PageTreeWrapper(std::move(trees)));
}

}  // namespace weft::wrap
