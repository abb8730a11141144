// weft eval edits: real templates (SWDE) after made-up structural edits of growing strength, before
// and after repair.
//
// For each site forty pages: rules are learned from five labelled ones; twenty others are the
// bellwethers. Every page is then edited alike (structural_edits.h), the site watched and repaired,
// and the rules judged on all pages that were not labelled.

#include <fmt/format.h>

#include "eval/metrics/counts.h"
#include "eval/structural_edits.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "watch/health/assess.h"
#include "watch/health/bellwether.h"
#include "watch/repair/repair.h"

namespace weft::eval::edits_task {
namespace {

constexpr size_t kPages = 40;
constexpr size_t kLabelled = 5;
constexpr uint64_t kSeed = 7;  // Of the edits.
constexpr double kStrengths[] = {0.02, 0.05, 0.1, 0.2, 0.4};

model::Schema schema_of(const SwdeSite& site) {
  model::Schema schema{.name = site.vertical};
  for (const auto& [attribute, truth] : site.truth)
    schema.attributes.push_back({.name = attribute, .constant = true});
  return schema;
}

Result<std::shared_ptr<const model::Wrapper>> learn(const LoadedSwdeSite& loaded,
                                                    const model::Schema& schema,
                                                    const model::Inducer& inducer) {
  model::InducerInput input{.schema = &schema};
  for (const model::Page& page : loaded.pages) input.pages.push_back(&page);
  for (size_t p = 0; p < std::min(kLabelled, loaded.pages.size()); ++p) {
    for (const auto& [attribute, truth] : loaded.site.truth) {
      for (const std::string& value : truth[p])
        input.labels.push_back(
            {.page = loaded.pages[p].id, .attribute = attribute, .value = value});
    }
  }
  WEFT_ASSIGN(model::Induced induced, inducer(input));
  return std::shared_ptr<const model::Wrapper>(std::move(induced.wrapper));
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

class SiteRunner {
 public:
  SiteRunner(const LoadedSwdeSite& loaded, const model::Inducer& inducer, uint64_t seed)
      : loaded_(loaded), inducer_(inducer), seed_(seed), schema_(schema_of(loaded.site)) {}

  Result<SiteResult> run() {
    WEFT_ASSIGN(wrapper_, learn(loaded_, schema_, inducer_));
    remember();
    SiteResult result{loaded_.site.name, score(*wrapper_, loaded_.site, loaded_.pages), {}, {}};
    for (const double strength : kStrengths) edit(strength, result);
    return result;
  }

 private:
  void remember() {
    std::vector<dom::ShingleVector> vectors;
    std::vector<watch::Seen> entities;
    for (const model::Page& page : loaded_.pages) {
      documents_.push_back(&page.document);
      vectors.push_back(dom::shingle_vector(page.document, template_.shingles));
      for (watch::Seen& seen : watch::seen_on(wrapper_->apply(page)))
        entities.push_back(std::move(seen));
    }
    template_.name = "page";
    template_.signature = watch::covering_signature(vectors);
    health_ = watch::HealthModel::learn(entities, schema_);
    chosen_ = watch::choose_bellwethers(documents_);
    for (const uint32_t i : chosen_) {
      golden_.push_back(wrapper_->apply(loaded_.pages[i]));
      golden_.back().page = loaded_.pages[i].id;
    }
  }

  void edit(double strength, SiteResult& result) {
    const auto edits = choose_edits(documents_, strength, seed_);
    std::vector<model::Page> pages;
    for (const model::Page& page : loaded_.pages) {
      model::Page edited;
      edited.id = page.id;
      edited.document = apply_edits(page.document, edits, seed_);
      pages.push_back(std::move(edited));
    }
    std::vector<watch::FreshPage> fresh;
    for (const uint32_t i : chosen_) fresh.push_back({pages[i].id, &pages[i], {}, 0});
    const watch::Assessment found =
        watch::assess({&template_, wrapper_.get(), &health_, &golden_, fresh});
    watch::RepairInput input{wrapper_, &health_, &schema_, {}, found.verdict.unhealthy(), inducer_};
    for (size_t i = 0; i < chosen_.size(); ++i)
      input.pages.push_back({&pages[chosen_[i]], &golden_[i], &loaded_.pages[chosen_[i]]});
    const watch::Repair done = watch::repair(input);
    result.unrepaired.push_back(score(*wrapper_, loaded_.site, pages));
    result.repaired.push_back(score(done.wrapper ? *done.wrapper : *wrapper_, loaded_.site, pages));
  }

  const LoadedSwdeSite& loaded_;
  const model::Inducer& inducer_;
  uint64_t seed_;
  model::Schema schema_;
  std::shared_ptr<const model::Wrapper> wrapper_;
  model::Template template_;
  watch::HealthModel health_;
  std::vector<const dom::Document*> documents_;
  std::vector<uint32_t> chosen_;
  std::vector<model::Extraction> golden_;
};

// F1 over the share of elements edited, from none on.
void draw(Report& report, double unedited) {
  ChartSeries repaired{"repaired", {{0, unedited}}}, unrepaired{"not repaired", {{0, unedited}}};
  for (size_t i = 0; i < std::size(kStrengths); ++i) {
    repaired.points.emplace_back(100 * kStrengths[i], report.rows[i].figures[0].value);
    unrepaired.points.emplace_back(100 * kStrengths[i], report.rows[i].figures[1].value);
  }
  report.chart("SWDE templates after structural edits", "percent of elements edited", "F1",
               {repaired, unrepaired});
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer("rules"));
  WEFT_ASSIGN(std::vector<SwdeSite> sites, read_swde_sites(context));
  for (SwdeSite& site : sites) site.pages.resize(std::min(kPages, site.pages.size()));
  std::vector<SiteResult> results(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    auto result = SiteRunner(loaded, inducer, kSeed + context.seed).run();
    if (result.ok()) results[s] = std::move(*result);
  });
  std::erase_if(results, [](const SiteResult& one) { return one.repaired.empty(); });

  Report report;
  std::vector<double> before, all;
  for (const SiteResult& one : results) before.push_back(one.before);
  report.figure("unedited", mean(before));
  for (size_t i = 0; i < std::size(kStrengths); ++i) {
    std::vector<double> unrepaired, repaired;
    for (const SiteResult& one : results) {
      unrepaired.push_back(one.unrepaired[i]);
      repaired.push_back(one.repaired[i]);
      all.push_back(one.repaired[i]);
    }
    report.row("strength", fmt::format("{:.2f}", kStrengths[i]),
               {{"repaired", mean(repaired)}, {"unrepaired", mean(unrepaired)}});
  }
  for (const SiteResult& one : results) {
    report.row("site", one.site,
               {{"repaired", mean(one.repaired)},
                {"unrepaired", mean(one.unrepaired)},
                {"unedited", one.before}});
  }
  draw(report, mean(before));
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
