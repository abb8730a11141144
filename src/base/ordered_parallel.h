// ordered_parallel: many workers, results in the order of the input, bounded memory.
//
//   ordered_parallel<PageResult>(
//       workers,
//       [&]() -> std::optional<std::string> { return next path, or nothing at the end },
//       [&](unsigned worker, std::string path) { return the result },
//       [&](PageResult result) { write it });
//
// `next` is called by one thread at a time, `work` by several at once (worker < workers), `consume`
// by the calling thread, in the order in which `next` gave the items. At most 8 items a worker are
// between `next` and `consume`. With one worker everything happens on the calling thread.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace weft {
namespace detail {

template <typename R>
class OrderedQueue {
 public:
  explicit OrderedQueue(unsigned workers) : slots_(size_t{workers} * 8) {}

  // Takes the next item and its number, waiting for room; nothing at the end.
  template <typename Next>
  auto take(Next& next, uint64_t& number) -> decltype(next()) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return ended_ || taken_ < consumed_ + slots_.size(); });
    if (ended_) return {};
    auto item = next();
    if (item.has_value()) {
      number = taken_++;
    } else {
      ended_ = true;
      room_.notify_all();
      ready_.notify_all();
    }
    return item;
  }

  void put(uint64_t number, R result) {
    const std::lock_guard lock(mutex_);
    slots_[number % slots_.size()] = std::move(result);
    if (number == consumed_) ready_.notify_one();
  }

  // The next result in order; nothing when all have been consumed.
  std::optional<R> get() {
    std::unique_lock lock(mutex_);
    auto& slot = slots_[consumed_ % slots_.size()];
    ready_.wait(lock, [&] { return slot.has_value() || (ended_ && consumed_ == taken_); });
    if (!slot.has_value()) return std::nullopt;
    std::optional<R> result = std::exchange(slot, std::nullopt);
    ++consumed_;
    room_.notify_one();
    return result;
  }

 private:
  std::mutex mutex_;
  std::condition_variable room_, ready_;
  std::vector<std::optional<R>> slots_;
  uint64_t taken_ = 0;
  uint64_t consumed_ = 0;
  bool ended_ = false;
};

}  // namespace detail

template <typename R, typename Next, typename Work, typename Consume>
void ordered_parallel(unsigned workers, Next next, Work work, Consume consume) {
  if (workers <= 1) {
    while (auto item = next()) consume(work(0U, std::move(*item)));
    return;
  }
  detail::OrderedQueue<R> queue(workers);
  std::vector<std::jthread> threads;
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      uint64_t number = 0;
      while (auto item = queue.take(next, number))
        queue.put(number, work(worker, std::move(*item)));
    });
  }
  while (auto result = queue.get()) consume(std::move(*result));
}

}  // namespace weft
