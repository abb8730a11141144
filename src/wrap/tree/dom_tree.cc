#include "wrap/tree/dom_tree.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"

namespace weft::wrap {
namespace {

// Larger texts are content, not the words of a template.
constexpr uint32_t kMaxTextNodes = 12;
constexpr size_t kMaxTextBytes = 80;
constexpr uint64_t kUnread = UINT64_MAX;

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_html_space(c); });
}

}  // namespace

bool takes_part(const dom::Document& doc, dom::NodeId n) {
  if (doc.is_text(n)) return !is_blank(doc.text(n));
  return doc.is_element(n) && !dom::is_unread(doc.name(n));
}

std::vector<std::string> identity_tokens(const dom::Document& doc, dom::NodeId n) {
  std::vector<std::string> tokens;
  for (const std::string_view token : dom::class_tokens(doc, n)) tokens.emplace_back(token);
  if (const auto id = doc.attribute(n, dom::atoms::kId); id && !id->empty())
    tokens.push_back("#" + std::string(*id));
  if (const auto property = doc.attribute(n, dom::atoms::kItemprop); property && !property->empty())
    tokens.push_back("@" + std::string(*property));
  return tokens;
}

std::string template_text(const dom::Document& doc, dom::NodeId n) {
  if (doc.subtree_size(n) > kMaxTextNodes) return {};
  std::string text = dom::normalized_text(doc, n);
  if (text.size() > kMaxTextBytes) text.clear();
  return text;
}

DomTree DomTree::of_page(const dom::Document& doc) {
  DomTree tree(doc);
  tree.origin_.reserve(doc.size());
  tree.depth_.reserve(doc.size());
  const uint32_t size = doc.size();
  tree.origin_.push_back(dom::kRoot);
  tree.depth_.push_back(0);
  for (uint32_t i = 1; i < size;) {
    const dom::NodeId n{i};
    if (!takes_part(doc, n)) {
      i = index(doc.end(n));
      continue;
    }
    tree.origin_.push_back(n);
    tree.depth_.push_back(doc.depth(n));
    ++i;
  }
  tree.finish();
  return tree;
}

void DomTree::append(dom::NodeId origin, uint32_t depth, Traits traits) {
  origin_.push_back(origin);
  depth_.push_back(depth);
  traits_.push_back(traits);
}

void DomTree::finish() {
  end_.assign(origin_.size(), size());
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < size(); ++i) {
    while (!open.empty() && depth_[open.back()] >= depth_[i]) {
      end_[open.back()] = i;
      open.pop_back();
    }
    open.push_back(i);
  }
  for (uint32_t i = size(); labelled() && i-- > 0;) {
    traits_[i].labels_below = label_bit(traits_[i].labels);
    for (uint32_t c = i + 1; c < end_[i]; c = end_[c])
      traits_[i].labels_below |= traits_[c].labels_below;
  }
  token_ranges_.assign(size(), {});
  texts_.assign(size(), kUnread);
}

std::span<const uint32_t> DomTree::tokens(uint32_t i) const {
  TokenRange& range = token_ranges_[i];
  if (range.begin == UINT32_MAX) {
    range.begin = static_cast<uint32_t>(token_pool_.size());
    if (doc_->is_element(origin_[i]) && doc_->attribute_count(origin_[i]) != 0) {
      for (const std::string& token : identity_tokens(*doc_, origin_[i]))
        token_pool_.push_back(token_hash(token));
      std::sort(token_pool_.begin() + range.begin, token_pool_.end());
    }
    range.end = static_cast<uint32_t>(token_pool_.size());
  }
  return {token_pool_.data() + range.begin, range.end - range.begin};
}

uint64_t DomTree::text(uint32_t i) const {
  if (texts_[i] == kUnread) {
    const std::string text = template_text(*doc_, origin_[i]);
    texts_[i] = text.empty() ? 0 : text_hash(text);
  }
  return texts_[i];
}

}  // namespace weft::wrap
