// PageIndex: everything the miners ask about a page, in flat arrays filled by one pass.
//
// Any aggregate over a subtree is a difference of prefix sums, and the path from any node r down to
// any node d has a hash that costs two multiplications. So groups of nodes can be compared without
// visiting trees again.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "mine/region.h"

namespace weft::mine {

class PageIndex {
 public:
  // One pass over the document, and one over its style sheets for hidden elements.
  explicit PageIndex(const dom::Document& doc);

  [[nodiscard]] const dom::Document& document() const { return *doc_; }

  // Counts over the ids [begin, end), without scripts, styles and form choices.
  [[nodiscard]] uint32_t tokens(RecordSpan s) const { return difference(tokens_before_, s); }
  [[nodiscard]] uint32_t link_tokens(RecordSpan s) const {
    return difference(link_tokens_before_, s);
  }
  [[nodiscard]] uint32_t links(RecordSpan s) const { return difference(links_before_, s); }
  [[nodiscard]] uint32_t images(RecordSpan s) const { return difference(images_before_, s); }
  [[nodiscard]] uint32_t headings(RecordSpan s) const { return difference(headings_before_, s); }
  [[nodiscard]] uint32_t hidden_tokens(RecordSpan s) const {
    return difference(hidden_tokens_before_, s);
  }
  [[nodiscard]] uint32_t digits(RecordSpan s) const { return difference(digit_tokens_before_, s); }
  [[nodiscard]] uint32_t page_tokens() const { return tokens_before_.back(); }
  [[nodiscard]] uint32_t first_token(dom::NodeId n) const { return tokens_before_[dom::index(n)]; }
  // Hashes of the tokens of a span, in order.
  [[nodiscard]] std::span<const uint32_t> token_hashes(RecordSpan s) const {
    return std::span(token_hashes_).subspan(first_token(s.begin), tokens(s));
  }
  // The links (<a href>) of a span, in order.
  [[nodiscard]] std::span<const dom::NodeId> link_nodes(RecordSpan s) const {
    return std::span(link_nodes_).subspan(links_before_[dom::index(s.begin)], links(s));
  }

  // Elements that hold visible text or an image and are not inside a script, style or the like.
  [[nodiscard]] bool is_content(dom::NodeId n) const { return content_[dom::index(n)] != 0; }
  [[nodiscard]] bool is_skipped(dom::NodeId n) const { return skipped_[dom::index(n)] != 0; }
  [[nodiscard]] bool has_own_text(dom::NodeId n) const { return own_text_[dom::index(n)] != 0; }
  [[nodiscard]] bool is_hidden(dom::NodeId n) const { return hidden_[dom::index(n)] != 0; }
  // The nearest <a href> that contains n; kNoNode if none.
  [[nodiscard]] dom::NodeId enclosing_link(dom::NodeId n) const {
    return enclosing_link_[dom::index(n)];
  }

  // Hash of an element's first meaningful class: digits dropped, state words ignored; 0 for none.
  [[nodiscard]] uint64_t class_hash(dom::NodeId n) const { return class_[dom::index(n)]; }
  [[nodiscard]] uint64_t path(dom::NodeId n) const { return path_[dom::index(n)]; }  // tags
  [[nodiscard]] uint64_t class_path(dom::NodeId n) const {
    return class_path_[dom::index(n)];
  }  // and classes
  // Hash of the tags from below `root` down to `n`; equal for equal paths under different roots.
  // REQUIRES: root contains n.
  [[nodiscard]] uint64_t relative_path(dom::NodeId root, dom::NodeId n) const {
    return path(n) - path(root) * power_[doc_->depth(n) - doc_->depth(root)];
  }
  // The same, for a record of several nodes: relative to their parent.
  [[nodiscard]] uint64_t relative_class_path(dom::NodeId root, dom::NodeId n) const {
    return class_path(n) - class_path(root) * power_[doc_->depth(n) - doc_->depth(root)];
  }

  // The word of a class attribute that class_hash() is made of, as spelled; empty for none.
  static std::string_view meaningful_class(std::string_view classes);

  [[nodiscard]] RecordSpan span(dom::NodeId n) const { return {n, doc_->end(n)}; }

 private:
  static uint32_t difference(const std::vector<uint32_t>& before, RecordSpan s) {
    return before[dom::index(s.end)] - before[dom::index(s.begin)];
  }
  void index_element(dom::NodeId n);
  void index_text(dom::NodeId n);
  void mark_content();

  const dom::Document* doc_;
  std::vector<uint32_t> tokens_before_, link_tokens_before_, hidden_tokens_before_,
      digit_tokens_before_;
  std::vector<uint32_t> links_before_, images_before_, headings_before_;
  std::vector<uint32_t> token_hashes_;
  std::vector<dom::NodeId> link_nodes_;
  std::vector<dom::NodeId> enclosing_link_;
  std::vector<uint8_t> content_, skipped_, own_text_, hidden_;
  std::vector<uint64_t> class_, path_, class_path_, power_;
  uint32_t link_tokens_ = 0, hidden_tokens_ = 0, digit_tokens_ = 0, images_ = 0, headings_ = 0;
};

}  // namespace weft::mine
