// weft eval domain: SWDE with no labels. Columns of a site are chosen by a shipped domain alone, with
// weights that were fitted without the vertical.
//
// Fifty pages a site. The unit of the data set is a whole text, so whole texts are compared. An
// attribute that a site has nowhere is not scored. The headline figure takes every choice, however
// unsure; the figures at the floor are what a user gets, and how often something is found that the
// pages do not have (attributes of other domains).

#include <algorithm>
#include <map>

#include "eval/swde_domains.h"
#include "eval/swde_sample.h"
#include "eval/task.h"

namespace weft::eval::domain_task {
namespace {

constexpr double kGoodPair = 0.95;

struct Pair {
  std::string vertical;
  std::string site;
  std::string attribute;
  Counts counts;
  double confidence = 0;
  double best = 0;  // F1 of the best column there is.
};

struct SiteResult {
  std::vector<Pair> pairs;
  std::vector<double> absent;  // How sure attributes seemed that are not there.
};

SiteResult judge_site(const SwdeSite& site, const VerticalKnowledge& knowledge,
                      const Limits& limits) {
  const annotate::Recognizer& recognizer = knowledge.recognizer;
  const SwdeColumns columns = load_swde_columns(site, knowledge, limits);
  const auto choices = domain::choose_columns(columns.site, recognizer, columns.evidence,
                                              weights_without(site.vertical));
  SiteResult result;
  for (const auto& [attribute, truth] : site.truth) {
    const auto number = recognizer.domain().find(knowledge.vertical->domain_attribute(attribute));
    if (!number || choices[*number].column < 0) continue;
    Pair pair{site.vertical, site.name, attribute};
    pair.counts = judge_nodes(columns, choices[*number].nodes, truth);
    if (pair.counts.truth == 0) continue;
    pair.confidence = choices[*number].confidence;
    for (const domain::Column& column : columns.site.columns)
      pair.best = std::max(pair.best, judge_nodes(columns, column.nodes, truth).f1());
    result.pairs.push_back(std::move(pair));
  }
  for (const domain::Choice& choice : domain::choose_columns(
           columns.site, knowledge.absent, columns.absent, weights_without(site.vertical)))
    result.absent.push_back(choice.confidence);
  return result;
}

// Over attributes, then sites, then verticals.
double mean_of(const std::vector<Pair>& pairs, const std::function<double(const Pair&)>& figure) {
  std::map<std::string, std::map<std::string, std::vector<double>>> tree;
  for (const Pair& pair : pairs) tree[pair.vertical][pair.site].push_back(figure(pair));
  std::vector<double> verticals;
  for (const auto& [vertical, sites] : tree) {
    std::vector<double> means;
    for (const auto& [site, values] : sites) means.push_back(mean(values));
    verticals.push_back(mean(means));
  }
  return mean(verticals);
}

void add_figures(const std::vector<Pair>& pairs, Report& report) {
  const auto f1 = [](const Pair& pair) { return pair.counts.f1(); };
  report.score = mean_of(pairs, f1);
  std::map<std::string, std::vector<Pair>> verticals;
  for (const Pair& pair : pairs) verticals[pair.vertical].push_back(pair);
  for (const auto& [vertical, of_vertical] : verticals)
    report.figure("f1_" + vertical, mean_of(of_vertical, f1));
  size_t good = 0;
  size_t kept = 0;
  Counts sure;
  uint64_t truth = 0;
  for (const Pair& pair : pairs) {
    good += pair.counts.f1() >= kGoodPair ? 1 : 0;
    truth += pair.counts.truth;
    if (pair.confidence < domain::kDefaultFloor) continue;
    ++kept;
    sure += pair.counts;
  }
  report.figure("good_pairs", share(good, pairs.size()));
  report.figure("pairs_at_floor", share(kept, pairs.size()));
  report.figure("precision_at_floor", sure.precision());
  report.figure("found_at_floor", share(sure.correct, truth));
  report.figure("best_column", mean_of(pairs, [](const Pair& pair) { return pair.best; }));
  for (const Pair& pair : pairs)
    report.row("pair", pair.site + " " + pair.attribute,
               {{"f1", pair.counts.f1()},
                {"precision", pair.counts.precision()},
                {"recall", pair.counts.recall()},
                {"confidence", pair.confidence},
                {"best", pair.best}});
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  std::map<std::string, VerticalKnowledge> verticals;
  Report report;
  for (const SwdeSite& site : sites) {
    const Vertical* vertical = find_vertical(site.vertical);
    if (vertical == nullptr) {
      report.notes.push_back("no domain describes " + site.vertical + ": " + site.name +
                             " left out");
    } else if (!verticals.contains(site.vertical)) {
      WEFT_ASSIGN(VerticalKnowledge knowledge, knowledge_for(*vertical));
      verticals.emplace(site.vertical, std::move(knowledge));
    }
  }
  std::vector<SiteResult> results(sites.size());
  for_each_parallel(context, "choosing columns", sites.size(), [&](size_t s) {
    const auto knowledge = verticals.find(sites[s].vertical);
    if (knowledge != verticals.end())
      results[s] = judge_site(sites[s], knowledge->second, context.limits);
  });
  std::vector<Pair> pairs;
  size_t absent = 0;
  size_t found = 0;
  for (const SiteResult& of_site : results) {
    pairs.insert(pairs.end(), of_site.pairs.begin(), of_site.pairs.end());
    absent += of_site.absent.size();
    for (const double confidence : of_site.absent)
      found += confidence >= domain::kDefaultFloor ? 1 : 0;
  }
  add_figures(pairs, report);
  report.figure("absent_found_at_floor", share(found, absent));
  return report;
}

}  // namespace

TaskSpec task() {
  return {
      .name = "domain",
      .summary = "SWDE with no labels: columns chosen by a shipped domain",
      .metric = "mean F1 over attributes, sites, verticals; weights fitted without the vertical",
      .data_sets = kSwdeSets,
      .run = run};
}

}  // namespace weft::eval::domain_task
