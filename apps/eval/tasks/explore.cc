// weft eval explore: from the address of a made-up site to all its records (practice/web.h), by links, search
// forms, frames and pagination; in memory, without a network.
//
// Four domains, seventeen ways in, three seeds: 204 sites, with eleven kinds of pagination among them. A site's
// truth are all its records, as lists show them. Judged as [Amber] 7.2.2 and Table 7.3a do:
//
//   effective   at least 0.95 of the records are found, and F1 of their attributes is at least 0.95 (the score)
//   all         Table 7.3a's "effective": every record is found, duplicates allowed; then "incorrect": some
//               records, not all; and "none"
//   journey     the way that was found, gone again without exploring (one site in four): records it brings
//   details     on the same sites, the records' own pages opened: how many of the attributes that a page of its own
//               has are found for its record, beyond what lists show, and how many of these are right
//   off-domain  sites of another domain than the one asked for: how many of 100 gave records at all
//
// Rivals, judged alike: `no-domain` (the miner says what a record is), `breadth-first` (every link in the order of
// the page; fills in nothing), `heuristic` (as a careful script: next links, then navigation, then forms as they are;
// no page of a kind with many siblings).

#include <deque>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/record_set.h"
#include "eval/practice_domains.h"
#include "eval/task.h"
#include "explore/pagination.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "practice/web.h"
#include "site/domain_records.h"
#include "site/explore_site.h"
#include "site/input_files.h"
#include "site/journey_run.h"
#include "url/url.h"

namespace weft::eval::explore_task {
namespace {

constexpr uint64_t kSeeds = 3;
constexpr unsigned kItems = 49;
constexpr size_t kOffDomain = 100;
constexpr double kEffective = 0.95;
constexpr size_t kMaxFetches = 200;
// Of the sites, one in so many is gone to again by its journey.
constexpr size_t kJourneyEvery = 4;
constexpr size_t kAreasEvery = 10;   // Sites of which one has the new beside the used.
constexpr size_t kManySiblings = 8;  // Links of one kind on a page: single things, to a heuristic.

// A visitor with a cookie.
class Visitor {
 public:
  explicit Visitor(practice::Web& web) : web_(web) {}
  Result<model::Page> read(const explore::FormRequest& request) {
    const std::string& url = request.url;
    if (!url.starts_with(web_.origin())) return Error{ErrorCode::kIo, url + " is of another site"};
    std::string path = url.substr(web_.origin().size());
    if (path.empty()) path = "/";
    practice::WebAnswer answer = web_.ask({path, request.body, cookie_});
    if (!answer.cookie.empty()) cookie_ = answer.cookie;
    return model::html_page(answer.html, {.id = url, .url = url, .status = answer.status});
  }

 private:
  practice::Web& web_;
  std::string cookie_;
};

struct FoundPage {
  std::vector<std::string> texts;
  mine::Region region;
  std::vector<uint8_t> fresh;  // By record; empty: those whose text is new.
};

struct Verdict {
  double found = 0;   // Share of the records.
  Counts attributes;  // Values.
  std::map<std::string, Counts> by_attribute;
  size_t truth = 0;
  size_t fetches = 0;
  size_t forbidden = 0;
  bool any = false;
  std::string ended;
  double again = -1;
  Counts details;  // Values of records' own pages that lists do not show.

