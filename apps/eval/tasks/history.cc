// weft eval history: rules learned on pages as they were, run on the same pages years later,
// watched and repaired.
//
// The pages of one host are one site. For each date on which some of them were captured again:
//   1. The oldest captures are learned from: labels are the truth's values found on them.
//   2. The wrapper runs on the newer captures as it is: the unrepaired figure.
//   3. Every attribute is repaired as `weft watch` does (site/watch.h), with nothing but the newer
//      pages and what was known of the old ones: its rule is kept, replaced or withheld.
//   4. What is delivered is compared with the truth of the newer capture: all of an attribute's
//      values are right, or it is wrong, or there are none. A list that now comes out as one long
//      value is broken, though no word is missing. What a rule delivers is also asked for on other
//      pages of the host that are made alike (siblings).
// Noticed are breaks of rules that were right; those that never gave what they were taught are
// counted apart.
// Attributes without a truth on the visible page (history_cases.h), before or after, are not
// judged; the report counts them. The other methods are rules that people write, run as they are.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "base/pointers.h"
#include "eval/baseline_inducers.h"
#include "eval/history_cases.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/watch.h"
#include "watch/found_values.h"
#include "watch/health/bellwether.h"

namespace weft::eval::history_task {
namespace {

constexpr double kGenuineDrop = 0.1;  // Of coverage: a site change in the paper's Table IV.

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

bool is_right(const Counts& counts) {
  return counts.correct == counts.truth && counts.found == counts.truth;
}

// Whether what was a list is one value now.
bool has_collapsed(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  return before.size() > 1 && now.size() == 1;
}

// What became of one attribute of one page.
struct Outcome {
  std::string name;
  std::string attribute;
  Counts unrepaired;
  Counts delivered;
  bool was_right = false;  // The old rule gave exactly the truth when it was learned.
  bool survived = false;   // It still does.
  bool noticed = false;    // It was withheld.
  std::string reason;
  std::vector<std::string> before = {};    // What the old rule gave when it was learned.
  std::vector<std::string> values = {};    // What was delivered…
  std::vector<std::string> expected = {};  // …and what should have been.
  std::vector<Counts> siblings = {};       // What the rule delivers on pages made alike.
  Json answers = Json::array();            // What was weighed.

  [[nodiscard]] bool right() const { return is_right(delivered) && !has_collapsed(before, values); }
  [[nodiscard]] bool none() const { return delivered.found == 0; }
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
    for (const Renewed& page : case_.renewed) {
      Outcome outcome{.name = fmt::format("{} {}", page.fresh->page.id, case_.date),
                      .attribute = name};
      const auto& truth = watch::texts(page.fresh->truth, name);
      const auto& known = watch::texts(page.old->truth, name);
      const auto found = extract(known_.wrapper.get(), page.fresh->page, name);
      outcome.before = extract(known_.wrapper.get(), page.old->page, name);
      outcome.was_right = is_right(compare_recipe_values(name, outcome.before, known));
      outcome.unrepaired = compare_recipe_values(name, found, truth);
      outcome.survived = is_right(outcome.unrepaired) && !has_collapsed(outcome.before, found);
      outcome.delivered.truth = outcome.unrepaired.truth;
      outcome.expected = truth;
      if (!watched_) deliver(known_.wrapper.get(), page, outcome);
      outcomes.push_back(std::move(outcome));
    }
    if (watched_) repair(*health, outcomes);
    for (size_t i = 0; i < outcomes.size(); ++i) keep(i, std::move(outcomes[i]));
  }

  static void deliver(const model::Wrapper* wrapper, const Renewed& page, Outcome& outcome) {
    const std::string& name = outcome.attribute;
    outcome.values = extract(wrapper, page.fresh->page, name);
    outcome.delivered = compare_recipe_values(name, outcome.values, outcome.expected);
    for (const Capture* sibling : page.siblings) {
      const auto& truth = watch::texts(sibling->truth, name);
      if (!truth.empty())
        outcome.siblings.push_back(
            compare_recipe_values(name, extract(wrapper, sibling->page, name), truth));
    }
  }

