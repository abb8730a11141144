// A writer killed at random points, beside readers that never stop: no bundle may become
// unreadable, no acknowledged write may be lost.
//
// The writer is a child process that numbers its writes and sends each number through a pipe once
// the call has returned. The parent kills it without warning, reads the numbers, opens the bundle
// and looks for them.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "base/json.h"
#include "gtest/gtest.h"
#include "site/bundle.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

constexpr int kKills = 60;
constexpr int kReaders = 2;

// Write number n: a wrapper, a page, a golden extraction or a run, in turn.
Status write_number(Bundle& site, int64_t n) {
  const std::string name = std::to_string(n);
  switch (n % 4) {
    case 0: {
      const auto version = site.put_wrapper("t", wrap::RulesWrapper({.name = name}), name);
      return version.ok() ? Status() : Status(version.error());
    }
    case 1:
      return site.put_samples("t", SampleRole::kSample,
                              {{.id = name, .body = std::string(20'000, 'x') + name}});
    case 2:
      return site.put_golden("t", {name, "w", {}, {}});
    default: {
      const auto run = site.add_run({.verb = name, .outcome = "good"});
      return run.ok() ? Status() : Status(run.error());
    }
  }
}

[[noreturn]] void run_writer(const std::string& directory, int64_t first, int pipe) {
  auto site = Bundle::open(directory, Bundle::Mode::kWrite);
  for (int64_t n = first; site.ok(); ++n) {
    if (!write_number(*site, n).ok()) break;
    if (::write(pipe, &n, sizeof n) != sizeof n) break;
  }
  _exit(1);
}

// Exits with 0 when told to stop and everything could be read all the time.
[[noreturn]] void run_reader(const std::string& directory, const std::string& stop) {
  while (!fs::exists(stop)) {
    const auto site = Bundle::open(directory, Bundle::Mode::kRead);
    if (!site.ok()) _exit(2);
    const auto found = site->find_template("t");
    if (!found.ok()) _exit(3);
    if (found->wrapper_version != 0 && !site->wrapper("t").ok()) _exit(4);
    const auto samples = site->samples("t");
    if (!samples.ok()) _exit(5);
    if (!samples->empty() && !site->read_sample(samples->back()).ok()) _exit(6);
    if (!site->golden("t").ok()) _exit(7);
  }
  _exit(0);
}

pid_t start(const std::function<void()>& child) {
  const pid_t pid = fork();
  if (pid == 0) child();
  return pid;
}

enum class Life { kFromTheStart, kFromTheFirstWrite };

// Lets a writer run for a while, kills it, and returns the last write it acknowledged.
int64_t kill_a_writer(const std::string& directory, int64_t first, Life from,
                      std::chrono::microseconds life) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t writer = start([&] { run_writer(directory, first, ends[1]); });
  close(ends[1]);
  int64_t last = first - 1;
  int64_t n = 0;
  if (from == Life::kFromTheFirstWrite && read(ends[0], &n, sizeof n) == sizeof n) last = n;
  std::this_thread::sleep_for(life);
  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
  while (read(ends[0], &n, sizeof n) == sizeof n) last = n;
  close(ends[0]);
  return last;
}

// Every write up to `last` must be there.
void expect_all(const Bundle& site, int64_t last) {
  std::vector<bool> seen(static_cast<size_t>(last) + 1000, false);
  const auto mark = [&](const std::string& name) {
    const size_t n = std::stoul(name);
    if (n < seen.size()) seen[n] = true;
  };
  const auto versions = site.wrapper_history("t");
  const auto samples = site.samples("t");
  const auto golden = site.golden("t");
  const auto runs = site.runs(1'000'000);
  ASSERT_TRUE(versions.ok() && samples.ok() && golden.ok() && runs.ok());
  for (const WrapperVersion& version : *versions) mark(version.note);
  for (const Sample& sample : *samples) mark(sample.page);
  for (const model::Extraction& extraction : *golden) mark(extraction.page);
  for (const Run& run : *runs) mark(run.verb);
  for (int64_t n = 0; n <= last; ++n)
    ASSERT_TRUE(seen[static_cast<size_t>(n)]) << "write " << n << " is lost";
}

TEST(BundleCrashTest, LosesNothingWhenAWriterIsKilled) {
  const std::string directory = ::testing::TempDir() + "/weft_site_crash_test";
  const std::string stop = directory + ".stop";
  fs::remove_all(directory);
  fs::remove(stop);
  {
    Bundle site = *Bundle::open(directory, Bundle::Mode::kCreate);
    ASSERT_TRUE(site.put_template({.name = "t"}).ok());
  }
  std::vector<pid_t> readers;
  for (int i = 0; i < kReaders; ++i) readers.push_back(start([&] { run_reader(directory, stop); }));

  std::mt19937 random(1);
  int64_t last = -1;
  int64_t acknowledged = 0;
  for (int kill = 0; kill < kKills && !::testing::Test::HasFailure(); ++kill) {
    const std::chrono::microseconds life(1000 + random() % 40'000);
    const int64_t previous = last;
    const Life from = kill % 3 == 0 ? Life::kFromTheStart : Life::kFromTheFirstWrite;
    last = kill_a_writer(directory, last + 1, from, life);
    acknowledged += last - previous;
    const auto site = Bundle::open(directory, Bundle::Mode::kWrite);
    ASSERT_TRUE(site.ok()) << site.error().message;
    expect_all(*site, last);
    // A write that was committed but not acknowledged keeps its number: it is written again, as a
    // user would.
  }
  fs::create_directories(stop);
  for (const pid_t reader : readers) {
    int status = 0;
    waitpid(reader, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
        << "a reader failed: " << WEXITSTATUS(status);
  }
  EXPECT_GT(acknowledged, kKills / 2) << "writers were killed before they wrote";
  const auto check = Bundle::open(directory, Bundle::Mode::kRead)->check();
  ASSERT_TRUE(check.ok());
  EXPECT_TRUE(check->problems.empty()) << check->problems.front();
  RecordProperty("acknowledged", static_cast<int>(acknowledged));
  RecordProperty("strays", static_cast<int>(check->strays.size()));
  fs::remove_all(directory);
  fs::remove_all(stop);
}

}  // namespace
}  // namespace weft::site
