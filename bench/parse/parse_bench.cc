// HTML parsing: is the tree right, how fast, how much memory, and does the cost stay linear.
//
//   weft_bench_parse [--smoke] [--all] [--rounds N] [--no-growth]
//
// 1. Answers: on every page the sequence of elements is compared with Modest's; pages that differ
//    are named.
// 2. Speed: rounds in which every engine parses every page, engines in turn. For each engine and
//    page the least time of all rounds counts: other work on the machine can only add. CPU time of
//    one thread.
// 3. Memory of the tree per byte of source.
// 4. Growth from 10 KB to 100 MB, and hostile pages at two sizes.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <numeric>

#include <fmt/format.h>

#include "base/check.h"
#include "corpus.h"
#include "engines.h"
#include "hostile.h"
#include "html/parser.h"

namespace weft::bench {
namespace {

struct Options {
  bool smoke = false;
  bool all = false;
  bool growth = true;
  int rounds = 7;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double megabytes(const std::vector<Page>& pages) {
  size_t bytes = 0;
  for (const Page& page : pages) bytes += page.bytes.size();
  return static_cast<double>(bytes) / 1e6;
}

void compare_answers(const std::vector<Engine>& all, const std::vector<Page>& pages) {
  fmt::print("\n| engine | pages with the same elements as weft |\n|---|---|\n");
  std::vector<size_t> same(all.size(), 0);
  for (const Page& page : pages) {
    const auto ours = all[0].elements(page.bytes);
    for (size_t i = 1; i < all.size(); ++i) {
      const bool equal = all[i].elements(page.bytes) == ours;
      same[i] += equal;
      if (!equal && all[i].name == "Modest")
        fmt::print(stderr, "differs from Modest: {}\n", page.path);
    }
  }
  for (size_t i = 1; i < all.size(); ++i)
    fmt::print("| {} | {} of {} |\n", all[i].name, same[i], pages.size());
}

// The sum over pages of the least time any round took.
double least_seconds(const std::vector<double>& least) {
  return std::accumulate(least.begin(), least.end(), 0.0);
}

void parse_all(const Engine& engine, const std::vector<Page>& pages, std::vector<double>& least) {
  for (size_t i = 0; i < pages.size(); ++i) {
    const double start = cpu_seconds();
    engine.parse(pages[i].bytes);
    least[i] = std::min(least[i], cpu_seconds() - start);
  }
}

void compare_speed(const std::vector<Engine>& all, const std::vector<Page>& pages, int rounds) {
  std::vector<std::vector<double>> least(all.size(), std::vector<double>(pages.size(), 1e9));
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < all.size(); ++i) parse_all(all[i], pages, least[i]);
  double modest = 0;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == "Modest") modest = least_seconds(least[i]);
  fmt::print("\n| engine | MB/s | times Modest |\n|---|---:|---:|\n");
  for (size_t i = 0; i < all.size(); ++i) {
    const double time = least_seconds(least[i]);
    fmt::print("| {} | {:.0f} | {:.2f} |\n", all[i].name, megabytes(pages) / time, modest / time);
  }
}

void measure_memory(const std::vector<Page>& pages) {
  std::vector<double> per_byte;
  for (const Page& page : pages) {
    if (page.bytes.empty()) continue;
    const auto result = html::parse(page.bytes);
    per_byte.push_back(static_cast<double>(result.document.memory_bytes()) /
                       static_cast<double>(page.bytes.size()));
  }
  fmt::print("\nTree memory per byte of source: median {:.2f}, largest {:.2f}\n", median(per_byte),
             *std::max_element(per_byte.begin(), per_byte.end()));
}

// The best of three: nanoseconds per byte.
double cost(const Engine& engine, const std::string& bytes) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = cpu_seconds();
    engine.parse(bytes);
    best = std::min(best, cpu_seconds() - start);
  }
  return best * 1e9 / static_cast<double>(bytes.size());
}

void measure_growth(const Engine& weft, const std::vector<Page>& pages, bool smoke) {
  fmt::print("\n| size | ns per byte |\n|---|---:|\n");
  for (size_t bytes = 10'000; bytes <= (smoke ? 100'000 : 100'000'000); bytes *= 10) {
    fmt::print("| {} KB | {:.2f} |\n", bytes / 1000, cost(weft, joined_pages(pages, bytes)));
  }
}

void measure_hostile(const Engine& weft, bool smoke) {
  const size_t small = smoke ? 10'000 : 1'000'000;
  fmt::print("\n| hostile page | ns per byte at {} KB | at {} KB |\n|---|---:|---:|\n",
             small / 1000, small / 100);
  for (const Hostile& hostile : hostile_pages()) {
    fmt::print("| {} | {:.1f} | {:.1f} |\n", hostile.name, cost(weft, hostile.make(small)),
               cost(weft, hostile.make(small * 10)));
  }
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--smoke") options.smoke = true;
    if (argument == "--all") options.all = true;
    if (argument == "--no-growth") options.growth = false;
    if (argument == "--rounds" && i + 1 < argc) options.rounds = std::max(1, std::atoi(argv[++i]));
  }
  if (options.smoke) options.rounds = 1;
  return options;
}

int run(const Options& options) {
  const size_t stride = options.all ? 1 : options.smoke ? 500 : 37;
  const std::vector<Page> pages = load_pages(stride, options.smoke ? 2'000'000 : 100'000'000'000);
  if (pages.empty()) {
    fmt::print("no data sets found (WEFT_DATA or ~/.cache/weft-data): nothing measured\n");
    return 0;
  }
  fmt::print("{} pages, {:.1f} MB\n", pages.size(), megabytes(pages));
  const std::vector<Engine> all = engines();
  compare_answers(all, pages);
  if (options.all) return 0;
  compare_speed(all, pages, options.rounds);
  measure_memory(pages);
  if (!options.growth) return 0;
  measure_growth(all[0], pages, options.smoke);
  measure_hostile(all[0], options.smoke);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) { return weft::bench::run(weft::bench::read_options(argc, argv)); }
