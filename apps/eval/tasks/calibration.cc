// weft eval calibration: of the values given with confidence 0.9, are nine in ten right?
//
// Rules are learned as in weft eval swde, from 1, 2 and 5 labelled pages a site (or --labels K),
// and every value they give on the other pages is an observation: its confidence, and whether the
// truth has it. Pages as they are would say little about doubt, since nearly all of their values
// are right; so every sixteenth page is also seen after redesigns of three strengths
// (structural_edits.h), with the old rules.
//
// Fitted and judged on different sites: the sites are dealt into five folds, and each fold is
// judged by what the other four teach. For `other_verticals_ece` each vertical is judged by
// what the others teach. The levels fitted on all sites are in the details; extract/
// carries them as its default (default_calibration.cc). `carried_ece` is the error of what it
// carries, by the kind of each wrapper: `best` gives wrappers of several kinds.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "eval/metrics/text.h"
#include "eval/structural_edits.h"
#include "eval/swde_sample.h"
#include "extract/default_calibration.h"
#include "extract/site_extractor.h"
#include "induce/inducers.h"

namespace weft::eval::calibration_task {
namespace {

using extract::Calibration;
using extract::Observation;

constexpr size_t kFolds = 5;
constexpr uint64_t kLeastObservations = 300;
constexpr size_t kEditedOf = 16;
constexpr double kStrengths[] = {0.02, 0.1, 0.3};
constexpr uint64_t kEditSeed = 7;
constexpr unsigned kLabelCounts[] = {1, 2, 5};

void append(std::vector<Observation>& to, const std::vector<Observation>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

struct SiteObservations {
  std::vector<Observation> plain;
  std::vector<Observation> edited;
  std::vector<Observation> carried;  // both, with what extract carries for the wrapper's kind

  void add(const SiteObservations& other) {
    append(plain, other.plain);
    append(edited, other.edited);
    append(carried, other.carried);
  }

  [[nodiscard]] std::vector<Observation> all() const {
    std::vector<Observation> both = plain;
    append(both, edited);
    return both;
  }
};

void observe(const model::Value& value, const std::vector<std::string>& truth,
             std::vector<Observation>& out) {
  model::for_each_leaf(value, [&](const model::Value& leaf) {
    const bool correct =
        std::find(truth.begin(), truth.end(), comparable_value(leaf.text)) != truth.end();
    out.push_back({leaf.confidence, correct});
  });
}

void observe_page(const extract::SiteExtractor& extractor, const model::Page& page,
                  const SwdeSite& site, size_t number, std::vector<Observation>& out) {
  const extract::PageResult result = extractor.extract(page);
  for (const model::Record& record : result.extraction.records) {
    for (const model::Record::Field& field : record.fields) {
      std::vector<std::string> truth;
      for (const std::string& value : site.truth.at(field.name)[number])
        truth.push_back(comparable_value(value));
      observe(field.value, truth, out);
    }
  }
}

// The site's pages after redesigns: {number of the page, page}.
std::vector<std::pair<size_t, model::Page>> edited_pages(const LoadedSwdeSite& loaded) {
  std::vector<const dom::Document*> documents;
  for (const model::Page& page : loaded.pages) documents.push_back(&page.document);
  std::vector<std::pair<size_t, model::Page>> pages;
  for (const double strength : kStrengths) {
    const auto edits = choose_edits(documents, strength, kEditSeed);
    for (size_t p = 0; p < loaded.pages.size(); p += kEditedOf) {
      model::Page page;
      page.id = loaded.pages[p].id;
      page.document = apply_edits(loaded.pages[p].document, edits, kEditSeed);
      pages.emplace_back(p, std::move(page));
    }
  }
  return pages;
}

SiteObservations observe_site(const LoadedSwdeSite& loaded, unsigned labels,
                              const model::Inducer& inducer,
                              const std::vector<std::pair<size_t, model::Page>>& edited) {
  SiteObservations seen;
  const SwdeSample sample = sample_swde_site(loaded, labels);
  auto induced = inducer(sample.input);
  if (!induced.ok()) return seen;
  const Calibration carried = extract::default_calibration(induced->wrapper->kind());
  const auto extractor =
      extract::extractor_for(std::move(induced->wrapper), loaded.site.name, {}, Calibration());
  if (!extractor.ok()) return seen;
  for (size_t p = 0; p < loaded.pages.size(); ++p) {
    if (!sample.labelled[p]) observe_page(*extractor, loaded.pages[p], loaded.site, p, seen.plain);
  }
  for (const auto& [p, page] : edited) {
    if (!sample.labelled[p]) observe_page(*extractor, page, loaded.site, p, seen.edited);
  }
  for (const Observation& o : seen.all())
    seen.carried.push_back({carried.probability(o.score), o.correct});
  return seen;
}

// The sites that `keep` wants, together.
template <typename Keep>
SiteObservations collect(const std::vector<SiteObservations>& sites, Keep keep) {
  SiteObservations all;
  for (size_t s = 0; s < sites.size(); ++s) {
    if (keep(s)) all.add(sites[s]);
  }
  return all;
}

Calibration fit(const SiteObservations& seen) {
  return Calibration::fit(seen.all(), kLeastObservations);
}

// Every observation with the probability that the sites of other folds teach; `fold_of` by site.
SiteObservations cross_validate(const std::vector<SiteObservations>& sites,
                                const std::vector<size_t>& fold_of) {
  SiteObservations judged;
  for (const size_t fold : std::set(fold_of.begin(), fold_of.end())) {
    const Calibration calibration =
        fit(collect(sites, [&](size_t s) { return fold_of[s] != fold; }));
    SiteObservations own = collect(sites, [&](size_t s) { return fold_of[s] == fold; });
    for (auto* some : {&own.plain, &own.edited}) {
      for (Observation& o : *some) o.score = calibration.probability(o.score);
    }
    append(judged.plain, own.plain);
    append(judged.edited, own.edited);
  }
  return judged;
}

std::vector<size_t> dealt_into_folds(size_t sites) {
  std::vector<size_t> fold_of(sites);
  for (size_t s = 0; s < sites; ++s) fold_of[s] = s % kFolds;
  return fold_of;
}

std::vector<size_t> folds_by_vertical(const std::vector<SwdeSite>& sites) {
  std::map<std::string, size_t> number;
  std::vector<size_t> fold_of;
  for (const SwdeSite& site : sites)
    fold_of.push_back(number.try_emplace(site.vertical, number.size()).first->second);
  return fold_of;
}

double error_of(const std::vector<Observation>& seen) {
  return extract::expected_calibration_error(extract::reliability(seen));
}

void add_figures(const SiteObservations& seen, const std::string& prefix, Report& report) {
  const std::vector<Observation> all = seen.all();
  report.figure(prefix + "ece", error_of(all));
  report.figure(prefix + "ece_pages_as_they_are", error_of(seen.plain));
  report.figure(prefix + "ece_after_redesigns", error_of(seen.edited));
  report.figure(prefix + "brier", extract::brier_score(all));
  report.figure(prefix + "order", extract::order_quality(all));
}

void add_curve(const SiteObservations& seen, const std::string& section, Report& report) {
  const auto bins = extract::reliability(seen.all());
  report::LineChart chart{section, "confidence", "share that is right", {{"values", {}}}, 0.1};
  for (size_t b = 0; b < bins.size(); ++b) {
    if (bins[b].observations == 0) continue;
    const double width = 1.0 / static_cast<double>(bins.size());
    report.row(section,
               fmt::format("{:.1f} to {:.1f}", static_cast<double>(b) * width,
                           static_cast<double>(b + 1) * width),
               {{"confidence", bins[b].mean_score},
                {"correct", bins[b].share_correct},
                {"values", bins[b].observations}});
    chart.series[0].points.emplace_back(bins[b].mean_score, bins[b].share_correct);
  }
  report.details["curves"][section] = chart.series[0].points;
  chart.series.push_back({"perfect", {{0, 0}, {1, 1}}});
  report.charts.push_back(std::move(chart));
}

void add_levels(const Calibration& calibration, Report& report) {
  for (const Calibration::Level& level : calibration.levels()) {
    report.row("level", fmt::format("{:.4f}", level.score),
               {{"probability", level.probability}, {"values", level.observations}});
  }
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(context.method));
  std::vector<unsigned> label_counts(std::begin(kLabelCounts), std::end(kLabelCounts));
  if (context.labels) label_counts = {*context.labels};
  std::vector<SiteObservations> seen(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    const auto edited = edited_pages(loaded);
    for (const unsigned labels : label_counts)
      seen[s].add(observe_site(loaded, labels, inducer, edited));
  });

  const SiteObservations raw = collect(seen, [](size_t) { return true; });
  const SiteObservations judged = cross_validate(seen, dealt_into_folds(sites.size()));
  Report report;
  report.score = 1 - error_of(judged.all());
  add_figures(judged, "", report);
  report.figure("other_verticals_ece",
                error_of(cross_validate(seen, folds_by_vertical(sites)).all()));
  report.figure("carried_ece", error_of(raw.carried));
  add_figures(raw, "raw_", report);
  report.figure("values", judged.all().size());
  add_curve(judged, "calibrated", report);
  add_curve(raw, "raw", report);
  add_levels(fit(raw), report);
  report.notes.emplace_back(
      "calibrated on other sites than judged; levels are of all sites and what extract carries");
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "calibration",
          .summary = "Whether a value's confidence is the chance that it is right",
          .metric = "1 - expected calibration error, other sites than fitted on",
          .data_sets = kSwdeSets,
          .methods = {"rules", "broom", "page-tree", "vote", "best"},
          .run = run};
}

}  // namespace weft::eval::calibration_task
