// HTML parsing: is the tree right, how fast, how much memory, and does the cost stay linear.
//
//   weft_bench_parse [--smoke] [--all] [--rounds N] [--no-growth]
//
// 1. Answers: on every page the sequence of elements is compared with Modest's; pages that differ
//    are named.
// 2. Speed: rounds in which every engine parses every page, engines in turn. For each engine and
//    page the least time of all rounds counts: other work on the machine can only add. CPU time of
//    one thread.
// 3. Memory of the tree per byte of source.
// 4. Growth from 10 KB to 100 MB, and hostile pages at two sizes.
#include <algorithm>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "engines.h"
#include "html/encoding.h"
#include "html/parser.h"
#include "measure.h"

namespace weft::bench {
namespace {

namespace fs = std::filesystem;

struct Options {
  bool smoke = false;
  bool all = false;
  bool growth = true;
  int rounds = 7;
};

// --- pages: the data sets swde-*, articles and recipes, decoded to UTF-8 once ---

struct Page {
  std::string path;
  std::string bytes;  // UTF-8
};

bool is_page(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".htm" || extension == ".html" || extension == ".testhtml";
}

std::vector<fs::path> page_paths() {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const auto& set : fs::directory_iterator(data_root(), error)) {
    const std::string name = set.path().filename().string();
    if (!name.starts_with("swde-") && name != "articles" && name != "recipes") continue;
    for (const auto& entry : fs::recursive_directory_iterator(set.path(), error)) {
      if (entry.is_regular_file() && is_page(entry.path())) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string read_utf8(const fs::path& path) {
  Diagnostics diagnostics;
  return std::string(
      html::decode(dom::Source::own(read_file(path).value_or("")), "", diagnostics).source.view());
}

// Every `stride`-th page of the data sets, until `max_bytes` are loaded. Empty if there are none.
std::vector<Page> load_pages(size_t stride, size_t max_bytes) {
  const std::vector<fs::path> paths = page_paths();
  std::vector<Page> pages;
  size_t loaded = 0;
  for (size_t i = 0; i < paths.size() && loaded < max_bytes; i += stride) {
    pages.push_back({paths[i].string(), read_utf8(paths[i])});
    loaded += pages.back().bytes.size();
  }
  return pages;
}

// A page of about `bytes` bytes: the bodies of real pages one after the other.
std::string joined_pages(const std::vector<Page>& pages, size_t bytes) {
  std::string joined = "<!DOCTYPE html><html><body>";
  for (size_t i = 0; joined.size() < bytes; i = (i + 1) % pages.size()) {
    const std::string lower = ascii_lower(pages[i].bytes);
    const size_t body = lower.find("<body");
    const size_t end = lower.rfind("</body");
    if (body == std::string::npos || end == std::string::npos || end <= body) continue;
    const size_t begin = lower.find('>', body) + 1;
    joined += "<div>" + pages[i].bytes.substr(begin, std::min(end - begin, bytes - joined.size())) +
              "</div>";
  }
  return joined;
}

// --- pages made to be slow ---

struct Hostile {
  std::string_view name;
  std::string (*make)(size_t bytes);
};

std::string repeat(std::string_view text, size_t bytes) {
  std::string out;
  out.reserve(bytes + text.size());
  while (out.size() < bytes) out += text;
  return out;
}

std::string numbered(std::string_view before, std::string_view after, size_t bytes) {
  std::string out;
  for (size_t i = 0; out.size() < bytes; ++i) {
    out += before;
    out += std::to_string(i);
    out += after;
  }
  return out;
}

std::vector<Hostile> hostile_pages() {
  return {
      {"nested <div>", [](size_t n) { return repeat("<div>", n); }},
      {"nested <div>, then </p>",
       [](size_t n) { return repeat("<div>", n / 2) + repeat("</p>", n / 2); }},
      {"nested <span>, then unknown end tags",
       [](size_t n) { return repeat("<span>", n / 2) + repeat("</x>", n / 2); }},
      {"<p><button>, nested <span>, then <hr>",
       [](size_t n) { return "<p><button>" + repeat("<span>", n / 2) + repeat("<hr>", n / 2); }},
      {"nested <table><td>", [](size_t n) { return repeat("<table><td>", n); }},
      {"text and white space in turns in a table",
       [](size_t n) { return "<table>" + repeat(" </x>a</x>", n); }},
      {"attributes on one element", [](size_t n) { return "<p " + numbered("a", "=1 ", n) + ">"; }},
      {"one attribute again and again", [](size_t n) { return "<p " + repeat("a=1 ", n) + ">"; }},
      {"unknown element names", [](size_t n) { return numbered("<x", ">", n); }},
      {"different unclosed <b>",
       [](size_t n) { return "<p>" + numbered("<b a=", ">", n / 2) + repeat("<p>x", n / 2); }},
      {"unclosed <b><i><u> in paragraphs", [](size_t n) { return repeat("<p><b><i><u>x", n); }},
      {"<b>, nested <span><div>, then </b>",
       [](size_t n) { return "<b>" + repeat("<span><div>", n / 2) + repeat("</b>", n / 2); }},
      {"<a> in <a> in tables",
       [](size_t n) { return repeat("<a><table><td>", n / 2) + repeat("<a>x", n / 2); }},
      {"character references", [](size_t n) { return repeat("&notit;&#x1F600;&ampamp", n); }},
      {"'<' and '&' as text", [](size_t n) { return repeat("< &<&", n); }},
      {"comments that do not end", [](size_t n) { return repeat("<!--->-", n); }},
      {"script with nested comments",
       [](size_t n) { return "<script>" + repeat("<!--<script>--", n); }},
      {"nested <svg>, then end tags",
       [](size_t n) { return "<svg>" + repeat("<g>", n / 2) + repeat("</x>", n / 2); }},
      {"repeated <body> attributes", [](size_t n) { return numbered("<body a", "=1>", n); }},
      {"U+0000", [](size_t n) { return std::string(n, '\0'); }},
  };
}

// --- what is measured ---

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double megabytes(const std::vector<Page>& pages) {
  size_t bytes = 0;
  for (const Page& page : pages) bytes += page.bytes.size();
  return static_cast<double>(bytes) / 1e6;
}

void compare_answers(const std::vector<Engine>& all, const std::vector<Page>& pages) {
  fmt::print("\n| engine | pages with the same elements as weft |\n|---|---|\n");
  std::vector<size_t> same(all.size(), 0);
  for (const Page& page : pages) {
    const auto ours = all[0].elements(page.bytes);
    for (size_t i = 1; i < all.size(); ++i) {
      const bool equal = all[i].elements(page.bytes) == ours;
      same[i] += equal;
      if (!equal && all[i].name == "Modest")
        fmt::print(stderr, "differs from Modest: {}\n", page.path);
    }
  }
  for (size_t i = 1; i < all.size(); ++i)
    fmt::print("| {} | {} of {} |\n", all[i].name, same[i], pages.size());
}

// The sum over pages of the least time any round took.
double least_seconds(const std::vector<double>& least) {
  return std::accumulate(least.begin(), least.end(), 0.0);
}

void parse_all(const Engine& engine, const std::vector<Page>& pages, std::vector<double>& least) {
  for (size_t i = 0; i < pages.size(); ++i) {
    const double start = cpu_seconds();
    engine.parse(pages[i].bytes);
    least[i] = std::min(least[i], cpu_seconds() - start);
  }
}

void compare_speed(const std::vector<Engine>& all, const std::vector<Page>& pages, int rounds) {
  std::vector<std::vector<double>> least(all.size(), std::vector<double>(pages.size(), 1e9));
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < all.size(); ++i) parse_all(all[i], pages, least[i]);
  double modest = 0;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == "Modest") modest = least_seconds(least[i]);
  fmt::print("\n| engine | MB/s | times Modest |\n|---|---:|---:|\n");
  for (size_t i = 0; i < all.size(); ++i) {
    const double time = least_seconds(least[i]);
    fmt::print("| {} | {:.0f} | {:.2f} |\n", all[i].name, megabytes(pages) / time, modest / time);
  }
}

void measure_memory(const std::vector<Page>& pages) {
  std::vector<double> per_byte;
  double all = 0;
  for (const Page& page : pages) {
    if (page.bytes.empty()) continue;
    const auto result = html::parse(page.bytes);
    const auto bytes = static_cast<double>(result.document.memory_bytes());
    per_byte.push_back(bytes / static_cast<double>(page.bytes.size()));
    all += bytes / 1e6;
  }
  const auto above =
      std::count_if(per_byte.begin(), per_byte.end(), [](double x) { return x > 2; });
  fmt::print(
      "\nTree memory per byte of source: {:.2f} in all, median {:.2f}, largest {:.2f}; above 2 on "
      "{} of {} pages\n",
      all / megabytes(pages), median(per_byte), *std::max_element(per_byte.begin(), per_byte.end()),
      above, per_byte.size());
}

// The best of three: nanoseconds per byte.
double cost(const Engine& engine, const std::string& bytes) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = cpu_seconds();
    engine.parse(bytes);
    best = std::min(best, cpu_seconds() - start);
  }
  return best * 1e9 / static_cast<double>(bytes.size());
}