  void repair(const watch::AttributeHealth& health, std::vector<Outcome>& outcomes) {
    if (known_.wrapper == nullptr) return;  // Nothing was learned that could be repaired.
    std::vector<watch::FreshPage> fresh_pages;
    for (const Renewed& page : case_.renewed)
      fresh_pages.push_back({page.fresh->page.id, &page.fresh->page, {}, 0});
    std::vector<const watch::FreshPage*> fine = pointers_to(fresh_pages);
    const watch::Repair done =
        watch::repair(site::repair_input(known_, schema_, fine, {health.name}, {}));
    const watch::AttributeRepair& attribute = done.attributes.front();
    for (size_t i = 0; i < outcomes.size(); ++i) {
      const Renewed& page = case_.renewed[i];
      Outcome& outcome = outcomes[i];
      outcome.reason = attribute.reason;
      for (const watch::Answer& answer : attribute.answers) {
        outcome.answers.push_back(watch::to_json(
            answer,
            is_right(compare_recipe_values(health.name, answer.found[i], outcome.expected)) &&
                !has_collapsed(outcome.before, answer.found[i])));
      }
      outcome.noticed = attribute.state != watch::RepairState::kKept;
      if (attribute.state != watch::RepairState::kRejected)
        deliver(done.wrapper ? done.wrapper.get() : known_.wrapper.get(), page, outcome);
    }
  }

  // Attributes without a truth on either side are not judged.
  void keep(size_t i, Outcome outcome) {
    if (!outcome.expected.empty() &&
        !watch::texts(case_.renewed[i].old->truth, outcome.attribute).empty())
      outcomes_.push_back(std::move(outcome));
  }

  const HistoryCase& case_;
  model::Inducer inducer_;
  bool watched_;
  model::Schema schema_;
  site::WatchedTemplate known_;
  std::vector<Outcome> outcomes_;
};

// Outcomes of a kind, by what was delivered.
struct Tally {
  size_t right = 0, wrong = 0, none = 0;

  void add(const Outcome& outcome) { ++(outcome.right() ? right : outcome.none() ? none : wrong); }
  [[nodiscard]] size_t all() const { return right + wrong + none; }
};

struct Sums {
  Counts unrepaired;
  Counts delivered;
  Tally all, survived, broken;
  Tally never_right;  // Of the broken ones: the old rule did not even give what it was taught.
  size_t was_right = 0, noticed = 0;  // Of the broken ones: the others, and those seen to break.
  size_t alarms = 0;
  size_t siblings = 0, siblings_right = 0;

  void add(const Outcome& outcome) {
    unrepaired += outcome.unrepaired;
    delivered += outcome.delivered;
    all.add(outcome);
    (outcome.survived ? survived : broken).add(outcome);
    if (!outcome.survived && !outcome.was_right) never_right.add(outcome);
    was_right += !outcome.survived && outcome.was_right ? 1 : 0;
    noticed += !outcome.survived && outcome.was_right && outcome.noticed ? 1 : 0;
    alarms += outcome.survived && outcome.noticed ? 1 : 0;
    siblings += outcome.siblings.size();
    for (const Counts& sibling : outcome.siblings) siblings_right += is_right(sibling) ? 1 : 0;
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
              {"survived", share(sums.survived.all(), sums.all.all())},
              {"repaired_right", share(sums.broken.right, sums.broken.all())},
              {"pages", sums.all.all()}});
}

void add_figures(const Sums& sums, Report& report) {
  report.score = sums.delivered.f1();
  report.figure("precision", sums.delivered.precision());
  report.figure("recall", sums.delivered.recall());
  report.figure("unrepaired_f1", sums.unrepaired.f1());
  report.figure("unrepaired_precision", sums.unrepaired.precision());
  report.figure("wrong_share", sums.wrong());
  report.figure("survival", share(sums.survived.all(), sums.all.all()));
  report.figure("noticed", share(sums.noticed, sums.was_right));
  report.figure("repaired_right", share(sums.broken.right, sums.broken.all()));
  report.figure("false_alarms", share(sums.alarms, sums.survived.all()));
  report.figure("siblings_right", share(sums.siblings_right, sums.siblings));
  report.figure("siblings", sums.siblings);
  report.figure("values", sums.delivered.truth);
  report.figure("judged", sums.all.all());
  for (const auto& [name, tally] :
       {std::pair("all", sums.all), std::pair("survived", sums.survived),
        std::pair("broken", sums.broken), std::pair("never right", sums.never_right)})
    report.row("rules", name,
               {{"right", tally.right}, {"wrong", tally.wrong}, {"none", tally.none}});
}

