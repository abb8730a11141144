// weft eval label: labelling sessions as `weft label` runs them ([Zheng] ch. 10, Table 10.1 and Fig. 10.7): how many pages
// somebody labels until the session says that recall is good enough, how good it is then, and whether what the session
// said on the way was true.
//
// For each SWDE site, somebody who knows the truth:
//   1. opens the page that the session proposes and corrects what is predicted on it: attributes that are right cost
//      nothing, others are labelled again, those the page lacks are declined;
//   2. after each page the predicted recall, the bound, and the recall by (10.3) as printed are compared with the truth on
//      all pages that were never labelled;
//   3. stops at the target of `weft label`, or at kMaxPages.
//
// --method lists-broom: the same on list pages of practice sites. Of a page, records that are predicted but wrong are taken away, then the
// first that is missing is labelled and the others are predicted again, until all are there.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "eval/labelled_lists.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/swde.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/active/label_session.h"
#include "induce/inducers.h"
#include "practice/domain.h"

namespace weft::eval::label_task {
namespace {

constexpr size_t kMaxPages = 10;
constexpr size_t kSessionPages = 120;  // As the verb reads.
constexpr double kTarget = 0.9;        // The verb's.

// After one page.
struct Step {
  double bound = 0;
  double predicted = 0;
  double paper = 0;  // (10.3)
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

struct Session {
  std::vector<Step> steps;
  bool satisfied = false;
  induce::LabelCount count;
  double seconds = 0;  // Of processor time, learning after each page.
};

std::vector<const model::Page*> session_pages(const LoadedSwdeSite& loaded) {
  std::vector<const model::Page*> pages;
  for (size_t i = 0; i < std::min(loaded.order.size(), kSessionPages); ++i)
    pages.push_back(&loaded.pages[loaded.order[i]]);
  return pages;
}

// Makes the labels of the open page those of the truth.
void correct(induce::LabelSession& session, const SwdeSite& site, size_t number) {
  std::map<std::string, std::vector<model::Label>> truth;
  for (model::Label& label : swde_labels(site, *session.page(), number))
    truth[label.attribute].push_back(std::move(label));
  for (const auto& [attribute, values] : site.truth) {
    std::set<std::string> predicted, wanted;
    for (const induce::ProposedLabel& one : session.labels()) {
      if (one.label.attribute == attribute) predicted.insert(one.label.value);
    }
    for (const model::Label& label : truth[attribute]) wanted.insert(label.value);
    if (predicted == wanted && !wanted.empty()) continue;
    session.decline(attribute);
    for (model::Label& label : truth[attribute]) session.add(std::move(label));
  }
}

void judge(const LoadedSwdeSite& loaded, const std::set<std::string>& labelled,
           const model::Wrapper& wrapper, Step& step) {
  AttributeCounts counts;
  for (size_t p = 0; p < loaded.pages.size(); ++p) {
    if (!labelled.contains(loaded.pages[p].id))
      add_page_counts(loaded.site, p, loaded.pages[p], &wrapper, counts);
  }
  std::vector<double> precision, recall, f1;
  for (const auto& [attribute, count] : counts) {
    if (count.truth == 0) continue;
    precision.push_back(count.precision());
    recall.push_back(count.recall());
    f1.push_back(count.f1());
  }
  step.precision = mean(precision);
  step.recall = mean(recall);
  step.f1 = mean(f1);
}

// --- list pages ---

constexpr std::string_view kLists = "lists-";  // Then the inducer.
constexpr uint64_t kListSeeds[] = {1, 2};
constexpr unsigned kListItems = 120;  // Twelve list pages a site or more…
constexpr unsigned kListPage = 6;     // …of so many records.

std::vector<ListSite> list_sites(const TaskContext& context) {
  std::vector<ListSite> sites;
  for (const practice::Domain domain : practice::kDomains) {
    for (const uint64_t seed : kListSeeds) {
      ListSite site = practice_lists({.domain = domain,
                                      .seed = seed + context.seed,
                                      .items = kListItems,
                                      .page_size = kListPage},
                                     context.limits);
      if (keeps_site(context, site.name)) sites.push_back(std::move(site));
    }
  }
  return sites;
}

std::map<std::string, RecordPlaces> shown_records(const induce::LabelSession& session) {
  std::vector<model::Label> labels;
  for (const induce::ProposedLabel& one : session.labels()) labels.push_back(one.label);
  return places_by_record(labels);
}

std::set<RecordPlaces> values_of(const std::map<std::string, RecordPlaces>& records) {
  std::set<RecordPlaces> values;
  for (const auto& [record, places] : records) values.insert(places);
  return values;
}

// Takes away records that are not, place by place, true ones.
void remove_wrong(induce::LabelSession& session, const std::set<RecordPlaces>& truth) {
  const std::map<std::string, RecordPlaces> shown = shown_records(session);
  for (size_t i = session.labels().size(); i-- > 0;) {
    if (!truth.contains(shown.at(session.labels()[i].label.record))) session.remove(i);
  }
}

// Makes the records of the open page those of the truth.
void correct(induce::LabelSession& session, const ListPage& list) {
  const std::vector<model::Label> labels = label_rows(list.page, list.rows);
  const std::map<std::string, RecordPlaces> records = places_by_record(labels);
  const std::set<RecordPlaces> truth = values_of(records);
  remove_wrong(session, truth);
  for (const auto& [record, places] : records) {
    if (values_of(shown_records(session)).contains(places)) continue;
    for (model::Label label : labels) {
      if (label.record != record) continue;
      label.record = "truth" + record;
      session.add(std::move(label));
    }
    session.predict_again();
    remove_wrong(session, truth);
  }
}

// What learning cost: again, page by page, with nothing else in between.
double seconds_to_learn(const std::vector<const model::Page*>& pages,
                        const std::vector<model::Label>& finished, const std::string& name) {
  const auto inducer = induce::find_inducer(name);
  if (!inducer.ok()) return 0;
  model::InducerInput input{.pages = pages};
  const double begin = cpu_seconds();
  for (size_t i = 0; i < finished.size(); ++i) {
    input.labels.push_back(finished[i]);
    if (i + 1 == finished.size() || finished[i + 1].page != finished[i].page)
      (void)(*inducer)(input);
  }
  return cpu_seconds() - begin;
}

Session label_site(const LoadedSwdeSite& loaded, const std::string& inducer) {
  Session out;
  const std::vector<const model::Page*> pages = session_pages(loaded);
  auto session = induce::LabelSession::start({.pages = pages, .inducer = inducer});
  std::set<std::string> labelled;
  while (session.ok() && out.steps.size() < kMaxPages && session->propose()) {
    const std::string id = session->page()->id;
    const auto at = std::find_if(loaded.pages.begin(), loaded.pages.end(),
                                 [&](const model::Page& page) { return page.id == id; });
    correct(*session, loaded.site, static_cast<size_t>(at - loaded.pages.begin()));
    if (!session->finish_page().ok()) {
      session->skip();
      continue;
    }
    labelled.insert(id);
    if (session->wrapper() == nullptr) continue;  // Nothing is labelled yet.
    Step& step = out.steps.emplace_back();
    step.bound = session->bound().recall;
    step.predicted = session->prediction().recall;
    step.paper = induce::predict(*session->wrapper(), pages, session->finished(),
                                 induce::PredictionMethod::kPaper)
                     .recall;
    judge(loaded, labelled, *session->wrapper(), step);
    out.satisfied = step.bound >= kTarget;
    if (out.satisfied) break;
  }
  if (!session.ok()) return out;
  out.count = session->count();
  out.seconds = seconds_to_learn(pages, session->finished(), inducer);
  return out;
}

Session label_list_site(const ListSite& site, const std::string& inducer) {
  Session out;
  std::vector<const model::Page*> pages;
  for (const ListPage& list : site.pages) pages.push_back(&list.page);
  auto session = induce::LabelSession::start({.pages = pages, .inducer = inducer});
  while (session.ok() && out.steps.size() < kMaxPages && session->propose()) {
    const model::Page* page = session->page();
    correct(*session, *std::find_if(site.pages.begin(), site.pages.end(),
                                    [&](const ListPage& one) { return &one.page == page; }));
    if (!session->finish_page().ok()) {
      session->skip();
      continue;
    }
    Step& step = out.steps.emplace_back();
    step.bound = session->bound().recall;
    step.predicted = session->prediction().recall;
    step.paper = induce::predict(*session->wrapper(), pages, session->finished(),
                                 induce::PredictionMethod::kPaper)
                     .recall;
    const RecordAlignmentScore score =
        judge_wrapper(site, session->wrapper(), session->finished()).attributes;
    step.precision = score.precision();
    step.recall = score.recall();
    step.f1 = score.f1();
    out.satisfied = step.bound >= kTarget;
    if (out.satisfied) break;
  }
  if (!session.ok()) return out;
  out.count = session->count();
  out.seconds = seconds_to_learn(pages, session->finished(), inducer);
  return out;
}

std::vector<Figure> figures_of(const std::vector<const Session*>& sessions) {
  std::vector<double> f1, precision, recall, pages, satisfied, holds, error, paper_error, seconds;
  induce::LabelCount count;
  for (const Session* one : sessions) {
    if (one->steps.empty()) continue;
    const Step& last = one->steps.back();
    f1.push_back(last.f1);
    precision.push_back(last.precision);
    recall.push_back(last.recall);
    pages.push_back(static_cast<double>(one->steps.size()));
    satisfied.push_back(one->satisfied ? 1 : 0);
    seconds.push_back(one->seconds);
    count.records += one->count.records;
    count.records_by_hand += one->count.records_by_hand;
    for (const Step& step : one->steps) {
      holds.push_back(step.bound <= step.recall ? 1 : 0);
      error.push_back(std::abs(step.predicted - step.recall));
      paper_error.push_back(std::abs(step.paper - step.recall));
    }
  }
  return {{"f1", mean(f1)},
          {"precision", mean(precision)},
          {"recall", mean(recall)},
          {"pages_labelled", mean(pages)},
          {"satisfied", mean(satisfied)},
          {"bound_holds", mean(holds)},
          {"prediction_error", mean(error)},
          {"prediction_error_paper", mean(paper_error)},
          {"records_saved", count.saved()},
          {"seconds_to_learn", mean(seconds)},
          {"sites", pages.size()}};
}

Report report_of(const std::vector<std::string>& names, const std::vector<Session>& sessions) {
  Report report;
  std::vector<const Session*> all;
  for (size_t s = 0; s < sessions.size(); ++s) {
    all.push_back(&sessions[s]);
    report.row("site", names[s], figures_of({&sessions[s]}));
    for (size_t i = 0; i < sessions[s].steps.size(); ++i) {
      const Step& step = sessions[s].steps[i];
      report.row("page", fmt::format("{} {}", names[s], i + 1),
                 {{"bound", step.bound},
                  {"predicted", step.predicted},
                  {"predicted_paper", step.paper},
                  {"recall", step.recall},
                  {"precision", step.precision}});
    }
  }
  report.figures = figures_of(all);
  report.score = report.figures.front().value;
  return report;
}

Result<Report> run(const TaskContext& context) {
  std::vector<std::string> names;
  if (context.method.starts_with(kLists)) {
    const std::vector<ListSite> sites = list_sites(context);
    std::vector<Session> sessions(sites.size());
    for_each_parallel(context, "labelling sites", sites.size(), [&](size_t s) {
      sessions[s] = label_list_site(sites[s], context.method.substr(kLists.size()));
    });
    for (const ListSite& site : sites) names.push_back(site.name);
    return report_of(names, sessions);
  }
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  std::vector<Session> sessions(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    sessions[s] = label_site(loaded, context.method);
  });
  for (const SwdeSite& site : sites) names.push_back(site.name);
  return report_of(names, sessions);
}

}  // namespace

TaskSpec task() {
  return {.name = "label",
          .summary = "Labelling sessions: pages to label, and whether predictions hold",
          .metric = "mean F1 over sites when the session says that it is enough",
          .data_sets = kSwdeSets,
          .methods = {induce::kDefaultInducer, "vote", "broom", "broom-update", "lists-rules",
                      "lists-broom", "lists-broom-update", "lists-vote"},
          .run = run};
}

}  // namespace weft::eval::label_task
