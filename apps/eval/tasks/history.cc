// weft eval history: rules learned on pages as they were, run on the same pages years later,
// watched and repaired.
//
// The pages of one host are one site. For each date on which some of them were captured again:
//   1. The oldest captures are learned from: labels are the truth's values found on them.
//   2. The wrapper runs on the newer captures as it is: the unrepaired figure.
//   3. What cannot be trusted (watch/health/trust.h) is withheld and repaired as `weft watch` does
//      (site/watch.h), with nothing but the newer pages and what was known of the old ones.
//   4. What is delivered is compared with the truth of the newer capture.
// Attributes without a truth on the visible page (history_cases.h), before or after, are not
// judged; the report counts them. The other methods are rules that people write, run as they are.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "eval/baseline_inducers.h"
#include "eval/history_cases.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/watch.h"
#include "watch/found_values.h"
#include "watch/health/trust.h"

namespace weft::eval::history_task {
namespace {

model::Schema recipe_schema() {
  model::Schema schema{.name = "Recipe"};
  for (const char* name : kRecipeAttributes) {
    model::Attribute attribute{.name = name, .constant = true};
    attribute.mandatory = attribute.name == "title";
    attribute.set = attribute.name == "ingredients" || attribute.name == "instructions";
    schema.attributes.push_back(attribute);
  }
  return schema;
}

model::Extraction golden_of(const Capture& capture) {
  model::Extraction golden;
  golden.page = capture.page.id;
  model::Record record;
  for (const auto& [name, values] : capture.truth) {
    std::vector<model::Value> items;
    for (const std::string& value : values) items.push_back(model::Value::leaf(value));
    record.set(name, values.size() == 1 ? items.front() : model::Value::list(std::move(items)));
  }
  golden.records.push_back(std::move(record));
  return golden;
}

std::vector<std::string> extract(const model::Wrapper* wrapper, const model::Page& page,
                                 std::string_view attribute) {
  if (wrapper == nullptr) return {};
  for (const watch::Seen& seen : watch::seen_on(wrapper->apply(page)))
    return watch::texts(seen.values, attribute);
  return {};
}

// What became of one attribute of one page.
struct Outcome {
  std::string name;
  std::string attribute;
  Counts unrepaired;
  Counts delivered;
  bool survived = false;  // The old rule still gives exactly the truth.
  bool noticed = false;   // It was withheld.
  bool repaired = false;  // Something was delivered after a repair.
  std::string reason;
  std::vector<std::string> values;    // What was delivered…
  std::vector<std::string> expected;  // …and what should have been.
};

class CaseRunner {
 public:
  // `watched`: what cannot be trusted is withheld and repaired.
  CaseRunner(const HistoryCase& one, model::Inducer inducer, bool watched)
      : case_(one), inducer_(std::move(inducer)), watched_(watched), schema_(recipe_schema()) {}

  std::vector<Outcome> run() {
    learn();
    for (const char* name : kRecipeAttributes) run_attribute(name);
    return std::move(outcomes_);
  }

 private:
  // As site::remember, but what is known of a page is its truth, whatever the wrapper reads.
  void learn() {
    model::InducerInput input{.schema = &schema_};
    for (const Capture* old : case_.old_pages) {
      input.pages.push_back(&old->page);
      const watch::ValueSearch search(old->page.document);
      for (const auto& [name, values] : old->truth) {
        for (model::Label& label :
             watch::labels_of(search, old->page.id, "0", name,
                              watch::find_values(search, values, model::ValueType::kText)))
          input.labels.push_back(std::move(label));
      }
      known_.golden.push_back(golden_of(*old));
      known_.bellwethers.push_back(site::borrow_page(old->page));
    }
    known_.health = watch::HealthModel::learn(watch::seen_on(known_.golden), schema_);
    if (auto induced = inducer_(input); induced.ok()) known_.wrapper = std::move(induced->wrapper);
  }

  void run_attribute(const std::string& name) {
    const watch::AttributeHealth* health = known_.health.find(name);
    if (health == nullptr) return;
    std::vector<Outcome> outcomes;
    bool failing = false;
    for (const auto& [old, fresh] : case_.renewed) {
      Outcome outcome{.name = fmt::format("{} {}", fresh->page.id, case_.date), .attribute = name};
      const auto& truth = watch::texts(fresh->truth, name);
      const auto& known = watch::texts(old->truth, name);
      const auto found = extract(known_.wrapper.get(), fresh->page, name);
      outcome.unrepaired = compare_recipe_values(name, found, truth);
      outcome.survived = !truth.empty() && outcome.unrepaired.correct == truth.size() &&
                         outcome.unrepaired.found == truth.size();
      outcome.noticed = watched_ && (known.empty() || !watch::trusted(*health, known, found));
      outcome.delivered.truth = outcome.unrepaired.truth;
      if (!outcome.noticed) outcome.delivered = outcome.unrepaired, outcome.values = found;
      outcome.expected = truth;
      failing |= outcome.noticed;
      outcomes.push_back(std::move(outcome));
    }
    if (failing) repair(*health, outcomes);
    for (size_t i = 0; i < outcomes.size(); ++i) keep(i, std::move(outcomes[i]));
  }

