// weft_annotate_bench: what annotating a page costs, beside parsing it.
//
//   weft_annotate_bench   median over pages of `records`, `listings` and the SWDE sets that are there, with no
//                         terms, up to a million, and all forms of a shipped domain; growth with the page
//
// Terms are pairs of words of the pages themselves: nearly every word begins one, as no real gazetteer
// has it. Every page is annotated once before it is timed, and the timed runs must find as much.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "annotate/recognizer.h"
#include "base/check.h"
#include "base/file.h"
#include "base/strings.h"
#include "eval/data.h"
#include "eval/metrics/counts.h"
#include "html/parser.h"

namespace weft {
namespace {

using annotate::Recognizer;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

struct Measured {
  std::string name;
  Recognizer recognizer;
};

// The least of a few runs of each: other work on the machine only ever adds.
struct Cost {
  double parse_ms = 1e300;
  std::vector<double> annotate_ms;  // By recogniser.
};

Cost measure(const std::string& html, const std::vector<Measured>& recognizers, int runs) {
  Cost cost;
  cost.annotate_ms.assign(recognizers.size(), 1e300);
  html::Parser parser;
  const dom::Document doc = html::parse(html).document;
  for (int run = 0; run < runs; ++run) {
    const auto before = Clock::now();
    auto parsed = parser.parse(dom::Source::borrow(html));
    cost.parse_ms = std::min(cost.parse_ms, milliseconds(Clock::now() - before));
    parser.recycle(std::move(parsed.document));
  }
  for (size_t r = 0; r < recognizers.size(); ++r) {
    const size_t found = recognizers[r].recognizer.annotate(doc).size();
    for (int run = 0; run < runs; ++run) {
      const auto before = Clock::now();
      const size_t again = recognizers[r].recognizer.annotate(doc).size();
      cost.annotate_ms[r] = std::min(cost.annotate_ms[r], milliseconds(Clock::now() - before));
      WEFT_CHECK(again == found);
    }
  }
  return cost;
}

std::vector<std::string> words_of(const std::vector<std::string>& pages) {
  std::set<std::string> words;
  for (const std::string& html : pages) {
    const dom::Document doc = html::parse(html).document;
    for (const dom::NodeId n : doc.nodes()) {
      if (!doc.is_text(n)) continue;
      const std::string text = normalize_space(doc.text(n));
      for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        std::string word = text.substr(at, end - at);
        if (std::all_of(word.begin(), word.end(), is_ascii_alpha)) words.insert(std::move(word));
        at = end + 1;
      }
    }
  }
  return {words.begin(), words.end()};
}

Recognizer with_terms(const std::vector<std::string>& words, size_t count) {
  std::mt19937 random(3);
  annotate::Domain domain{.name = "bench",
                          .attributes = {{.name = "term", .labels = {"title", "price", "name"}}}};
  for (size_t i = 0; i < count; ++i)
    domain.attributes[0].terms.push_back(words[random() % words.size()] + ' ' +
                                         words[random() % words.size()]);
  return Recognizer(std::move(domain));
}

std::vector<std::string> sample_of(const char* set, const char* ending, size_t every) {
  std::vector<std::string> pages;
  const auto directory = eval::find_data_set(set);
  if (!directory) return pages;
  const auto files = eval::files_below(*directory, ending);
  for (size_t i = 0; i < files.size(); i += every) {
    if (auto html = read_file(files[i]); html.ok()) pages.push_back(std::move(*html));
  }
  return pages;
}

void report(const char* set, const std::vector<std::string>& pages,
            const std::vector<Measured>& recognizers, std::vector<std::vector<double>>& all) {
  if (pages.empty()) return;
  std::vector<double> parse;
  std::vector<std::vector<double>> ratios(recognizers.size());
  for (const std::string& html : pages) {
    const Cost cost = measure(html, recognizers, 5);
    parse.push_back(cost.parse_ms);
    for (size_t r = 0; r < recognizers.size(); ++r) {
      ratios[r].push_back(cost.annotate_ms[r] / cost.parse_ms);
      all[r].push_back(ratios[r].back());
    }
  }
  std::printf("%-16s %5zu pages  parse %.3f ms  annotate/parse, median:", set, pages.size(),
              eval::median(parse));
  for (size_t r = 0; r < recognizers.size(); ++r)
    std::printf("  %s %.2f", recognizers[r].name.c_str(), eval::median(ratios[r]));
  std::printf("\n");
}

int run() {
#ifdef WEFT_DCHECKS
  std::fprintf(stderr, "weft_annotate_bench: build it with the bench preset\n");
  return 1;
#endif
  const std::vector<std::pair<const char*, std::vector<std::string>>> sets = {
      {"records", sample_of("records", ".htm", 4)},
      {"listings", sample_of("listings", ".html", 1)},
      {"swde-book", sample_of("swde-book", ".htm", 50)},
      {"swde-camera", sample_of("swde-camera", ".htm", 50)},
      {"swde-job", sample_of("swde-job", ".htm", 50)},
      {"swde-restaurant", sample_of("swde-restaurant", ".htm", 50)}};
  std::vector<std::string> everything{"<p>words of a page that is there where no data set is</p>"};
  for (const auto& [set, pages] : sets)
    everything.insert(everything.end(), pages.begin(), pages.end());
  const std::vector<std::string> words = words_of(everything);
  std::vector<Measured> recognizers;
  recognizers.push_back({"no terms", with_terms(words, 0)});
  recognizers.push_back({"1,000", with_terms(words, 1'000)});
  recognizers.push_back({"1,000,000", with_terms(words, 1'000'000)});
  const auto books = annotate::shipped_domain("books");
  recognizers.push_back(
      {"books", Recognizer(*annotate::parse_domain(*books, "books", annotate::shipped_domain))});
  std::vector<std::vector<double>> all(recognizers.size());
  for (const auto& [set, pages] : sets) report(set, pages, recognizers, all);
  for (size_t r = 0; r < recognizers.size() && !all[r].empty(); ++r)
    std::printf("all              %5zu pages  %s: annotate/parse median %.2f\n", all[r].size(),
                recognizers[r].name.c_str(), eval::median(all[r]));
  for (const size_t kilobytes : {16, 64, 256, 1024, 4096}) {
    std::string html;
    std::mt19937 random(2);
    for (int i = 0; html.size() < kilobytes * 1024; ++i) {
      const std::string n = std::to_string(i);
      html.append("<div class='item i")
          .append(n)
          .append("'><h3><a href='/item/")
          .append(n)
          .append("'>");
      for (int w = 0; w < 25; ++w) {
        html += words[random() % words.size()];
        html += w == 5 ? "</a></h3><p>" : " ";
      }
      html += "</p></div>";
    }
    const Cost cost = measure(html, recognizers, 3);
    std::printf("synthetic %5zu KB  parse %.2f ms  annotate, a million terms, %.2f ms, %.2f a MB\n",
                kilobytes, cost.parse_ms, cost.annotate_ms[2],
                cost.annotate_ms[2] * 1024 / static_cast<double>(kilobytes));
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main() { return weft::run(); }
