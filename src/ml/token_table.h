// TokenTable: what tokens say, learned from many sites: the successor of hand-made word lists.
//
// A key (a class, a word, a tag path) has one value or several, each between -1 and 1: for instance by how much the share
// of positives below it differs from that of its page, averaged over sites. They are kept in hundredths.
//
//   TokenTable table = *read_token_table(text);
//   if (const int8_t* values = table.find(TokenTable::key("sidebar"))) …      // values[0] is -31
//
// Keys are looked up by a hash of their text, so what a page has can be hashed as it is read; the hash of a text of several
// words is made of those of its words. In the model file they are plain texts, sorted, with values in hundredths: `-31 sidebar`.
// Threads: const once made.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace weft::ml {

// In hundredths, by the key's text; kUnknownValue: not known.
using TokenValues = std::map<std::string, std::vector<int>>;
inline constexpr int kUnknownValue = INT_MIN;

class TokenTable {
 public:
  // Of words with single spaces between them: joined(joined(word_key(first), word_key(second)), …).
  static uint64_t key(std::string_view text) {
    size_t space = text.find(' ');
    uint64_t key = word_key(text.substr(0, space));
    while (space != std::string_view::npos) {
      text.remove_prefix(space + 1);
      space = text.find(' ');
      key = joined(key, word_key(text.substr(0, space)));
    }
    return key;
  }
  static uint64_t joined(uint64_t text, uint64_t word) {
    return text * 0x9e3779b97f4a7c15ULL + word;
  }
  // OPTIMIZATION: nearly all words of pages have at most 16 bytes, which two loads read, overlapping where they are fewer.
  static uint64_t word_key(std::string_view word) {
    const char* at = word.data();
    const size_t size = word.size();
    uint64_t low = 0, high = 0;
    if (size > 16) return hash_bytes(word);
    if (size >= 8) {
      std::memcpy(&low, at, 8);
      std::memcpy(&high, at + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(&low, at, 4);
      std::memcpy(&high, at + size - 4, 4);
    } else if (size > 0) {
      low = static_cast<unsigned char>(at[0]) | uint64_t{static_cast<unsigned char>(at[size / 2])}
                                                    << 8;
      high = static_cast<unsigned char>(at[size - 1]);
    }
    return mix64(low * 0x9e3779b97f4a7c15ULL ^
                 ((high << 32 | high >> 32) + size * 0xbf58476d1ce4e5b9ULL));
  }

  // REQUIRES: `width` values for every key.
  explicit TokenTable(const TokenValues& values, size_t width);
  // An empty one.
  TokenTable() : TokenTable(TokenValues(), 1) {}

  // From hashes of keys, as key() gives them: `width` values in hundredths for each.
  TokenTable(const std::vector<std::pair<uint64_t, std::vector<int>>>& values, size_t width);

  // A value that is not known: less than any that is.
  static constexpr int8_t kUnknown = -128;
  // The values of a key, in hundredths; null for one that is not known.
  [[nodiscard]] const int8_t* find(uint64_t key) const {
    const uint32_t tag = tag_of(key);
    for (size_t at = key & mask_;; at = (at + 1) & mask_) {
      if (tags_[at] == tag) return values_.data() + at * width_;
      if (tags_[at] == 0) return nullptr;
    }
  }
  [[nodiscard]] size_t width() const { return width_; }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  // OPTIMIZATION: half of a hash tells keys of one slot apart as well as all of it, and twice as many are at hand.
  static uint32_t tag_of(uint64_t key) { return static_cast<uint32_t>(key >> 32) | 1; }

  size_t width_;
  size_t size_;
  std::vector<uint32_t> tags_;  // A power of two, at most half full; 0: empty.
  size_t mask_ = 0;
  std::vector<int8_t> values_;  // `width` of each slot.
};

inline constexpr size_t kMaxTableKeys = 1'000'000;
inline constexpr size_t kMaxTableWidth = 16;

// REQUIRES: as the constructor; keys without line feeds.
std::string write_token_table(const TokenValues& values, size_t width, std::string_view about);
// Fails with kInvalidArgument, naming the line, or kUnsupported, or kLimitExceeded.
Result<TokenTable> read_token_table(std::string_view text);

}  // namespace weft::ml
