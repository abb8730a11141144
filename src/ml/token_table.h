// TokenTable: what tokens say, learned from many sites: the successor of hand-made word lists.
//
// A key (a class, a word, a tag path) has one value or several, each between -1 and 1: for instance by how much the share
// of positives below it differs from that of its page, averaged over sites. Values that are not known are NaN.
//
//   TokenTable table = *read_token_table(text);
//   if (const float* values = table.find(TokenTable::key("sidebar"))) …      // values[0] is -0.31
//
// Keys are looked up by a hash of their text, so what a page has can be hashed as it is read. In the model file
// they are plain words, sorted, with values in hundredths: `-31 sidebar`.
// Threads: const once made.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
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
  static uint64_t key(std::string_view token) { return hash_bytes(token); }

  // REQUIRES: `width` values for every key.
  explicit TokenTable(const TokenValues& values, size_t width);
  // An empty one.
  TokenTable() : TokenTable(TokenValues(), 1) {}

  // From hashes of keys, as key() gives them: `width` values in hundredths for each.
  TokenTable(const std::vector<std::pair<uint64_t, std::vector<int>>>& values, size_t width);

  // The values of a key; null for one that is not known.
  [[nodiscard]] const float* find(uint64_t key) const {
    if ((filter_[filter_slot(key)] >> (key >> 58) & 1) == 0) return nullptr;
    for (size_t at = key & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.key == key && slot.used) return values_.data() + slot.first;
      if (!slot.used) return nullptr;
    }
  }
  [[nodiscard]] size_t width() const { return width_; }
  [[nodiscard]] size_t size() const { return values_.size() / width_; }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t first = 0;  // Of values_.
    bool used = false;
  };
  [[nodiscard]] size_t filter_slot(uint64_t key) const { return key >> 32 & (filter_.size() - 1); }

  size_t width_;
  std::vector<Slot> slots_;  // A power of two, at most half full.
  size_t mask_ = 0;
  // OPTIMIZATION: a bit for each key, four for each slot: most words of a page are in no table, and this is small enough to
  // be at hand.
  std::vector<uint64_t> filter_;
  std::vector<float> values_;  // Key after key.
};

inline constexpr size_t kMaxTableKeys = 1'000'000;
inline constexpr size_t kMaxTableWidth = 16;

// REQUIRES: as the constructor; keys without line feeds.
std::string write_token_table(const TokenValues& values, size_t width, std::string_view about);
// Fails with kInvalidArgument, naming the line, or kUnsupported, or kLimitExceeded.
Result<TokenTable> read_token_table(std::string_view text);

}  // namespace weft::ml
