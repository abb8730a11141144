// TemplateTexts: the short texts that a good share of the sample pages have: headings and captions
// that the template wrote, not the database.
#pragma once

#include <unordered_set>
#include <vector>

#include "dom/document.h"

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

}  // namespace weft::induce
