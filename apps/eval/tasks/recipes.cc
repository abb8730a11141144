// weft eval recipes: recipes of a few hundred hosts by the shipped domain, with no label.
//
// The pages of a host, one to three, are given to `weft auto --domain recipes`, as a user would; structured data and microdata
// are taken out before (history_cases.h), so that only what people see is read. Judged are title, ingredients, steps and
// yield; an attribute whose truth is not on the visible page is left out. The score is the mean of F1 over
// hosts and attributes. Parameters of sets (domain/set_values.cc) were set while looking at the hosts
// of even number, so those of odd number are a figure of their own.

#include <map>

#include "eval/history_cases.h"
#include "eval/task.h"
#include "site/auto_site.h"
#include "site/input_files.h"
#include "watch/page_values.h"

namespace weft::eval::recipes_task {
namespace {

struct Judged {
  const char* truth;
  const char* attribute;  // Of the domain.
};
constexpr Judged kJudged[] = {{"title", "name"},
                              {"ingredients", "ingredient"},
                              {"instructions", "instruction"},
                              {"yields", "yield"}};

using HostCounts = std::map<std::string, Counts>;

HostCounts judge_host(HistorySite& host, const annotate::Domain& domain) {
  std::vector<model::Page> pages;
  std::map<std::string, const watch::Values*> truth;
  for (std::vector<Capture>& captures : host.pages) {
    truth[captures[0].page.id] = &captures[0].truth;
    pages.push_back(std::move(captures[0].page));
  }
  std::map<std::string, watch::Values> found;
  if (const auto learned = site::learn_by_domain(std::move(pages), domain); learned.ok()) {
    for (const site::AutoTemplate& one : learned->templates) {
      if (one.wrapper == nullptr) continue;
      for (const model::Page& page : one.pages) {
        const auto seen = watch::seen_on(one.wrapper->apply(page));
        if (!seen.empty()) found[page.id] = seen.front().values;
      }
    }
  }
  HostCounts counts;
  for (const auto& [page, values] : truth) {
    for (const Judged& judged : kJudged) {
      const auto& expected = watch::texts(*values, judged.truth);
      if (expected.empty()) continue;
      counts[judged.truth] += compare_recipe_values(
          judged.truth, watch::texts(found[page], judged.attribute), expected);
    }
  }
  return counts;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const annotate::Domain domain, site::read_domain("recipes"));
  WEFT_ASSIGN(std::vector<HistorySite> hosts, read_recipe_sites(context));
  std::vector<HostCounts> results(hosts.size());
  for_each_parallel(context, "reading recipes", hosts.size(),
                    [&](size_t h) { results[h] = judge_host(hosts[h], domain); });
  Report report;
  std::vector<double> all, odd;
  std::map<std::string, std::vector<double>> by_attribute;
  std::map<std::string, Counts> sums;
  for (size_t h = 0; h < hosts.size(); ++h) {
    for (const auto& [name, counts] : results[h]) {
      all.push_back(counts.f1());
      if (h % 2 == 1) odd.push_back(counts.f1());
      by_attribute[name].push_back(counts.f1());
      sums[name] += counts;
      report.row("host", hosts[h].host + " " + name, rates(counts));
    }
  }
  report.score = mean(all);
  report.figure("odd_hosts", mean(odd));
  for (const auto& [name, f1] : by_attribute) {
    report.figure("f1_" + name, mean(f1));
    report.figure("precision_" + name, sums[name].precision());
  }
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "recipes",
          .summary = "Recipes of unseen hosts by the shipped domain, without labels",
          .metric = "mean F1 of values over hosts and attributes",
          .data_sets = {"recipes"},
          .methods = {"weft"},
          .run = run};
}

}  // namespace weft::eval::recipes_task
