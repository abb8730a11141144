// Adding a sorted batch of keys to sorted buckets:
//   1. find the bucket of the first key left;
//   2. take the keys up to the bucket's end;
//   3. merge them into the bucket, noting which are new;
//   4. write it back if it grew, split into halves while it is over full.
//
// With buckets of two keys, {3, 8} and {12, 15}, adding 5, 8 and 20 goes: 5 and 8 belong to the
// first bucket, 5 is new and makes it {3, 5, 8}, which splits into {3, 5} and {8}; 20 makes the last
// one {12, 15} and {20}.
//
// Tested by seen_set_test.cc against std::set.

#include "crawl/frontier/seen_set.h"

#include <algorithm>

#include "base/hash.h"

namespace weft::crawl {
namespace {

constexpr size_t kKeyBytes = 10;     // As in docs/formats/frontier.md.
constexpr size_t kBucketKeys = 400;  // With its row header, 4,000 bytes fit a page of 4,096.

void append_key(std::string& out, const SeenKey& key) {
  char bytes[kKeyBytes];
  bytes[0] = static_cast<char>(key.host >> 8);
  bytes[1] = static_cast<char>(key.host);
  for (int i = 0; i < 8; ++i) bytes[2 + i] = static_cast<char>(key.url >> (56 - 8 * i));
  out.append(bytes, kKeyBytes);
}

SeenKey key_at(std::string_view keys, size_t index) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(keys.data()) + index * kKeyBytes;
  SeenKey key;
  key.host = static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
  for (int i = 0; i < 8; ++i) key.url = key.url << 8 | bytes[2 + i];
  return key;
}

// Step 3: `old` and `added` in one ascending run; sets is_new for each of `added`.
std::string merge(std::string_view old, std::span<const SeenKey> added, std::vector<bool>& is_new) {
  std::string merged;
  merged.reserve(old.size() + added.size() * kKeyBytes);
  const size_t count = old.size() / kKeyBytes;
  size_t at = 0;
  SeenKey last;
  bool any = false;
  for (const SeenKey& key : added) {
    const size_t from = at;
    while (at < count && key_at(old, at) < key) ++at;
    merged.append(old.substr(from * kKeyBytes, (at - from) * kKeyBytes));
    const bool known = (at < count && key_at(old, at) == key) || (any && last == key);
    is_new.push_back(!known);
    if (!known) append_key(merged, key);
    last = key;
    any = true;
  }
  merged.append(old.substr(at * kKeyBytes));
  return merged;
}

// Step 4. A bucket whose keys all share a prefix cannot be split and stays over full.
Status put_split(BucketStore& store, int64_t low, std::string_view keys) {
  const size_t parts = (keys.size() / kKeyBytes + kBucketKeys - 1) / kBucketKeys;
  const size_t share = (keys.size() / kKeyBytes + parts - 1) / std::max<size_t>(parts, 1);
  size_t begin = 0;
  const size_t count = keys.size() / kKeyBytes;
  while (begin < count) {
    size_t end = std::min(count, begin + share);
    while (end < count && key_at(keys, end).prefix() == key_at(keys, end - 1).prefix()) ++end;
    WEFT_TRY(store.put(low, keys.substr(begin * kKeyBytes, (end - begin) * kKeyBytes)));
    if (end < count) low = key_at(keys, end).prefix();
    begin = end;
  }
  return {};
}

}  // namespace

SeenKey SeenKey::of(std::string_view host, std::string_view url) {
  return {static_cast<uint16_t>(hash_bytes(host) >> 48), hash_bytes(url)};
}

Result<std::vector<bool>> add_seen(BucketStore& store, std::span<const SeenKey> keys) {
  std::vector<bool> is_new;
  is_new.reserve(keys.size());
  while (!keys.empty()) {
    WEFT_ASSIGN(const BucketStore::Bucket bucket, store.find(keys.front().prefix()));
    const auto end = std::find_if(keys.begin() + 1, keys.end(),
                                  [&](const SeenKey& key) { return key.prefix() >= bucket.next; });
    const auto here = keys.first(static_cast<size_t>(end - keys.begin()));
    const std::string merged = merge(bucket.keys, here, is_new);
    if (merged.size() != bucket.keys.size()) WEFT_TRY(put_split(store, bucket.low, merged));
    keys = keys.subspan(here.size());
  }
  return is_new;
}

}  // namespace weft::crawl
