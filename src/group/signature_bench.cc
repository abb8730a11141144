// What a page's signature costs beside parsing the page: at most 0.2 of it. SWDE pages, in memory,
// one thread.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"
#include "dom/shingle.h"
#include "group/outline.h"
#include "html/parser.h"

namespace weft::group {
namespace {

namespace fs = std::filesystem;

fs::path data_root() {
  if (const char* data = std::getenv("WEFT_DATA")) return data;
  const char* home = std::getenv("HOME");
  return fs::path(home == nullptr ? "" : home) / ".cache" / "weft-data";
}

// Every tenth page of a vertical; empty when the set is absent.
const std::vector<std::string>& pages() {
  static const std::vector<std::string> loaded = [] {
    std::vector<std::string> result;
    std::error_code error;
    size_t seen = 0;
    for (const auto& file :
         fs::recursive_directory_iterator(data_root() / "swde-book" / "pages", error)) {
      if (!file.is_regular_file() || seen++ % 10 != 0) continue;
      std::ostringstream bytes;
      bytes << std::ifstream(file.path(), std::ios::binary).rdbuf();
      result.push_back(std::move(bytes).str());
    }
    return result;
  }();
  return loaded;
}

// Parses every page and gives it to `use`, whose time is reported apart as a share of parsing.
template <typename Use>
void run(benchmark::State& state, Use use) {
  if (pages().empty()) {
    state.SkipWithError("swde-book is absent");
    return;
  }
  html::Parser parser;
  double used_ns = 0, all_ns = 0;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  for (auto _ : state) {
    for (const std::string& page : pages()) {
      const auto begin = now();
      auto parsed = parser.parse(dom::Source::borrow(page));
      const auto parsed_at = now();
      use(parsed.document);
      used_ns += static_cast<double>((now() - parsed_at).count());
      parser.recycle(std::move(parsed.document));
      all_ns += static_cast<double>((now() - begin).count());
    }
  }
  const auto count =
      static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(pages().size());
  state.SetItemsProcessed(count);
  state.counters["us_per_page"] = used_ns / 1000 / static_cast<double>(count);
  state.counters["share_of_parsing"] = used_ns / (all_ns - used_ns);
}

void signature(benchmark::State& state, dom::ShingleKind kind) {
  run(state, [kind](const dom::Document& doc) {
    benchmark::DoNotOptimize(dom::shingle_vector(doc, {.kind = kind}));
  });
}

BENCHMARK_CAPTURE(signature, tags, dom::ShingleKind::kTags)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(signature, collapsed, dom::ShingleKind::kCollapsed)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(signature, places, dom::ShingleKind::kPlaces)->Unit(benchmark::kMillisecond);

void outline(benchmark::State& state) {
  run(state, [](const dom::Document& doc) { benchmark::DoNotOptimize(outline_of(doc)); });
}
BENCHMARK(outline)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::group
