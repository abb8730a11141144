// The index of a page. Path hashes are polynomials, H(n) = H(parent) * B + label(n) modulo 2^64, so
// the path from r to d is H(d) - H(r) * B^(difference of depths): relative paths of any record
// without walking it twice.

#include "mine/page_index.h"

#include <array>
#include <string_view>

#include "base/hash.h"
#include "base/strings.h"
#include "mine/hidden.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr uint64_t kBase = 0x9e3779b97f4a7c15ULL | 1;

bool is_skipped_name(dom::Atom name) {
  return name == atoms::kScript || name == atoms::kStyle || name == atoms::kNoscript ||
         name == atoms::kTemplate || name == atoms::kSvg || name == atoms::kSelect ||
         name == atoms::kTextarea || name == atoms::kHead || name == atoms::kIframe ||
         name == atoms::kObject;
}

bool is_heading(dom::Atom name) {
  return name == atoms::kH1 || name == atoms::kH2 || name == atoms::kH3 || name == atoms::kH4 ||
         name == atoms::kH5 || name == atoms::kH6;
}

bool is_word_byte(unsigned char c) {
  return c >= 0x80 || is_ascii_alpha(c) || is_ascii_digit(c) || c == '_';
}

// UTF-8 leads of kana and the unified ideographs: a token each.
bool is_ideograph_lead(unsigned char c) { return c >= 0xE3 && c <= 0xE9; }

// Class words that say what state an item is in, not what it is.
bool is_state_word(std::string_view word) {
  constexpr std::array<std::string_view, 14> kWords = {
      "first",   "last",     "odd",   "even", "active", "alt",      "even-row",
      "odd-row", "selected", "hover", "row",  "col",    "clearfix", "item-"};
  for (const std::string_view known : kWords) {
    if (word == known) return true;
  }
  return false;
}

// The class without its digits, in lower case; empty when nothing is left.
std::string_view without_digits(std::string_view word, std::array<char, 64>& buffer) {
  size_t length = 0;
  for (const char c : word) {
    if (!is_ascii_digit(c) && length < buffer.size()) buffer[length++] = ascii_lower(c);
  }
  return {buffer.data(), length};
}

uint64_t hash_of_class(std::string_view classes) {
  std::array<char, 64> buffer;
  const std::string_view word = without_digits(PageIndex::meaningful_class(classes), buffer);
  return word.empty() ? 0 : hash_bytes(word) | 1;
}

}  // namespace

std::string_view PageIndex::meaningful_class(std::string_view classes) {
  std::array<char, 64> buffer;
  for (size_t at = 0; at < classes.size();) {
    while (at < classes.size() && is_html_space(classes[at])) ++at;
    size_t end = at;
    while (end < classes.size() && !is_html_space(classes[end])) ++end;
    const std::string_view spelled = classes.substr(at, end - at);
    const std::string_view word = without_digits(spelled, buffer);
    if (!word.empty() && !is_state_word(word)) return spelled;
    at = end;
  }
  return {};
}

PageIndex::PageIndex(const Document& doc) : doc_(&doc), hidden_(hidden_nodes(doc)) {
  const size_t size = doc.size();
  for (auto* column : {&tokens_before_, &link_tokens_before_, &hidden_tokens_before_,
                       &digit_tokens_before_, &links_before_, &images_before_, &headings_before_}) {
    column->resize(size + 1);
  }
  enclosing_link_.assign(size, dom::kNoNode);
  for (auto* column : {&content_, &skipped_, &own_text_}) column->assign(size, 0);
  for (auto* column : {&class_, &path_, &class_path_}) column->assign(size, 0);
  uint32_t max_depth = 0;
  for (uint32_t i = 0; i <= size; ++i) {
    tokens_before_[i] = static_cast<uint32_t>(token_hashes_.size());
    link_tokens_before_[i] = link_tokens_;
    hidden_tokens_before_[i] = hidden_tokens_;
    digit_tokens_before_[i] = digit_tokens_;
    links_before_[i] = static_cast<uint32_t>(link_nodes_.size());
    images_before_[i] = images_;
    headings_before_[i] = headings_;
    if (i == 0 || i == size) continue;
    const NodeId n{i};
    max_depth = std::max(max_depth, doc.depth(n));
    skipped_[i] = skipped_[index(doc.parent(n))];
    enclosing_link_[i] = enclosing_link_[index(doc.parent(n))];
    if (doc.is_element(n)) {
      index_element(n);
    } else if (doc.is_text(n) && skipped_[i] == 0) {
      index_text(n);
    }
  }
  power_.assign(max_depth + 1, 1);
  for (uint32_t d = 1; d <= max_depth; ++d) power_[d] = power_[d - 1] * kBase;
  mark_content();
}

void PageIndex::index_element(NodeId n) {
  const uint32_t i = index(n);
  const dom::Atom name = doc_->name(n);
  if (is_skipped_name(name)) skipped_[i] = 1;
  if (name == atoms::kImg && skipped_[i] == 0) ++images_;
  if (is_heading(name)) ++headings_;
  if (const auto classes = doc_->attribute(n, atoms::kClass)) class_[i] = hash_of_class(*classes);
  const uint32_t parent = index(doc_->parent(n));
  const uint64_t label = mix64(static_cast<uint64_t>(name) + 1);
  path_[i] = path_[parent] * kBase + label;
  class_path_[i] = class_path_[parent] * kBase + hash_combine(label, class_[i]);
  if (name == atoms::kA && skipped_[i] == 0 && doc_->attribute(n, atoms::kHref)) {
    link_nodes_.push_back(n);
    enclosing_link_[i] = n;
  }
}

void PageIndex::index_text(NodeId n) {
  const std::string_view text = doc_->text(n);
  const size_t before = token_hashes_.size();
  for (size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (!is_word_byte(c)) {
      ++at;
      continue;
    }
    uint32_t hash = 2166136261U;
    size_t end = at;
    if (is_ideograph_lead(c)) {
      end = std::min(at + 3, text.size());
      for (size_t k = at; k < end; ++k)
        hash = (hash ^ static_cast<unsigned char>(text[k])) * 16777619U;
    } else {
      for (; end < text.size() && is_word_byte(static_cast<unsigned char>(text[end])) &&
             !is_ideograph_lead(static_cast<unsigned char>(text[end]));
           ++end) {
        hash = (hash ^ static_cast<unsigned char>(ascii_lower(text[end]))) * 16777619U;
      }
    }
    if (is_ascii_digit(text[at])) ++digit_tokens_;
    token_hashes_.push_back(hash);
    at = end;
  }
  const auto added = static_cast<uint32_t>(token_hashes_.size() - before);
  if (added == 0) return;
  if (enclosing_link_[index(n)] != dom::kNoNode) link_tokens_ += added;
  if (hidden_[index(n)] != 0) hidden_tokens_ += added;
  own_text_[index(doc_->parent(n))] = 1;
}

void PageIndex::mark_content() {
  for (uint32_t i = 1; i < doc_->size(); ++i) {
    const NodeId n{i};
    if (!doc_->is_element(n) || skipped_[i] != 0) continue;
    content_[i] = tokens(span(n)) + images(span(n)) > 0 ? 1 : 0;
  }
}

}  // namespace weft::mine
