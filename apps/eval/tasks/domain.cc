// weft eval domain: SWDE with no labels. Columns of a site are chosen by a shipped domain alone, with
// weights that were fitted without the vertical.
//
// Fifty pages a site. The unit of the data set is a whole text, so whole texts are compared. An
// attribute that a site has nowhere is not scored. The headline figure takes every choice, however
// unsure; the figures at the floor are what a user gets, and how often something is found that the
// pages do not have (attributes of other domains).
//
// Methods: "columns" judges the chosen columns themselves; "rules" what `weft auto` makes of them on the same pages, rules learned
// from the columns as noisy labels; "solved1", "solved3" and "solved5" the columns where so many other sites of the vertical are solved
// and teach value models (domain/value_models.h), the mean of two choices of these sites; "guess" whether `weft auto` without a domain takes a site for what it is.

#include <algorithm>
#include <map>
#include <set>

#include "domain/value_models.h"
#include "eval/metrics/text.h"
#include "eval/swde_domains.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "site/auto_site.h"
#include "site/input_files.h"

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

// The truth is whole texts; a rule may give "Knopf" of "Publisher: Knopf".
bool same_text(const std::string& found, const std::string& truth) {
  constexpr size_t kLongestLabel = 30;
  if (comparable_value(found) == comparable_value(truth)) return true;
  const size_t colon = truth.find_first_of(":=");
  return colon <= kLongestLabel &&
         comparable_value(found) == comparable_value(truth.substr(colon + 1));
}

// What rules learned from the chosen columns give on the same pages.
void judge_rules(const SwdeSite& site, const VerticalKnowledge& knowledge, SwdeColumns columns,
                 std::vector<Pair>& pairs) {
  std::map<std::string, size_t> numbers;  // By page.
  for (size_t p = 0; p < columns.pages.size(); ++p)
    numbers[columns.pages[p].id] = columns.numbers[p];
  std::map<std::string, std::map<std::string, std::string>> found;  // Page, attribute.
  const auto learned =
      site::learn_by_domain(std::move(columns.pages), knowledge.recognizer.domain(),
                            {.floor = 0, .weights = &weights_without(site.vertical)});
  if (learned.ok()) {
    for (const site::AutoTemplate& one : learned->templates) {
      for (const model::Page& page : one.pages) {
        const model::Record record = first_record(one.wrapper.get(), page);
        for (const model::Record::Field& field : record.fields) {
          const std::vector<std::string> texts = model::leaf_texts(&field.value);
          if (!texts.empty()) found[page.id][field.name] = texts.front();
        }
      }
    }
  }
  for (Pair& pair : pairs) {
    const std::string name(knowledge.vertical->domain_attribute(pair.attribute));
    pair.counts = {};
    for (const auto& [page, number] : numbers) {
      const std::vector<std::string>& truth = site.truth.at(pair.attribute)[number];
      pair.counts.truth += truth.empty() ? 0 : 1;
      const auto it = found[page].find(name);
      if (it == found[page].end()) continue;
      ++pair.counts.found;
      pair.counts.correct += std::any_of(truth.begin(), truth.end(), [&](const std::string& value) {
        return same_text(it->second, value);
      });
    }
  }
}

SiteResult judge_site(const SwdeSite& site, const VerticalKnowledge& knowledge, bool rules,
                      const Limits& limits) {
  const annotate::Recognizer& recognizer = knowledge.recognizer;
  SwdeColumns columns = load_swde_columns(site, knowledge, limits);
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
  if (rules) judge_rules(site, knowledge, std::move(columns), result.pairs);
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
               rates(pair.counts, {{"confidence", pair.confidence}, {"best", pair.best}}));
}

// The nodes that are an attribute, by the attributes of the domain: those of the column that fits the truth best.
std::vector<std::vector<int32_t>> solved(const SwdeSite& site, const VerticalKnowledge& knowledge,
                                         const SwdeColumns& columns) {
  constexpr double kSolved = 0.5;
  const annotate::Domain& domain = knowledge.recognizer.domain();
  std::vector<std::vector<int32_t>> nodes(domain.attributes.size());
  for (const auto& [attribute, truth] : site.truth) {
    const auto number = domain.find(knowledge.vertical->domain_attribute(attribute));
    if (!number) continue;
    double best = kSolved;
    for (const domain::Column& column : columns.site.columns) {
      const double f1 = judge_nodes(columns, column.nodes, truth).f1();
      if (f1 <= best) continue;
      best = f1;
      nodes[*number] = column.nodes;
    }
  }
  return nodes;
}

