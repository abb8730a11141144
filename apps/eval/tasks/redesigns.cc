// weft eval redesigns, weft eval list-redesigns: practice sites that are redesigned overnight, and
// practice sites that are not.
//
// Redesigns: a site is learned from a few labelled pages and remembered as `weft watch --remember`
// does. The site is then redesigned, its prices and stock having moved on, and watched and repaired
// as `weft watch --repair` does (site/watch.h), with nothing but the bellwethers. The truth about
// every page says which attributes broke (F1 fell by more than kFall), which breaks were noticed,
// which were repaired, and whether a repair that was accepted gives wrong values.
// Of detail pages (redesigns) also:
// Aged redesigns: the same, but the bellwethers were last read so long ago that hardly a price is
// known; judged on the attributes that may change.
// Re-crawls: the same, visited again and again without a redesign; every alarm is false.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "base/pointers.h"
#include "eval/list_labels.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "practice/domain.h"
#include "practice/site.h"
#include "site/watch.h"
#include "value/words.h"
#include "watch/health/bellwether.h"
#include "watch/health/reuse.h"

namespace weft::eval::redesigns_task {
namespace {

constexpr practice::Domain kJudged[] = {practice::Domain::kShop, practice::Domain::kEstate,
                                        practice::Domain::kCars};
constexpr double kFall = 0.05;     // Of F1, to be broken.
constexpr double kLearned = 0.95;  // F1 before a redesign; what is worse has nothing to lose.
constexpr double kRight = 0.95;    // Precision of a repair that is not wrong.
constexpr double kSame = 0.8;      // Agreement of values that are still shown.
constexpr unsigned kVisits = 15;   // Re-crawls of a site…
constexpr unsigned kVisited = 12;  // …and how many sites of each domain.
constexpr unsigned kAge = 12;      // Visits between learning and an aged redesign.

// Which pages of a practice site are judged, and how many redesigns of each kind and domain.
struct Plan {
  bool lists;
  const char* pages;  // How the name of their template begins.
  unsigned items;
  size_t labelled;
  unsigned redesigns;    // Each of another site…
  uint64_t first_site;   // …from this number on.
  uint64_t kind_offset;  // Between the seeds of the redesigns of one kind and the next.
};
constexpr Plan kDetails{false, "detail", 40, 3, 6, 100, 10};
constexpr Plan kLists{true, "list", 96, 2, 3, 300, 0};
constexpr uint64_t kFirstVisitedSite = 200;

// The judged pages of a site, parsed, with what is true of them.
struct SiteNow {
  const Plan* plan;
  practice::Domain domain;
  std::string name;  // "shop-101"
  std::vector<model::Page> pages;
  std::vector<watch::Values> truth;         // Of all records of a page.
  std::vector<std::vector<TruthRow>> rows;  // The same, record by record.

