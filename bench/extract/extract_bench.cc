// weft_bench_extract: what extraction costs beside parsing, stage by stage, on SWDE pages.
//
//   weft_bench_extract [--smoke] [--pages N] [--rounds N] [--dump DIR] [--stage N]
//
// For each site the rules are learned from two labelled pages. The values of all pages are
// compared with the truth before anything is timed. Times are processor time of one thread: for
// each page the least of several rounds with the stages in turn, so that what else the machine does
// disturbs few pages, and all stages alike. The gain of two workers is wall time, and stands beside
// that of two processes, which is all that the machine has to give. A whole run of two is easily
// disturbed: there are three times as many of them, and the share of both cores that the fastest
// had is printed. Far below 100 %, other work had the rest, and the gain says little.
//
// --dump DIR writes pages, rules (XSLT, parsel) and Weft's values for rivals.py, which runs
// xsltproc and parsel on the same pages with the same rules.
// --stage N runs the stages up to the N-th (0 is parsing) and no others, for a profiler.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"
#include "eval/data.h"
#include "eval/import/swde.h"
#include "eval/metrics/swde.h"
#include "eval/swde_sample.h"
#include "extract/site_extractor.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "measure.h"
#include "model/record_writer.h"
#include "wrap/rules/export.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft {
namespace {

using bench::cpu_seconds;
using bench::wall_seconds;
namespace fs = std::filesystem;

constexpr size_t kLabelled = 2;
constexpr size_t kSample = 20;
constexpr double kLeastF1 = 0.95;

struct Scale {
  size_t sites_per_set = 5;
  size_t pages = 100;
  int rounds = 15;
  int stage = -1;  // Run this one alone.
};

struct Site {
  eval::SwdeSite truth;
  std::vector<std::string> sources;
  wrap::RecordRules rules;
  std::optional<extract::SiteExtractor> extractor;
};

model::Page parse(html::Parser& parser, const std::string& source, std::string id) {
  model::Page page;
  page.id = std::move(id);
  page.document = std::move(parser.parse(dom::Source::borrow(source)).document);
  return page;
}

// False when the site's labels teach nothing.
bool learn(Site& site) {
  html::Parser parser;
  std::vector<model::Page> pages;
  for (size_t p = 0; p < std::min(kSample, site.sources.size()); ++p)
    pages.push_back(parse(parser, site.sources[p], std::to_string(p)));
  model::InducerInput input;
  for (size_t p = 0; p < pages.size(); ++p) {
    input.pages.push_back(&pages[p]);
    if (p >= kLabelled) continue;
    for (model::Label& label : eval::swde_labels(site.truth, pages[p], p))
      input.labels.push_back(std::move(label));
  }
  auto learned = induce::learn(input);
  if (!learned.ok()) return false;
  site.rules = std::move(learned->rules);
  model::Template page_template{.name = site.truth.name};
  page_template.signature =
      dom::MaskedShingle::of(dom::shingle_vector(pages[0].document, page_template.shingles), 0xFF);
  extract::SiteWrappers rules{.name = site.truth.name};
  rules.templates.push_back(
      {page_template, std::make_shared<const wrap::RulesWrapper>(site.rules)});
  rules.matching.min_agreement = 0;
  for (const auto& [attribute, truth] : site.truth.truth)
    rules.schema.attributes.push_back({.name = attribute});
  auto extractor = extract::SiteExtractor::build(std::move(rules));
  if (!extractor.ok()) return false;
  site.extractor.emplace(std::move(*extractor));
  return true;
}

std::vector<Site> load_sites(const Scale& scale) {
  std::vector<Site> sites;
  for (const char* set : {"swde-book", "swde-camera", "swde-job", "swde-restaurant"}) {
    const auto directory = eval::find_data_set(set);
    if (!directory) continue;
    auto found = eval::read_swde(*directory);
    if (!found.ok()) continue;
    for (size_t s = 0; s < std::min(scale.sites_per_set, found->size()); ++s) {
      Site site{.truth = std::move((*found)[s])};
      site.truth.pages.resize(std::min(scale.pages, site.truth.pages.size()));
      for (const auto& path : site.truth.pages)
        site.sources.push_back(read_file(path).value_or(""));
      if (learn(site)) sites.push_back(std::move(site));
    }
  }
  return sites;
}

double f1_of(const std::vector<Site>& sites) {
  eval::SwdeCounts counts;
  html::Parser parser;
  for (const Site& site : sites) {
    for (size_t p = 0; p < site.sources.size(); ++p) {
      const auto result = site.extractor->extract(parse(parser, site.sources[p], ""));
      for (const auto& [attribute, truth] : site.truth.truth) {
        const auto& records = result.extraction.records;
        counts += eval::compare_swde(
            model::leaf_texts(records.empty() ? nullptr : records[0].find(attribute)), truth[p]);
      }
    }
  }
  return counts.pages.f1();
}

enum class Stage { kParse, kMatch, kExtract, kJson, kJsonMeta };
constexpr Stage kStages[] = {Stage::kParse, Stage::kMatch, Stage::kExtract, Stage::kJson,
                             Stage::kJsonMeta};
constexpr const char* kStageNames[] = {"parse", "+ signature and template",
                                       "+ rules, types, health", "+ JSON",
                                       "+ JSON with provenance"};

std::unique_ptr<model::RecordWriter> make_writer(size_t& bytes, bool meta) {
  return model::make_record_writer(model::RecordFormat::kJsonLines, {.meta = meta},
                                   [&bytes](std::string_view out) -> Status {
                                     bytes += out.size();
                                     return {};
                                   });
}

// Runs every page through the stages up to `last`; returns a number that depends on all of them.
// Where a page took less time than in `least`, that becomes its least.
size_t run_stage(const std::vector<Site>& sites, Stage last, std::vector<double>* least = nullptr) {
  html::Parser parser;
  size_t seen = 0;
  size_t bytes = 0;
  size_t page_number = 0;
  const auto writer = make_writer(bytes, last == Stage::kJsonMeta);
  for (const Site& site : sites) {
    for (const std::string& source : site.sources) {
      const double start = least == nullptr ? 0 : cpu_seconds();
      model::Page page = parse(parser, source, "page");
      seen += page.document.size();
      if (last == Stage::kMatch) seen += site.extractor->matcher().match(page).index;
      if (last >= Stage::kExtract) {
        const auto result = site.extractor->extract(page);
        seen += result.extraction.records.size();
        if (last >= Stage::kJson) (void)writer->write(result.extraction);
      }
      parser.recycle(std::move(page.document));
      if (least == nullptr) continue;
      double& time = (*least)[page_number++];
      time = std::min(time, cpu_seconds() - start);
    }
  }
  return seen + bytes;
}

// The least time of one over that of two, measured in turn.
template <typename Run>
double gain_of_two(Run run, int rounds) {
  double one = 1e300;
  double two = 1e300;
  for (int round = 0; round < rounds; ++round) {
    one = std::min(one, run(1));
    two = std::min(two, run(2));
  }
  return one / two;
}

struct WorkerGain {
  double gain = 0;
  double share = 0;  // Of both cores, in the fastest run of two.
};

WorkerGain two_worker_gain(const std::vector<Site>& sites, int rounds) {
  WorkerGain two;
  double fastest = 1e300;
  std::vector<std::pair<const Site*, const std::string*>> pages;
  for (const Site& site : sites) {
    for (const std::string& source : site.sources) pages.emplace_back(&site, &source);
  }
  const auto run = [&](unsigned workers) {
    std::vector<html::Parser> parsers(workers);
    size_t next = 0;
    size_t bytes = 0;
    const auto writer = make_writer(bytes, true);
    const double cpu_start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double start = wall_seconds();
    parallel_ordered(
        {.workers = workers},
        [&]() -> std::optional<size_t> {
          return next < pages.size() ? std::optional(next++) : std::nullopt;
        },
        [&](unsigned worker, size_t p) {
          model::Page page = parse(parsers[worker], *pages[p].second, "page");
          auto result = pages[p].first->extractor->extract(page);
          parsers[worker].recycle(std::move(page.document));
          return result;
        },
        [&](const extract::PageResult& result) {
          (void)writer->write(result.extraction);
          return Flow::kContinue;
        });
    const double wall = wall_seconds() - start;
    if (workers == 2 && wall < fastest) {
      fastest = wall;
      two.share = (cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start) / (2 * wall);
    }
    return wall;
  };
  two.gain = gain_of_two(run, rounds);
  return two;
}

// What the machine gives at best: twice the pages in two processes that share nothing, against one.
double two_process_gain(const std::vector<Site>& sites, Stage last, int rounds) {
  const auto run = [&](int processes) {
    const double start = wall_seconds();
    for (int i = 0; i < processes; ++i) {
      if (fork() == 0) _exit(run_stage(sites, last) == 0 ? 1 : 0);
    }
    while (wait(nullptr) > 0) continue;
    return wall_seconds() - start;
  };
  return 2 * gain_of_two(run, rounds);
}

// pages/N.html, values.jsonl ({"page": N, attribute: [values]}), rules.xslt, rules.py per site.
Status dump(const Site& site, const fs::path& directory) {
  std::error_code ignored;
  fs::create_directories(directory / "pages", ignored);
  html::Parser parser;
  std::string values;
  for (size_t p = 0; p < site.sources.size(); ++p) {
    const std::string name = std::to_string(p) + ".html";
    WEFT_TRY(write_file((directory / "pages" / name).string(), site.sources[p]));
    const auto result = site.extractor->extract(parse(parser, site.sources[p], name));
    Json line = {{"page", name}};
    for (const auto& record : result.extraction.records) {
      for (const auto& field : record.fields) line[field.name] = model::leaf_texts(&field.value);
    }
    values += line.dump() + "\n";
  }
  WEFT_TRY(write_file((directory / "values.jsonl").string(), values));
  WEFT_TRY(write_file((directory / "rules.xslt").string(), wrap::to_xslt(site.rules)));
  return write_file((directory / "rules.py").string(), wrap::to_parsel(site.rules, {}));
}

int run(const Scale& scale, const char* dump_directory) {
  const std::vector<Site> sites = load_sites(scale);
  if (sites.empty()) {
    fmt::print("weft_bench_extract: no SWDE set; nothing to measure\n");
    return 0;
  }
  const double f1 = f1_of(sites);
  size_t pages = 0;
  size_t bytes = 0;
  for (const Site& site : sites) {
    pages += site.sources.size();
    for (const std::string& source : site.sources) bytes += source.size();
  }
  fmt::print("{} sites, {} pages, {:.1f} MB; rules from {} labelled pages: F1 {:.4f}\n",
             sites.size(), pages, static_cast<double>(bytes) / 1e6, kLabelled, f1);
  if (f1 < kLeastF1) {
    fmt::print("the answers are wrong; nothing is timed\n");
    return 1;
  }
  if (dump_directory != nullptr) {
    for (const Site& site : sites) {
      if (const Status done = dump(site, fs::path(dump_directory) / site.truth.name); !done.ok()) {
        fmt::print("{}\n", done.error().message);
        return 1;
      }
    }
  }
  if (scale.stage >= 0) {
    const Stage last = kStages[std::min<size_t>(scale.stage, std::size(kStages) - 1)];
    for (int round = 0; round < scale.rounds; ++round) run_stage(sites, last);
    return 0;
  }
  std::vector<std::vector<double>> least(std::size(kStages), std::vector<double>(pages, 1e300));
  for (int round = 0; round < scale.rounds; ++round) {
    for (size_t s = 0; s < std::size(kStages); ++s) {
      if (run_stage(sites, kStages[s], &least[s]) == 0) return 1;
    }
  }
  const auto total = [&](size_t s) { return std::reduce(least[s].begin(), least[s].end()); };
  for (size_t s = 0; s < std::size(kStages); ++s) {
    fmt::print("{:<26} {:7.1f} us a page  {:.2f} x parsing\n", kStageNames[s],
               1e6 * total(s) / static_cast<double>(pages), total(s) / total(0));
  }
  const WorkerGain workers = two_worker_gain(sites, 3 * scale.rounds);
  fmt::print("two workers: {:.2f} x one, with {:.0f} % of both cores\n", workers.gain,
             100 * workers.share);
  fmt::print("two processes that share nothing: {:.2f} x, parsing only {:.2f} x\n",
             two_process_gain(sites, Stage::kJsonMeta, scale.rounds),
             two_process_gain(sites, Stage::kParse, scale.rounds));
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  weft::Scale scale;
  const char* dump_directory = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--smoke") == 0)
      scale = {.sites_per_set = 1, .pages = 10, .rounds = 1};
    if (std::strcmp(argv[i], "--pages") == 0 && i + 1 < argc)
      scale.pages = static_cast<size_t>(std::max(1, std::atoi(argv[++i])));
    if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
      scale.rounds = std::max(1, std::atoi(argv[++i]));
    if (std::strcmp(argv[i], "--stage") == 0 && i + 1 < argc) scale.stage = std::atoi(argv[++i]);
    if (std::strcmp(argv[i], "--dump") == 0 && i + 1 < argc) dump_directory = argv[++i];
  }
  return weft::run(scale, dump_directory);
}
