#include "extract/site_pool.h"

#include <atomic>
#include <thread>
#include <vector>

#include "extract/testing/class_wrapper.h"
#include "gtest/gtest.h"

namespace weft::extract {
namespace {

Result<SitePool::Site> load(const std::string& key) {
  if (key == "bad") return Error{ErrorCode::kNotFound, "no such site"};
  auto site = extractor_for(testing::class_wrapper({}), key);
  if (!site.ok()) return site.error();
  return SitePool::Site(std::make_shared<const SiteExtractor>(std::move(*site)));
}

TEST(SitePoolTest, LoadsOnceAndForgetsTheLeastRecentlyUsed) {
  SitePool pool(load, 2);
  const auto a = pool.get("a");
  ASSERT_TRUE(pool.get("b").ok());
  ASSERT_TRUE(pool.get("a").ok());
  ASSERT_TRUE(pool.get("c").ok());  // b goes.
  ASSERT_TRUE(pool.get("a").ok());
  ASSERT_TRUE(pool.get("b").ok());
  EXPECT_EQ(pool.counters().loads, 4u);
  EXPECT_EQ(pool.counters().hits, 2u);
  EXPECT_EQ(pool.counters().evictions, 2u);
  EXPECT_EQ((*a)->name(), "a");
}

TEST(SitePoolTest, RemembersThatASiteCannotBeLoaded) {
  SitePool pool(load, 4);
  EXPECT_FALSE(pool.get("bad").ok());
  EXPECT_FALSE(pool.get("bad").ok());
  EXPECT_EQ(pool.counters().loads, 1u);
}

TEST(SitePoolTest, ServesManyThreads) {
  SitePool pool(load, 3);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        const std::string key = std::to_string((i * 7 + t) % 9);
        const auto site = pool.get(key);
        if (!site.ok() || (*site)->name() != key) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace weft::extract