  void repair(const watch::AttributeHealth& health, std::vector<Outcome>& outcomes) {
    if (known_.wrapper == nullptr) return;  // Nothing was learned that could be repaired.
    std::vector<watch::FreshPage> fresh_pages;
    for (const auto& [old, fresh] : case_.renewed)
      fresh_pages.push_back({fresh->page.id, &fresh->page, {}, 0});
    std::vector<const watch::FreshPage*> fine;
    for (const watch::FreshPage& page : fresh_pages) fine.push_back(&page);
    const auto input = site::repair_input(known_, schema_, fine, {health.name}, {});
    if (!input.ok()) return;
    const watch::Repair done = watch::repair(*input);
    const watch::AttributeRepair& attribute = done.attributes.front();
    for (size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i].noticed) continue;
      const auto& [old, fresh] = case_.renewed[i];
      outcomes[i].reason = attribute.reason;
      if (attribute.state == watch::RepairState::kRejected) continue;
      const auto found = extract(attribute.wrapper.get(), fresh->page, health.name);
      if (!watch::trusted(health, watch::texts(old->truth, health.name), found)) continue;
      outcomes[i].repaired = true;
      outcomes[i].delivered =
          compare_recipe_values(health.name, found, watch::texts(fresh->truth, health.name));
      outcomes[i].values = found;
    }
  }

  // Attributes without a truth on either side are not judged.
  void keep(size_t i, Outcome outcome) {
    const auto& [old, fresh] = case_.renewed[i];
    if (watch::texts(fresh->truth, outcome.attribute).empty() ||
        watch::texts(old->truth, outcome.attribute).empty())
      return;
    outcomes_.push_back(std::move(outcome));
  }

  const HistoryCase& case_;
  model::Inducer inducer_;
  bool watched_;
  model::Schema schema_;
  site::WatchedTemplate known_;
  std::vector<Outcome> outcomes_;
};

struct Sums {
  Counts unrepaired;
  Counts delivered;
  size_t judged = 0, survived = 0, broken = 0, noticed = 0, repaired = 0, alarms = 0;

  void add(const Outcome& outcome) {
    unrepaired += outcome.unrepaired;
    delivered += outcome.delivered;
    ++judged;
    survived += outcome.survived ? 1 : 0;
    broken += outcome.survived ? 0 : 1;
    noticed += !outcome.survived && outcome.noticed ? 1 : 0;
    alarms += outcome.survived && outcome.noticed ? 1 : 0;
    repaired += !outcome.survived && outcome.repaired ? 1 : 0;
  }
  [[nodiscard]] double wrong() const {
    return delivered.found == 0 ? 0 : 1 - delivered.precision();
  }
};

void add_row(const std::string& section, const std::string& name, const Sums& sums,
             Report& report) {
  report.row(section, name,
             {{"f1", sums.delivered.f1()},
              {"unrepaired", sums.unrepaired.f1()},
              {"wrong", sums.wrong()},
              {"survived", share(sums.survived, sums.judged)},
              {"repaired", share(sums.repaired, sums.broken)},
              {"pages", sums.judged}});
}

void add_figures(const Sums& sums, size_t truths, size_t claims, Report& report) {
  report.score = sums.delivered.f1();
  report.figure("precision", sums.delivered.precision());
  report.figure("recall", sums.delivered.recall());
  report.figure("unrepaired_f1", sums.unrepaired.f1());
  report.figure("unrepaired_precision", sums.unrepaired.precision());
  report.figure("wrong_share", sums.wrong());
  report.figure("survival", share(sums.survived, sums.judged));
  report.figure("noticed", share(sums.noticed, sums.broken));
  report.figure("repaired", share(sums.repaired, sums.broken));
  report.figure("false_alarms", share(sums.alarms, sums.survived));
  report.figure("values", sums.delivered.truth);
  report.figure("judged", sums.judged);
  report.notes.push_back(fmt::format(
      "{} of {} attributes with a truth are on the visible page and are judged", truths, claims));
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<HistorySite> sites, read_history_sites(context));
  const bool watched = context.method == "weft";
  WEFT_ASSIGN(const model::Inducer inducer,
              watched ? induce::find_inducer("rules") : baseline_inducer(context.method));
  Sums all;
  std::map<std::string, Sums> by_attribute;
  size_t truths = 0, claims = 0;
  Report report;
  Json failures = Json::array();
  context.progress->begin("watching sites", sites.size());
  for (const HistorySite& site : sites) {
    Sums sums;
    for (const HistoryCase& one : cases_of(site)) {
      for (const auto& [old, fresh] : one.renewed) {
        truths += fresh->truth.size();
        claims += fresh->claimed;
      }
      for (const Outcome& outcome : CaseRunner(one, inducer, watched).run()) {
        all.add(outcome);
        sums.add(outcome);
        by_attribute[outcome.attribute].add(outcome);
        if (outcome.delivered.correct == outcome.delivered.truth &&
            outcome.delivered.found == outcome.delivered.truth)
          continue;
        failures.push_back({{"page", outcome.name},
                            {"attribute", outcome.attribute},
                            {"truth", outcome.delivered.truth},
                            {"found", outcome.delivered.found},
                            {"correct", outcome.delivered.correct},
                            {"noticed", outcome.noticed},
                            {"repair", outcome.reason},
                            {"delivered", outcome.values},
                            {"expected", outcome.expected}});
      }
    }
    if (sums.judged != 0) add_row("site", site.host, sums, report);
    context.progress->advance(1);
  }
  context.progress->end();
  for (const auto& [name, sums] : by_attribute) add_row("attribute", name, sums, report);
  add_figures(all, truths, claims, report);
  report.details["failures"] = std::move(failures);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "history",
          .summary = "Rules learned on old captures, watched and repaired on newer ones",
          .metric = "F1 of the values delivered as healthy after watch and repair",
          .data_sets = {"history"},
          .methods = {"weft", "absolute-xpath", "id-class", "similarity"},
          .run = run};
}

}  // namespace weft::eval::history_task
