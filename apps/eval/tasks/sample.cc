// weft eval sample: do the first pages chosen for labelling show what there is to label ([Vertex]
// III-B, Table I)?
//
// For each site of a data set laid out like SWDE: how many pages a scheme needs to cover every
// XPath expression, and how many of the site's attributes the first page it chooses has. Random is
// averaged over ten seeds.

#include <map>

#include "base/file.h"
#include "eval/metrics/counts.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "group/sample.h"
#include "html/parser.h"

namespace weft::eval::sample_task {
namespace {

constexpr uint64_t kRandomSeeds = 10;

Result<std::vector<group::PageOutline>> read_outlines(const SwdeSite& site,
                                                      const TaskContext& context) {
  std::vector<group::PageOutline> outlines;
  html::Parser parser;
  for (const auto& path : site.pages) {
    WEFT_ASSIGN(const std::string bytes, read_file(path));
    auto parsed = parser.parse(dom::Source::borrow(bytes), {.limits = context.limits});
    outlines.push_back(group::outline_of(parsed.document));
    parser.recycle(std::move(parsed.document));
  }
  return outlines;
}

double attributes_on(const SwdeSite& site, uint32_t page) {
  double count = 0;
  for (const auto& [attribute, values] : site.truth) count += values[page].empty() ? 0 : 1;
  return count;
}

const std::map<std::string, group::SampleMethod> kMethods = {
    {"weighted", group::SampleMethod::kWeighted},
    {"greedy", group::SampleMethod::kGreedy},
    {"random", group::SampleMethod::kRandom}};

// One site, averaged over seeds where chance decides.
Figures measure(const SwdeSite& site, const std::vector<group::PageOutline>& outlines,
                group::SampleMethod method) {
  double first_page_attributes = 0, pages_to_cover = 0;
  const uint64_t seeds = method == group::SampleMethod::kRandom ? kRandomSeeds : 1;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto picks = group::choose_pages(outlines, {.method = method, .size = 0, .seed = seed});
    pages_to_cover += share(picks.size(), seeds);
    if (!picks.empty())
      first_page_attributes += attributes_on(site, picks[0].page) / static_cast<double>(seeds);
  }
  return {{"first_page_attributes", first_page_attributes},
          {"attributes", site.truth.size()},
          {"pages_to_cover", pages_to_cover},
          {"pages", site.pages.size()}};
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  Report report;
  for (const SwdeSite& site : sites) {
    WEFT_ASSIGN(const auto outlines, read_outlines(site, context));
    report.row("site", site.name, measure(site, outlines, kMethods.at(context.method)));
  }
  const Figures means = mean_figures(report.rows);
  const auto all = static_cast<double>(report.rows.size());
  const double attributes = all * figure_of(means, "attributes");
  const double shown = all * figure_of(means, "first_page_attributes");
  report.score = attributes == 0 ? 0 : shown / attributes;
  report.figure("first_page_attributes", shown);
  report.figure("attributes", attributes);
  report.figure("pages_to_cover", figure_of(means, "pages_to_cover"));
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "sample",
          .summary = "Pages chosen for labelling: what the first one shows",
          .metric = "share of attributes that the first page has",
          .data_sets = kSwdeSets,
          .methods = {"weighted", "greedy", "random"},
          .run = run};
}

}  // namespace weft::eval::sample_task
