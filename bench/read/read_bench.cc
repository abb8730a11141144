// weft_read_bench: what reading the main content of a page costs, beside parsing it, and where the time goes.
//
//   weft_read_bench [PAGES]   the first PAGES (370) pages of `articles`; the sums of the least of five runs of each page
//
// The first steps of read_article (src/read/article.cc) are timed one by one; `article` is the whole, as a user calls it.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "html/parser.h"
#include "measure.h"
#include "read/article.h"
#include "read/article_model.h"
#include "read/facts.h"

namespace weft {
namespace {

constexpr int kRuns = 5;

enum Step { kParse, kBlocks, kData, kColumns, kTables, kArticle, kText };
constexpr std::array<const char*, kText + 1> kNames = {
    "parse", "blocks", "structured data", "columns", "tables", "article, whole", "plain text"};
using Costs = std::array<double, kNames.size()>;

// The least of a few runs: other work on the machine only ever adds.
Costs measure(const std::string& html) {
  Costs least;
  least.fill(1e300);
  const read::ArticleModel& model = read::shipped_article_model();
  html::Parser parser;
  std::string reference;
  for (int run = 0; run < kRuns; ++run) {
    double before = bench::cpu_seconds();
    const auto lap = [&](Step step) {
      const double now = bench::cpu_seconds();
      least[step] = std::min(least[step], now - before);
      before = bench::cpu_seconds();
    };
    model::Page page;
    page.document = parser.parse(dom::Source::borrow(html)).document;
    lap(kParse);
    const read::PageBlocks blocks = read::blocks_of(page.document);
    lap(kBlocks);
    const read::StructuredData data = read::data_for_reading(page.document);
    const read::PageFacts facts = read::facts_of(page.document, data, page.url);
    lap(kData);
    read::PageFeatures features(page.document, blocks, facts);
    lap(kColumns);
    features.add_tables(model.tables);
    lap(kTables);
    const read::Article article = read::read_article(page);
    lap(kArticle);
    const std::string text = read::plain_text(page.document, article);
    lap(kText);
    WEFT_CHECK(run == 0 || text == reference);
    reference = text;
    parser.recycle(std::move(page.document));
  }
  return least;
}

int run(size_t most) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& file :
       std::filesystem::directory_iterator(bench::data_root() / "articles/html", error))
    files.push_back(file.path());
  if (files.empty()) {
    std::fprintf(stderr, "weft_read_bench: `articles` not found; set WEFT_DATA\n");
    return 1;
  }
  std::sort(files.begin(), files.end());
  files.resize(std::min(files.size(), most));
  Costs sums = {};
  for (const auto& file : files) {
    const auto html = read_file(file);
    if (!html.ok()) continue;
    const Costs costs = measure(*html);
    for (size_t s = 0; s < costs.size(); ++s) sums[s] += costs[s];
  }
  for (size_t s = 0; s < sums.size(); ++s)
    std::printf("%-16s %8.3f ms a page  %5.2f of parsing\n", kNames[s],
                1000 * sums[s] / static_cast<double>(files.size()), sums[s] / sums[kParse]);
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  return weft::run(argc > 1 ? static_cast<size_t>(std::atoi(argv[1])) : 370);
}
