// weft_bench_group: what grouping costs beside parsing, and how clustering grows.
//
//   weft_bench_group [--smoke] [--rounds N]
//
// 1. Pages of the SWDE sets: processor time of a page's signature (each kind of shingle) and of its
//    outline for sampling, as a share of parsing the page. The best of several rounds, each after
//    parsing the same page. A signature may cost 0.2 of parsing.
// 2. Their signatures, clustered.
// 3. Simulated signatures, up to two million pages: time and memory a page, which must not grow. A
//    million pages may take a minute and 64 bytes each.
//
// The generator draws a site: templates of Zipf-like popularity; each page starts from its
// template's vector and changes every byte with probability 1 in 10, as optional blocks do.

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "dom/shingle.h"
#include "eval/data.h"
#include "group/cluster.h"
#include "group/outline.h"
#include "html/parser.h"
#include "measure.h"

namespace {

size_t g_live_bytes = 0;
size_t g_peak_bytes = 0;

void release(void* block) {
  if (block != nullptr) g_live_bytes -= malloc_usable_size(block);
  std::free(block);
}

}  // namespace

// Counts what is alive, so that the peak can be reported. One thread.
void* operator new(size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  g_live_bytes += malloc_usable_size(block);
  if (g_live_bytes > g_peak_bytes) g_peak_bytes = g_live_bytes;
  return block;
}
void operator delete(void* block) noexcept { release(block); }
void operator delete(void* block, size_t) noexcept { release(block); }

namespace weft {
namespace {

using bench::cpu_seconds;
using dom::ShingleVector;

volatile uint64_t g_sink = 0;  // Keeps what is timed from being left out.

constexpr size_t kTemplates = 200;
constexpr size_t kLeastClusters = 20;  // Fewer: templates were lost, and the time says nothing.

struct Scale {
  size_t every = 10;  // Of the pages of a set, every so-many-th.
  int rounds = 5;
  size_t most_pages = 2'000'000;
};

// --- 1, 2: pages ---

struct Step {
  const char* name;
  uint64_t (*run)(const dom::Document& doc);
};

template <dom::ShingleKind kKind>
uint64_t sign(const dom::Document& doc) {
  return dom::shingle_vector(doc, {.kind = kKind}).packed;
}

uint64_t outline(const dom::Document& doc) { return group::outline_of(doc).size(); }

constexpr std::array kSteps = {
    Step{"signature, tags (the paper's)", &sign<dom::ShingleKind::kTags>},
    Step{"signature, collapsed repeats", &sign<dom::ShingleKind::kCollapsed>},
    Step{"signature, places (default)", &sign<dom::ShingleKind::kPlaces>},
    Step{"outline for sampling", &outline},
};
constexpr size_t kDefault = 2;

std::vector<std::string> read_pages(size_t every) {
  std::vector<std::string> pages;
  for (const char* set : {"swde-book", "swde-camera", "swde-job", "swde-restaurant"}) {
    const auto directory = eval::find_data_set(set);
    if (!directory) continue;
    const auto files = eval::files_below(*directory / "pages");
    for (size_t f = 0; f < files.size(); f += every)
      pages.push_back(read_file(files[f]).value_or(""));
  }
  return pages;
}

void time_pages(const std::vector<std::string>& pages, int rounds) {
  double parsing = 0;
  std::array<double, kSteps.size()> spent{};
  std::vector<ShingleVector> signatures;
  html::Parser parser;
  for (const std::string& source : pages) {
    double parse_time = 1e9;
    std::array<double, kSteps.size()> times;
    times.fill(1e9);
    for (int round = 0; round < rounds; ++round) {
      double start = cpu_seconds();
      auto parsed = parser.parse(dom::Source::borrow(source));
      parse_time = std::min(parse_time, cpu_seconds() - start);
      for (size_t s = 0; s < kSteps.size(); ++s) {
        start = cpu_seconds();
        const uint64_t result = kSteps[s].run(parsed.document);
        times[s] = std::min(times[s], cpu_seconds() - start);
        if (round == 0 && s == kDefault) signatures.push_back({result});
        g_sink = result;
      }
      parser.recycle(std::move(parsed.document));
    }
    parsing += parse_time;
    for (size_t s = 0; s < kSteps.size(); ++s) spent[s] += times[s];
  }
  const auto count = static_cast<double>(pages.size());
  fmt::print("{} pages of SWDE; parsing {:.0f} us a page\n", pages.size(), 1e6 * parsing / count);
  for (size_t s = 0; s < kSteps.size(); ++s) {
    fmt::print("{:<32} {:7.1f} us a page  {:.3f} of parsing\n", kSteps[s].name,
               1e6 * spent[s] / count, spent[s] / parsing);
  }
  const double start = cpu_seconds();
  const auto found =
      group::cluster_pages(signatures, {.min_count = group::default_min_count(signatures.size())});
  fmt::print("their signatures: {} clusters in {:.1f} ms\n", found.clusters.size(),
             1e3 * (cpu_seconds() - start));
}

// --- 3: simulated signatures ---

std::vector<ShingleVector> simulated_site(size_t pages) {
  std::mt19937_64 random(5);
  std::vector<uint64_t> centres(kTemplates);
  for (uint64_t& centre : centres) centre = random();
  std::vector<double> popularity;
  for (size_t t = 0; t < kTemplates; ++t) popularity.push_back(1.0 / static_cast<double>(t + 1));
  std::discrete_distribution<size_t> pick(popularity.begin(), popularity.end());
  std::vector<ShingleVector> vectors;
  vectors.reserve(pages);
  for (size_t p = 0; p < pages; ++p) {
    uint64_t v = centres[pick(random)];
    for (unsigned i = 0; i < dom::kShingleBytes; ++i) {
      if (random() % 10 == 0) v ^= (1 + random() % 255) << (8 * i);
    }
    vectors.push_back({v});
  }
  return vectors;
}

bool time_clustering(size_t count) {
  const auto pages = simulated_site(count);
  const size_t before = g_live_bytes - pages.size() * sizeof(pages[0]);
  g_peak_bytes = 0;
  const double start = cpu_seconds();
  const group::Clustering clustering = group::cluster_pages(pages);
  const double seconds = cpu_seconds() - start;
  const auto n = static_cast<double>(count);
  fmt::print("{:>9} simulated pages  {:6.2f} s  {:5.2f} us and {:4.1f} bytes a page  {} clusters\n",
             count, seconds, 1e6 * seconds / n, static_cast<double>(g_peak_bytes - before) / n,
             clustering.clusters.size());
  return clustering.clusters.size() >= kLeastClusters;
}

int run(const Scale& scale) {
  const auto pages = read_pages(scale.every);
  if (pages.empty()) {
    fmt::print("no SWDE set; only simulated pages\n");
  } else {
    time_pages(pages, scale.rounds);
  }
  bool good = true;
  for (const size_t count : {10'000, 100'000, 250'000, 500'000, 1'000'000, 2'000'000}) {
    if (count <= scale.most_pages) good &= time_clustering(count);
  }
  if (!good) fmt::print("weft_bench_group: templates were lost\n");
  return good ? 0 : 1;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  weft::Scale scale;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--smoke") == 0)
      scale = {.every = 400, .rounds = 1, .most_pages = 100'000};
    if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
      scale.rounds = std::max(1, std::atoi(argv[++i]));
  }
  return weft::run(scale);
}
