// What finding a template costs, and how it grows: in pages, in rows of a page, and on pages made to
// be slow. weft_templates_bench; beside parsing, on real pages: `weft eval templates`.

#include <random>
#include <string>

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"

namespace weft::templates {
namespace {

// A shop's page: labelled facts, a list of rows, notes that some pages lack.
std::string shop_page(uint32_t seed, int rows) {
  std::mt19937 random(seed);
  const auto number = [&] { return std::to_string(random() % 1'000'000); };
  std::string html = "<div id=nav>";
  for (int i = 0; i < 20; ++i) html += "<a href=/" + std::to_string(i) + ">Part</a>";
  html += "</div><h1>Lamp " + number() + "</h1><dl>";
  for (int i = 0; i < 12; ++i)
    html +=
        "<dt>Fact " + std::string(1, static_cast<char>('A' + i)) + "</dt><dd>" + number() + "</dd>";
  html += "</dl>";
  if (random() % 2 == 0) html += "<p class=note>Note " + number() + "</p>";
  html += "<ul class=offers>";
  for (int i = 0; i < rows; ++i) {
    html += "<li><b>Seller " + number() + "</b><i>$" + number() + "</i>";
    if (random() % 3 != 0) html += "<em>in " + number() + " days</em>";
    html += "</li>";
  }
  return html + "</ul><p>Copyright</p>";
}

void find(benchmark::State& state, const std::vector<std::string>& sources) {
  std::vector<model::Page> pages;
  for (const std::string& source : sources)
    pages.push_back(testing::page_of(std::to_string(pages.size()), source));
  const auto given = pointers_to(pages);
  for (auto _ : state) benchmark::DoNotOptimize(find_lists_and_keys(given).ok());
}

void pages_of_a_template(benchmark::State& state) {
  std::vector<std::string> sources;
  for (uint32_t p = 0; p < static_cast<uint32_t>(state.range(0)); ++p)
    sources.push_back(shop_page(p, 20));
  find(state, sources);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(pages_of_a_template)->RangeMultiplier(2)->Range(5, 160)->Complexity();

void rows_of_a_page(benchmark::State& state) {
  std::vector<std::string> sources;
  for (uint32_t p = 0; p < 5; ++p)
    sources.push_back(shop_page(p, static_cast<int>(state.range(0))));
  find(state, sources);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(rows_of_a_page)->RangeMultiplier(4)->Range(25, 100'000)->Complexity();

// Children in no order, so that nothing aligns; as many tags as there are.
void shuffled_children(benchmark::State& state) {
  const char* const tags[] = {"b", "i", "em", "u", "s", "p", "q", "code", "kbd", "var"};
  std::vector<std::string> sources;
  for (uint32_t p = 0; p < 20; ++p) {
    std::mt19937 random(p);
    std::string html;
    for (int64_t i = 0; i < state.range(0); ++i) {
      const std::string tag = tags[random() % std::size(tags)];
      html += "<" + tag + ">" + std::to_string(random()) + "</" + tag + ">";
    }
    sources.push_back(html);
  }
  find(state, sources);
}
BENCHMARK(shuffled_children)->Arg(100)->Arg(1'000)->Arg(10'000);

// Lists within lists, each of two.
void nested_lists(benchmark::State& state) {
  std::vector<std::string> sources;
  for (uint32_t p = 0; p < 4; ++p) {
    std::string html = std::to_string(p);
    for (int64_t i = 0; i < state.range(0); ++i) html = "<ul><li>" + html + "<li>" + html + "</ul>";
    sources.push_back(html);
  }
  find(state, sources);
}
BENCHMARK(nested_lists)->Arg(4)->Arg(8)->Arg(12);

}  // namespace
}  // namespace weft::templates
