#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "gtest/gtest.h"

namespace weft {
namespace {

// 0, 1, … count - 1.
auto counter(int count) {
  return [i = 0, count]() mutable { return i < count ? std::optional<int>(i++) : std::nullopt; };
}

void pause_at_random(unsigned seed) {
  std::minstd_rand random(seed + 1);
  std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
}

TEST(ParallelTest, KeepsTheOrderWhateverTheWorkersDo) {
  for (const unsigned workers : {1U, 2U, 5U}) {
    std::vector<int> seen;
    parallel_ordered(
        {.workers = workers}, counter(300),
        [](unsigned, int i) {
          pause_at_random(static_cast<unsigned>(i));
          return i * 2;
        },
        [&](int doubled) {
          seen.push_back(doubled);
          return Flow::kContinue;
        });
    ASSERT_EQ(seen.size(), 300U);
    for (int i = 0; i < 300; ++i) EXPECT_EQ(seen[static_cast<size_t>(i)], 2 * i);
  }
}

TEST(ParallelTest, NeverHoldsMoreThanTheWindow) {
  std::atomic<int> held{0};
  std::atomic<int> most{0};
  parallel_ordered(
      {.workers = 3, .window = 5},
      [&, next = counter(200)]() mutable {
        auto input = next();
        if (input) {
          const int now = ++held;
          int before = most.load();
          while (now > before && !most.compare_exchange_weak(before, now)) {
          }
        }
        return input;
      },
      [](unsigned, int i) { return i; },
      [&](int i) {
        pause_at_random(static_cast<unsigned>(i));  // A slow consumer.
        --held;
        return Flow::kContinue;
      });
  EXPECT_EQ(held.load(), 0);
  EXPECT_LE(most.load(), 5);
}

TEST(ParallelTest, OneSlowInputStopsTheReadingAtTheWindow) {
  std::atomic<int> read{0};
  int read_when_the_slow_one_ended = 0;
  std::vector<int> seen;
  parallel_ordered(
      {.workers = 2, .window = 5},
      [&, next = counter(50)]() mutable {
        auto input = next();
        if (input) ++read;
        return input;
      },
      [&](unsigned, int i) {
        if (i != 0) return i;
        while (read.load() < 5) std::this_thread::yield();
        pause_at_random(1);
        read_when_the_slow_one_ended = read.load();
        return i;
      },
      [&](int i) {
        seen.push_back(i);
        return Flow::kContinue;
      });
  EXPECT_EQ(read_when_the_slow_one_ended, 5);
  ASSERT_EQ(seen.size(), 50U);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(ParallelTest, ResultsDoNotWaitForAnInputThatIsSlowToCome) {
  constexpr int kBeforeTheSlowOne = 6;
  for (const unsigned workers : {1U, 2U, 4U}) {
    std::atomic<int> consumed{0};
    bool waited_in_vain = false;
    parallel_ordered(
        {.workers = workers},
        [&, next = counter(10)]() mutable {
          const auto input = next();
          if (input != kBeforeTheSlowOne) return input;
          const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
          while (consumed.load() < kBeforeTheSlowOne && !waited_in_vain) {
            waited_in_vain = std::chrono::steady_clock::now() > patience;
            std::this_thread::yield();
          }
          return input;
        },
        [](unsigned, int i) {
          pause_at_random(static_cast<unsigned>(i));
          return i;
        },
        [&](int) {
          ++consumed;
          return Flow::kContinue;
        });
    EXPECT_FALSE(waited_in_vain);
    EXPECT_EQ(consumed.load(), 10);
  }
}

TEST(ParallelTest, ConsumesOneResultAtATime) {
  std::atomic<int> consumers{0};
  bool overlapped = false;
  int sum = 0;  // Not atomic: each call sees what the calls before it did.
  parallel_ordered(
      {.workers = 4}, counter(300), [](unsigned, int i) { return i; },
      [&](int i) {
        overlapped |= ++consumers != 1;
        if (i % 16 == 0) pause_at_random(static_cast<unsigned>(i));
        sum += i;
        --consumers;
        return Flow::kContinue;
      });
  EXPECT_FALSE(overlapped);
  EXPECT_EQ(sum, 299 * 300 / 2);
}

TEST(ParallelTest, StartsNoMoreThreadsThanWorkersWithTheCaller) {
  for (const unsigned workers : {1U, 3U}) {
    std::mutex mutex;
    std::set<std::thread::id> threads = {std::this_thread::get_id()};
    const auto note_thread = [&] {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    };
    parallel_ordered(
        {.workers = workers},
        [&, next = counter(100)]() mutable {
          note_thread();
          return next();
        },
        [&](unsigned, int i) {
          note_thread();
          pause_at_random(static_cast<unsigned>(i));
          return i;
        },
        [&](int) {
          note_thread();
          return Flow::kContinue;
        });
    EXPECT_LE(threads.size(), workers);
  }
}

TEST(ParallelTest, FailuresAreValues) {
  std::vector<std::string> lines;
  parallel_ordered(
      {.workers = 2}, counter(4),
      [](unsigned, int i) -> Result<int> {
        if (i == 2) return Error{ErrorCode::kIo, "two"};
        return i;
      },
      [&](const Result<int>& result) {
        lines.push_back(result.ok() ? std::to_string(*result) : result.error().message);
        return Flow::kContinue;
      });
  EXPECT_EQ(lines, (std::vector<std::string>{"0", "1", "two", "3"}));
}

TEST(ParallelTest, StopsWhenTheConsumerHasEnough) {
  for (const unsigned workers : {1U, 4U}) {
    std::atomic<int> started{0};
    int consumed = 0;
    parallel_ordered(
        {.workers = workers, .window = 8}, counter(100'000),
        [&](unsigned, int i) {
          ++started;
          return i;
        },
        [&](int) { return ++consumed == 10 ? Flow::kStop : Flow::kContinue; });
    EXPECT_EQ(consumed, 10);
    EXPECT_LE(started.load(), 10 + 8);
  }
}

TEST(ParallelTest, GivesEachWorkerItsOwnNumber) {
  std::vector<std::atomic<int>> busy(4);
  std::atomic<bool> shared{false};
  parallel_ordered(
      {.workers = 4}, counter(200),
      [&](unsigned worker, int i) {
        if (++busy[worker] != 1) shared = true;
        pause_at_random(static_cast<unsigned>(i));
        --busy[worker];
        return i;
      },
      [](int) { return Flow::kContinue; });
  EXPECT_FALSE(shared.load());
}

TEST(ParallelTest, ReadsOneInputAtATimeAndMovesIt) {
  std::atomic<int> readers{0};
  std::atomic<bool> overlapped{false};
  int sum = 0;
  parallel_ordered(
      {.workers = 3},
      [&, next = counter(100)]() mutable -> std::optional<std::unique_ptr<int>> {
        if (++readers != 1) overlapped = true;
        const auto input = next();
        pause_at_random(7);
        --readers;
        if (!input) return std::nullopt;
        return std::make_unique<int>(*input);
      },
      [](unsigned, std::unique_ptr<int> i) { return i; },
      [&](const std::unique_ptr<int>& i) {
        sum += *i;
        return Flow::kContinue;
      });
  EXPECT_FALSE(overlapped.load());
  EXPECT_EQ(sum, 99 * 100 / 2);
}

TEST(ParallelTest, NoInputsNoResults) {
  parallel_ordered(
      {.workers = 3}, counter(0), [](unsigned, int i) { return i; },
      [](int) {
        ADD_FAILURE();
        return Flow::kContinue;
      });
}

}  // namespace
}  // namespace weft
