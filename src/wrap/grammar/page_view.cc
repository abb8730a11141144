// Tested by grammar_test.cc.

#include "wrap/grammar/page_view.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"
#include "wrap/tag_spelling.h"

namespace weft::wrap {
namespace {

bool is_outside_grammars(dom::Atom name) {
  return dom::is_unread(name) || name == dom::atoms::kSelect || name == dom::atoms::kTextarea ||
         name == dom::atoms::kMeta || name == dom::atoms::kLink || name == dom::atoms::kBase;
}

}  // namespace

uint64_t tag_bit(std::string_view name) { return uint64_t{1} << (hash_bytes(name) & 63); }

void Sketch::add_child(uint64_t tag, const Sketch& below) {
  tags[0] |= tag;
  levels = std::max(levels, std::min<uint32_t>(below.levels + 1, tags.size()));
  for (size_t k = 1; k < levels; ++k) tags[k] |= below.tags[k - 1];
  for (size_t k = 0; k < texts.size(); ++k) texts[k] |= below.texts[k];
}

// Of texts, whose name is empty.
static const uint64_t kTextBit = tag_bit("");

PageView::PageView(const dom::Document& doc, uint32_t max_depth)
    : doc_(&doc),
      kept_(doc.size(), 0),
      first_text_(doc.size(), 0),
      spelling_(doc.size(), 0),
      sketch_of_(doc.size(), 0) {
  root_ = doc.document_element();
  if (root_ == dom::kNoNode) return;
  uint32_t elements = 0;
  for (dom::NodeId n = root_; index(n) < index(doc.end(root_));) {
    if (doc.is_element(n) && (is_outside_grammars(doc.name(n)) || doc.depth(n) > max_depth)) {
      n = doc.end(n);
      continue;
    }
    if (doc.is_element(n)) {
      kept_[index(n)] = 1;
      sketch_of_[index(n)] = elements++;
      spelling_[index(n)] = hash_bytes(tag_spelling(doc, n));
    } else if (doc.is_text(n) && doc.depth(n) <= max_depth && doc.may_be_visible(n)) {
      const std::string text = normalize_space(doc.text(n));
      kept_[index(n)] = text.empty() ? 0 : 1;
      if (!text.empty()) first_text_[index(n)] = hash_bytes(text);
    }
    size_ += kept_[index(n)];
    n = next(n);
  }
  sketches_.resize(elements);
  for (uint32_t i = index(doc.end(root_)); i-- > index(root_) + 1;) {  // Children before parents.
    const dom::NodeId n{i};
    if (!keeps(n)) continue;
    const uint32_t parent = index(doc.parent(n));
    if (first_text_[i] != 0) first_text_[parent] = first_text_[i];  // Earlier ones come later.
    Sketch& around = sketches_[sketch_of_[parent]];
    if (doc.is_text(n)) {
      around.add_child(kTextBit, {});
      around.add_text(first_text_[i]);
    } else {
      around.add_child(tag_bit(doc.name_text(n)), sketches_[sketch_of_[i]]);
    }
  }
}

std::vector<dom::NodeId> PageView::children(dom::NodeId n) const {
  std::vector<dom::NodeId> out;
  for (const dom::NodeId c : doc_->children(n)) {
    if (keeps(c)) out.push_back(c);
  }
  return out;
}

std::vector<std::string> page_tokens(const PageView& view) {
  const dom::Document& doc = view.document();
  std::vector<std::string> tokens;
  if (view.root() == dom::kNoNode) return tokens;
  std::vector<dom::NodeId> open;
  const auto close_until = [&](uint32_t at) {
    while (!open.empty() && index(doc.end(open.back())) <= at) {
      tokens.push_back("</" + std::string(doc.name_text(open.back())) + ">");
      open.pop_back();
    }
  };
  for (const dom::NodeId n : doc.subtree(view.root())) {
    if (!view.keeps(n)) continue;
    close_until(index(n));
    if (doc.is_text(n)) {
      tokens.push_back(normalize_space(doc.text(n)));
    } else {
      tokens.push_back("<" + std::string(doc.name_text(n)) + ">");
      open.push_back(n);
    }
  }
  close_until(UINT32_MAX);
  return tokens;
}

}  // namespace weft::wrap
