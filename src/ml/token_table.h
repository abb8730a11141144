// TokenTable: what tokens say, learned from many sites: the successor of hand-made word lists.
//
// A key (a class, a word, a tag path) has a value between -1 and 1: by how much the share of positives below it differs
// from that of its page, averaged over sites (TokenStatistics, below). Keys that are not known have none.
//
//   TokenTable table = *read_token_table(text);
//   if (const float* value = table.find(TokenTable::key("sidebar"))) …      // -0.31
//
// Keys are looked up by a hash of their text, so what a page has can be hashed as it is read. In the model file
// they are plain words, sorted, with values in hundredths: `-31 sidebar`.
// Threads: const once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace weft::ml {

class TokenTable {
 public:
  static uint64_t key(std::string_view token) { return hash_bytes(token); }

  // `values` in hundredths, by the key's text.
  explicit TokenTable(const std::map<std::string, int>& values = {});

  // The value of a key in -1 to 1; null for one that is not known.
  [[nodiscard]] const float* find(uint64_t key) const {
    for (size_t at = key & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.key == key && slot.used) return &slot.value;
      if (!slot.used) return nullptr;
    }
  }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  struct Slot {
    uint64_t key = 0;
    float value = 0;
    bool used = false;
  };
  std::vector<Slot> slots_;  // A power of two, at most half full.
  size_t mask_ = 0;
  size_t size_ = 0;
};

inline constexpr size_t kMaxTableKeys = 1'000'000;

std::string write_token_table(const std::map<std::string, int>& values, std::string_view about);
// Fails with kInvalidArgument, naming the line, or kUnsupported, or kLimitExceeded.
Result<TokenTable> read_token_table(std::string_view text);

}  // namespace weft::ml
