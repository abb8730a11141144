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
#include "induce/broom/broom.h"
#include "induce/page/page_tree_inducer.h"
#include "induce/rules/learner.h"
#include "induce/tree/wrapper_induction.h"
#include "model/locate.h"
#include "wrap/rules/rules_wrapper.h"

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
  model::InducerInput input;
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
  const wrap::RulesWrapper wrapper(learned->rules);
  for (auto _ : state) {
    for (const model::Page& page : site()->pages) {
      if (wrapper.apply(page).records.empty()) return state.SkipWithError("nothing extracted");
    }
  }
}
BENCHMARK(BM_Apply)->Unit(benchmark::kMillisecond);

void BM_LearnBrooms(benchmark::State& state) {
  if (site() == nullptr) return state.SkipWithError("no swde-book");
  for (auto _ : state) {
    if (!learn_brooms(site()->input).ok()) return state.SkipWithError("nothing learned");
  }
}
BENCHMARK(BM_LearnBrooms)->Unit(benchmark::kMillisecond);

void apply_all(benchmark::State& state, const model::Wrapper& wrapper) {
  for (auto _ : state) {
    for (const model::Page& page : site()->pages) {
      if (wrapper.apply(page).records.empty()) return state.SkipWithError("nothing extracted");
    }
  }
}

void BM_ApplyBrooms(benchmark::State& state) {
  if (site() == nullptr) return state.SkipWithError("no swde-book");
  const auto learned = learn_brooms(site()->input);
  if (!learned.ok()) return state.SkipWithError("nothing learned");
  apply_all(state, *learned->wrapper);
}
BENCHMARK(BM_ApplyBrooms)->Unit(benchmark::kMillisecond);

// Whole pages, node by node, as the paper has it: an alignment a page and template.
void BM_ApplyPageTrees(benchmark::State& state) {
  if (site() == nullptr) return state.SkipWithError("no swde-book");
  const auto learned = learn_page_trees(site()->input, wrap::TreeOptions::paper());
  if (!learned.ok()) return state.SkipWithError("nothing learned");
  apply_all(state, *learned->wrapper);
  uint64_t pairs = 0, alignments = 0;
  for (const wrap::WrapperTree& tree : learned->wrapper->trees().trees) {
    for (const model::Page& page : site()->pages) {
      pairs += uint64_t{tree.size()} * wrap::DomTree::of_page(page.document).size();
      ++alignments;
    }
  }
  state.counters["alignments"] = static_cast<double>(alignments);
  state.counters["node_pairs"] =
      benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(BM_ApplyPageTrees)->Unit(benchmark::kMillisecond);

// List pages of fifty records, some without a note, between a menu and a footer.
struct Lists {
  static constexpr size_t kRecords = 50;
  std::vector<model::Page> pages;
  model::InducerInput input;

  static std::string title(size_t page, size_t record) {
    return "Item " + std::to_string(page) + "-" + std::to_string(record);
  }

  Lists() {
    for (size_t p = 0; p < kPages; ++p) {
      std::string html = "<div class=menu><a>Home</a><a>Shop</a><a>Help</a></div><h1>Shop</h1><ul>";
      for (size_t r = 0; r < kRecords; ++r) {
        const std::string number = std::to_string(100 * p + r);
        html += "<li class=item><a href='/" + number + "'><b>" + title(p, r) +
                "</b></a><span class=price>" + number + " EUR</span>";
        if (r % 3 != 0) html += "<p class=note>note " + number + "</p>";
        html += "<form><input><button>Buy</button></form></li>";
      }
      pages.emplace_back();
      pages.back().id = "p" + std::to_string(p);
      pages.back().document = html::parse(html + "</ul><div class=foot>Imprint</div>").document;
    }
    for (const model::Page& page : pages) input.pages.push_back(&page);
    for (size_t r = 0; r < kRecords; ++r) {
      const std::string record = std::to_string(r);
      const auto label = [&](const char* attribute, const std::string& value) {
        input.labels.push_back(
            {.page = "p0", .record = record, .attribute = attribute, .value = value});
      };
      label("title", title(0, r));
      label("price", record + " EUR");
      if (r % 3 != 0) label("note", "note " + record);
    }
  }

  // Every record, with its title and as many values as it has.
  [[nodiscard]] bool are_right(const model::Wrapper& wrapper) const {
    for (size_t p = 0; p < kPages; ++p) {
      const auto records = wrapper.apply(pages[p]).records;
      if (records.size() != kRecords) return false;
      for (size_t r = 0; r < kRecords; ++r) {
        const model::Value* found = records[r].find("title");
        if (found == nullptr || found->text != title(p, r)) return false;
        if (records[r].fields.size() != (r % 3 != 0 ? 3U : 2U)) return false;
      }
    }
    return true;
  }
};

void time_lists(benchmark::State& state, const Lists& lists, const model::Wrapper& wrapper) {
  if (!lists.are_right(wrapper)) return state.SkipWithError("wrong records");
  for (auto _ : state) {
    for (const model::Page& page : lists.pages)
      benchmark::DoNotOptimize(wrapper.apply(page).records.size());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kPages * Lists::kRecords));
}

// The argument: 1 as in the paper, tags alone; 0 as Weft does.
void BM_ListsByBrooms(benchmark::State& state) {
  const Lists lists;
  const auto learned = learn_brooms(
      lists.input, state.range(0) != 0 ? wrap::BroomOptions::paper() : wrap::BroomOptions());
  if (!learned.ok()) return state.SkipWithError("nothing learned");
  time_lists(state, lists, *learned->wrapper);
}
BENCHMARK(BM_ListsByBrooms)->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond);

void BM_ListsByPageTrees(benchmark::State& state) {
  const Lists lists;
  const auto learned = learn_page_trees(
      lists.input, state.range(0) != 0 ? wrap::TreeOptions::paper() : wrap::TreeOptions());
  if (!learned.ok()) return state.SkipWithError("nothing learned");
  time_lists(state, lists, *learned->wrapper);
}
BENCHMARK(BM_ListsByPageTrees)->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond);

// Pages of three templates with lists of different lengths, to see how WPC grows.
std::vector<dom::Document> made_up_pages(int64_t count) {
  std::vector<dom::Document> pages;
  for (int64_t i = 0; i < count; ++i) {
    std::string html = "<div class=top><a>Home</a></div>";
    for (int64_t r = 0; r < 5 + i * 7 % 23; ++r)
      html += i % 3 == 0   ? "<ul><li><b>x</b><i>y</i></li></ul>"
              : i % 3 == 1 ? "<table><tr><td>x</td><td>y</td></tr></table>"
                           : "<dl><dt>x</dt><dd><a>y</a></dd></dl>";
    if (i % 5 == 0) html += "<h3>Related</h3><p>z</p>";
    if (i % 4 == 0) html += "<form><input><input></form>";
    pages.push_back(html::parse(html).document);
  }
  return pages;
}

void BM_ClusterPages(benchmark::State& state) {
  const std::vector<dom::Document> pages = made_up_pages(state.range(0));
  std::vector<wrap::DomTree> trees;
  for (const dom::Document& page : pages) trees.push_back(wrap::DomTree::of_page(page));
  size_t clusters = 0;
  for (auto _ : state) {
    wrap::Vocabulary vocabulary;
    clusters = cluster_pages(trees, {}, wrap::TreeOptions::paper(), vocabulary).size();
  }
  state.counters["clusters"] = static_cast<double>(clusters);
}
BENCHMARK(BM_ClusterPages)->Arg(100)->Arg(300)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::induce