  [[nodiscard]] const model::Page* find(std::string_view id) const {
    const auto page = std::find_if(pages.begin(), pages.end(),
                                   [&](const model::Page& one) { return one.id == id; });
    return page == pages.end() ? nullptr : &*page;
  }
};

SiteNow visit(const Plan& plan, practice::Options options) {
  SiteNow now{.plan = &plan, .domain = options.domain};
  now.name = fmt::format("{}-{}", name_of(options.domain), options.seed);
  options.items = plan.items;
  for (const practice::Page& page : practice::generate(options).pages) {
    if (!page.template_name.starts_with(plan.pages)) continue;
    now.pages.push_back(model::html_page(page.html, {.id = page.url, .url = page.url}));
    watch::Values& values = now.truth.emplace_back();
    auto& rows = now.rows.emplace_back();
    for (const practice::TruthRecord& record : page.records) {
      TruthRow& row = rows.emplace_back();
      for (const practice::TruthValue& value : record.values) {
        if (plan.lists ? value.form == practice::ValueForm::kAttribute
                       : value.attribute == "description")
          continue;
        values[value.attribute].push_back(value.text);
        row.push_back({value.attribute, value.text, dom::SourceRange{value.begin, value.end}});
      }
    }
  }
  return now;
}

// Of records of a list where the truth has them; of a detail page's values wherever they stand.
std::vector<model::Label> labels_of(const SiteNow& now, size_t page) {
  if (now.plan->lists) return label_rows(now.pages[page], now.rows[page]);
  std::vector<model::Label> labels;
  for (const auto& [attribute, values] : now.truth[page]) {
    for (const std::string& value : values)
      labels.push_back({.page = now.pages[page].id, .attribute = attribute, .value = value});
  }
  return labels;
}

// A site as it was learned and remembered. Points into its pages.
struct Learned {
  model::Schema schema;
  site::WatchedTemplate known;
};

Result<Learned> learn(const SiteNow& now) {
  Learned learned{.schema = practice::schema_of(now.domain)};
  model::InducerInput input{.schema = &learned.schema};
  std::vector<site::ReadPage> pages;
  for (size_t i = 0; i < now.pages.size(); ++i) {
    input.pages.push_back(&now.pages[i]);
    pages.push_back(site::borrow_page(now.pages[i]));
    if (i >= now.plan->labelled) continue;
    for (model::Label& label : labels_of(now, i)) input.labels.push_back(std::move(label));
  }
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer("rules"));
  WEFT_ASSIGN(model::Induced induced, inducer(input));
  std::vector<const site::ReadPage*> read = pointers_to(pages);
  WEFT_ASSIGN(learned.known, site::remember({.name = now.plan->pages}, std::move(induced.wrapper),
                                            read, learned.schema));
  return learned;
}

// The bellwethers as they are now.
std::vector<site::ReadPage> read_again(const site::WatchedTemplate& known, const SiteNow& now) {
  std::vector<site::ReadPage> pages;
  for (const site::ReadPage& kept : known.bellwethers) {
    const model::Page* page = now.find(kept.key);
    if (page != nullptr) {
      pages.push_back(site::borrow_page(*page));
    } else {
      pages.push_back({.key = kept.key});
      pages.back().failure = {watch::PageState::kGone, "no longer in the catalogue"};
    }
  }
  return pages;
}

using Scores = std::map<std::string, Counts>;

// Values of every attribute over all pages of the site; white space and punctuation between their
// letters do not count.
Scores score(const model::Wrapper& wrapper, const SiteNow& now) {
  using Keys = std::map<std::string, std::vector<uint64_t>>;
  Scores scores;
  for (size_t i = 0; i < now.pages.size(); ++i) {
    Keys found, truth;
    std::set<std::string> names;
    const auto add = [&](const watch::Values& values, Keys& keys) {
      for (const auto& [name, texts] : values) {
        names.insert(name);
        for (const std::string& text : texts) keys[name].push_back(value::words_key(text));
      }
    };
    for (const watch::Seen& seen : watch::seen_on(wrapper.apply(now.pages[i])))
      add(seen.values, found);
    add(now.truth[i], truth);
    for (const std::string& name : names)
      scores[name] += compare_multisets(found[name], truth[name]);
  }
  return scores;
}

// Whether the known values are still shown, in whatever form.
bool still_there(const SiteNow& before, const SiteNow& after,
                 const watch::AttributeHealth& health) {
  if (!health.constant || before.plan->lists) return true;
  size_t same = 0, all = 0;
  for (size_t i = 0; i < after.pages.size(); ++i) {
    const model::Page* old = before.find(after.pages[i].id);
    if (old == nullptr) continue;
    const auto& known =
        watch::texts(before.truth[static_cast<size_t>(old - before.pages.data())], health.name);
    if (known.empty()) continue;
    ++all;
    const auto& shown = watch::texts(after.truth[i], health.name);
    same += watch::value_overlap(known, shown, health.type) >= kSame ? 1 : 0;
  }
  return 2 * same > all;
}

// Whether the old rule may serve the redesigned pages ([Vertex] IV-C).
bool is_reusable(const Learned& learned, const SiteNow& before, const SiteNow& after) {
  const model::Template& page_template = learned.known.page_template;
  watch::OldCluster old{&page_template, learned.known.wrapper.get(), {}};
  for (const model::Page& page : before.pages) old.pages[page.url] = &page;
  watch::NewCluster now{page_template.name, {}, {}};
  std::vector<dom::ShingleVector> vectors;
  for (const model::Page& page : after.pages) {
    now.pages[page.url] = &page;
    vectors.push_back(dom::shingle_vector(page.document, page_template.shingles));
  }
  now.signature = watch::covering_signature(vectors);
  return watch::find_reusable({&now, 1}, {&old, 1}, learned.schema).front().reused;
}

// What a repair weighed for an attribute, each answer with whether it is right on all pages.
Json judged_answers(const watch::AttributeRepair& repair,
                    const std::vector<const watch::FreshPage*>& pages, const SiteNow& after) {
  Json all = Json::array();
  for (const watch::Answer& answer : repair.answers) {
    bool right = true;
    for (size_t i = 0; i < pages.size(); ++i) {
      const auto page = static_cast<size_t>(pages[i]->page - after.pages.data());
      right &= watch::value_overlap(watch::texts(after.truth[page], repair.attribute),
                                    answer.found[i], model::ValueType::kText) == 1;
    }
    all.push_back(watch::to_json(answer, right));
  }
  return all;
}

// What became of an attribute of a redesigned site.
struct AttributeOutcome {
  std::string site;
  std::string kind;
  std::string attribute;
  double before = 0, unrepaired = 0, after = 0;  // F1.
  double precision = 1;                          // After a repair.
  bool varying = false, repairable = false, noticed = false, accepted = false;
  bool noticed_by_paper = false;  // By the test of [Vertex] IV-B.
  std::string reason;
  Json answers = Json::array();  // What the repair weighed.

