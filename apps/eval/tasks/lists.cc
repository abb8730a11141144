// weft eval lists: whole lists from one labelled page.
//
// The recipes of a host that are made alike are a site. Each page of it in turn is labelled: every
// ingredient and every step, as the truth has them; a schema says that both are sets. What is learned
// runs on the other pages, and must give the whole list and nothing else:
//
//   labelled    2 eggs · 1 cup flour                  <ul><li>…<li>…</ul>
//   judged      3 eggs · salt · 200 g sugar · water   four ingredients, in four places of one list
//
// Structured data and microdata are taken out of the pages before (history_cases.h).

#include <fmt/format.h>

#include <map>

#include "eval/history_cases.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "watch/found_values.h"
#include "watch/value_search.h"

namespace weft::eval::lists_task {
namespace {

constexpr const char* kLists[] = {"ingredients", "instructions"};

model::Schema list_schema() {
  model::Schema schema{.name = "Recipe"};
  for (const char* name : kLists) {
    model::Attribute attribute{.name = name};
    attribute.set = true;
    schema.attributes.push_back(attribute);
  }
  return schema;
}

// What was found on other pages, by attribute; and which lists are not right.
struct FoundLists {
  std::map<std::string, std::vector<Counts>> counts;
  std::vector<Json> failures;
};

std::vector<model::Label> labels_of(const Capture& capture) {
  const watch::ValueSearch search(capture.page.document);
  std::vector<model::Label> labels;
  for (const char* name : kLists) {
    const auto& values = watch::texts(capture.truth, name);
    for (model::Label& label :
         watch::labels_of(search, capture.page.id, "0", name,
                          watch::find_values(search, values, model::ValueType::kText)))
      labels.push_back(std::move(label));
  }
  return labels;
}

void judge(const Capture& labelled, const std::vector<const Capture*>& others,
           const model::Inducer& inducer, FoundLists& found) {
  const model::Schema schema = list_schema();
  model::InducerInput input{
      .pages = {&labelled.page}, .labels = labels_of(labelled), .schema = &schema};
  if (input.labels.empty()) return;
  for (const Capture* other : others) input.pages.push_back(&other->page);
  const auto induced = inducer(input);
  for (const Capture* other : others) {
    watch::Values values;
    if (induced.ok()) {
      const auto seen = watch::seen_on(induced->wrapper->apply(other->page));
      if (!seen.empty()) values = seen.front().values;
    }
    for (const char* name : kLists) {
      const auto& truth = watch::texts(other->truth, name);
      if (truth.empty() || watch::texts(labelled.truth, name).empty()) continue;
      const auto& given = watch::texts(values, name);
      const Counts counts = compare_recipe_values(name, given, truth);
      found.counts[name].push_back(counts);
      if (counts.correct == counts.truth && counts.found == counts.truth) continue;
      found.failures.push_back({{"labelled", labelled.page.id},
                                {"page", other->page.id},
                                {"attribute", name},
                                {"taught", watch::texts(labelled.truth, name)},
                                {"found", given},
                                {"expected", truth}});
    }
  }
}

FoundLists judge_site(const HistorySite& site, const model::Inducer& inducer) {
  FoundLists found;
  for (const auto& labelled : site.pages) {
    std::vector<const Capture*> others;
    for (const auto& other : site.pages) {
      if (&other != &labelled &&
          same_template(labelled.front().page.document, other.front().page.document))
        others.push_back(&other.front());
    }
    if (!others.empty()) judge(labelled.front(), others, inducer, found);
  }
  return found;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(context.method));
  WEFT_ASSIGN(const std::vector<HistorySite> sites, read_recipe_sites(context));
  std::vector<FoundLists> results(sites.size());
  for_each_parallel(context, "learning lists", sites.size(),
                    [&](size_t s) { results[s] = judge_site(sites[s], inducer); });
  Report report;
  std::map<std::string, std::vector<double>> by_attribute;
  std::vector<double> all;
  size_t lists = 0, whole = 0;
  Json failures = Json::array();
  for (size_t s = 0; s < sites.size(); ++s) {
    for (Json& failure : results[s].failures) {
      failure["host"] = sites[s].host;
      failures.push_back(std::move(failure));
    }
    for (const auto& [name, counts] : results[s].counts) {
      Counts sum;
      for (const Counts& one : counts) {
        sum += one;
        ++lists;
        whole += one.correct == one.truth && one.found == one.truth ? 1 : 0;
      }
      all.push_back(sum.f1());
      by_attribute[name].push_back(sum.f1());
      report.row("list", sites[s].host + " " + name, rates(sum));
    }
  }
  report.score = mean(all);
  for (const auto& [name, f1] : by_attribute) report.figure("f1_" + name, mean(f1));
  report.figure("lists", static_cast<double>(lists));
  report.figure("whole", share(whole, lists, 0));
  report.details["failures"] = std::move(failures);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "lists",
          .summary = "Ingredients and steps of recipes, from one labelled page of a host",
          .metric = "mean F1 of values over hosts and attributes",
          .data_sets = {"recipes"},
          .methods = {"rules", "vote", "best", "broom", "page-tree"},
          .default_labels = 1,
          .run = run};
}

}  // namespace weft::eval::lists_task
