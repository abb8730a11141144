// weft_bench_learn: what learning a site costs beside parsing its sample pages, on SWDE sites.
//
//   weft_bench_learn [--smoke] [--labelled K] [--rounds N] [--only NAME] [--rules FILE]
//
// 20 sample pages a site, 5 of them labelled, every attribute the truth has (3 to 5). The labels
// come with their places, as from `weft label`. Times are processor time of one thread, the best of
// several rounds with parsing and learning in turn.
//
// --rules FILE writes the rules learned, a line a site, to compare before and after a change.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "eval/data.h"
#include "eval/import/swde.h"
#include "eval/swde_sample.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "measure.h"

namespace weft {
namespace {

using bench::cpu_seconds;

constexpr size_t kSample = 20;

struct Scale {
  size_t sites_per_set = SIZE_MAX;
  size_t labelled = 5;
  int rounds = 7;
  std::string_view only;
};

struct Site {
  std::string name;
  size_t attributes = 0;
  std::vector<std::string> sources;
  std::vector<model::Page> pages;
  model::InducerInput input;
};

struct Cost {
  std::string name;
  size_t attributes = 0;
  double parse = std::numeric_limits<double>::max();
  double learn = std::numeric_limits<double>::max();
  [[nodiscard]] double ratio() const { return learn / parse; }
};

Site load(const eval::SwdeSite& truth, size_t labelled) {
  Site site{.name = truth.name, .attributes = truth.truth.size()};
  const size_t size = std::min(kSample, truth.pages.size());
  for (size_t p = 0; p < size; ++p) site.sources.push_back(read_file(truth.pages[p]).value_or(""));
  for (size_t p = 0; p < size; ++p) {
    site.pages.push_back(model::html_page(site.sources[p], {.id = std::to_string(p)}));
  }
  for (size_t p = 0; p < size; ++p) {
    site.input.pages.push_back(&site.pages[p]);
    if (p >= labelled) continue;
    for (model::Label& label : eval::swde_labels(truth, site.pages[p], p))
      site.input.labels.push_back(std::move(label));
  }
  return site;
}

double time_parsing(const Site& site) {
  html::Parser parser;
  const double start = cpu_seconds();
  for (const std::string& source : site.sources)
    parser.recycle(std::move(parser.parse(dom::Source::borrow(source)).document));
  return cpu_seconds() - start;
}

Result<Cost> measure(const Site& site, int rounds, std::string& rules) {
  Cost cost{.name = site.name, .attributes = site.attributes};
  for (int round = 0; round < rounds; ++round) {
    cost.parse = std::min(cost.parse, time_parsing(site));
    const double start = cpu_seconds();
    WEFT_ASSIGN(const induce::Learned learned, induce::learn(site.input));
    cost.learn = std::min(cost.learn, cpu_seconds() - start);
    if (round == 0) rules += fmt::format("{} {}\n", site.name, write_json(learned.rules).dump());
  }
  return cost;
}

void print(std::vector<Cost> costs) {
  std::sort(costs.begin(), costs.end(),
            [](const Cost& a, const Cost& b) { return a.ratio() < b.ratio(); });
  double parse = 0, learn = 0;
  for (const Cost& cost : costs) {
    fmt::print("{:<32} {} attributes  parse {:6.2f} ms  learn {:7.2f} ms  {:6.2f} x\n", cost.name,
               cost.attributes, 1e3 * cost.parse, 1e3 * cost.learn, cost.ratio());
    parse += cost.parse;
    learn += cost.learn;
  }
  fmt::print("{} sites: median {:.2f} x, all together {:.2f} x, worst {:.2f} x parsing ({})\n",
             costs.size(), costs[costs.size() / 2].ratio(), learn / parse, costs.back().ratio(),
             costs.back().name);
}

int run(const Scale& scale, const char* rules_file) {
  std::vector<Cost> costs;
  std::string rules;
  for (const char* set : {"swde-book", "swde-camera", "swde-job", "swde-restaurant"}) {
    const auto directory = eval::find_data_set(set);
    if (!directory) continue;
    const auto found = eval::read_swde(*directory);
    if (!found.ok()) continue;
    for (size_t s = 0; s < std::min(scale.sites_per_set, found->size()); ++s) {
      if ((*found)[s].name.find(scale.only) == std::string::npos) continue;
      auto cost = measure(load((*found)[s], scale.labelled), scale.rounds, rules);
      if (cost.ok()) costs.push_back(std::move(*cost));
    }
  }
  if (costs.empty()) {
    fmt::print("weft_bench_learn: no SWDE set; nothing to measure\n");
    return 0;
  }
  print(std::move(costs));
  if (rules_file == nullptr) return 0;
  const Status written = write_file(rules_file, rules);
  if (!written.ok()) fmt::print("{}\n", written.error().message);
  return written.ok() ? 0 : 1;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  weft::Scale scale;
  const char* rules_file = nullptr;
  for (int i = 1; i < argc; ++i) {
    const bool more = i + 1 < argc;
    if (std::strcmp(argv[i], "--smoke") == 0) scale = {.sites_per_set = 1, .rounds = 1};
    if (std::strcmp(argv[i], "--labelled") == 0 && more)
      scale.labelled = static_cast<size_t>(std::max(1, std::atoi(argv[++i])));
    if (std::strcmp(argv[i], "--rounds") == 0 && more)
      scale.rounds = std::max(1, std::atoi(argv[++i]));
    if (std::strcmp(argv[i], "--only") == 0 && more) scale.only = argv[++i];
    if (std::strcmp(argv[i], "--rules") == 0 && more) rules_file = argv[++i];
  }
  return weft::run(scale, rules_file);
}
