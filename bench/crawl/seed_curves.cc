// The curves of [Zheng] Figs. 4.2 to 4.5: how much more than random seeds each method covers.
//
//   weft_seed_curves OUTPUT-FOLDER [GRAPH.tsv…]
//
// Without graphs: on a hundred generated department sites, as the thesis' mean over two thousand
// real ones. Writes fig-4.2.csv and .svg (pages, 1 to 10 seeds, 5 hops), 4.3 (value), 4.4 (pages, 5
// seeds, 1 to 5 hops) and 4.5 (value). Pages are worth what the rules of 4.3.1 make of made-up
// facts: one in twenty is spam, one in twenty an error, three in a hundred were clicked; a third
// have links not yet crawled. Prints what ten seeds cover within five hops, and the time to choose
// them.

#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "base/hash.h"
#include "crawl/plan/seeds.h"
#include "report/line_chart.h"

namespace {

using namespace weft;
using namespace weft::crawl;

constexpr uint32_t kSites = 100;
constexpr uint32_t kMaxSeeds = 10;
constexpr uint32_t kMaxHops = 5;
constexpr uint32_t kFixedSeeds = 5;
constexpr uint64_t kRandomDraws = 10;

struct Method {
  const char* name;
  SeedMethod method;
  uint32_t depth;
};
constexpr Method kMethods[] = {
    {"PageRank", SeedMethod::kPageRank, 0},      {"OutDegree", SeedMethod::kOutDegree, 0},
    {"MaxOut", SeedMethod::kMaxOut, 0},          {"MaxWeight(2)", SeedMethod::kMaxWeight, 2},
    {"MaxWeight(3)", SeedMethod::kMaxWeight, 3}, {"MaxSCC", SeedMethod::kMaxScc, 3},
    {"RootSCC", SeedMethod::kRootScc, 3},        {"Weft sketch", SeedMethod::kSketch, 0}};

std::vector<float> made_up_values(Vertex pages) {
  std::vector<float> values;
  for (Vertex v = 0; v < pages; ++v) {
    const uint64_t dice = hash_combine(43, v);
    const PageFacts facts{
        .spam = dice % 100 < 5,
        .error = dice / 100 % 100 < 5,
        .clicked = dice / 10'000 % 100 < 3,
        .uncrawled_links = dice / 1'000'000 % 3 == 0 ? static_cast<uint32_t>(dice >> 60) : 0};
    values.push_back(page_value(facts, {.unique_share = 0.3F}));
  }
  return values;
}

// A site of 300 to 1,500 pages in sections that grew page by page: most pages are linked from an
// earlier one of their section; half link to the section's front, few to the site's or back; one in
// fifty is an index of many others. As the thesis found of real sites, most strongly connected
// components are small.
LinkGraph site_graph(uint64_t number) {
  uint64_t state = mix64(number + 1);
  const auto below = [&](uint64_t bound) { return (state = mix64(state + 1)) % bound; };
  const auto pages = static_cast<Vertex>(300 + below(1200));
  const auto sections = static_cast<Vertex>(8 + below(12));
  std::vector<std::pair<Vertex, Vertex>> links;
  for (Vertex page = 1; page < pages; ++page) {
    const Vertex front = page % sections;  // Pages of a section lie `sections` apart.
    const Vertex rank = page / sections;
    const Vertex parent =
        rank == 0 ? 0 : front + sections * static_cast<Vertex>(rank / 4 + below(rank - rank / 4));
    if (below(10) > 0) links.emplace_back(parent, page);
    if (below(10) < 5) links.emplace_back(page, front);
    if (below(10) < 1) links.emplace_back(page, 0);
    if (below(10) < 3) links.emplace_back(page, parent);
    const uint64_t listed = below(50) == 0 ? 5 + below(30) : 0;
    for (uint64_t i = 0; i < listed; ++i)
      links.emplace_back(page, static_cast<Vertex>(below(pages)));
  }
  return LinkGraph::from_links(std::move(links), pages);
}

LinkGraph read_graph(const std::string& path) {
  std::ifstream file(path);
  std::unordered_map<std::string, Vertex> ids;
  std::vector<std::pair<Vertex, Vertex>> links;
  const auto id = [&](const std::string& name) {
    return ids.try_emplace(name, static_cast<Vertex>(ids.size())).first->second;
  };
  for (std::string line; std::getline(file, line);) {
    const size_t cut = line.find_first_of("\t ");
    if (line.empty() || line[0] == '#' || cut == std::string::npos) continue;
    const Vertex from = id(line.substr(0, cut));
    links.emplace_back(from, id(line.substr(line.find_first_not_of("\t ", cut))));
  }
  return LinkGraph::from_links(std::move(links), static_cast<Vertex>(ids.size()));
}

// Improvements over random of one method at one point, over all sites.
struct Point {
  double sum = 0;
  double squares = 0;
  double count = 0;
  void add(double x) {
    sum += x;
    squares += x * x;
    ++count;
  }
  [[nodiscard]] double mean() const { return sum / count; }
  [[nodiscard]] double error() const {
    return count < 2 ? 0 : std::sqrt((squares / count - mean() * mean()) / (count - 1));
  }
};
using Curves = std::map<std::string, std::map<uint32_t, Point>>;

// Of ten seeds and five hops, over all sites.
struct Totals {
  Point pages, value, seconds;
};

struct Figures {
  Curves pages_by_seeds, value_by_seeds, pages_by_hops, value_by_hops;
  std::map<std::string, Totals> totals;
};

using Curve = std::vector<Coverage>;

// After the last seed it stays as it is: nothing is left to cover.
Coverage at(const Curve& curve, uint32_t seeds) {
  return curve.empty() ? Coverage{} : curve[std::min<size_t>(seeds, curve.size()) - 1];
}

Curve random_curve(const LinkGraph& graph, const std::vector<float>& values, uint32_t hops) {
  Curve mean(kMaxSeeds);
  for (uint64_t draw = 0; draw < kRandomDraws; ++draw) {
    const SeedOptions options{
        .method = SeedMethod::kRandom, .seeds = kMaxSeeds, .hops = hops, .random_seed = draw + 1};
    const Curve curve = coverage(graph, values, select_seeds(graph, values, options), hops);
    for (uint32_t k = 1; k <= kMaxSeeds; ++k) {
      mean[k - 1].pages += at(curve, k).pages / kRandomDraws;
      mean[k - 1].value += at(curve, k).value / kRandomDraws;
    }
  }
  return mean;
}

void add_point(Curves& pages, Curves& values, const char* method, uint32_t x, Coverage own,
               Coverage random) {
  if (random.pages > 0) pages[method][x].add(100 * (own.pages / random.pages - 1));
  if (random.value > 0) values[method][x].add(100 * (own.value / random.value - 1));
}

void add_totals(Totals& totals, Coverage covered, double seconds) {
  totals.pages.add(covered.pages);
  totals.value.add(covered.value);
  totals.seconds.add(seconds);
}

void measure(const LinkGraph& graph, Figures& figures) {
  const std::vector<float> values = made_up_values(graph.size());
  for (uint32_t hops = 1; hops <= kMaxHops; ++hops) {
    const Curve random = random_curve(graph, values, hops);
    for (const Method& method : kMethods) {
      const SeedOptions options{.method = method.method,
                                .seeds = hops == kMaxHops ? kMaxSeeds : kFixedSeeds,
                                .hops = hops,
                                .depth = method.depth};
      const std::clock_t begin = std::clock();
      const std::vector<Vertex> seeds = select_seeds(graph, values, options);
      const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      const Curve curve = coverage(graph, values, seeds, hops);
      if (hops == kMaxHops) add_totals(figures.totals[method.name], at(curve, kMaxSeeds), seconds);
      add_point(figures.pages_by_hops, figures.value_by_hops, method.name, hops,
                at(curve, kFixedSeeds), at(random, kFixedSeeds));
      for (uint32_t k = 1; hops == kMaxHops && k <= kMaxSeeds; ++k)
        add_point(figures.pages_by_seeds, figures.value_by_seeds, method.name, k, at(curve, k),
                  at(random, k));
    }
  }
}

bool write(const std::string& folder, const char* name, const char* title, const char* x,
           const Curves& curves) {
  std::string csv = fmt::format("method,{},improvement_percent,standard_error\n", x);
  report::LineChart chart{title, x, "improvement over random, %", {}};
  for (const Method& method : kMethods) {
    const auto found = curves.find(method.name);
    if (found == curves.end()) continue;
    report::LineChart::Series series{method.name, {}};
    for (const auto& [at_x, point] : found->second) {
      csv += fmt::format("{},{},{:.2f},{:.2f}\n", method.name, at_x, point.mean(), point.error());
      series.points.emplace_back(at_x, point.mean());
    }
    chart.series.push_back(std::move(series));
  }
  return write_file(folder + "/" + name + ".csv", csv).ok() &&
         write_file(folder + "/" + name + ".svg", chart.svg()).ok();
}

void print(const std::map<std::string, Totals>& totals) {
  fmt::print("{:<14} {:>12} {:>12} {:>10}\n", "10 seeds", "pages", "value", "CPU s");
  for (const Method& method : kMethods) {
    const Totals& row = totals.at(method.name);
    fmt::print("{:<14} {:>12.4f} {:>12.4f} {:>10.3f}\n", method.name, row.pages.mean(),
               row.value.mean(), row.seconds.mean());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "weft_seed_curves OUTPUT-FOLDER [GRAPH.tsv…]\n"), 2;
  Figures figures;
  for (int i = 2; i < argc; ++i) measure(read_graph(argv[i]), figures);
  for (uint32_t i = 0; argc == 2 && i < kSites; ++i) measure(site_graph(i), figures);
  print(figures.totals);
  const std::string folder = argv[1];
  const bool written = write(folder, "fig-4.2", "Fig. 4.2: coverage of pages, 5 hops", "seeds",
                             figures.pages_by_seeds) &&
                       write(folder, "fig-4.3", "Fig. 4.3: coverage of value, 5 hops", "seeds",
                             figures.value_by_seeds) &&
                       write(folder, "fig-4.4", "Fig. 4.4: coverage of pages, 5 seeds", "hops",
                             figures.pages_by_hops) &&
                       write(folder, "fig-4.5", "Fig. 4.5: coverage of value, 5 seeds", "hops",
                             figures.value_by_hops);
  return written ? 0 : 1;
}
