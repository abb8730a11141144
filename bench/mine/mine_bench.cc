// weft_mine_bench: what mining a page costs, beside parsing it.
//
//   weft_mine_bench   median over pages of `records` and of the SWDE sets that are there; growth
//
// Every page is mined once before it is timed, and the timed runs must find the same records.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "eval/data.h"
#include "eval/metrics/counts.h"
#include "html/parser.h"
#include "mine/mine.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

// As `weft mine` runs it.
const mine::MineOptions kOptions{.max_regions = 1, .min_confidence = mine::kPresentableConfidence};

struct Cost {
  double parse_ms = 1e300;
  double mine_ms = 1e300;
  double index_ms = 1e300;
};

// The least of a few runs: other work on the machine only ever adds.
Cost measure(const std::string& html, int runs) {
  Cost cost;
  html::Parser parser;
  const auto reference = mine::mine(html::parse(html).document, kOptions);
  for (int run = 0; run < runs; ++run) {
    const auto t0 = Clock::now();
    auto parsed = parser.parse(dom::Source::borrow(html));
    const auto t1 = Clock::now();
    const mine::PageIndex index(parsed.document);
    const auto t2 = Clock::now();
    const auto regions = mine::mine(parsed.document, kOptions);
    const auto t3 = Clock::now();
    WEFT_CHECK(regions.size() == reference.size());
    WEFT_CHECK(regions.empty() || regions[0].records == reference[0].records);
    cost.parse_ms = std::min(cost.parse_ms, milliseconds(t1 - t0));
    cost.index_ms = std::min(cost.index_ms, milliseconds(t2 - t1));
    cost.mine_ms = std::min(cost.mine_ms, milliseconds(t3 - t2));
    parser.recycle(std::move(parsed.document));
  }
  return cost;
}

// Returns the cost of mining over that of parsing, by page.
std::vector<double> report(const char* set, const std::vector<std::filesystem::path>& files) {
  std::vector<double> parse, mined, ratio, index;
  for (const auto& file : files) {
    const auto html = read_file(file);
    if (!html.ok()) continue;
    const Cost cost = measure(*html, 5);
    parse.push_back(cost.parse_ms);
    mined.push_back(cost.mine_ms);
    index.push_back(cost.index_ms);
    ratio.push_back(cost.mine_ms / cost.parse_ms);
  }
  if (ratio.empty()) return {};
  std::vector<double> sorted = ratio;
  std::sort(sorted.begin(), sorted.end());
  std::printf(
      "%-16s %5zu pages  parse %.3f ms  index %.3f ms  mine %.3f ms  mine/parse median %.2f, 90 %% "
      "%.2f\n",
      set, ratio.size(), eval::median(parse), eval::median(index), eval::median(mined),
      eval::median(ratio), sorted[sorted.size() * 9 / 10]);
  return ratio;
}

std::string synthetic_page(size_t bytes) {
  std::string html =
      "<html><body><ul class=menu><li><a href=/a>A</a><li><a href=/b>B</a></ul><div class=results>";
  for (int i = 0; html.size() < bytes; ++i) {
    const std::string n = std::to_string(i);
    html += "<div class=item><h3><a href=/p" + n + ">Product number " + n + "</a></h3><img src=/i" +
            n + ".png><span class=price>$" + n +
            ".99</span><p class=text>A few words about product " + n + " that differ</p></div>";
  }
  return html + "</div></body></html>";
}

int run() {
#ifdef WEFT_DCHECKS
  std::fprintf(stderr, "weft_mine_bench: build it with the bench preset\n");
  return 1;
#endif
  std::vector<double> all;
  if (const auto records = eval::find_data_set("records"))
    all = report("records", eval::files_below(*records, ".htm"));
  for (const char* set : {"swde-book", "swde-camera", "swde-job", "swde-restaurant"}) {
    const auto directory = eval::find_data_set(set);
    if (!directory) continue;
    const auto files = eval::files_below(*directory, ".htm");
    std::vector<std::filesystem::path> sample;  // Twenty pages of each site's 200.
    for (size_t i = 0; i < files.size(); i += 10) sample.push_back(files[i]);
    const std::vector<double> ratios = report(set, sample);
    all.insert(all.end(), ratios.begin(), ratios.end());
  }
  if (!all.empty())
    std::printf("all              %5zu pages  mine/parse median %.2f\n", all.size(),
                eval::median(all));
  for (const size_t kilobytes : {16, 64, 256, 1024, 4096}) {
    const Cost cost = measure(synthetic_page(kilobytes * 1024), 3);
    std::printf(
        "synthetic %5zu KB  parse %.2f ms  mine %.2f ms  mine/parse %.2f  mine per MB %.1f ms\n",
        kilobytes, cost.parse_ms, cost.mine_ms, cost.mine_ms / cost.parse_ms,
        cost.mine_ms * 1024 / static_cast<double>(kilobytes));
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main() { return weft::run(); }
