// weft_explore_bench: what looking at a page costs a walk, beside parsing it.
//
//   weft_explore_bench    median over pages of `forms`, `pagination`, `records` and `listings`: links and
//                         forms (a step of a walk on a page at hand, records not looked for), pagination

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/file.h"
#include "eval/data.h"
#include "eval/metrics/counts.h"
#include "explore/pagination.h"
#include "explore/walk.h"
#include "html/parser.h"

namespace weft {
namespace {

constexpr int kRuns = 5;  // The least counts: other work on the machine only ever adds.
constexpr size_t kPages = 100;
constexpr const char* kUrl = "http://shop.example.com/list/";

template <typename Work>
void time_least(double& least, const Work& work) {
  const auto before = std::chrono::steady_clock::now();
  work();
  const auto passed = std::chrono::steady_clock::now() - before;
  least = std::min(least, std::chrono::duration<double, std::milli>(passed).count());
}

struct Cost {
  double parse = 1e300;
  double look = 1e300;
  double pagination = 1e300;
  size_t links = 0;  // Of pagination.
};

Cost measure(const std::string& html) {
  Cost cost;
  html::Parser parser;
  for (int run = 0; run < kRuns; ++run) {
    time_least(cost.parse, [&] {
      auto parsed = parser.parse(dom::Source::borrow(html));
      parser.recycle(std::move(parsed.document));
    });
    model::Page page = model::html_page(html, {.id = kUrl, .url = kUrl, .status = 200});
    size_t links = 0;
    time_least(cost.pagination, [&] {
      links += explore::PaginationModel::shipped().find(page.document, kUrl).links.size();
    });
    cost.links = links;
    explore::Walk walk(
        kUrl, [&](const explore::FormRequest&) -> Result<model::Page> { return std::move(page); },
        [](const model::Page&, bool) { return explore::PageRecords(); },
        [](const model::Page&, size_t) {}, {});
    time_least(cost.look, [&] { walk.step(); });
  }
  return cost;
}

int run() {
  std::vector<double> all;
  for (const auto& [set, ending] : {std::pair{"forms", ".html"},
                                    {"pagination", ".html"},
                                    {"records", ".htm"},
                                    {"listings", ".html"}}) {
    const auto directory = eval::find_data_set(set);
    if (!directory) continue;
    const auto files = eval::files_below(*directory, ending);
    const size_t every = 1 + files.size() / kPages;
    std::vector<double> parse, look, pagination;
    size_t links = 0;
    for (size_t i = 0; i < files.size(); i += every) {
      const auto html = read_file(files[i]);
      if (!html.ok()) continue;
      const Cost cost = measure(*html);
      parse.push_back(cost.parse);
      look.push_back(cost.look / cost.parse);
      pagination.push_back(cost.pagination / cost.parse);
      all.push_back(look.back());
      links += cost.links;
    }
    if (parse.empty()) continue;
    std::printf(
        "%-12s %4zu pages  parse %.3f ms  of that: links and forms %.2f  pagination %.2f (%zu "
        "links)\n",
        set, parse.size(), eval::median(parse), eval::median(look), eval::median(pagination),
        links);
  }
  if (!all.empty())
    std::printf("all: links and forms %.2f of parsing, median\n", eval::median(all));
  return 0;
}

}  // namespace
}  // namespace weft

int main() { return weft::run(); }
