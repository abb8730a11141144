// weft eval practice: list pages of practice sites, plain and crossed, from k labelled pages. Needs
// no data set.
//
// --method saved-desk: how many records a person must label in the studio ([Zheng] Fig. 10.6); saved-rules: record by
// record with assistance from rules alone; saved-broom: from brooms, as in the thesis; saved-broom-update: from brooms
// that take in one record after the other (Algorithm 9) instead of being learned again; saved-page-tree. --method curve-broom: F1, predicted and true recall as pages are labelled
// (Fig. 10.7), on sites with more and shorter list pages; the score is F1 at five pages less the
// largest fall from fewer labels to more.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "eval/labelled_lists.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "practice/domain.h"

namespace weft::eval::practice_task {
namespace {

constexpr uint64_t kSeeds[] = {1, 2, 3, 4};
constexpr std::string_view kCurve = "curve-";
constexpr std::string_view kSaved = "saved-";
constexpr unsigned kCurveLabels[] = {1, 2, 3, 5, 10};
constexpr unsigned kMainLabels = 5;
constexpr unsigned kCurveItems = 120;  // Twelve list pages a site or more…
constexpr unsigned kCurvePage = 6;     // …of so many records.

std::vector<ListSite> make_sites(const TaskContext& context) {
  std::vector<ListSite> sites;
  for (const bool crossed : {false, true}) {
    for (const practice::Domain domain : practice::kDomains) {
      for (const uint64_t seed : kSeeds) {
        practice::Options options{.domain = domain, .seed = seed, .crossed = crossed};
        if (context.method.starts_with(kCurve)) {
          options.items = kCurveItems;
          options.page_size = kCurvePage;
        }
        ListSite site = practice_lists(options, context.limits);
        if (keeps_site(context, site.name)) sites.push_back(std::move(site));
      }
    }
  }
  return sites;
}

// What one inducer scores over all sites.
struct Means {
  std::vector<double> plain, crossed;                 // F1.
  std::vector<double> predicted, actual, difference;  // Recall ([Zheng] Fig. 10.7).

  [[nodiscard]] double f1() const { return (mean(plain) + mean(crossed)) / 2; }

  void add(const std::string& site, const ListScore& score) {
    (site.ends_with("-crossed") ? crossed : plain).push_back(score.attributes.f1());
    predicted.push_back(score.predicted_recall);
    actual.push_back(score.attributes.recall());
    difference.push_back(std::abs(predicted.back() - actual.back()));
  }

  void report_to(Report& report, const std::string& suffix) const {
    report.figure("plain_f1" + suffix, mean(plain));
    report.figure("crossed_f1" + suffix, mean(crossed));
    report.figure("predicted_recall" + suffix, mean(predicted));
    report.figure("true_recall" + suffix, mean(actual));
    report.figure("prediction_error" + suffix, mean(difference));
  }
};

Result<Means> judge(const TaskContext& context, const std::vector<ListSite>& sites,
                    const std::string& inducer, unsigned labels, Report* rows) {
  Means means;
  context.progress->begin("learning sites", sites.size());
  WEFT_ASSIGN(const model::Inducer learner, induce::find_inducer(inducer));
  for (const ListSite& site : sites) {
    const ListScore score = judge_lists(site, learner, labels);
    context.progress->advance(1);
    means.add(site.name, score);
    if (rows == nullptr) continue;
    rows->row("site", site.name,
              {{"f1", score.attributes.f1()},
               {"record_f1", score.records.micro_f1()},
               {"predicted_recall", score.predicted_recall},
               {"true_recall", score.attributes.recall()}});
  }
  context.progress->end();
  return means;
}

Result<Report> run_curve(const TaskContext& context, const std::vector<ListSite>& sites) {
  const std::string inducer = context.method.substr(kCurve.size());
  Report report;
  std::vector<ChartSeries> curves = {{"F1", {}}, {"true recall", {}}, {"predicted recall", {}}};
  Figures plain, crossed;
  for (const unsigned labels : kCurveLabels) {
    WEFT_ASSIGN(const Means means, judge(context, sites, inducer, labels, nullptr));
    means.report_to(report, fmt::format("_k{}", labels));
    curves[0].points.emplace_back(labels, means.f1());
    curves[1].points.emplace_back(labels, mean(means.actual));
    curves[2].points.emplace_back(labels, mean(means.predicted));
    plain.push_back({"f1", mean(means.plain)});
    crossed.push_back({"f1", mean(means.crossed)});
    if (labels == kMainLabels) report.score = means.f1();
  }
  const double fall = std::max(largest_fall(plain), largest_fall(crossed));
  report.figure("largest_fall", fall);
  report.score -= fall;
  report.chart("Practice lists, " + inducer, "labelled pages a site", "", curves);
  return report;
}

Result<Report> run(const TaskContext& context) {
  const std::vector<ListSite> sites = make_sites(context);
  if (context.method.starts_with(kSaved))
    return report_saved(sites, context.method.substr(kSaved.size()));
  if (context.method.starts_with(kCurve)) return run_curve(context, sites);
  Report report;
  WEFT_ASSIGN(const Means means,
              judge(context, sites, context.method, context.labels.value_or(1), &report));
  report.score = means.f1();
  means.report_to(report, "");
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "practice",
          .summary = "List pages of practice sites, plain and crossed, from labels",
          .metric = "mean F1 of records and attributes ([Zheng] 9.5.1.2) over sites",
          .data_sets = {},
          .methods = {"broom", "broom-paper", "broom-update", "rules", "page-tree",
                      "page-tree-paper", "vote", "best", "saved-rules", "saved-broom",
                      "saved-broom-update", "saved-desk", "saved-page-tree", "curve-broom",
                      "curve-rules", "curve-page-tree", "curve-vote", "curve-best"},
          .default_labels = 1,
          .run = run};
}

}  // namespace weft::eval::practice_task
