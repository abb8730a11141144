// Text as metrics see it: values compared after normalisation, prose as bags of word tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::eval {

// Character references decoded as HTML says, once: "&amp;eacute;" gives "&eacute;".
std::string unescape_entities(std::string_view text);

// How values are compared with truth: character references decoded until nothing changes (some
// truth is escaped twice; at most three times), C1 controls read as Windows-1252, white space
// folded and trimmed.
std::string comparable_value(std::string_view text);

// The words of a text: NFKC, lower case, maximal runs of letters, marks, digits and underscores;
// each Han, Hiragana and Katakana character by itself.
std::vector<std::string> word_tokens(std::string_view text);

// Tokens as sorted numbers; a multiset.
using TokenBag = std::vector<uint32_t>;

// Numbers tokens. One per comparison: bags of different vocabularies have nothing to say to each
// other.
class Vocabulary {
 public:
  // Unescapes entities once and splits.
  TokenBag bag(std::string_view text);

 private:
  std::unordered_map<std::string, uint32_t> ids_;
};

// Size of the multiset intersection.
uint64_t overlap(const TokenBag& a, const TokenBag& b);
// a without what it shares with b, as multisets.
TokenBag difference(const TokenBag& a, const TokenBag& b);

}  // namespace weft::eval
