// parallel_ordered: many inputs, several workers, results in the order of the inputs.
//
//   parallel_ordered({.workers = 4},
//                    [&] { return next_page(); },                                  //
//                    optional<Input>, one at a time
//                    [&](unsigned worker, Input page) { return parse(page); },     // on a worker
//                    [&](Parsed parsed) { return write(parsed), Flow::kContinue; });  // in order,
//                    on this thread
//
// Back-pressure: at most `window` inputs are between next() and the end of consume(), so a slow
// consumer, or one slow input, stops the reading instead of filling the memory. Failures are
// values: work() returns a Result or the like; nothing here throws, and work() must not. Threads:
// next() is called by one thread at a time, in order; work() by all workers at once, each with its
// own number below `workers` (for a parser per worker); consume() by the caller's thread alone.
// With one worker everything runs on the caller's thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

enum class Flow { kContinue, kStop };

struct ParallelOptions {
  unsigned workers = 1;
  // 0: sixteen per worker. At least one per worker is used. With fewer, workers stand still
  // whenever the consumer has to wait a few milliseconds for a core that they use.
  size_t window = 0;
};

namespace detail {

template <typename Output, typename Next, typename Work>
class OrderedPool {
 public:
  OrderedPool(const ParallelOptions& options, Next& next, Work& work)
      : next_(next),
        work_(work),
        slots_(std::max<size_t>(options.window == 0 ? size_t{16} * options.workers : options.window,
                                options.workers)) {
    for (unsigned worker = 0; worker < options.workers; ++worker) {
      threads_.emplace_back([this, worker] { run(worker); });
    }
  }

  ~OrderedPool() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    room_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  OrderedPool(const OrderedPool&) = delete;
  OrderedPool& operator=(const OrderedPool&) = delete;

  // The next result in order; nothing after the last.
  //
  // OPTIMIZATION: a consumer that is woken for every result takes the core of a worker each time.
  // It sleeps for a moment instead, in which several get ready; only when none did, because inputs
  // come slowly, is it woken by the next one.
  std::optional<Output> take() {
    std::unique_lock lock(mutex_);
    std::optional<Output>& slot = slots_[taken_ % slots_.size()];
    const auto ready = [&] { return slot.has_value() || (exhausted_ && taken_ == started_); };
    if (!done_.wait_for(lock, kNap, ready)) {
      eager_ = true;
      done_.wait(lock, ready);
      eager_ = false;
    }
    if (!slot.has_value()) return std::nullopt;
    return std::exchange(slot, std::nullopt);
  }

  // The result of take() has been dealt with: its place in the window is free.
  void release() {
    {
      const std::lock_guard lock(mutex_);
      ++taken_;
    }
    room_.notify_all();
  }

 private:
  void run(unsigned worker) {
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [&] {
        return stopped_ || exhausted_ || (!reading_ && started_ - taken_ < slots_.size());
      });
      if (stopped_ || exhausted_) return;
      // Reading may be slow: other workers must be able to put down their results meanwhile.
      reading_ = true;
      lock.unlock();
      auto input = next_();
      lock.lock();
      reading_ = false;
      exhausted_ = !input.has_value();
      if (exhausted_) done_.notify_all();
      const uint64_t ticket = started_;
      if (!exhausted_) ++started_;
      room_.notify_all();
      if (exhausted_) return;
      lock.unlock();
      std::optional<Output> output(work_(worker, std::move(*input)));
      lock.lock();
      slots_[ticket % slots_.size()] = std::move(output);
      const bool filling = started_ - taken_ >= slots_.size() / 2;
      if (ticket == taken_ && (eager_ || filling)) done_.notify_all();
    }
  }

  static constexpr std::chrono::milliseconds kNap{1};

  Next& next_;
  Work& work_;
  std::mutex mutex_;
  std::condition_variable room_;  // A place in the window, the turn to read, or the end.
  std::condition_variable done_;  // The result that is next in order, or the end.
  std::vector<std::optional<Output>> slots_;
  uint64_t started_ = 0;  // Inputs handed to workers.
  uint64_t taken_ = 0;    // Results consumed.
  bool reading_ = false;
  bool eager_ = false;  // The consumer waits for the next result, not for several.
  bool exhausted_ = false;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace detail

// See above. Ends when next() returns nothing and all results are consumed, or when consume() says
// kStop: work that is under way is then finished and dropped. REQUIRES: options.workers > 0.
template <typename Next, typename Work, typename Consume>
void parallel_ordered(const ParallelOptions& options, Next next, Work work, Consume consume) {
  using Input = typename std::invoke_result_t<Next>::value_type;
  using Output = std::invoke_result_t<Work, unsigned, Input>;
  if (options.workers <= 1) {
    while (std::optional<Input> input = next()) {
      if (consume(work(0U, std::move(*input))) == Flow::kStop) return;
    }
    return;
  }
  detail::OrderedPool<Output, Next, Work> pool(options, next, work);
  while (std::optional<Output> output = pool.take()) {
    if (consume(std::move(*output)) == Flow::kStop) return;
    pool.release();
  }
}

}  // namespace weft
