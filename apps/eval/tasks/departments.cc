// weft eval departments: focused crawls for academic papers on generated department sites, the
// setting of [Zheng] 5.4 and Table 5.2.
//
// Eighteen sites, as in the thesis. Each is crawled with a model trained on the other half: the odd
// ones with what the even ones taught, and the other way round. "d is the only parameter we need to
// tune": it is tuned on the training sites alone, by replaying crawls of them. The thesis' own d =
// 4 is reported beside it; generated sites are less deep than the real ones it was best for.

#include <limits>
#include <map>

#include <fmt/format.h>

#include "crawl/plan/replay.h"
#include "eval/department_site.h"
#include "eval/task.h"

namespace weft::eval {
namespace {

constexpr uint64_t kSites = 18;
constexpr double kShare = 0.8;  // of relevant documents to be found

constexpr uint32_t kThesisDepth = 4;

using Sites = std::vector<const crawl::SiteLog*>;

double visited_share(const crawl::SiteLog& site, crawl::CrawlPolicy policy,
                     const crawl::FocusModel& model, const crawl::SignalReader& reader) {
  return replay(site, 0, policy, model, reader).visited_share_for(kShare);
}

// The model whose signals find papers earliest on the sites it was trained on.
crawl::FocusModel tuned_model(const Sites& sites, const crawl::SignalReader& reader) {
  crawl::FocusModel best;
  double least = std::numeric_limits<double>::infinity();
  for (uint32_t depth = 1; depth <= kThesisDepth; ++depth) {
    crawl::FocusModel model = train_focus(sites, reader, {.depth = depth});
    double share = 0;
    for (const crawl::SiteLog* site : sites)
      share += visited_share(*site, crawl::CrawlPolicy::kSignals, model, reader);
    if (share >= least) continue;
    least = share;
    best = std::move(model);
  }
  return best;
}

Result<Report> run(const TaskContext& context) {
  const crawl::SignalReader reader;
  std::vector<crawl::SiteLog> sites;
  for (uint64_t i = 0; i < kSites; ++i) sites.push_back(department_site(i));
  crawl::FocusModel tuned[2];
  crawl::FocusModel thesis[2];
  for (size_t half = 0; half < 2; ++half) {
    Sites others;
    for (size_t i = 0; i < kSites; ++i)
      if (i % 2 != half) others.push_back(&sites[i]);
    tuned[half] = tuned_model(others, reader);
    thesis[half] = train_focus(others, reader, {.depth = kThesisDepth});
  }
  Report report;
  std::map<std::string, double> mean;
  size_t measured = 0;
  context.progress->begin("sites", kSites);
  for (size_t i = 0; i < kSites; ++i) {
    context.progress->advance(1);
    const std::string name = fmt::format("dept{}", i);
    if (!keeps_site(context, name, measured)) continue;
    Row row{"site", name, {}};
    const auto measure = [&](const char* figure, crawl::CrawlPolicy policy,
                             const crawl::FocusModel& model) {
      const double share = visited_share(sites[i], policy, model, reader);
      row.figures.push_back({figure, share});
      mean[figure] += share;
    };
    measure("breadth_first", crawl::CrawlPolicy::kBreadthFirst, tuned[i % 2]);
    measure("signals_d4", crawl::CrawlPolicy::kSignals, thesis[i % 2]);
    measure("signals", crawl::CrawlPolicy::kSignals, tuned[i % 2]);
    measure("weft", crawl::CrawlPolicy::kWeft, tuned[i % 2]);
    report.rows.push_back(std::move(row));
    ++measured;
  }
  context.progress->end();
  if (measured == 0) return Error{ErrorCode::kNotFound, "no site of that name"};
  for (auto& [name, total] : mean) {
    total /= static_cast<double>(measured);
    report.figure(name, total);
  }
  report.score = 1 - mean[context.method == "breadth-first" ? "breadth_first" : context.method];
  report.figure("sites", static_cast<double>(measured));
  return report;
}

const Task kDepartments(
    {.name = "departments",
     .summary = "How early a focused crawl of generated department sites finds papers",
     .metric = "1 - share of URLs visited until 80 % of the papers are found",
     .data_sets = {},
     .methods = {"weft", "signals", "breadth-first"},
     .run = run});

}  // namespace
}  // namespace weft::eval
