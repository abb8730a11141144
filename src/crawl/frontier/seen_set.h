// SeenSet: which URLs were seen before, on disk, in about 14 bytes a URL.
//
// A URL is remembered by ten bytes: 16 bits of its host's hash, then 64 bits of its own. Keys of
// one host are neighbours, so the links of a page touch few places. Two different URLs of a host
// are taken for one with probability n^2 / 2^65 among n: 1 in 15,000 for 50 million.
//
// The keys lie sorted in *buckets* of up to 400, each a blob that fills one page of the store; a
// full one splits in two, so that buckets are 69 % full on average: 10 / 0.69 = 14.5 bytes a key,
// where a row for each key would take 25 (SQLite) to 60 (PostgreSQL). Adding a sorted batch visits
// each bucket once.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::crawl {

struct SeenKey {
  uint16_t host = 0;
  uint64_t url = 0;
  friend auto operator<=>(const SeenKey&, const SeenKey&) = default;

  static SeenKey of(std::string_view host, std::string_view url);
  // The first 63 bits, by which buckets are found.
  [[nodiscard]] int64_t prefix() const {
    return static_cast<int64_t>(uint64_t{host} << 47 | url >> 17);
  }
};

// Where the buckets are kept: rows of (low, keys), low being the first prefix of the bucket's
// range.
class BucketStore {
 public:
  struct Bucket {
    int64_t low = 0;   // 0 for the first bucket
    int64_t next = 0;  // low of the next one; the largest int64_t if there is none
    std::string keys;  // ten bytes each, big-endian, ascending
  };
  virtual ~BucketStore() = default;
  // The bucket with the largest low <= prefix. Empty with low = 0 if there is none.
  virtual Result<Bucket> find(int64_t prefix) = 0;
  // Inserts or replaces.
  virtual Status put(int64_t low, std::string_view keys) = 0;
};

// Adds keys and says for each, in order, whether it is new. REQUIRES: ascending; of equal ones the
// first is new.
Result<std::vector<bool>> add_seen(BucketStore& store, std::span<const SeenKey> keys);

// Keys this process has lately added: most links of a site are found again and again, and need not
// be written to the submission queue at all. Forgets; memory is fixed (4 MB).
class RecentKeys {
 public:
  RecentKeys() : keys_(size_t{1} << 18) {}
  [[nodiscard]] bool contains(const SeenKey& key) const { return keys_[slot(key)] == key; }
  void add(const SeenKey& key) { keys_[slot(key)] = key; }

 private:
  [[nodiscard]] size_t slot(const SeenKey& key) const { return key.url & (keys_.size() - 1); }
  std::vector<SeenKey> keys_;
};

}  // namespace weft::crawl
