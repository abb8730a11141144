// SetsSeen: which sets of candidates a search has met, by their hashes.
#pragma once

#include <cstdint>
#include <vector>

#include "induce/rules/bit_set.h"

namespace weft::induce {

inline constexpr uint64_t kNoSet = 0;  // The hash of the empty set, and "there is none".

// What a word of a set adds to the set's hash; nothing if it is empty, so that a hash can be had
// from the other words alone.
inline uint64_t word_hash(size_t at, uint64_t word) {
  const uint64_t product = word * ((at * 0x9e3779b97f4a7c15ULL) | 1);
  return (product ^ (product >> 32)) * 0xd6e8feb86659fd93ULL;
}

inline uint64_t hash_of(const BitSet& bits) {
  uint64_t hash = 0;
  for (size_t at = 0; at < bits.words().size(); ++at) hash += word_hash(at, bits.words()[at]);
  return hash;
}

// The hashes of the sets met so far, each with the rule whose joins met it last: a table of a power
// of two, at most half full.
class SetsSeen {
 public:
  enum class Met { kNever, kBefore, kByThisRule };

  // Whether the set was met; from now on it has been, by `rule`.
  Met meet(uint64_t hash, uint32_t rule) {
    if (2 * (size_ + 1) > table_.size()) grow();
    Entry& entry = find(hash);
    if (entry.hash == hash) {
      if (entry.rule == rule) return Met::kByThisRule;
      entry.rule = rule;
      return Met::kBefore;
    }
    entry = {hash, rule};
    ++size_;
    return Met::kNever;
  }
  [[nodiscard]] bool contains(uint64_t hash) { return find(hash).hash == hash; }

 private:
  struct Entry {
    uint64_t hash = kNoSet;  // kNoSet: a free place
    uint32_t rule = 0;
  };

  Entry& find(uint64_t hash) {
    size_t at = hash >> shift_;
    while (table_[at].hash != kNoSet && table_[at].hash != hash)
      at = (at + 1) & (table_.size() - 1);
    return table_[at];
  }
  void grow() {
    std::vector<Entry> old(2 * table_.size());
    old.swap(table_);
    --shift_;
    for (const Entry& entry : old) {
      if (entry.hash != kNoSet) find(entry.hash) = entry;
    }
  }

  int shift_ = 64 - 11;
  std::vector<Entry> table_ = std::vector<Entry>(size_t{1} << 11);
  size_t size_ = 0;
};

}  // namespace weft::induce