// Sites of a vertical where `count` of them, from `first` on, are solved: the choices on the others.
std::vector<Pair> judge_taught(const std::vector<const SwdeSite*>& sites,
                               const VerticalKnowledge& knowledge, size_t first, size_t count,
                               const Limits& limits) {
  domain::ValueModels models;
  std::set<size_t> teachers;
  for (size_t i = 0; i < count; ++i) teachers.insert((first + i) % sites.size());
  const annotate::Recognizer& recognizer = knowledge.recognizer;
  for (const size_t s : teachers) {
    const SwdeColumns columns = load_swde_columns(*sites[s], knowledge, limits);
    models.learn(sites[s]->name, columns.site, solved(*sites[s], knowledge, columns),
                 recognizer.domain());
  }
  std::vector<Pair> pairs;
  for (size_t s = 0; s < sites.size(); ++s) {
    if (teachers.contains(s)) continue;
    SwdeColumns columns = load_swde_columns(*sites[s], knowledge, limits);
    domain::add_taught(models, columns.site, recognizer.domain(), columns.evidence);
    const auto choices = domain::choose_columns(columns.site, recognizer, columns.evidence,
                                                weights_without(sites[s]->vertical));
    for (const auto& [attribute, truth] : sites[s]->truth) {
      const auto number = recognizer.domain().find(knowledge.vertical->domain_attribute(attribute));
      if (!number || choices[*number].column < 0) continue;
      Pair pair{sites[s]->vertical, sites[s]->name, attribute};
      pair.counts = judge_nodes(columns, choices[*number].nodes, truth);
      if (pair.counts.truth == 0) continue;
      pair.confidence = choices[*number].confidence;
      pairs.push_back(std::move(pair));
    }
  }
  return pairs;
}

Report run_taught(const TaskContext& context, const std::vector<SwdeSite>& sites,
                  const std::map<std::string, VerticalKnowledge>& verticals, size_t count) {
  std::map<std::string, std::vector<const SwdeSite*>> by_vertical;
  for (const SwdeSite& site : sites) {
    if (verticals.contains(site.vertical)) by_vertical[site.vertical].push_back(&site);
  }
  struct Run {
    const std::vector<const SwdeSite*>* sites;
    size_t first;
    std::vector<Pair> pairs;
  };
  std::vector<Run> runs;
  for (const auto& [vertical, some] : by_vertical) {
    for (const size_t first : {size_t{0}, some.size() / 2}) runs.push_back({&some, first, {}});
  }
  for_each_parallel(context, "teaching", runs.size(), [&](size_t r) {
    const VerticalKnowledge& knowledge = verticals.at(runs[r].sites->front()->vertical);
    runs[r].pairs = judge_taught(*runs[r].sites, knowledge, runs[r].first, count, context.limits);
  });
  std::vector<Pair> pairs;
  for (Run& run : runs)
    pairs.insert(pairs.end(), std::make_move_iterator(run.pairs.begin()),
                 std::make_move_iterator(run.pairs.end()));
  Report report;
  add_figures(pairs, report);
  return report;
}

// Which shipped domain a dozen pages of each site are taken for.
Result<Report> run_guess(const TaskContext& context, const std::vector<SwdeSite>& sites) {
  constexpr size_t kGuessPages = 12;
  WEFT_ASSIGN(const std::vector<annotate::Domain> domains, site::read_shipped_domains());
  std::vector<std::vector<site::DomainFit>> fits(sites.size());
  for_each_parallel(context, "guessing domains", sites.size(), [&](size_t s) {
    SwdeSite some = sites[s];
    some.pages.resize(std::min(some.pages.size(), kGuessPages));
    LoadedSwdeSite loaded = load_swde_site(std::move(some), context.limits);
    const auto learned = site::learn_without_domain(
        std::move(loaded.pages), domains, {.weights = &weights_without(sites[s].vertical)});
    if (learned.ok()) fits[s] = learned->fits;
  });
  Report report;
  size_t right = 0;
  size_t named = 0;
  for (size_t s = 0; s < sites.size(); ++s) {
    const Vertical* vertical = find_vertical(sites[s].vertical);
    if (vertical == nullptr || fits[s].empty()) continue;
    const bool fit = fits[s][0].score >= site::kLeastFit;
    const bool same = fit && fits[s][0].name == vertical->domain;
    named += fit ? 1 : 0;
    right += same ? 1 : 0;
    report.row("site", sites[s].name + " " + (fit ? fits[s][0].name : "nothing"),
               {{"right", same ? 1 : 0}, {"score", fits[s][0].score}, {"next", fits[s][1].score}});
  }
  report.score = share(right, sites.size());
  report.figure("named", share(named, sites.size()));
  report.figure("right_of_named", share(right, named));
  return report;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  if (context.method == "guess") return run_guess(context, sites);
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
  if (context.method.starts_with("solved"))
    return run_taught(context, sites, verticals, static_cast<size_t>(context.method.back() - '0'));
  std::vector<SiteResult> results(sites.size());
  for_each_parallel(context, "choosing columns", sites.size(), [&](size_t s) {
    const auto knowledge = verticals.find(sites[s].vertical);
    if (knowledge != verticals.end())
      results[s] =
          judge_site(sites[s], knowledge->second, context.method == "rules", context.limits);
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
      .methods = {"columns", "rules", "solved1", "solved3", "solved5", "guess"},
      .run = run};
}

}  // namespace weft::eval::domain_task