  [[nodiscard]] bool broken() const { return unrepaired < before - kFall; }
  [[nodiscard]] bool repaired() const { return broken() && after >= before - kFall; }
  [[nodiscard]] bool wrong() const { return accepted && precision < kRight; }
  [[nodiscard]] bool failed() const {
    return wrong() || (broken() && (!noticed || (repairable && !repaired())));
  }
};

// A redesign as a whole.
struct RedesignOutcome {
  std::vector<AttributeOutcome> attributes;
  bool reused = false;  // [Vertex] IV-C lets the new cluster keep the old rule.
};

struct Job {
  practice::Options site;
  practice::Redesign redesign;
};

// `visits`: how many the golden extractions are old when the redesign is met.
watch::TemplateVerdict judged_by_paper(const site::WatchedTemplate& known,
                                       const std::vector<site::ReadPage>& pages) {
  return site::watch_template(known, pages, /*all_asked=*/true, {.paper = true}).assessment.verdict;
}

RedesignOutcome redesign(const Plan& plan, Job job, unsigned visits) {
  RedesignOutcome result;
  job.site.drift = 1;
  const SiteNow before = visit(plan, job.site);
  job.site.drift += visits;
  job.site.redesigns = {job.redesign};
  const SiteNow after = visit(plan, job.site);
  const auto learned = learn(before);
  if (!learned.ok()) return result;
  result.reused = is_reusable(*learned, before, after);
  const site::WatchedTemplate& known = learned->known;
  const std::vector<site::ReadPage> pages = read_again(known, after);
  site::WatchedNow now = site::watch_template(known, pages, /*all_asked=*/true);
  site::repair_template(now, learned->schema);
  const watch::TemplateVerdict paper = judged_by_paper(known, pages);
  Scores old_scores = score(*known.wrapper, before);
  Scores unrepaired = score(*known.wrapper, after);
  Scores repaired = score(now.repair.wrapper ? *now.repair.wrapper : *known.wrapper, after);
  for (const watch::AttributeHealth& health : known.health.attributes()) {
    AttributeOutcome outcome{.site = before.name,
                             .kind = std::string(name_of(job.redesign.kind)),
                             .attribute = health.name,
                             .before = old_scores[health.name].f1(),
                             .unrepaired = unrepaired[health.name].f1(),
                             .after = repaired[health.name].f1(),
                             .varying = !health.constant,
                             .repairable = still_there(before, after, health)};
    if (outcome.before < kLearned) continue;
    const watch::AttributeVerdict* verdict = now.assessment.verdict.find(health.name);
    outcome.noticed = plan.lists ? now.assessment.verdict.health != watch::Health::kHealthy
                                 : verdict->health != watch::Health::kHealthy;
    const watch::AttributeVerdict* by_paper = paper.find(health.name);
    outcome.noticed_by_paper = by_paper != nullptr && by_paper->health != watch::Health::kHealthy;
    if (const auto* attribute = now.repair.find(health.name)) {
      outcome.accepted = attribute->state == watch::RepairState::kAccepted;
      outcome.reason = attribute->reason;
      outcome.answers = judged_answers(*attribute, now.assessment.fine, after);
      outcome.precision = repaired[health.name].precision();
    }
    result.attributes.push_back(std::move(outcome));
  }
  return result;
}

// The alarms of visits without a redesign.
struct Recrawls {
  size_t visits = 0;
  size_t alarms_by_paper = 0;  // By the test of [Vertex] IV-B.
  std::vector<std::string> alarms;
};

Recrawls recrawl(practice::Options options) {
  Recrawls out;
  options.drift = 1;
  const SiteNow first = visit(kDetails, options);
  auto learned = learn(first);
  if (!learned.ok()) return out;
  for (unsigned v = 0; v < kVisits; ++v) {
    ++options.drift;
    const SiteNow now = visit(kDetails, options);
    const std::vector<site::ReadPage> pages = read_again(learned->known, now);
    const watch::Assessment found =
        site::watch_template(learned->known, pages, /*all_asked=*/true).assessment;
    ++out.visits;
    out.alarms_by_paper +=
        judged_by_paper(learned->known, pages).health != watch::Health::kHealthy ? 1 : 0;
    if (found.verdict.health != watch::Health::kHealthy) {
      out.alarms.push_back(
          fmt::format("{} visit {}: {}", first.name, v, watch::to_text(found.verdict)));
      continue;
    }
    // What is known is kept up to date.
    for (model::Extraction& golden : learned->known.golden) {
      for (const model::Extraction& fresh : found.fresh) {
        if (fresh.page == golden.page) golden = fresh;
      }
    }
  }
  return out;
}

struct Sums {
  size_t breaks = 0, noticed = 0, repairable = 0, repaired = 0, accepted = 0, wrong = 0;
  size_t noticed_by_paper = 0;

