// weft eval explore: from the address of a made-up site to all its records (practice/web.h), by links, search
// forms and pagination; in memory, without a network.
//
// Four domains, four kinds of front pages, five seeds: 80 sites. A site's truth are the records of all its list
// pages. A wrapper is effective when at least 0.95 of them are found, each as one record. `breadth-first` follows
// every link in the order of the page, fills in nothing, and is judged alike. Score: share of effective sites.

#include <deque>
#include <map>
#include <set>

#include "base/strings.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/record_set.h"
#include "eval/task.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "practice/web.h"
#include "site/explore_site.h"
#include "url/url.h"

namespace weft::eval::explore_task {
namespace {

constexpr uint64_t kSeeds = 5;
constexpr practice::Domain kWalkDomains[] = {practice::Domain::kShop, practice::Domain::kEstate,
                                             practice::Domain::kCars, practice::Domain::kJobs};
constexpr double kEffective = 0.95;
constexpr size_t kMaxFetches = 200;

Result<model::Page> read_page(practice::Web& web, const std::string& url) {
  const std::string& origin = web.site().origin;
  if (!url.starts_with(origin)) return Error{ErrorCode::kIo, url + " is of another site"};
  std::string path = url.substr(origin.size());
  if (path.empty()) path = "/";
  practice::WebAnswer answer = web.get(path);
  model::Page page;
  page.id = page.url = url;
  page.status = answer.status;
  page.document = html::parse(answer.html).document;
  return page;
}

struct WalkVerdict {
  double found = 0;  // Share of the site's records.
  size_t truth = 0;
  size_t fetches = 0;
  size_t forbidden = 0;
};

// Records of pages as one bag, compared with those of all lists.
double share_found(const std::vector<std::string>& texts, const practice::Site& site,
                   size_t& count) {
  std::map<std::string, TruthRecord> truth;
  for (const practice::Page& page : site.pages) {
    if (page.template_name != "list") continue;
    for (const practice::TruthRecord& record : page.records) {
      truth.try_emplace(record.id,
                        TruthRecord{practice::shown_text(record),
                                    record.values.empty() ? "" : record.values.front().text});
    }
  }
  std::vector<TruthRecord> records;
  for (auto& [id, record] : truth) records.push_back(std::move(record));
  count = records.size();
  return match_record_set(texts, records).counts.recall();
}

WalkVerdict walk(practice::Web& web) {
  const site::Explored explored = site::explore_site(
      web.site().origin + "/", [&](const std::string& url) { return read_page(web, url); },
      {.walk = {.max_fetches = kMaxFetches, .terms = {"a"}}});
  std::vector<std::string> texts;
  for (const site::ResultPage& result : explored.results) {
    for (std::string& text : mine::record_texts(result.page.document, result.region))
      texts.push_back(std::move(text));
  }
  WalkVerdict verdict;
  verdict.found = share_found(texts, web.site(), verdict.truth);
  verdict.fetches = web.requests();
  verdict.forbidden = web.forbidden_hits();
  return verdict;
}

WalkVerdict breadth_first(practice::Web& web) {
  std::deque<std::string> queue = {web.site().origin + "/"};
  std::set<std::string> seen(queue.begin(), queue.end());
  std::set<std::string> texts;
  while (!queue.empty() && web.requests() < kMaxFetches) {
    const auto page = read_page(web, queue.front());
    queue.pop_front();
    if (!page.ok()) continue;
    const auto regions = mine::mine(page->document, {.max_regions = 1});
    if (!regions.empty()) {
      for (std::string& text : mine::record_texts(page->document, regions[0]))
        texts.insert(std::move(text));
    }
    for (const dom::NodeId n : page->document.nodes()) {
      const auto href = page->document.attribute(n, dom::atoms::kHref);
      if (page->document.name(n) != dom::atoms::kA || !href) continue;
      std::string url = url::resolve(trim(*href), page->url);
      url.resize(std::min(url.size(), url.find('#')));
      if (url.starts_with(web.site().origin) && seen.insert(url).second) queue.push_back(url);
    }
  }
  WalkVerdict verdict;
  verdict.found = share_found({texts.begin(), texts.end()}, web.site(), verdict.truth);
  verdict.fetches = web.requests();
  verdict.forbidden = web.forbidden_hits();
  return verdict;
}

Result<Report> run(const TaskContext& context) {
  struct Job {
    practice::Domain domain;
    practice::FrontPage front;
    uint64_t seed;
    WalkVerdict verdict;
  };
  std::vector<Job> jobs;
  for (const practice::Domain domain : kWalkDomains) {
    for (const practice::FrontPage front : practice::kFrontPages) {
      for (uint64_t seed = 1; seed <= kSeeds; ++seed)
        jobs.push_back({domain, front, seed + 100 * context.seed, {}});
    }
  }
  const bool breadth = context.method == "breadth-first";
  for_each_parallel(context, "walking", jobs.size(), [&](size_t i) {
    practice::Web web({.domain = jobs[i].domain, .seed = jobs[i].seed, .items = 48}, jobs[i].front);
    jobs[i].verdict = breadth ? breadth_first(web) : walk(web);
  });
  size_t effective = 0, all_found = 0, forbidden = 0, fetches = 0;
  double records = 0;
  std::vector<double> shares;
  std::map<std::string, std::vector<double>> by_front;
  Report report;
  for (const Job& job : jobs) {
    const WalkVerdict& verdict = job.verdict;
    effective += verdict.found >= kEffective ? 1 : 0;
    all_found += verdict.found == 1 ? 1 : 0;
    forbidden += verdict.forbidden;
    fetches += verdict.fetches;
    records += verdict.found * static_cast<double>(verdict.truth);
    shares.push_back(verdict.found);
    by_front[std::string(front_page_name(job.front))].push_back(verdict.found);
    if (verdict.found < kEffective) {
      report.row("site",
                 std::string(domain_name(job.domain)) + " " + std::to_string(job.seed) + " " +
                     std::string(front_page_name(job.front)),
                 {{"found", verdict.found}, {"fetches", verdict.fetches}});
    }
  }
  report.score = share(effective, jobs.size());
  report.figure("all_records", share(all_found, jobs.size()));
  report.figure("mean_found", mean(shares));
  report.figure("fetches_per_record", records == 0 ? 0 : static_cast<double>(fetches) / records);
  report.figure("forbidden_hits", forbidden);
  report.figure("sites", jobs.size());
  for (const auto& [front, found] : by_front)
    report.row("front page", front, {{"found", mean(found)}});
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "explore",
          .summary = "Walks through made-up sites to all their records",
          .metric = "share of sites of which at least 0.95 of the records are found",
          .data_sets = {},
          .methods = {"weft", "breadth-first"},
          .run = run};
}

}  // namespace weft::eval::explore_task
