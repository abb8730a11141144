#include "induce/tree/template_texts.h"

#include <algorithm>
#include <unordered_map>

#include "wrap/tree/dom_tree.h"

namespace weft::induce {
namespace {

constexpr double kMinShare = 0.3;

}  // namespace

TemplateTexts::TemplateTexts(const std::vector<const dom::Document*>& pages) {
  std::unordered_map<uint64_t, uint32_t> pages_with;
  for (const dom::Document* page : pages) {
    const wrap::DomTree tree = wrap::DomTree::of_page(*page);
    std::unordered_set<uint64_t> seen;
    for (uint32_t i = 1; i < tree.size(); ++i) {
      if (const uint64_t text = tree.text(i); text != 0) seen.insert(text);
    }
    for (const uint64_t text : seen) ++pages_with[text];
  }
  const double least = std::max(2.0, kMinShare * static_cast<double>(pages.size()));
  for (const auto& [text, count] : pages_with) {
    if (count >= least) texts_.insert(text);
  }
}

TemplateTexts template_texts(const model::InducerInput& input, const wrap::TreeOptions& options) {
  if (options.text != wrap::TextUse::kTemplate) return {};
  std::vector<const dom::Document*> documents;
  for (const model::Page* page : input.pages) documents.push_back(&page->document);
  return TemplateTexts(documents);
}

}  // namespace weft::induce