void measure_growth(const Engine& weft, const std::vector<Page>& pages, bool smoke) {
  fmt::print("\n| size | ns per byte |\n|---|---:|\n");
  for (size_t bytes = 10'000; bytes <= (smoke ? 100'000 : 100'000'000); bytes *= 10) {
    fmt::print("| {} KB | {:.2f} |\n", bytes / 1000, cost(weft, joined_pages(pages, bytes)));
  }
}

void measure_hostile(const Engine& weft, bool smoke) {
  const size_t small = smoke ? 10'000 : 1'000'000;
  fmt::print("\n| hostile page | ns per byte at {} KB | at {} KB |\n|---|---:|---:|\n",
             small / 1000, small / 100);
  for (const Hostile& hostile : hostile_pages()) {
    fmt::print("| {} | {:.1f} | {:.1f} |\n", hostile.name, cost(weft, hostile.make(small)),
               cost(weft, hostile.make(small * 10)));
  }
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--smoke") options.smoke = true;
    if (argument == "--all") options.all = true;
    if (argument == "--no-growth") options.growth = false;
    if (argument == "--rounds" && i + 1 < argc) options.rounds = std::max(1, std::atoi(argv[++i]));
  }
  if (options.smoke) options.rounds = 1;
  return options;
}

int run(const Options& options) {
  const size_t stride = options.all ? 1 : options.smoke ? 500 : 37;
  const std::vector<Page> pages = load_pages(stride, options.smoke ? 2'000'000 : 100'000'000'000);
  if (pages.empty()) {
    fmt::print("no data sets found (WEFT_DATA or ~/.cache/weft-data): nothing measured\n");
    return 0;
  }
  fmt::print("{} pages, {:.1f} MB\n", pages.size(), megabytes(pages));
  const std::vector<Engine> all = engines();
  compare_answers(all, pages);
  if (options.all) return 0;
  compare_speed(all, pages, options.rounds);
  measure_memory(pages);
  if (!options.growth) return 0;
  measure_growth(all[0], pages, options.smoke);
  measure_hostile(all[0], options.smoke);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) { return weft::bench::run(weft::bench::read_options(argc, argv)); }
