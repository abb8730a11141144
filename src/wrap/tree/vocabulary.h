// Vocabulary: what the trees of one wrapper share: label sets, class sets, and how texts are
// spelled.
//
// Trees hold small numbers and hashes instead, so that comparing two nodes compares integers.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dom/atom.h"

namespace weft::wrap {

// What a labelled node gives: an attribute of the record, from the node's text or from one of its
// HTML attributes.
struct NodeLabel {
  std::string attribute;
  std::string source;  // Name of the HTML attribute; empty: the text.
  auto operator<=>(const NodeLabel&) const = default;
};

// Index of a set; 0 is the empty one.
using LabelSet = uint32_t;
using TokenSet = uint32_t;

// Stands for a label set among those of a subtree. None for the empty set.
constexpr uint64_t label_bit(LabelSet set) { return set == 0 ? 0 : uint64_t{1} << (set % 64); }
// Two subtrees are about different things: both are labelled, with nothing in common.
constexpr bool labels_differ(uint64_t a, uint64_t b) { return a != 0 && b != 0 && (a & b) == 0; }

class Vocabulary {
 public:
  Vocabulary();

  LabelSet labels(std::vector<NodeLabel> set);
  [[nodiscard]] const std::vector<NodeLabel>& labels(LabelSet set) const { return labels_[set]; }

  // Tokens as hashes, sorted and unique.
  TokenSet tokens(std::vector<uint32_t> set);
  [[nodiscard]] std::span<const uint32_t> tokens(TokenSet set) const { return tokens_[set]; }
  TokenSet intersect(TokenSet a, TokenSet b);

  // Remembers how a tag, token or text is written.
  dom::Atom add_tag(std::string_view name);
  uint32_t add_token(std::string_view token);
  uint64_t add_text(std::string_view text);
  // Empty when nobody added it. The tag of texts is "#text".
  [[nodiscard]] std::string_view tag_spelling(dom::Atom tag) const;
  [[nodiscard]] std::string_view token_spelling(uint32_t token) const;
  [[nodiscard]] std::string_view text_spelling(uint64_t text) const;

 private:
  std::vector<std::vector<NodeLabel>> labels_;
  std::map<std::vector<NodeLabel>, LabelSet> label_index_;
  std::vector<std::vector<uint32_t>> tokens_;
  std::map<std::vector<uint32_t>, TokenSet> token_index_;
  std::unordered_map<uint32_t, std::string> tag_spelling_;  // Of names dom/ does not know.
  std::unordered_map<uint32_t, std::string> token_spelling_;
  std::unordered_map<uint64_t, std::string> text_spelling_;
};

uint32_t token_hash(std::string_view token);
// Never 0, which means "no text".
uint64_t text_hash(std::string_view normalized);

}  // namespace weft::wrap
