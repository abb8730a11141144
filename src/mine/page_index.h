// PageIndex: everything the miners ask about a page, in flat arrays filled by one pass.
//
// Any aggregate over a subtree is a difference of prefix sums, and the path from any node r down to
// any node d has a hash that costs two multiplications. So groups of nodes can be compared without
// visiting trees again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "mine/data_tables.h"
#include "mine/region.h"

namespace weft::mine {

class PageIndex {
 public:
  // One pass over the document, and one over its style sheets for hidden elements.
  explicit PageIndex(const dom::Document& doc);

  [[nodiscard]] const dom::Document& document() const { return *doc_; }
  [[nodiscard]] const DataTables& tables() const { return tables_; }

  // Counts over the ids of a span, without scripts, styles and form choices.
  struct Counts {
    uint32_t tokens = 0;
    uint32_t link_tokens = 0;
    uint32_t hidden_tokens = 0;
    uint32_t digits = 0;  // Tokens that begin with a digit.
    uint32_t links = 0;   // <a href>
    uint32_t images = 0;
    uint32_t headings = 0;
    uint32_t lists = 0;    // <ul>
    uint32_t content = 0;  // Elements for which is_content() holds.
  };
  [[nodiscard]] Counts counts(RecordSpan s) const {
    const Counts& a = before_[dom::index(s.begin)];
    const Counts& b = before_[dom::index(s.end)];
    return {b.tokens - a.tokens,
            b.link_tokens - a.link_tokens,
            b.hidden_tokens - a.hidden_tokens,
            b.digits - a.digits,
            b.links - a.links,
            b.images - a.images,
            b.headings - a.headings,
            b.lists - a.lists,
            b.content - a.content};
  }
  [[nodiscard]] uint32_t tokens(RecordSpan s) const {
    return before_[dom::index(s.end)].tokens - before_[dom::index(s.begin)].tokens;
  }
  [[nodiscard]] uint32_t links(RecordSpan s) const {
    return before_[dom::index(s.end)].links - before_[dom::index(s.begin)].links;
  }
  [[nodiscard]] uint32_t images(RecordSpan s) const {
    return before_[dom::index(s.end)].images - before_[dom::index(s.begin)].images;
  }
  [[nodiscard]] uint32_t page_tokens() const { return before_.back().tokens; }
  [[nodiscard]] uint32_t first_token(dom::NodeId n) const { return before_[dom::index(n)].tokens; }
  // Hash of the first `most` tokens of a span, or of all if there are fewer. REQUIRES: most <=
  // kMostHashedTokens.
  static constexpr uint32_t kMostHashedTokens = 24;
  [[nodiscard]] uint64_t text_hash(RecordSpan s, uint32_t most) const {
    const uint32_t first = first_token(s.begin);
    const uint32_t count = std::min(tokens(s), most);
    return text_before_[first + count] - text_before_[first] * power_[count] + count;
  }
  // All links (<a href>) of the page, in order.
  [[nodiscard]] std::span<const dom::NodeId> link_nodes() const { return link_nodes_; }
  // How many of them begin before n: the first one at or below n is link_nodes()[links_before(n)].
  [[nodiscard]] uint32_t links_before(dom::NodeId n) const { return before_[dom::index(n)].links; }

  // Elements that hold visible text or an image and are not inside a script, style or the like.
  [[nodiscard]] bool is_content(dom::NodeId n) const { return has(n, kContent); }
  [[nodiscard]] bool is_skipped(dom::NodeId n) const { return has(n, kSkipped); }
  [[nodiscard]] bool is_hidden(dom::NodeId n) const { return has(n, kHidden); }
  // Whether it shows nothing but a rule: <hr>, <tr><td><hr></td></tr>.
  [[nodiscard]] bool is_rule(dom::NodeId n) const;
  // The nearest <a href> that contains n; kNoNode if none.
  [[nodiscard]] dom::NodeId enclosing_link(dom::NodeId n) const {
    return enclosing_link_[dom::index(n)];
  }

