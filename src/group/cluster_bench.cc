// How fast signatures cluster, and in how much memory. A crawl of a million pages must cluster
// within a minute in at most 64 bytes a page, and twice the pages must take about twice the time.
//
// The generator draws a site: templates of Zipf-like popularity; each page starts from its
// template's vector and changes every byte with probability 1 in 10, as optional blocks do.

#include <malloc.h>

#include <cstdlib>
#include <new>
#include <random>
#include <vector>

#include "benchmark/benchmark.h"
#include "group/cluster.h"

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

namespace weft::group {
namespace {

std::vector<dom::ShingleVector> simulated_site(size_t pages, size_t templates) {
  std::mt19937_64 random(5);
  std::vector<uint64_t> centres(templates);
  for (uint64_t& centre : centres) centre = random();
  std::vector<double> popularity;
  for (size_t t = 0; t < templates; ++t) popularity.push_back(1.0 / static_cast<double>(t + 1));
  std::discrete_distribution<size_t> pick(popularity.begin(), popularity.end());
  std::vector<dom::ShingleVector> vectors;
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

void BM_ClusterPages(benchmark::State& state) {
  const auto pages = simulated_site(static_cast<size_t>(state.range(0)), 200);
  const size_t before = g_live_bytes - pages.size() * sizeof(pages[0]);
  g_peak_bytes = 0;
  for (auto _ : state) {
    const Clustering clustering = cluster_pages(pages);
    if (clustering.clusters.size() < 20) state.SkipWithError("templates were lost");
    benchmark::DoNotOptimize(clustering);
  }
  state.counters["bytes_per_page"] =
      static_cast<double>(g_peak_bytes - before) / static_cast<double>(pages.size());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_ClusterPages)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(2'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::group
