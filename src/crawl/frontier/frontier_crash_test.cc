// Workers that are killed, and workers that share a frontier.
//
// A worker is a child process that crawls a made-up site: it leases pages, notes each in a file of
// fetches, and records it with its links. The parent kills it without warning, starts the next, and
// compares what was fetched with an uninterrupted crawl.

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "crawl/frontier/frontier.h"
#include "gtest/gtest.h"
#include "store/testing/fresh_store.h"

namespace weft::crawl {
namespace {

constexpr int kKills = 30;
constexpr size_t kLeased = 8;

TimePoint now() {
  return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now());
}

struct MadeUpSite {
  int hosts = 1;
  int pages = 1;  // of a host

  [[nodiscard]] FrontierUrl page(int number) const {
    const std::string host = fmt::format("h{}.example", number % hosts);
    return {.url = fmt::format("https://{}/{}", host, number), .host = host};
  }
  // Three links a page: two that lead on and one that leads back.
  [[nodiscard]] std::vector<FrontierUrl> links(const std::string& url) const {
    const int number = std::stoi(url.substr(url.rfind('/') + 1));
    std::vector<FrontierUrl> links;
    for (const int to : {2 * number + 1, 2 * number + 2, number / 3})
      if (to < hosts * pages) links.push_back(page(to));
    return links;
  }
};

struct Worker {
  std::string store;
  std::string name;
  std::string fetches;  // the file in which fetches are noted
  MadeUpSite site;
  FrontierOptions options;

  // Crawls until nothing is left. True if nothing failed.
  [[nodiscard]] bool crawl() const {
    auto frontier = open_frontier(store, options);
    if (!frontier.ok() || !(*frontier)->release(name, now()).ok()) return false;
    while (true) {
      const auto leases = (*frontier)->lease({.max = kLeased, .now = now(), .worker = name});
      if (!leases.ok()) return false;
      if (leases->empty()) {
        const auto stats = (*frontier)->stats();
        if (!stats.ok()) return false;
        if (stats->finished()) return true;
        std::this_thread::sleep_for(Milliseconds(1));
        continue;
      }
      if (!fetch(**frontier, *leases)) return false;
    }
  }

