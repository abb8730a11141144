// TemplateTexts: the short texts that a good share of the sample pages have: headings and captions
// that the template wrote, not the database.
#pragma once

#include <unordered_set>
#include <vector>

#include "dom/document.h"
#include "model/inducer.h"
#include "wrap/tree/tree_options.h"

namespace weft::induce {

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

}  // namespace weft::induce
