// weft eval edits: real templates (SWDE) after made-up structural edits of growing strength, before
// and after repair.
//
// For each site forty pages: rules are learned from five labelled ones and the site is remembered
// as `weft watch` does. Every page is then edited alike (structural_edits.h), the bellwethers are
// watched and repaired as the verb does (site/watch.h), and the rules judged on all pages that were
// not labelled.

#include <algorithm>

#include <fmt/format.h>

#include "base/pointers.h"
#include "eval/metrics/counts.h"
#include "eval/structural_edits.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/watch.h"

namespace weft::eval::edits_task {
namespace {

constexpr size_t kPages = 40;
constexpr size_t kLabelled = 5;
constexpr uint64_t kSeed = 7;                                 // Of the edits.
constexpr double kStrengths[] = {0.02, 0.05, 0.1, 0.2, 0.4};  // Shares of tag paths edited.

model::Schema schema_of(const SwdeSite& site) {
  model::Schema schema{.name = site.vertical};
  for (const auto& [attribute, truth] : site.truth)
    schema.attributes.push_back({.name = attribute, .constant = true});
  return schema;
}

Result<site::WatchedTemplate> learn(const LoadedSwdeSite& loaded, const model::Schema& schema) {
  model::InducerInput input{.schema = &schema};
  std::vector<site::ReadPage> pages;
  for (size_t p = 0; p < loaded.pages.size(); ++p) {
    input.pages.push_back(&loaded.pages[p]);
    pages.push_back(site::borrow_page(loaded.pages[p]));
    for (const auto& [attribute, truth] : loaded.site.truth) {
      for (size_t v = 0; p < kLabelled && v < truth[p].size(); ++v)
        input.labels.push_back(
            {.page = loaded.pages[p].id, .attribute = attribute, .value = truth[p][v]});
    }
  }
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer("rules"));
  WEFT_ASSIGN(model::Induced induced, inducer(input));
  std::vector<const site::ReadPage*> read = pointers_to(pages);
  return site::remember({.name = "page"}, std::move(induced.wrapper), read, schema);
}

// On the pages that were not labelled.
double score(const model::Wrapper& wrapper, const SwdeSite& site,
             const std::vector<model::Page>& pages) {
  std::vector<bool> labelled(pages.size());
  std::fill_n(labelled.begin(), std::min(kLabelled, pages.size()), true);
  return mean_swde_f1(site, pages, labelled, wrapper);
}

// F1 without edits, then for each strength unrepaired and repaired.
struct SiteResult {
  std::string site;
  double before = 0;
  std::vector<double> unrepaired;
  std::vector<double> repaired;
};

Result<SiteResult> edit_site(const LoadedSwdeSite& loaded, uint64_t seed) {
  const model::Schema schema = schema_of(loaded.site);
  WEFT_ASSIGN(const site::WatchedTemplate known, learn(loaded, schema));
  std::vector<const dom::Document*> documents;
  for (const model::Page& page : loaded.pages) documents.push_back(&page.document);
  SiteResult result{loaded.site.name, score(*known.wrapper, loaded.site, loaded.pages), {}, {}};
  for (const double strength : kStrengths) {
    const auto edits = choose_edits(documents, strength, seed);
    std::vector<model::Page> pages;
    for (const model::Page& page : loaded.pages) {
      model::Page& edited = pages.emplace_back();
      edited.id = page.id;
      edited.document = apply_edits(page.document, edits, seed);
    }
    std::vector<site::ReadPage> read;
    for (const model::Page& page : pages) {
      const bool kept = std::any_of(known.bellwethers.begin(), known.bellwethers.end(),
                                    [&](const site::ReadPage& one) { return one.key == page.id; });
      if (kept) read.push_back(site::borrow_page(page));
    }
    site::WatchedNow now = site::watch_template(known, read, /*all_asked=*/true);
    site::repair_template(now, schema);
    result.unrepaired.push_back(score(*known.wrapper, loaded.site, pages));
    result.repaired.push_back(
        score(now.repair.wrapper ? *now.repair.wrapper : *known.wrapper, loaded.site, pages));
  }
  return result;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(std::vector<SwdeSite> sites, read_swde_sites(context));
  for (SwdeSite& site : sites) site.pages.resize(std::min(kPages, site.pages.size()));
  std::vector<SiteResult> results(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    auto result = edit_site(loaded, kSeed + context.seed);
    if (result.ok()) results[s] = std::move(*result);
  });
  std::erase_if(results, [](const SiteResult& one) { return one.repaired.empty(); });

  Report report;
  std::vector<double> before, all;
  for (const SiteResult& one : results) before.push_back(one.before);
  report.figure("unedited", mean(before));
  // F1 over the share of elements edited, from none on.
  ChartSeries repaired_curve{"repaired", {{0, mean(before)}}};
  ChartSeries unrepaired_curve{"not repaired", {{0, mean(before)}}};
  for (size_t i = 0; i < std::size(kStrengths); ++i) {
    std::vector<double> unrepaired, repaired;
    for (const SiteResult& one : results) {
      unrepaired.push_back(one.unrepaired[i]);
      repaired.push_back(one.repaired[i]);
    }
    all.insert(all.end(), repaired.begin(), repaired.end());
    report.row("strength", fmt::format("{:.2f}", kStrengths[i]),
               {{"repaired", mean(repaired)}, {"unrepaired", mean(unrepaired)}});
    repaired_curve.points.emplace_back(100 * kStrengths[i], mean(repaired));
    unrepaired_curve.points.emplace_back(100 * kStrengths[i], mean(unrepaired));
  }
  for (const SiteResult& one : results) {
    report.row("site", one.site,
               {{"repaired", mean(one.repaired)},
                {"unrepaired", mean(one.unrepaired)},
                {"unedited", one.before}});
  }
  report.chart("SWDE templates after structural edits", "percent of elements edited", "F1",
               {repaired_curve, unrepaired_curve});
  report.score = mean(all);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "edits",
          .summary = "Real templates after structural edits of growing strength, repaired",
          .metric = "mean F1 after repair over sites and strengths",
          .data_sets = kSwdeSets,
          .run = run};
}

}  // namespace weft::eval::edits_task
