// Seed selection as graphs grow: CPU seconds, memory and coverage on generated site graphs.
//
//   weft_bench_seeds [--pages N [--alone]] [--seeds K] [--hops H] [METHOD…]   (or --smoke)
//
// The graph has ten links a page. Pages belong to sites of 100 to 10,000 pages; nine links in ten
// stay on the site, mostly near the page or at the site's front, and one leads to a page of another
// site, popular ones more often. Sizes grow up to N, tripling.

#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/hash.h"
#include "crawl/plan/seeds.h"
#include "measure.h"

namespace {

using namespace weft::crawl;

constexpr int kLinksAPage = 10;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t below(uint64_t bound) { return (state_ = weft::mix64(state_ + 1)) % bound; }
  double unit() { return static_cast<double>(below(uint64_t{1} << 53)) / 9007199254740992.0; }

 private:
  uint64_t state_;
};

LinkGraph generate(Vertex pages) {
  Random random(pages);
  std::vector<Vertex> fronts;  // The first page of each site.
  for (Vertex at = 0; at < pages;) {
    fronts.push_back(at);
    at += static_cast<Vertex>(100 * std::pow(100.0, random.unit()));
  }
  std::vector<std::pair<Vertex, Vertex>> links;
  links.reserve(size_t{pages} * kLinksAPage);
  for (size_t site = 0; site < fronts.size(); ++site) {
    const Vertex begin = fronts[site];
    const Vertex end = site + 1 < fronts.size() ? fronts[site + 1] : pages;
    for (Vertex page = begin; page < end; ++page) {
      for (int i = 0; i < kLinksAPage; ++i) {
        Vertex to = begin;
        if (i == 0) {
          const double x = random.unit();
          to = fronts[static_cast<size_t>(x * x * static_cast<double>(fronts.size()))];
        } else if (i < 3) {
          to = begin + static_cast<Vertex>(random.below(std::min<Vertex>(20, end - begin)));
        } else {
          to = begin + static_cast<Vertex>((page - begin + random.below(50)) % (end - begin));
        }
        links.emplace_back(page, to);
      }
    }
  }
  return LinkGraph::from_links(std::move(links), pages);
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

void measure(Vertex pages, const SeedOptions& options, const std::vector<std::string>& methods) {
  double begin = weft::bench::cpu_seconds();
  const LinkGraph graph = generate(pages);
  fmt::print("{} pages, {} links: generated in {:.1f} s\n", graph.size(), graph.links(),
             weft::bench::cpu_seconds() - begin);
  const std::vector<float> values(graph.size(), 1.0F);
  for (const std::string& name : methods) {
    SeedOptions chosen = options;
    chosen.method = *weft::enum_named<SeedMethod>(name);
    begin = weft::bench::cpu_seconds();
    const auto seeds = select_seeds(graph, values, chosen);
    const double seconds = weft::bench::cpu_seconds() - begin;
    const auto curve = coverage(graph, values, seeds, options.hops);
    fmt::print("  {:<10} {:>8.1f} s   covers {:.4f}   peak {:.2f} GB\n", name, seconds,
               curve.empty() ? 0.0 : curve.back().pages, peak_gigabytes());
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Vertex pages = 1'000'000;
  SeedOptions options;
  std::vector<std::string> methods;
  bool alone = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto number = [&] {
      return static_cast<uint32_t>(i + 1 < argc ? std::strtoul(argv[++i], nullptr, 10) : 0);
    };
    if (argument == "--smoke")
      pages = 10'000;
    else if (argument == "--alone")
      alone = true;
    else if (argument == "--pages")
      pages = number();
    else if (argument == "--seeds")
      options.seeds = number();
    else if (argument == "--hops")
      options.hops = number();
    else if (weft::enum_named<SeedMethod>(argument))
      methods.push_back(argument);
    else
      return fmt::print(stderr, "unknown argument {}\n", argument), 2;
  }
  if (methods.empty()) methods = {"outdegree", "maxout", "sketch"};
  std::vector<Vertex> sizes = {pages};
  while (!alone && sizes.back() / 3 >= 100'000) sizes.push_back(sizes.back() / 3);
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) measure(*size, options, methods);
}
