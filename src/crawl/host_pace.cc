// Doubles at distress, comes back by a fifth a good answer: quick to yield, slow to press. A host
// visited every second that answers 503 three times gets 2, 4 and 8 seconds between visits and is
// left alone for 2, 8 and 32; ten good answers later its delay is a second again.
//
// Tested by host_pace_test.cc.

#include "crawl/host_pace.h"

#include <algorithm>

namespace weft::crawl {

using std::chrono::milliseconds;

HostPace::HostPace(const PaceOptions& options, std::optional<milliseconds> robots_delay)
    : options_(options) {
  const milliseconds theirs = robots_delay.value_or(milliseconds(0));
  clamped_ = theirs > options.max_delay;
  floor_ = std::max(options.delay, std::min(theirs, options.max_delay));
  delay_ = floor_;
}

void HostPace::note_success(milliseconds elapsed) {
  distress_ = 0;
  pause_ = milliseconds(0);
  // A crawl without delay is one in which the host was said to stand it.
  const double rest = floor_.count() == 0 ? 0 : options_.latency_factor * double(elapsed.count());
  const milliseconds wanted(
      static_cast<int64_t>(std::min(rest, double(options_.max_delay.count()))));
  const milliseconds target = std::max(floor_, wanted);
  delay_ = std::max(target, delay_ * 4 / 5);
}

void HostPace::note_distress(std::chrono::seconds retry_after) {
  ++distress_;
  const milliseconds most = std::max(options_.max_delay, floor_);
  delay_ = std::clamp(delay_ * 2, std::min(options_.first_backoff, most), most);
  const milliseconds asked = std::min(retry_after, options_.max_retry_after);
  // Each further sign without a good answer in between doubles the pause.
  const uint32_t doublings = std::min(distress_ - 1, 10U);
  pause_ = std::max<milliseconds>(
      asked, std::min<milliseconds>(delay_ * (1 << doublings), options_.max_retry_after));
}

}  // namespace weft::crawl
