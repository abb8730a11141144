// parallel_ordered: many inputs, several workers, results in the order of the inputs.
//
//   parallel_ordered({.workers = 4},
//                    [&] { return next_page(); },  // optional<Input>
//                    [&](unsigned worker, Input page) { return parse(parsers[worker], page); },
//                    [&](Parsed parsed) { return write(parsed), Flow::kContinue; });  // In order.
//
// Back-pressure: at most `window` inputs are between next() and the end of consume(), so a slow
// consumer, or one slow input, stops the reading instead of filling the memory. Failures are
// values: work() returns a Result or the like; nothing here throws, and work() must not.
//
// Threads: `workers` of them, the caller's is one. next() and consume() are each called by one
// thread at a time, in order, but by any of them; work() by all at once, each with its own number
// below `workers` (for a parser per worker). While one thread waits in next(), the others consume
// what they have. With one worker everything runs on the caller's thread.
#pragma once

#include <algorithm>
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
  // 0: sixteen per worker. At least one per worker is used. With fewer, one input that takes long
  // soon stops all other workers.
  size_t window = 0;
};

namespace detail {

// What the workers share. There is no thread that only consumes: it would take the core of a worker
// whenever a result is ready. A worker that puts down the result which is next in order consumes
// it, still warm, and those that wait behind it.
template <typename Input, typename Output, typename Next, typename Consume>
class OrderedQueue {
 public:
  struct Job {
    uint64_t ticket;
    Input input;
  };

  OrderedQueue(size_t window, Next& next, Consume& consume)
      : next_(next), consume_(consume), slots_(window) {}

  // The next input, as soon as the window has room for it; nothing after the last, or when the
  // consumer has enough.
  std::optional<Job> take() {
    const std::lock_guard reading(reading_);
    if (exhausted_ || !wait_for_room()) return std::nullopt;
    std::optional<Input> input = next_();
    exhausted_ = !input.has_value();
    if (exhausted_) return std::nullopt;
    return Job{started_++, std::move(*input)};
  }

  // The result of a job. Consumes it, unless it has to wait for an earlier one or another thread is
  // consuming: that one will find it.
  void put(uint64_t ticket, Output output) {
    std::unique_lock lock(mutex_);
    slot(ticket).emplace(std::move(output));
    if (consuming_) return;
    consuming_ = true;
    while (!stopped_ && slot(taken_).has_value()) consume_next(lock);
    consuming_ = false;
  }

 private:
  std::optional<Output>& slot(uint64_t ticket) { return slots_[ticket % slots_.size()]; }

  // False when there will be no need for it.
  bool wait_for_room() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return stopped_ || started_ - taken_ < slots_.size(); });
    return !stopped_;
  }

  void consume_next(std::unique_lock<std::mutex>& lock) {
    std::optional<Output> output = std::exchange(slot(taken_), std::nullopt);
    lock.unlock();
    const Flow flow = consume_(std::move(*output));
    output.reset();
    lock.lock();
    ++taken_;
    stopped_ = flow == Flow::kStop;
    room_.notify_one();  // Only the thread whose turn it is to read can be waiting.
  }

  Next& next_;
  Consume& consume_;

  std::mutex reading_;    // Held while waiting for room, and in next(). Taken before mutex_.
  uint64_t started_ = 0;  // Inputs read.
  bool exhausted_ = false;

  std::mutex mutex_;  // Never held in next(), work() or consume().
  std::condition_variable room_;
  std::vector<std::optional<Output>> slots_;  // Results that wait for earlier ones.
  uint64_t taken_ = 0;                        // Results consumed.
  bool consuming_ = false;
  bool stopped_ = false;
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
  const size_t window = options.window == 0 ? size_t{16} * options.workers : options.window;
  detail::OrderedQueue<Input, Output, Next, Consume> queue(
      std::max<size_t>(window, options.workers), next, consume);
  const auto run = [&](unsigned worker) {
    while (auto job = queue.take()) queue.put(job->ticket, work(worker, std::move(job->input)));
  };
  std::vector<std::thread> threads;
  for (unsigned worker = 1; worker < options.workers; ++worker) threads.emplace_back(run, worker);
  run(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace weft
