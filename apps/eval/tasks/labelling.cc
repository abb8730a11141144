// weft eval labelling: how many pages somebody must label until `weft learn` asks for no more
// ([Vertex] III-B: 1.6 to 2.3 pages), and how good the rules are then.
//
// For each SWDE site a sample as for `weft eval swde`. The first page that `weft sample` chooses is
// labelled from the truth; then, as long as the rules leave doubts on other pages of the sample,
// the page with most of them, up to kMaxLabels pages. The rules are judged on all pages never
// labelled. `pages_enough` is hindsight: the least number of pages after which the rules were right
// on kEnough of the values.

#include <algorithm>
#include <map>

#include "eval/metrics/counts.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "site/learn.h"

namespace weft::eval::labelling_task {
namespace {

constexpr size_t kMaxLabels = 10;
constexpr double kEnough = 0.995;

struct SiteResult {
  double pages_labelled = 0;
  double pages_enough = 0;  // 0: never
  bool satisfied = false;   // nothing was left to ask
  double f1 = 0;            // when the last page was labelled
  double first_f1 = 0;      // after one page
};

// A page of the sample by its name.
uint32_t page_number(const LoadedSwdeSite& loaded, const std::string& id) {
  const auto it = std::find_if(loaded.pages.begin(), loaded.pages.end(),
                               [&](const model::Page& page) { return page.id == id; });
  return static_cast<uint32_t>(it - loaded.pages.begin());
}

SiteResult label_site(const LoadedSwdeSite& loaded) {
  SiteResult result;
  SwdeSample sample = sample_swde_site(loaded, 1);
  for (size_t count = 1;; ++count) {
    const auto learned = site::learn(sample.input);
    if (!learned.ok()) return result;
    result.f1 = mean_swde_f1(loaded.site, loaded.pages, sample.labelled, *learned->induced.wrapper);
    result.pages_labelled = static_cast<double>(count);
    if (count == 1) result.first_f1 = result.f1;
    if (result.f1 >= kEnough && result.pages_enough == 0)
      result.pages_enough = result.pages_labelled;
    const induce::PageConsistency* next = induce::next_to_label(learned->pages);
    result.satisfied = next == nullptr;
    if (result.satisfied || count == kMaxLabels) return result;
    const uint32_t p = page_number(loaded, next->page);
    sample.labelled[p] = true;
    for (model::Label& label : swde_labels(loaded.site, loaded.pages[p], p))
      sample.input.labels.push_back(std::move(label));
  }
}

std::vector<Figure> figures_of(const std::vector<SiteResult>& sites) {
  std::vector<double> f1, first, labelled, enough, satisfied;
  for (const SiteResult& site : sites) {
    f1.push_back(site.f1);
    first.push_back(site.first_f1);
    labelled.push_back(site.pages_labelled);
    satisfied.push_back(site.satisfied ? 1 : 0);
    if (site.pages_enough > 0) enough.push_back(site.pages_enough);
  }
  return {{"f1", mean(f1)},
          {"pages_labelled", mean(labelled)},
          {"satisfied", mean(satisfied)},
          {"first_page_f1", mean(first)},
          {"pages_enough", mean(enough)},
          {"sites_enough", enough.size()},
          {"sites", sites.size()}};
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  std::vector<SiteResult> results(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    results[s] = label_site(loaded);
  });
  Report report;
  std::map<std::string, std::vector<SiteResult>> verticals;
  for (size_t s = 0; s < sites.size(); ++s) {
    verticals[sites[s].vertical].push_back(results[s]);
    report.row("site", sites[s].name, figures_of({results[s]}));
  }
  for (const auto& [vertical, of_vertical] : verticals)
    report.row("vertical", vertical, figures_of(of_vertical));
  report.figures = figures_of(results);
  report.score = report.figures.front().value;
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "labelling",
          .summary = "Pages to label until weft learn asks for no more",
          .metric = "mean F1 over sites when no more labels are asked for",
          .data_sets = kSwdeSets,
          .methods = {"rules"},
          .run = run};
}

}  // namespace weft::eval::labelling_task
