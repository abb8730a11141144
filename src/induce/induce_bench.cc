// Learning and applying against parsing, on SWDE pages: 20 sample pages of a site, 5 of them
// labelled.
//
//   weft_induce_bench   (needs a SWDE set; skips without)

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <benchmark/benchmark.h>

#include "html/parser.h"
#include "induce/learner.h"
#include "induce/rules_wrapper.h"
#include "model/locate.h"

namespace weft::induce {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPages = 20;
constexpr size_t kLabelled = 5;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

struct Site {
  std::vector<std::string> sources;
  std::vector<model::Page> pages;
  LearnInput input;
  size_t bytes = 0;
};

fs::path data_directory() {
  if (const char* data = std::getenv("WEFT_DATA")) return data;
  const char* home = std::getenv("HOME");
  return fs::path(home == nullptr ? "." : home) / ".cache/weft-data";
}

void add_labels(const fs::path& truth_file, Site& site) {
  std::ifstream truth(truth_file);
  std::string line;
  std::getline(truth, line);
  const std::string attribute = truth_file.stem().string();
  std::getline(truth, line);
  for (size_t p = 0; p < kLabelled && std::getline(truth, line); ++p) {
    std::istringstream fields(line);
    std::string value;
    for (int i = 0; i < 3; ++i) std::getline(fields, value, '\t');
    while (!value.empty() && (value.back() == '\r' || value.back() == ' ')) value.pop_back();
    model::Label label;
    label.page = site.pages[p].id;
    label.attribute = attribute;
    label.value = value;
    if (value != "<NULL>") site.input.labels.push_back(std::move(label));
  }
}

// Null when the data is not there.
const Site* site() {
  static const std::unique_ptr<Site> loaded = []() -> std::unique_ptr<Site> {
    const fs::path root = data_directory() / "swde-book";
    if (!fs::exists(root)) return nullptr;
    auto made = std::make_unique<Site>();
    for (size_t p = 0; p < kPages; ++p) {
      char name[16];
      std::snprintf(name, sizeof name, "%04zu.htm", p);
      made->sources.push_back(read(root / "pages/book-barnesandnoble" / name));
      made->bytes += made->sources.back().size();
      model::Page page;
      page.id = name;
      page.document = html::parse(made->sources.back()).document;
      made->pages.push_back(std::move(page));
    }
    for (const model::Page& page : made->pages) made->input.pages.push_back(&page);
    for (const char* attribute : {"author", "isbn_13", "publication_date", "publisher", "title"}) {
      add_labels(root / "groundtruth" / (std::string("book-barnesandnoble-") + attribute + ".txt"),
                 *made);
    }
    return made;
  }();
  return loaded.get();
}

void BM_Parse(benchmark::State& state) {
  if (site() == nullptr) return state.SkipWithError("no swde-book");
  html::Parser parser;
  for (auto _ : state) {
    for (const std::string& source : site()->sources) {
      auto parsed = parser.parse(dom::Source::borrow(source));
      benchmark::DoNotOptimize(parsed.document.size());
      parser.recycle(std::move(parsed.document));
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * site()->bytes));
}
BENCHMARK(BM_Parse)->Unit(benchmark::kMillisecond);

void BM_Learn(benchmark::State& state) {
  if (site() == nullptr) return state.SkipWithError("no swde-book");
  for (auto _ : state) {
    const auto learned = learn(site()->input);
    if (!learned.ok() || learned->rules.attributes.size() != 5)
      return state.SkipWithError("nothing learned");
  }
}
BENCHMARK(BM_Learn)->Unit(benchmark::kMillisecond);

void BM_Apply(benchmark::State& state) {
  if (site() == nullptr) return state.SkipWithError("no swde-book");
  const auto learned = learn(site()->input);
  if (!learned.ok()) return state.SkipWithError("nothing learned");
  const RulesWrapper wrapper(learned->rules);
  for (auto _ : state) {
    for (const model::Page& page : site()->pages) {
      if (wrapper.apply(page).records.empty()) return state.SkipWithError("nothing extracted");
    }
  }
}
BENCHMARK(BM_Apply)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::induce
