#include "crawl/host_pace.h"

#include <gtest/gtest.h>

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;

TEST(HostPaceTest, TakesTheLongerOfOurDelayAndTheirs) {
  EXPECT_EQ(HostPace({.delay = 2s}).delay(), 2s);
  EXPECT_EQ(HostPace({.delay = 2s}, 1s).delay(), 2s);
  EXPECT_EQ(HostPace({.delay = 2s}, 10s).delay(), 10s);
}

TEST(HostPaceTest, ClampsAbsurdDelaysAndSaysSo) {
  const HostPace pace({.delay = 1s, .max_delay = 30s}, 86400s);
  EXPECT_EQ(pace.delay(), 30s);
  EXPECT_TRUE(pace.clamped());
  EXPECT_FALSE(HostPace({.max_delay = 30s}, 30s).clamped());
}

TEST(HostPaceTest, SlowHostsRestAsLongAsTheyWorked) {
  HostPace pace({.delay = 1s, .latency_factor = 2});
  pace.note_success(5s);
  EXPECT_EQ(pace.delay(), 10s);
  pace.note_success(100ms);
  EXPECT_EQ(pace.delay(), 8s);
  for (int i = 0; i < 20; ++i) pace.note_success(100ms);
  EXPECT_EQ(pace.delay(), 1s);
}

TEST(HostPaceTest, WithoutADelayLatencyDoesNotMatter) {
  HostPace pace({.delay = 0ms});
  pace.note_success(5s);
  EXPECT_EQ(pace.delay(), 0s);
}

TEST(HostPaceTest, BacksOffAndRecovers) {
  HostPace pace({.delay = 500ms, .max_delay = 8s, .first_backoff = 1s});
  pace.note_distress(0s);
  EXPECT_EQ(pace.delay(), 1s);
  EXPECT_EQ(pace.pause(), 1s);
  pace.note_distress(0s);
  EXPECT_EQ(pace.delay(), 2s);
  EXPECT_EQ(pace.pause(), 4s);
  for (int i = 0; i < 100; ++i) pace.note_distress(0s);
  EXPECT_EQ(pace.delay(), 8s);
  EXPECT_EQ(pace.pause(), 3600s);
  pace.note_success(10ms);
  EXPECT_EQ(pace.pause(), 0s);
  EXPECT_EQ(pace.delay(), 6400ms);
}

TEST(HostPaceTest, HonoursRetryAfterWithinReason) {
  HostPace pace({});
  pace.note_distress(120s);
  EXPECT_EQ(pace.pause(), 120s);
  pace.note_distress(std::chrono::hours(48));
  EXPECT_EQ(pace.pause(), 3600s);
}

}  // namespace
}  // namespace weft::crawl