  void add(const AttributeOutcome& outcome) {
    breaks += outcome.broken() ? 1 : 0;
    noticed += outcome.broken() && outcome.noticed ? 1 : 0;
    noticed_by_paper += outcome.broken() && outcome.noticed_by_paper ? 1 : 0;
    repairable += outcome.broken() && outcome.repairable ? 1 : 0;
    repaired += outcome.repairable && outcome.repaired() ? 1 : 0;
    accepted += outcome.accepted ? 1 : 0;
    wrong += outcome.wrong() ? 1 : 0;
  }
  [[nodiscard]] Figures figures() const {
    return {{"repaired", share(repaired, repairable, 1)},
            {"noticed", share(noticed, breaks, 1)},
            {"paper_noticed", share(noticed_by_paper, breaks, 1)},
            {"breaks", breaks},
            {"repairable", repairable},
            {"accepted", accepted},
            {"wrong", wrong}};
  }
};

using Groups = std::map<std::string, Sums>;

void add_rows(const char* section, const Groups& groups, Report& report) {
  for (const auto& [name, sums] : groups) report.row(section, name, sums.figures());
}

Json failure_json(const AttributeOutcome& outcome) {
  return {{"site", outcome.site},
          {"kind", outcome.kind},
          {"attribute", outcome.attribute},
          {"before", outcome.before},
          {"unrepaired", outcome.unrepaired},
          {"after", outcome.after},
          {"precision", outcome.precision},
          {"noticed", outcome.noticed},
          {"accepted", outcome.accepted},
          {"wrong", outcome.wrong()},
          {"reason", outcome.reason}};
}

// The score is the share of broken attributes that were repaired, where their values are still
// shown.
void report_redesigns(const std::vector<RedesignOutcome>& all, Report& report) {
  Sums sums;
  Groups kinds, attributes, domains;
  size_t broken_sites = 0, noticed_sites = 0, reused = 0, broken_but_reused = 0;
  auto failures = Json::array(), decisions = Json::array();
  for (const RedesignOutcome& one : all) {
    bool broken = false, noticed = false;
    for (const AttributeOutcome& outcome : one.attributes) {
      for (Sums* some : {&sums, &kinds[outcome.kind], &attributes[outcome.attribute],
                         &domains[outcome.site.substr(0, outcome.site.find('-'))]})
        some->add(outcome);
      broken |= outcome.broken();
      noticed |= outcome.noticed;
      decisions.push_back(
          {{"group", outcome.site}, {"survived", !outcome.broken()}, {"answers", outcome.answers}});
      if (outcome.failed()) failures.push_back(failure_json(outcome));
    }
    broken_sites += broken ? 1 : 0;
    noticed_sites += broken && noticed ? 1 : 0;
    reused += one.reused ? 1 : 0;
    broken_but_reused += broken && one.reused ? 1 : 0;
  }
  report.score = share(sums.repaired, sums.repairable, 1);
  report.figures = sums.figures();
  report.figure("redesigns", all.size());
  report.figure("redesigns_that_broke", broken_sites);
  report.figure("redesigns_noticed", share(noticed_sites, broken_sites, 1));
  // As in Fig. 5: what may keep its rule, beside what kept its rule right.
  report.figure("rules_reused", share(reused, all.size(), 1));
  report.figure("redesigns_unbroken", 1 - share(broken_sites, all.size(), 1));
  report.figure("reused_though_broken", broken_but_reused);
  add_rows("kind", kinds, report);
  add_rows("domain", domains, report);
  add_rows("attribute", attributes, report);
  report.details["failures"] = std::move(failures);
  report.details["decisions"] = std::move(decisions);
}

// Redesigns met after so many visits that hardly a varying value is as it was known: only the
// attributes that may change.
void report_aged_redesigns(const std::vector<RedesignOutcome>& all, Report& report) {
  Sums sums;
  Groups attributes;
  auto failures = Json::array();
  for (const RedesignOutcome& one : all) {
    for (const AttributeOutcome& outcome : one.attributes) {
      if (!outcome.varying) continue;
      sums.add(outcome);
      attributes[outcome.attribute].add(outcome);
      report.details["decisions"].push_back(
          {{"group", outcome.site}, {"survived", !outcome.broken()}, {"answers", outcome.answers}});
      if (outcome.broken() && outcome.repairable && (outcome.wrong() || !outcome.repaired()))
        failures.push_back(failure_json(outcome));
    }
  }
  report.figure("aged_varying_repaired", share(sums.repaired, sums.repairable, 1));
  report.figure("aged_varying_breaks", sums.breaks);
  report.figure("aged_varying_wrong", sums.wrong);
  add_rows("varying attribute, aged", attributes, report);
  report.details["aged_failures"] = std::move(failures);
}

void report_recrawls(const std::vector<Recrawls>& all, Report& report) {
  size_t visits = 0, by_paper = 0;
  auto alarms = Json::array();
  for (const Recrawls& one : all) {
    visits += one.visits;
    by_paper += one.alarms_by_paper;
    for (const std::string& alarm : one.alarms) alarms.push_back(alarm);
  }
  report.figure("recrawls", visits);
  report.figure("false_alarms", share(alarms.size(), visits));
  report.figure("paper_false_alarms", share(by_paper, visits));
  report.details["false_alarms"] = std::move(alarms);
}

std::vector<Job> jobs_of(const Plan& plan, const TaskContext& context) {
  std::vector<Job> jobs;
  const uint64_t first = uint64_t{1000} * context.seed;
  for (const practice::Domain domain : kJudged) {
    for (size_t k = 0; k < practice::kRedesignKindCount; ++k) {
      const auto kind = static_cast<practice::RedesignKind>(k);
      const std::string name = fmt::format("{} {}", name_of(domain), name_of(kind));
      for (unsigned i = 1; i <= plan.redesigns; ++i) {
        if (!keeps_site(context, name)) continue;
        jobs.push_back({{.domain = domain, .seed = first + plan.first_site + i},
                        {kind, first + plan.kind_offset * k + i}});
      }
    }
  }
  return jobs;
}

std::vector<RedesignOutcome> redesign_all(const Plan& plan, const TaskContext& context,
                                          unsigned visits) {
  const std::vector<Job> jobs = jobs_of(plan, context);
  std::vector<RedesignOutcome> outcomes(jobs.size());
  for_each_parallel(context, "redesigning sites", jobs.size(),
                    [&](size_t i) { outcomes[i] = redesign(plan, jobs[i], visits); });
  return outcomes;
}

Result<Report> run_details(const TaskContext& context) {
  Report report;
  report_redesigns(redesign_all(kDetails, context, 1), report);
  report_aged_redesigns(redesign_all(kDetails, context, kAge), report);
  std::vector<practice::Options> visited;
  for (const practice::Domain domain : kJudged) {
    for (unsigned i = 1; i <= kVisited && context.only.empty(); ++i)
      visited.push_back(
          {.domain = domain, .seed = uint64_t{1000} * context.seed + kFirstVisitedSite + i});
  }
  std::vector<Recrawls> recrawls(visited.size());
  for_each_parallel(context, "visiting sites again", visited.size(),
                    [&](size_t i) { recrawls[i] = recrawl(visited[i]); });
  report_recrawls(recrawls, report);
  return report;
}

Result<Report> run_lists(const TaskContext& context) {
  Report report;
  report_redesigns(redesign_all(kLists, context, 1), report);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "redesigns",
          .summary = "Practice sites redesigned overnight: noticed, repaired, proved",
          .metric = "share of broken attributes repaired, their values still shown",
          .run = run_details};
}

TaskSpec list_task() {
  return {.name = "list-redesigns",
          .summary = "Lists of practice sites redesigned, noticed and repaired",
          .metric = "share of broken attributes of lists repaired",
          .run = run_lists};
}

}  // namespace weft::eval::redesigns_task