  [[nodiscard]] bool fetch(Frontier& frontier, const std::vector<Lease>& leases) const {
    std::vector<Outcome> outcomes;
    std::vector<FrontierUrl> links;
    const int file = open(fetches.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    for (const Lease& lease : leases) {
      const TimePoint begin = now();
      std::this_thread::sleep_for(Milliseconds(1));
      outcomes.push_back({.lease = lease.id, .finished = now()});
      const std::string line =
          fmt::format("{} {} {}\n", lease.url.url, begin.time_since_epoch().count(),
                      outcomes.back().finished.time_since_epoch().count());
      if (write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return false;
      for (FrontierUrl& link : site.links(lease.url.url)) links.push_back(std::move(link));
    }
    close(file);
    return frontier.record(outcomes, links).ok();
  }

  // In a process of its own; leaves with 0 if all went well.
  [[nodiscard]] pid_t start() const {
    const pid_t pid = fork();
    if (pid == 0) _exit(crawl() ? 0 : 1);
    return pid;
  }
};

bool ended_well(pid_t pid) {
  int status = 0;
  return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct Fetch {
  int64_t begin = 0;
  int64_t end = 0;
};

std::map<std::string, std::vector<Fetch>> read_fetches(const std::string& path) {
  std::map<std::string, std::vector<Fetch>> fetches;
  std::ifstream file(path);
  std::string url;
  Fetch fetch;
  while (file >> url >> fetch.begin >> fetch.end) fetches[url].push_back(fetch);
  return fetches;
}

class FrontierCrashTest : public ::testing::TestWithParam<const char*> {
 protected:
  // A worker on an empty store that holds the first page of the site.
  Worker prepare(const MadeUpSite& site, const FrontierOptions& options) {
    Worker worker{.store = store::testing::fresh_store(GetParam(), "weft_frontier_crash_test"),
                  .name = "worker",
                  .fetches = ::testing::TempDir() + "/weft_frontier_crash_test.fetches",
                  .site = site,
                  .options = options};
    std::remove(worker.fetches.c_str());
    if (worker.store.empty()) return worker;
    auto frontier = open_frontier(worker.store, options);
    EXPECT_TRUE(frontier.ok()) << frontier.error().message;
    EXPECT_TRUE((*frontier)->submit(std::vector{site.page(0)}).ok());
    return worker;
  }
  void share(int processes);
};

TEST_P(FrontierCrashTest, ThirtyKillsLoseNothingAndRepeatOnlyLeasedPages) {
  const MadeUpSite site{.hosts = 12, .pages = 60};
  const FrontierOptions options{.delay = Milliseconds(0), .slots = 2, .max_attempts = 100};
  Worker worker = prepare(site, options);
  if (worker.store.empty()) GTEST_SKIP() << "there is no PostgreSQL server to start";
  ASSERT_TRUE(ended_well(worker.start()));
  const auto uninterrupted = read_fetches(worker.fetches);
  ASSERT_EQ(uninterrupted.size(), 720U);

  worker = prepare(site, options);
  std::mt19937 random(1);
  int killed = 0;
  while (killed < kKills) {
    const pid_t pid = worker.start();
    std::this_thread::sleep_for(std::chrono::microseconds(3000 + random() % 60'000));
    kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    if (!WIFSIGNALED(status)) {  // It had finished: begin anew, the kills go on.
      ASSERT_EQ(WEXITSTATUS(status), 0);
      EXPECT_EQ(read_fetches(worker.fetches).size(), uninterrupted.size());
      worker = prepare(site, options);
      continue;
    }
    ++killed;
  }
  ASSERT_TRUE(ended_well(worker.start()));

  const auto fetches = read_fetches(worker.fetches);
  size_t repeated = 0;
  for (const auto& [url, times] : fetches) {
    EXPECT_TRUE(uninterrupted.contains(url)) << url;
    repeated += times.size() - 1;
  }
  EXPECT_EQ(fetches.size(), uninterrupted.size());
  EXPECT_LE(repeated, kKills * kLeased);
  EXPECT_EQ((*open_frontier(worker.store, options))->stats()->done, uninterrupted.size());
}

void FrontierCrashTest::share(int processes) {
  const MadeUpSite site{.hosts = 6, .pages = 12};
  const FrontierOptions options{.delay = Milliseconds(15)};
  Worker worker = prepare(site, options);
  if (worker.store.empty()) GTEST_SKIP() << "there is no PostgreSQL server to start";
  std::vector<pid_t> pids;
  for (int i = 0; i < processes; ++i) {
    worker.name = fmt::format("worker {}", i);
    pids.push_back(worker.start());
  }
  for (const pid_t pid : pids) EXPECT_TRUE(ended_well(pid));

  const auto fetches = read_fetches(worker.fetches);
  EXPECT_EQ(fetches.size(), 72U);
  std::map<std::string, std::vector<Fetch>> by_host;
  for (const auto& [url, times] : fetches) {
    EXPECT_EQ(times.size(), 1U) << url << " was fetched twice";
    by_host[url.substr(0, url.rfind('/'))].push_back(times.front());
  }
  for (auto& [host, visits] : by_host) {
    std::sort(visits.begin(), visits.end(),
              [](const Fetch& a, const Fetch& b) { return a.begin < b.begin; });
    for (size_t i = 1; i < visits.size(); ++i)
      EXPECT_GE(visits[i].begin - visits[i - 1].end, options.delay.count()) << host;
  }
}

TEST_P(FrontierCrashTest, TwoProcessesFetchNothingTwiceAndKeepDelays) { share(2); }
TEST_P(FrontierCrashTest, FourProcessesFetchNothingTwiceAndKeepDelays) { share(4); }

INSTANTIATE_TEST_SUITE_P(Stores, FrontierCrashTest, ::testing::Values("sqlite", "postgres"),
                         [](const auto& store) { return std::string(store.param); });

}  // namespace
}  // namespace weft::crawl
