// HostPace: how fast one host is visited. The crawler's own delay and that of robots.txt are the
// floor; a host that is slow or says so is given more time, and less again when it recovers.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace weft::crawl {

struct PaceOptions {
  std::chrono::milliseconds delay{1000};          // Ours: between the end of a fetch and the next.
  std::chrono::milliseconds max_delay{60'000};    // What robots.txt and back-off are clamped to.
  double latency_factor = 1;                      // A host rests as long as it worked, times this.
  std::chrono::milliseconds first_backoff{1000};  // After the first sign of distress.
  std::chrono::seconds max_retry_after{3600};     // Longer ones are clamped.
};

// Threads: one at a time.
class HostPace {
 public:
  // Crawl-delay = max(ours, theirs).
  explicit HostPace(const PaceOptions& options,
                    std::optional<std::chrono::milliseconds> robots_delay = std::nullopt);

  // A good answer after `elapsed`.
  void note_success(std::chrono::milliseconds elapsed);
  // 429, 503, a timeout, a refused connection; `retry_after` is 0 if the host did not say.
  void note_distress(std::chrono::seconds retry_after);

  // Between the end of a fetch and the next.
  [[nodiscard]] std::chrono::milliseconds delay() const { return delay_; }
  // How long to leave the host alone after distress; 0 otherwise.
  [[nodiscard]] std::chrono::milliseconds pause() const { return pause_; }
  // Why the delay is what it is: "politeness" (ours or that of robots.txt), "slow host" (it takes
  // long to answer) or "back-off" (it is in distress).
  [[nodiscard]] const char* reason() const {
    return distress_ > 0 ? "back-off" : delay_ > floor_ ? "slow host" : "politeness";
  }
  // robots.txt asked for more than max_delay.
  [[nodiscard]] bool clamped() const { return clamped_; }

 private:
  PaceOptions options_;
  std::chrono::milliseconds floor_;
  std::chrono::milliseconds delay_;
  std::chrono::milliseconds pause_{0};
  uint32_t distress_ = 0;  // Signs of it since the last good answer.
  bool clamped_ = false;
};

}  // namespace weft::crawl