  [[nodiscard]] bool effective() const {
    return found >= kEffective && attributes.f1() >= kEffective;
  }
};

// Records of all pages as one bag, each once, against the site's.
Verdict judge(const std::vector<FoundPage>& pages, const practice::Web& web,
              const PracticeDomain& domain) {
  struct Row {
    const mine::Region* region;
    size_t record;
  };
  std::vector<std::string> texts;
  std::vector<Row> rows;
  std::set<std::string> seen;
  for (const FoundPage& page : pages) {
    for (size_t r = 0; r < page.texts.size(); ++r) {
      const bool fresh =
          page.fresh.empty() ? seen.insert(page.texts[r]).second : page.fresh[r] != 0;
      if (!fresh) continue;
      texts.push_back(page.texts[r]);
      rows.push_back({&page.region, r});
    }
  }
  const std::vector<TruthRecord> truth = shown_records(web.truth());
  const RecordSetMatch match = match_record_set(texts, truth);
  Verdict verdict;
  verdict.found = match.counts.recall();
  verdict.truth = truth.size();
  verdict.any = !texts.empty();
  const std::string_view language = name_of(web.language());
  for (const PracticeAttribute& mapping : domain.attributes) {
    Counts counts;
    for (const practice::TruthRecord& record : web.truth())
      counts.truth += record.find(mapping.truth) != nullptr ? 1 : 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      for (const mine::Column& column : rows[i].region->columns) {
        const mine::Cell& cell = column.cells[rows[i].record];
        if (column.name != mapping.attribute || cell.node == dom::kNoNode) continue;
        ++counts.found;
        if (match.truth_of[i] < 0) continue;
        const practice::TruthValue* value =
            web.truth()[static_cast<size_t>(match.truth_of[i])].find(mapping.truth);
        if (value != nullptr && comparable_as(column.type, cell.text, language) ==
                                    comparable_as(column.type, value->text, language))
          ++counts.correct;
      }
    }
    verdict.attributes += counts;
    verdict.by_attribute[fmt::format("{} {}", domain.shipped, mapping.attribute)] = counts;
  }
  return verdict;
}

// --- visitors ---

struct Walked {
  std::vector<FoundPage> pages;
  size_t fetches = 0;
  std::string ended;
  double again = -1;  // Share of the records that the journey brings; -1: it was not gone.
  Counts details;     // Of pages of records; none were opened where the journey was not gone.
};

// Values of records' own pages that lists do not show, under the names that the domain has for them.
Counts judge_details(const site::DetailRecords& found, const practice::Web& web,
                     const PracticeDomain& domain) {
  const std::vector<practice::TruthRecord> truth = web.details();
  const std::string_view language = name_of(web.language());
  std::map<std::string, size_t> by_title;  // Titles that are one record's.
  std::set<std::string> several;
  for (size_t i = 0; i < truth.size(); ++i) {
    if (!by_title.emplace(truth[i].values.front().text, i).second)
      several.insert(truth[i].values.front().text);
  }
  Counts counts;
  for (const PracticeAttribute& mapping : domain.details) {
    for (const practice::TruthRecord& record : truth)
      counts.truth +=
          record.find(mapping.truth) != nullptr && !several.contains(record.values.front().text)
              ? 1
              : 0;
  }
  for (const model::Extraction& page : found.extractions) {
    for (const model::Record& record : page.records) {
      const model::Value* title = record.find(domain.attributes.front().attribute);
      const auto own = title == nullptr ? by_title.end() : by_title.find(title->text);
      if (own == by_title.end() || several.contains(own->first)) continue;
      for (const PracticeAttribute& mapping : domain.details) {
        const model::Value* value = record.find(mapping.attribute);
        if (value == nullptr) continue;
        ++counts.found;
        const practice::TruthValue* right = truth[own->second].find(mapping.truth);
        const auto type = value::ValueType::kText;
        if (right != nullptr && comparable_as(type, value->text, language) ==
                                    comparable_as(type, right->text, language))
          ++counts.correct;
      }
    }
  }
  return counts;
}

Walked walk(practice::Web& web, const annotate::Recognizer* domain, const PracticeDomain& names,
            const std::vector<annotate::Recognizer>& shipped, bool go_again) {
  std::vector<const annotate::Recognizer*> rivals;
  for (const annotate::Recognizer& one : shipped) {
    if (domain != nullptr && one.domain().name != domain->domain().name) rivals.push_back(&one);
  }
  Visitor visitor(web);
  const auto read = [&](const explore::FormRequest& request) { return visitor.read(request); };
  site::Explored explored =
      site::explore_site(web.origin() + "/", read,
                         {.walk = {.max_fetches = kMaxFetches, .allow_post = true},
                          .domain = domain,
                          .rivals = std::move(rivals)});
  Walked walked;
  walked.fetches = web.requests();
  if (go_again) {
    const auto details = site::open_details(explored, read, domain, kMaxFetches);
    if (details.ok()) walked.details = judge_details(*details, web, names);
    walked.again = 0;
    const auto wrapper = site::learn_site_wrapper(explored);
    if (wrapper.ok()) {
      const auto journey =
          site::make_journey(web.origin() + "/", explored, *wrapper, domain->domain().name);
      const auto run = site::run_journey(*journey, read, {.allow_post = true, .domain = domain});
      if (run.ok())
        walked.again = std::min(
            1.0, static_cast<double>(run->records) / static_cast<double>(web.truth().size()));
    }
  }
  for (site::ResultPage& result : explored.results) {
    std::vector<std::string> texts = mine::record_texts(result.page.document, result.region);
    walked.pages.push_back({std::move(texts), std::move(result.region), std::move(result.fresh)});
  }
  walked.ended = explored.ended;
  return walked;
}

std::string address_kind(const std::string& url) {
  std::string kind;
  for (const char c : url.substr(0, url.find_last_of('/') + 1)) {
    if (!is_ascii_digit(c)) kind += c;
  }
  return kind;
}

// Every link; or, `careful`, the next page first, then links of kinds with few siblings and forms as they are.
std::vector<FoundPage> crawl(practice::Web& web, const annotate::Recognizer& domain, bool careful) {
  Visitor visitor(web);
  std::deque<std::string> queue = {web.origin() + "/"};
  std::set<std::string> seen(queue.begin(), queue.end());
  std::vector<FoundPage> pages;
  while (!queue.empty() && web.requests() < kMaxFetches) {
    const auto page = visitor.read({"GET", queue.front(), ""});
    queue.pop_front();
    if (!page.ok() || page->status != 200) continue;
    std::vector<mine::Region> regions = site::mine_by_domain(page->document, domain);
    if (!regions.empty())
      pages.push_back({mine::record_texts(page->document, regions[0]), std::move(regions[0]), {}});
    std::vector<std::string> links;
    std::map<std::string, size_t> kinds;
    for (const dom::NodeId n : page->document.nodes()) {
      const auto href = page->document.attribute(n, dom::atoms::kHref);
      if (page->document.name(n) != dom::atoms::kA || !href) continue;
      std::string url = url::resolve(trim(*href), page->url);
      url.resize(std::min(url.size(), url.find('#')));
      if (!url.starts_with(web.origin()) || !seen.insert(url).second) continue;
      ++kinds[address_kind(url)];
      links.push_back(std::move(url));
    }
    for (std::string& url : links) {
      if (!careful || kinds[address_kind(url)] <= kManySiblings) queue.push_back(std::move(url));
    }
    if (!careful) continue;
    for (const explore::Form& form : explore::find_forms(page->document)) {
      const auto request = explore::make_request(form, page->url, {});
      if (form.method == "get" && request.ok() && request->url.starts_with(web.origin()) &&
          seen.insert(request->url).second)
        queue.push_back(request->url);
    }
    const auto next = explore::PaginationModel::shipped().find(page->document, page->url).next_url;
    if (std::erase(queue, next) != 0 || (!next.empty() && seen.insert(next).second))
      queue.push_front(next);
  }
  return pages;
}

// --- the task ---

struct Job {
  const PracticeDomain* domain;  // What is asked for.
  const annotate::Recognizer* recognizer;
  practice::Domain site;
  practice::WebDesign design;
  uint64_t seed;
  Verdict verdict;
};

Verdict run_job(const Job& job, const std::vector<annotate::Recognizer>& shipped,
                const std::string& method, bool go_again) {
  practice::Web web({.domain = job.site, .seed = job.seed, .items = kItems, .results = true},
                    job.design);
  Walked walked;
  if (method == "breadth-first" || method == "heuristic") {
    walked.pages = crawl(web, *job.recognizer, method == "heuristic");
    walked.fetches = web.requests();
  } else {
    walked =
        walk(web, method == "no-domain" ? nullptr : job.recognizer, *job.domain, shipped, go_again);
  }
  Verdict verdict = judge(walked.pages, web, *job.domain);
  verdict.fetches = walked.fetches;
  verdict.forbidden = web.forbidden_hits();
  verdict.ended = walked.ended;
  verdict.again = walked.again;
  verdict.details = walked.details;
  return verdict;
}

std::string job_name(const Job& job) {
  return fmt::format("{} {} {}, {}", name_of(job.site), job.seed, name_of(job.design.entry),
                     name_of(job.design.pager));
}

practice::WebDesign design_of(size_t number) {
  return {.entry = static_cast<practice::Entry>(number % practice::kEntries),
          .pager = static_cast<practice::Pager>(number % practice::kPagers),
          .areas = number % kAreasEvery == kAreasEvery - 1};
}

// Sites, and what is asked of them; `own` their own domain, otherwise others.
std::vector<Job> make_jobs(const TaskContext& context,
                           const std::vector<annotate::Recognizer>& recognizers, bool own) {
  std::vector<Job> jobs;
  const uint64_t first = 1 + 1000 * uint64_t{context.seed};
  if (own) {
    for (size_t d = 0; d < recognizers.size(); ++d) {
      const PracticeDomain& domain = practice_domains()[d];
      for (size_t i = 0; i < kSeeds * practice::kEntries; ++i) {
        Job job{&domain, &recognizers[d], domain.practice, design_of(i), first + i, {}};
        if (keeps_site(context, job_name(job))) jobs.push_back(job);
      }
    }
    return jobs;
  }
  for (size_t i = 0; jobs.size() < kOffDomain && context.max_sites == 0 && context.only.empty();
       ++i) {
    const size_t d = i % recognizers.size();
    const practice::Domain site = practice::kDomains[(i / 5) % std::size(practice::kDomains)];
    const PracticeDomain& domain = practice_domains()[d];
    if (site == domain.practice) continue;
    jobs.push_back({&domain, &recognizers[d], site, design_of(3 * i), first + 500 + i, {}});
  }
  return jobs;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<annotate::Recognizer> recognizers,
              practice_recognizers(practice_domains().size()));
  WEFT_ASSIGN(std::vector<annotate::Domain> descriptions, site::read_shipped_domains());
  const std::vector<annotate::Recognizer> shipped(std::move_iterator(descriptions.begin()),
                                                  std::move_iterator(descriptions.end()));
  std::vector<Job> jobs = make_jobs(context, recognizers, true);
  const size_t own = jobs.size();
  if (context.method != "no-domain") {
    for (Job& job : make_jobs(context, recognizers, false)) jobs.push_back(std::move(job));
  }
  for_each_parallel(context, "walking", jobs.size(), [&](size_t i) {
    jobs[i].verdict = run_job(jobs[i], shipped, context.method,
                              context.method == "weft" && i < own && i % kJourneyEvery == 0);
  });
  size_t effective = 0, all = 0, incorrect = 0, none = 0, strangers = 0, forbidden = 0, fetches = 0;
  double records = 0;
  Counts attributes, details;
  std::map<std::string, Counts> by_attribute;
  std::vector<double> shares, journeys;
  std::map<std::string, std::vector<double>> by_entry, by_pager;
  Report report;
  for (size_t i = 0; i < jobs.size(); ++i) {
    const Verdict& verdict = jobs[i].verdict;
    forbidden += verdict.forbidden;
    if (i >= own) {
      strangers += verdict.any ? 1 : 0;
      if (verdict.any)
        report.row("off-domain", std::string(jobs[i].domain->shipped) + " on " + job_name(jobs[i]),
                   {{"records", 1}});
      continue;
    }
    effective += verdict.effective() ? 1 : 0;
    all += verdict.found == 1 ? 1 : 0;
    incorrect += verdict.any && verdict.found < 1 ? 1 : 0;
    none += verdict.any ? 0 : 1;
    fetches += verdict.fetches;
    records += verdict.found * static_cast<double>(verdict.truth);
    attributes += verdict.attributes;
    details += verdict.details;
    for (const auto& [name, counts] : verdict.by_attribute) by_attribute[name] += counts;
    shares.push_back(verdict.found);
    if (verdict.again >= 0) journeys.push_back(verdict.again);
    const double good = verdict.effective() ? 1 : 0;
    by_entry[std::string(name_of(jobs[i].design.entry))].push_back(good);
    by_pager[std::string(name_of(jobs[i].design.pager))].push_back(good);
    if (!verdict.effective() || verdict.found < 1) {
      report.row("site", job_name(jobs[i]) + (verdict.ended.empty() ? "" : ": " + verdict.ended),
                 {{"found", verdict.found},
                  {"attributes", verdict.attributes.f1()},
                  {"fetches", verdict.fetches}});
    }
  }
  report.score = share(effective, own);
  report.figure("all_records", share(all, own));
  report.figure("incorrect", share(incorrect, own));
  report.figure("none", share(none, own));
  report.figure("mean_found", mean(shares));
  report.figure("attribute_f1", attributes.f1());
  report.figure("fetches_per_record", records == 0 ? 0 : static_cast<double>(fetches) / records);
  if (!journeys.empty()) {
    report.figure("journey_found", mean(journeys));
    report.figure("details_recall", details.recall());
    report.figure("details_precision", details.precision());
  }
  report.figure("forbidden_hits", forbidden);
  report.figure("sites", own);
  report.figure("off_domain", strangers);
  for (const auto& [name, counts] : by_attribute) {
    report.row("attribute", name, {{"precision", counts.precision()}, {"recall", counts.recall()}});
  }
  for (const auto& [name, good] : by_entry) report.row("way in", name, {{"effective", mean(good)}});
  for (const auto& [name, good] : by_pager)
    report.row("pagination", name, {{"effective", mean(good)}});
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "explore",
          .summary = "Walks through made-up sites to all their records",
          .metric = "share of sites with 0.95 of the records, at an F1 of 0.95 of their attributes",
          .data_sets = {},
          .methods = {"weft", "no-domain", "breadth-first", "heuristic"},
          .run = run};
}

}  // namespace weft::eval::explore_task
