#include "crawl/frontier/seen_set.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

class MapStore : public BucketStore {
 public:
  Result<Bucket> find(int64_t prefix) override {
    const auto after = rows.upper_bound(prefix);
    const int64_t next = after == rows.end() ? kEnd : after->first;
    if (after == rows.begin()) return Bucket{0, next, ""};
    return Bucket{std::prev(after)->first, next, std::prev(after)->second};
  }
  Status put(int64_t low, std::string_view keys) override {
    rows[low] = keys;
    return {};
  }
  std::map<int64_t, std::string> rows;
};

TEST(SeenSetTest, AgreesWithASetOnRandomBatches) {
  std::mt19937_64 random(7);
  MapStore store;
  std::set<SeenKey> expected;
  for (int batch = 0; batch < 200; ++batch) {
    std::vector<SeenKey> keys(random() % 400);
    for (SeenKey& key : keys) key = {static_cast<uint16_t>(random() % 3), random() % 40'000 << 45};
    std::sort(keys.begin(), keys.end());
    const auto is_new = add_seen(store, keys);
    ASSERT_TRUE(is_new.ok());
    for (size_t i = 0; i < keys.size(); ++i)
      ASSERT_EQ((*is_new)[i], expected.insert(keys[i]).second);
  }
  EXPECT_GT(store.rows.size(), 10U) << "nothing was ever split";
}

TEST(SeenSetTest, TakesAtMostSixteenBytesAUrl) {
  std::mt19937_64 random(11);
  MapStore store;
  constexpr size_t kBatches = 100;
  constexpr size_t kBatch = 5'000;
  for (size_t batch = 0; batch < kBatches; ++batch) {
    std::vector<SeenKey> keys(kBatch);
    for (SeenKey& key : keys) key = {static_cast<uint16_t>(random()), random()};
    std::sort(keys.begin(), keys.end());
    ASSERT_TRUE(add_seen(store, keys).ok());
  }
  for (const auto& [low, keys] : store.rows) ASSERT_LE(keys.size(), 4'000U);
  EXPECT_LE(static_cast<double>(store.rows.size()) * 4096 / (kBatches * kBatch), 16.0);
}

TEST(SeenSetTest, HoldsKeysThatShareAPrefix) {
  MapStore store;
  std::vector<SeenKey> keys;
  for (uint64_t i = 0; i < 2'000; ++i) keys.push_back({1, i});
  const auto first = add_seen(store, keys);
  const auto second = add_seen(store, keys);
  EXPECT_EQ(std::count(first->begin(), first->end(), true), 2'000);
  EXPECT_EQ(std::count(second->begin(), second->end(), true), 0);
}

TEST(SeenSetTest, KeepsUrlsOfAHostTogether) {
  const SeenKey a = SeenKey::of("example.com", "https://example.com/a");
  const SeenKey b = SeenKey::of("example.com", "https://example.com/b");
  EXPECT_EQ(a.host, b.host);
  EXPECT_NE(a.url, b.url);
}

}  // namespace
}  // namespace weft::crawl