  // A number below signature_count() for tag and first meaningful class, the same for like elements of
  // the page.
  [[nodiscard]] uint32_t signature(dom::NodeId n) const { return signature_[dom::index(n)]; }
  [[nodiscard]] uint32_t signature_count() const { return signature_count_; }
  // A number below style_count() for tag and class attribute as spelled; 0 for no element.
  [[nodiscard]] uint32_t style(dom::NodeId n) const { return style_[dom::index(n)]; }
  [[nodiscard]] uint32_t style_count() const { return style_count_; }
  // Whether the element has a meaningful class: digits dropped, state words ignored.
  [[nodiscard]] bool has_class(dom::NodeId n) const { return has(n, kClassed); }
  // Hash of the tags from the root; of tags and classes.
  [[nodiscard]] uint64_t path(dom::NodeId n) const { return path_[dom::index(n)]; }
  [[nodiscard]] uint64_t class_path(dom::NodeId n) const { return class_path_[dom::index(n)]; }
  // A number below path_count() for the tags from the root.
  [[nodiscard]] uint32_t path_number(dom::NodeId n) const { return path_number_[dom::index(n)]; }
  [[nodiscard]] uint32_t path_count() const { return path_count_; }
  // Hash of the tags from below `root` down to `n`; equal for equal paths under different roots.
  // REQUIRES: root contains n.
  [[nodiscard]] uint64_t relative_path(dom::NodeId root, dom::NodeId n) const {
    return path(n) - path(root) * power_[doc_->depth(n) - doc_->depth(root)];
  }
  // The same with classes.
  [[nodiscard]] uint64_t relative_class_path(dom::NodeId root, dom::NodeId n) const {
    return class_path(n) - class_path(root) * power_[doc_->depth(n) - doc_->depth(root)];
  }

  // The content elements of a span, in order, each with its path.
  struct Place {
    dom::NodeId node;
    uint32_t path_number : 31;
    uint32_t has_text : 1;  // Text of its own, or an image.
  };
  [[nodiscard]] std::span<const Place> places(RecordSpan s) const {
    const uint32_t first = before_[dom::index(s.begin)].content;
    return std::span(places_).subspan(first, before_[dom::index(s.end)].content - first);
  }

  // How many content elements the page has.
  [[nodiscard]] size_t place_count() const { return places_.size(); }

  // The word of a class attribute that signature() is made of, as spelled; empty for none.
  static std::string_view meaningful_class(std::string_view classes);

  [[nodiscard]] RecordSpan span(dom::NodeId n) const { return {n, doc_->end(n)}; }

 private:
  enum Flag : uint8_t { kContent = 1, kSkipped = 2, kOwnText = 4, kHidden = 8, kClassed = 16 };
  // What the tag and the class attribute of an element say; the same for many elements.
  struct Style {
    uint64_t tag_label = 0;
    uint64_t label = 0;  // Of tag and meaningful class.
    uint32_t number = 0;
    uint32_t signature = 0;
    uint8_t flags = 0;
  };
  struct Styles;  // Those of the page, while it is indexed.

  [[nodiscard]] bool has(dom::NodeId n, Flag flag) const {
    return (flags_[dom::index(n)] & flag) != 0;
  }
  [[nodiscard]] bool is_tab_panel(dom::NodeId n, std::string_view classes) const;
  void index_element(dom::NodeId n, Styles& styles);
  void index_text(dom::NodeId n);
  void mark_content();

  const dom::Document* doc_;
  DataTables tables_;
  std::vector<Counts> before_;         // By node: counts over all nodes before it.
  Counts sum_;                         // The same for the node at hand.
  std::vector<uint64_t> text_before_;  // By token: polynomial hash of all tokens before it.
  std::vector<dom::NodeId> link_nodes_;
  std::vector<dom::NodeId> enclosing_link_;
  std::vector<uint8_t> flags_;
  std::vector<uint32_t> style_, signature_, path_number_;
  std::vector<uint64_t> path_, class_path_, power_;
  std::vector<Place> places_;
  uint32_t style_count_ = 0;
  uint32_t path_count_ = 0;
  uint32_t signature_count_ = 0;
};

}  // namespace weft::mine
