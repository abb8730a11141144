#include "base/ordered_parallel.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

namespace weft {
namespace {

std::vector<int> run(unsigned workers, int count) {
  int given = 0;
  std::vector<int> results;
  ordered_parallel<std::unique_ptr<int>>(
      workers,
      [&]() -> std::optional<int> { return given < count ? std::optional(given++) : std::nullopt; },
      [](unsigned, int item) {
        if (item % 7 == 0)
          std::this_thread::sleep_for(
              std::chrono::microseconds(50));  // Late ones must not overtake.
        return std::make_unique<int>(item * 2);
      },
      [&](std::unique_ptr<int> result) { results.push_back(*result); });
  return results;
}

TEST(OrderedParallelTest, KeepsTheOrderWithAnyNumberOfWorkers) {
  for (const unsigned workers : {0U, 1U, 2U, 5U}) {
    const auto results = run(workers, 1000);
    ASSERT_EQ(results.size(), 1000u);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(results[static_cast<size_t>(i)], 2 * i);
  }
}

TEST(OrderedParallelTest, NothingInNothingOut) {
  EXPECT_TRUE(run(3, 0).empty());
  EXPECT_EQ(run(3, 1).size(), 1u);
}

TEST(OrderedParallelTest, HoldsBoundedlyManyItems) {
  int given = 0;
  std::atomic<int> inside = 0, most = 0;
  ordered_parallel<int>(
      2,
      [&]() -> std::optional<int> {
        if (given == 500) return std::nullopt;
        most = std::max(most.load(), ++inside);
        return given++;
      },
      [](unsigned, int item) { return item; }, [&](int) { --inside; });
  EXPECT_LE(most, 2 * 8 + 1);
}

}  // namespace
}  // namespace weft
