// What a frontier costs as it grows: a simulated crawl of a generated web, measured in windows.
//
//   weft_bench_frontier STORE [--urls N] [--hosts H]
//
// STORE is a path or postgres://…. Every turn leases 64 pages of different hosts and reports them
// with 40 links each: 28 to their own host, 12 to others, half of them seen before. The clock is
// simulated and moves on by a second a turn, so that politeness costs its bookkeeping but no
// waiting. Before it reports, the program checks that no URL was leased twice and no link was lost.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "crawl/frontier/frontier.h"
#include "measure.h"

namespace {

using namespace weft;
using namespace weft::crawl;
using Clock = std::chrono::steady_clock;

constexpr size_t kPages = 64;
constexpr int kOwnLinks = 28;
constexpr int kOtherLinks = 12;
constexpr TimePoint kStart = TimePoint(std::chrono::hours(24 * 365 * 50));

// Hosts that grow by the pages that are linked to; the first hosts are linked to most.
class Web {
 public:
  explicit Web(uint32_t hosts) : pages_(hosts, 1) {}

  FrontierUrl link_to(uint32_t host, const std::string& parent) {
    const bool fresh = random_() % 2 == 0;
    if (fresh) ++links_to_new_pages_;
    const uint32_t page = fresh ? pages_[host]++ : random_() % pages_[host];
    FrontierUrl url = page_of(host, page);
    url.parent = parent;
    return url;
  }
  FrontierUrl page_of(uint32_t host, uint32_t page) {
    const std::string name = fmt::format("www.site-{}.example", host);
    return {.url = fmt::format("https://{}/section-{}/article-{}.html", name, page % 17, page),
            .host = name,
            .priority = static_cast<double>(random_() % 1000) / 1000};
  }
  // Host h is about as likely as 1/sqrt(h).
  uint32_t any_host() {
    const double x = static_cast<double>(random_()) / 4294967296.0;
    return static_cast<uint32_t>(x * x * static_cast<double>(pages_.size()));
  }
  [[nodiscard]] uint64_t distinct() const { return pages_.size() + links_to_new_pages_; }
  [[nodiscard]] uint32_t hosts() const { return static_cast<uint32_t>(pages_.size()); }

 private:
  std::vector<uint32_t> pages_;
  uint64_t links_to_new_pages_ = 0;
  std::mt19937 random_{1};
};

uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  uint64_t total = 0;
  uint64_t resident = 0;
  file >> total >> resident;
  return resident * 4096;
}

[[noreturn]] void stop(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(1);
}

void check(const Status& status) {
  if (!status.ok()) stop(status.error().message);
}

uint32_t host_of(const std::string& host) {
  return static_cast<uint32_t>(std::strtoul(host.c_str() + std::strlen("www.site-"), nullptr, 10));
}

class Crawl {
 public:
  Crawl(Frontier& frontier, uint32_t hosts) : frontier_(frontier), web_(hosts) {}

  void submit_seeds() {
    std::vector<FrontierUrl> seeds;
    for (uint32_t host = 0; host < web_.hosts(); ++host) {
      seeds.push_back(web_.page_of(host, 0));
      if (seeds.size() < 10'000 && host + 1 < web_.hosts()) continue;
      check(frontier_.submit(seeds));
      seeds.clear();
    }
  }

  void turn() {
    now_ += std::chrono::seconds(1);
    const auto leases = frontier_.lease({.max = kPages, .now = now_, .worker = "bench"});
    if (!leases.ok()) stop(leases.error().message);
    std::vector<Outcome> outcomes;
    std::vector<FrontierUrl> links;
    for (const Lease& lease : *leases) {
      outcomes.push_back({.lease = lease.id, .finished = now_});
      const uint32_t host = host_of(lease.url.host);
      for (int i = 0; i < kOwnLinks; ++i) links.push_back(web_.link_to(host, lease.url.url));
      for (int i = 0; i < kOtherLinks; ++i)
        links.push_back(web_.link_to(web_.any_host(), lease.url.url));
    }
    check(frontier_.record(outcomes, links));
    pages += leases->size();
    submissions += links.size();
  }

  [[nodiscard]] uint64_t distinct() const { return web_.distinct(); }

  uint64_t pages = 0;
  uint64_t submissions = 0;

 private:
  Frontier& frontier_;
  Web web_;
  TimePoint now_ = kStart;
};

// Nothing may be lost: what was seen and what waits to be drained are all distinct URLs.
void check_sums(const FrontierStats& stats, const Crawl& crawl) {
  if (stats.done != crawl.pages) stop("pages were lost or given twice");
  if (stats.seen > crawl.distinct()) stop("more URLs seen than there are");
  if (stats.seen + stats.submitted < crawl.distinct()) stop("links were lost");
  if (stats.seen != stats.queued + stats.done) stop("the queue does not hold what is left");
}

void run(Frontier& frontier, const std::string& store, uint64_t urls, uint32_t hosts) {
  Crawl crawl(frontier, hosts);
  crawl.submit_seeds();
  fmt::print("{:>10} {:>10} {:>12} {:>14} {:>9} {:>9} {:>9}\n", "URLs", "pages/s", "links/s",
             "CPU us/link", "B/URL", "RSS MB", "worst ms");
  for (uint64_t goal = urls / 50; goal <= urls; goal += urls / 50) {
    const auto begin = Clock::now();
    const double cpu = bench::cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    const uint64_t pages = crawl.pages;
    const uint64_t links = crawl.submissions;
    double worst = 0;
    while (crawl.distinct() < goal) {
      const auto turn = Clock::now();
      crawl.turn();
      worst = std::max(worst, std::chrono::duration<double>(Clock::now() - turn).count());
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const auto did_pages = static_cast<double>(crawl.pages - pages);
    const auto did_links = static_cast<double>(crawl.submissions - links);
    std::error_code ignored;
    const auto bytes = std::filesystem::file_size(store, ignored);
    fmt::print("{:>10} {:>10.0f} {:>12.0f} {:>14.2f} {:>9.0f} {:>9} {:>9.0f}\n", crawl.distinct(),
               did_pages / seconds, did_links / seconds,
               (bench::cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / did_links * 1e6,
               ignored ? 0.0 : static_cast<double>(bytes) / static_cast<double>(crawl.distinct()),
               resident_bytes() >> 20, worst * 1e3);
    std::fflush(stdout);
  }
  const auto stats = frontier.stats();
  if (!stats.ok()) stop(stats.error().message);
  check_sums(*stats, crawl);
  fmt::print("{} pages, {} seen, {} queued, {} submitted, {} duplicates: nothing lost or twice\n",
             stats->done, stats->seen, stats->queued, stats->submitted, stats->duplicates);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) stop("weft_bench_frontier STORE [--urls N] [--hosts H]   (or --smoke)");
  std::string store = argv[1];
  uint64_t urls = 1'000'000;
  uint32_t hosts = 20'000;
  if (store == "--smoke") {
    store = (std::filesystem::temp_directory_path() / "weft_bench_frontier.sqlite").string();
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(store + suffix);
    urls = 20'000;
    hosts = 1'000;
  }
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--urls") == 0) urls = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--hosts") == 0)
      hosts = static_cast<uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
  }
  auto frontier = open_frontier(store);
  if (!frontier.ok()) stop(frontier.error().message);
  run(**frontier, store, urls, hosts);
}
