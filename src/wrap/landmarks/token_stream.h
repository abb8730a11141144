// Token stream: a page as landmark rules see it, one tag, word or sign after the other ([Liu],
// Stalker).
//
//   <li>25 Oak, <i>Forest</i>   gives   <li>  25  Oak  ,  <i>  Forest  </i>
//
// A tag is spelt with what its author named it: <span.price>, <div#main>, <b@name> (itemprop); runs
// of digits in names become 0. White space, comments and text that nobody reads are left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::wrap {

// Wildcards of the slides. A token belongs to several.
enum TokenClass : uint8_t {
  kPunctuation = 1,
  kHtmlTag = 2,
  kNumeric = 4,
  kAlphabetic = 8,
  kCapitalized = 16,
  kAlphaNum = 32,
};

struct Token {
  uint64_t key = 0;   // Hash of its spelling.
  uint64_t name = 0;  // Tags: hash of the spelling with the tag's name alone; else 0.
  uint8_t classes = 0;
  dom::NodeId node = dom::kNoNode;  // The element or the text.
  uint32_t begin = 0;               // Texts: bytes of the node's normalised text.
  uint32_t end = 0;
  uint32_t text = 0;  // Where that text begins in the stream's own copy.
};

class TokenStream {
 public:
  // REQUIRES: `doc` outlives it. Linear.
  explicit TokenStream(const dom::Document& doc);
  // A text by itself, white space normalised, between the tags "<>" and "</>".
  explicit TokenStream(std::string_view text);

  // REQUIRES: made of one.
  [[nodiscard]] const dom::Document& document() const { return *doc_; }
  [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(tokens_.size()); }
  // The spelling of token i; with the tag's name alone.
  [[nodiscard]] std::string spelling(uint32_t i) const;
  [[nodiscard]] std::string name_spelling(uint32_t i) const;

  // The tokens of a node, its tags included: [first_of(n), end_of(n)).
  [[nodiscard]] uint32_t first_of(dom::NodeId n) const { return first_[index(n)]; }
  [[nodiscard]] uint32_t end_of(dom::NodeId n) const { return end_[index(n)]; }

  // The text of tokens [begin, end): of part of a text node, or of all texts in between, white space
  // normalised. REQUIRES: made of a document.
  [[nodiscard]] std::string text(uint32_t begin, uint32_t end) const;
  // The smallest node around them. REQUIRES: begin < end.
  [[nodiscard]] dom::NodeId node_around(uint32_t begin, uint32_t end) const;

 private:
  void add_tag(dom::NodeId n, bool closing);
  void add_words(dom::NodeId n, std::string_view text);

  const dom::Document* doc_ = nullptr;
  std::vector<Token> tokens_;
  std::string texts_;            // Of all text nodes, normalised.
  std::vector<uint32_t> first_;  // By node.
  std::vector<uint32_t> end_;
};

}  // namespace weft::wrap
