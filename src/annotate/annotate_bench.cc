// What annotating costs beside parsing: the terms of one attribute, from none to a million; and a
// shipped domain with all its forms.

#include <random>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "html/parser.h"

namespace weft::annotate {
namespace {

std::string word(std::mt19937& random) {
  std::string out;
  for (size_t i = 0; i < 3 + random() % 6; ++i) out += static_cast<char>('a' + random() % 26);
  return out;
}

// A list page of 200 records; half of its words are words of terms.
std::string page(const std::vector<std::string>& words) {
  std::mt19937 random(2);
  std::string html = "<title>list</title>";
  for (int i = 0; i < 200; ++i) {
    html += fmt::format("<div class='item i{0}'><h3><a href='/item/{0}'>", i);
    for (int w = 0; w < 5; ++w) html += words[random() % words.size()] + ' ';
    html += fmt::format("</a></h3><span class=price>£{}.99</span><p>", random() % 500);
    for (int w = 0; w < 20; ++w)
      html += (w % 2 == 0 ? words[random() % words.size()] : word(random)) + ' ';
    html += "</p></div>";
  }
  return html;
}

std::vector<std::string> vocabulary() {
  std::mt19937 random(1);
  std::vector<std::string> words;
  for (int i = 0; i < 100'000; ++i) words.push_back(word(random));
  return words;
}

void parse(benchmark::State& state) {
  const std::string html = page(vocabulary());
  for (auto _ : state) benchmark::DoNotOptimize(html::parse(html).document.size());
  state.SetBytesProcessed(static_cast<int64_t>(html.size()) * state.iterations());
}
BENCHMARK(parse);

void annotate_terms(benchmark::State& state) {
  const std::vector<std::string> words = vocabulary();
  std::mt19937 random(3);
  Domain domain{.name = "bench", .attributes = {{.name = "term"}}};
  for (int64_t i = 0; i < state.range(0); ++i)
    domain.attributes[0].terms.push_back(words[random() % words.size()] + ' ' +
                                         words[random() % words.size()]);
  const Recognizer recognizer(std::move(domain));
  const std::string html = page(words);
  const dom::Document doc = html::parse(html).document;
  for (auto _ : state) benchmark::DoNotOptimize(recognizer.annotate(doc).size());
  state.SetBytesProcessed(static_cast<int64_t>(html.size()) * state.iterations());
}
BENCHMARK(annotate_terms)->Arg(0)->Arg(1'000)->Arg(1'000'000);

void annotate_books(benchmark::State& state) {
  const auto text = shipped_domain("books");
  const Recognizer recognizer(*parse_domain(*text, "books", shipped_domain));
  const std::string html = page(vocabulary());
  const dom::Document doc = html::parse(html).document;
  for (auto _ : state) benchmark::DoNotOptimize(recognizer.annotate(doc).size());
  state.SetBytesProcessed(static_cast<int64_t>(html.size()) * state.iterations());
}
BENCHMARK(annotate_books);

}  // namespace
}  // namespace weft::annotate