// [Vertex] Tables III and IV: how far the signatures of a host's old pages still cover the new
// ones, and what breaks where they do not.
struct HostCoverage {
  size_t pages = 0, covered = 0, rules = 0, broken = 0;

  [[nodiscard]] double drop() const { return 1 - share(covered, pages, 1); }
};

void add_pages(const HistoryCase& one, HostCoverage& host) {
  for (const Renewed& page : one.renewed) {
    const std::vector<dom::ShingleVector> old = {dom::shingle_vector(page.old->page.document)};
    const auto fresh = dom::shingle_vector(page.fresh->page.document);
    ++host.pages;
    host.covered += watch::covering_signature(old).covers(fresh) ? 1 : 0;
  }
}

void add_tables(const std::vector<HostCoverage>& hosts, Report& report) {
  for (const int drop : {10, 20, 30, 40, 50}) {
    const auto dropped = std::count_if(hosts.begin(), hosts.end(), [&](const HostCoverage& host) {
      return host.drop() * 100 > drop;
    });
    report.row("coverage drop", fmt::format("over {} %", drop),
               {{"hosts", dropped}, {"share", share(dropped, hosts.size())}});
  }
  for (const bool dropped : {true, false}) {
    HostCoverage sum;
    size_t count = 0;
    for (const HostCoverage& host : hosts) {
      if ((host.drop() > kGenuineDrop) != dropped) continue;
      ++count;
      sum.pages += host.pages, sum.covered += host.covered;
      sum.rules += host.rules, sum.broken += host.broken;
    }
    report.row("breakage", dropped ? "coverage dropped" : "coverage kept",
               {{"hosts", count},
                {"rules_broken", share(sum.broken, sum.rules)},
                {"pages_uncovered", sum.drop()}});
  }
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<HistorySite> sites, read_history_sites(context));
  const bool watched = context.method == "weft";
  WEFT_ASSIGN(const model::Inducer inducer,
              watched ? induce::find_inducer("rules") : baseline_inducer(context.method));
  Sums all;
  std::map<std::string, Sums> by_attribute;
  std::vector<HostCoverage> hosts;
  size_t truths = 0, claims = 0;
  Report report;
  Json failures = Json::array(), decisions = Json::array();
  context.progress->begin("watching sites", sites.size());
  for (const HistorySite& site : sites) {
    Sums sums;
    HostCoverage coverage;
    for (const HistoryCase& one : cases_of(site)) {
      add_pages(one, coverage);
      for (const Renewed& page : one.renewed) {
        truths += page.fresh->truth.size();
        claims += page.fresh->claimed;
      }
      for (const Outcome& outcome : CaseRunner(one, inducer, watched).run()) {
        all.add(outcome);
        sums.add(outcome);
        by_attribute[outcome.attribute].add(outcome);
        decisions.push_back({{"group", site.host},
                             {"page", outcome.name},
                             {"attribute", outcome.attribute},
                             {"survived", outcome.survived},
                             {"answers", outcome.answers}});
        if (outcome.right()) continue;
        failures.push_back({{"page", outcome.name},
                            {"attribute", outcome.attribute},
                            {"truth", outcome.delivered.truth},
                            {"found", outcome.delivered.found},
                            {"correct", outcome.delivered.correct},
                            {"noticed", outcome.noticed},
                            {"survived", outcome.survived},
                            {"was_right", outcome.was_right},
                            {"repair", outcome.reason},
                            {"delivered", outcome.values},
                            {"expected", outcome.expected}});
      }
    }
    if (sums.all.all() != 0) add_row("site", site.host, sums, report);
    coverage.rules = sums.all.all();
    coverage.broken = sums.broken.all();
    if (coverage.pages != 0) hosts.push_back(coverage);
    context.progress->advance(1);
  }
  context.progress->end();
  for (const auto& [name, sums] : by_attribute) add_row("attribute", name, sums, report);
  add_figures(all, report);
  add_tables(hosts, report);
  report.notes.push_back(fmt::format(
      "{} of {} attributes with a truth are on the visible page and are judged", truths, claims));
  report.details["failures"] = std::move(failures);
  report.details["decisions"] = std::move(decisions);
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
