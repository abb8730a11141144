// weft eval redesigns: practice sites that are redesigned overnight, and practice sites that are
// not.
//
// Redesigns: a site is learned from three labelled pages, its bellwethers chosen, its golden
// extractions kept. The site is then redesigned, its prices and stock having moved on, and watched
// and repaired with nothing but the bellwethers. The truth about every page says which attributes
// broke (F1 fell by more than 0.05), which breaks were noticed, which were repaired, and whether a
// repair that was accepted gives wrong values.
// Aged redesigns: the same, but the bellwethers were last read so long ago that hardly a price is
// known; judged on the attributes that may change.
// Re-crawls: the same, visited again and again without a redesign; every alarm is false.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "eval/metrics/counts.h"
#include "eval/redesign_report.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "model/locate.h"
#include "practice/domain.h"
#include "practice/site.h"
#include "watch/health/assess.h"
#include "watch/health/bellwether.h"
#include "watch/health/reuse.h"
#include "watch/repair/repair.h"
#include "watch/words.h"

namespace weft::eval::redesigns_task {
namespace {

using practice::RedesignKind;

constexpr practice::Domain kJudged[] = {practice::Domain::kShop, practice::Domain::kEstate,
                                        practice::Domain::kCars};
constexpr unsigned kItems = 40;
constexpr size_t kLabelled = 3;
constexpr unsigned kSeeds = 6;     // Redesigns of each kind and domain, each of another site.
constexpr unsigned kVisits = 15;   // Re-crawls of a site…
constexpr unsigned kVisited = 12;  // …and how many sites of each domain.
constexpr unsigned kAge = 12;      // Visits between learning and an aged redesign.

// The detail pages of a site, parsed, with what is true of them.
struct SiteNow {
  practice::Site site;
  std::vector<model::Page> pages;
  std::vector<watch::Values> truth;
};

SiteNow visit(const practice::Options& options) {
  SiteNow now{practice::generate(options), {}, {}};
  for (const practice::Page& page : now.site.pages) {
    if (!page.template_name.starts_with("detail")) continue;
    model::Page parsed;
    parsed.id = parsed.url = page.url;
    parsed.document = html::parse(page.html).document;
    watch::Values values;
    for (const practice::TruthValue& value : page.records.front().values) {
      if (value.attribute != "description") values[value.attribute].push_back(value.text);
    }
    now.pages.push_back(std::move(parsed));
    now.truth.push_back(std::move(values));
  }
  return now;
}

const model::Page* find_page(const SiteNow& now, std::string_view url) {
  for (const model::Page& page : now.pages) {
    if (page.url == url) return &page;
  }
  return nullptr;
}

// A site as it was learned.
struct Learned {
  model::Schema schema;
  std::shared_ptr<const model::Wrapper> wrapper;
  watch::HealthModel health;
  model::Template page_template;
  std::vector<model::Extraction> golden;  // Of the bellwethers.
};

std::vector<model::Label> labels_of(const SiteNow& now, size_t page) {
  std::vector<model::Label> labels;
  for (const auto& [attribute, values] : now.truth[page]) {
    for (const std::string& value : values) {
      labels.push_back({.page = now.pages[page].id, .attribute = attribute, .value = value});
    }
  }
  return labels;
}

Result<Learned> learn(const SiteNow& now, const model::Inducer& inducer) {
  Learned learned;
  learned.schema = practice::schema_of(now.site.options.domain);
  model::InducerInput input{.schema = &learned.schema};
  std::vector<const dom::Document*> documents;
  std::vector<dom::ShingleVector> vectors;
  for (size_t i = 0; i < now.pages.size(); ++i) {
    input.pages.push_back(&now.pages[i]);
    documents.push_back(&now.pages[i].document);
    vectors.push_back(dom::shingle_vector(now.pages[i].document, learned.page_template.shingles));
    if (i >= kLabelled) continue;
    for (model::Label& label : labels_of(now, i)) input.labels.push_back(std::move(label));
  }
  WEFT_ASSIGN(model::Induced induced, inducer(input));
  learned.wrapper = std::move(induced.wrapper);
  learned.page_template.name = "detail";
  learned.page_template.signature = watch::covering_signature(vectors);
  std::vector<watch::Seen> entities;
  for (const uint32_t i : watch::choose_bellwethers(documents)) {
    learned.golden.push_back(learned.wrapper->apply(now.pages[i]));
    learned.golden.back().page = now.pages[i].id;
  }
  for (const model::Page& page : now.pages) {
    model::Extraction extraction = learned.wrapper->apply(page);
    extraction.page = page.id;
    for (watch::Seen& seen : watch::seen_on(extraction)) entities.push_back(std::move(seen));
  }
  learned.health = watch::HealthModel::learn(entities, learned.schema);
  return learned;
}

using Scores = std::map<std::string, Counts>;

// White space and punctuation between the letters of values do not count.
Counts compare_values(const std::vector<std::string>& found,
                      const std::vector<std::string>& truth) {
  const auto keys = [](const std::vector<std::string>& values) {
    std::vector<uint64_t> out;
    for (const std::string& value : values) out.push_back(watch::value_key(value));
    return out;
  };
  return compare_multisets(keys(found), keys(truth));
}

// Values of every attribute over all pages of the site.
Scores score(const model::Wrapper& wrapper, const SiteNow& now) {
  Scores scores;
  for (size_t i = 0; i < now.pages.size(); ++i) {
    const auto seen = watch::seen_on(wrapper.apply(now.pages[i]));
    std::set<std::string> names;
    for (const auto& [name, values] : now.truth[i]) names.insert(name);
    if (!seen.empty()) {
      for (const auto& [name, values] : seen.front().values) names.insert(name);
    }
    for (const std::string& name : names) {
      const auto& found =
          seen.empty() ? std::vector<std::string>{} : watch::texts(seen.front().values, name);
      scores[name] += compare_values(found, watch::texts(now.truth[i], name));
    }
  }
  return scores;
}

watch::Assessment look(const Learned& learned, const SiteNow& now,
                       std::vector<watch::FreshPage>& fresh) {
  fresh.clear();
  for (const model::Extraction& golden : learned.golden) {
    const model::Page* page = find_page(now, golden.page);
    watch::FreshPage one{golden.page, page, {}, 0};
    if (page == nullptr) one.failure = {watch::PageState::kGone, "no longer in the catalogue"};
    fresh.push_back(one);
  }
  return watch::assess(
      {&learned.page_template, learned.wrapper.get(), &learned.health, &learned.golden, fresh});
}

// Whether the known values are still shown, in whatever form.
bool still_there(const SiteNow& before, const SiteNow& after, const std::string& attribute,
                 const watch::AttributeHealth& health) {
  if (!health.constant) return true;
  size_t same = 0, all = 0;
  for (size_t i = 0; i < after.pages.size(); ++i) {
    for (size_t j = 0; j < before.pages.size(); ++j) {
      if (before.pages[j].url != after.pages[i].url) continue;
      const auto& known = watch::texts(before.truth[j], attribute);
      if (known.empty()) continue;
      ++all;
      same += watch::agreement(known, watch::texts(after.truth[i], attribute), health.type) >= 0.8
                  ? 1
                  : 0;
    }
  }
  return 2 * same > all;
}

// Whether the old rule may serve the redesigned pages (IV-C).
bool is_reusable(const Learned& learned, const SiteNow& before, const SiteNow& after) {
  watch::OldCluster old{&learned.page_template, learned.wrapper.get(), {}};
  for (const model::Page& page : before.pages) old.pages[page.url] = &page;
  watch::NewCluster now{"detail", {}, {}};
  std::vector<dom::ShingleVector> vectors;
  for (const model::Page& page : after.pages) {
    now.pages[page.url] = &page;
    vectors.push_back(dom::shingle_vector(page.document, learned.page_template.shingles));
  }
  now.signature = watch::covering_signature(vectors);
  return watch::find_reusable({&now, 1}, {&old, 1}, learned.schema).front().reused;
}

// `visits`: how many the golden extractions are old when the redesign is met.
RedesignOutcome redesign(practice::Options options, const model::Inducer& inducer,
                         const practice::Redesign& what, unsigned visits) {
  RedesignOutcome result;
  std::vector<AttributeOutcome>& outcomes = result.attributes;
  options.items = kItems;
  options.drift = 1;
  const SiteNow before = visit(options);
  options.drift += visits;
  options.redesigns = {what};
  const SiteNow after = visit(options);
  const auto learned = learn(before, inducer);
  if (!learned.ok()) return result;
  result.reused = is_reusable(*learned, before, after);
  std::vector<watch::FreshPage> fresh;
  const watch::Assessment found = look(*learned, after, fresh);
  watch::RepairInput input{learned->wrapper,          &learned->health, &learned->schema, {},
                           found.verdict.unhealthy(), inducer};
  for (const watch::FreshPage* page : found.fine) {
    const auto known =
        std::find_if(learned->golden.begin(), learned->golden.end(),
                     [&](const model::Extraction& golden) { return golden.page == page->id; });
    input.pages.push_back({page->page, &*known, find_page(before, page->id)});
  }
  const watch::Repair done = watch::repair(input);
  Scores old_scores = score(*learned->wrapper, before);
  Scores unrepaired = score(*learned->wrapper, after);
  Scores repaired = score(done.wrapper ? *done.wrapper : *learned->wrapper, after);
  for (const watch::AttributeHealth& health : learned->health.attributes()) {
    AttributeOutcome outcome{
        .site = fmt::format("{}-{}", practice::domain_name(options.domain), options.seed),
        .kind = std::string(practice::redesign_kind_name(what.kind)),
        .attribute = health.name,
        .varying = !health.constant};
    outcome.before = old_scores[health.name].f1();
    if (outcome.before < 0.95) continue;  // Never learned well: nothing to lose.
    outcome.unrepaired = unrepaired[health.name].f1();
    outcome.after = repaired[health.name].f1();
    outcome.broken = outcome.unrepaired < outcome.before - kFall;
    outcome.noticed = found.verdict.find(health.name)->health != watch::Health::kHealthy;
    outcome.repairable = still_there(before, after, health.name, health);
    if (const auto* attribute = done.find(health.name)) {
      outcome.accepted = attribute->state == watch::RepairState::kAccepted;
      outcome.reason = attribute->reason;
      outcome.precision = repaired[health.name].precision();
      outcome.wrong = outcome.accepted && outcome.precision < 0.95;
    }
    outcomes.push_back(std::move(outcome));
  }
  return result;
}

struct Recrawls {
  size_t visits = 0;
  size_t alarms = 0;
  std::vector<std::string> reasons;
};

Recrawls recrawl(practice::Options options, const model::Inducer& inducer) {
  Recrawls out;
  options.items = kItems;
  options.drift = 1;
  auto learned = learn(visit(options), inducer);
  if (!learned.ok()) return out;
  std::vector<watch::FreshPage> fresh;
  for (unsigned v = 0; v < kVisits; ++v) {
    ++options.drift;
    const SiteNow now = visit(options);
    watch::Assessment found = look(*learned, now, fresh);
    ++out.visits;
    if (found.verdict.health != watch::Health::kHealthy) {
      ++out.alarms;
      out.reasons.push_back(fmt::format("{}-{} visit {}: {}", practice::domain_name(options.domain),
                                        options.seed, v, watch::to_text(found.verdict)));
      continue;
    }
    learned->golden = std::move(found.fresh);  // What is known is kept up to date.
  }
  return out;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer("rules"));
  struct Job {
    practice::Options site;
    practice::Redesign redesign;
  };
  std::vector<Job> jobs;
  std::vector<practice::Options> visited;
  const uint64_t first = uint64_t{1000} * context.seed;
  for (const practice::Domain domain : kJudged) {
    for (size_t kind = 0; kind < practice::kRedesignKindCount; ++kind) {
      for (unsigned seed = 1; seed <= kSeeds; ++seed) {
        const std::string name =
            fmt::format("{} {}", practice::domain_name(domain),
                        practice::redesign_kind_name(static_cast<RedesignKind>(kind)));
        if (!keeps_site(context, name, jobs.size())) continue;
        jobs.push_back({{.domain = domain, .seed = first + 100 + seed},
                        {static_cast<RedesignKind>(kind), first + 10 * kind + seed}});
      }
    }
    for (unsigned seed = 1; seed <= kVisited && context.only.empty(); ++seed)
      visited.push_back({.domain = domain, .seed = first + 200 + seed});
  }
  std::vector<RedesignOutcome> outcomes(jobs.size()), aged(jobs.size());
  std::vector<Recrawls> recrawls(visited.size());
  for_each_parallel(context, "redesigning sites", jobs.size(), [&](size_t i) {
    outcomes[i] = redesign(jobs[i].site, inducer, jobs[i].redesign, 1);
    aged[i] = redesign(jobs[i].site, inducer, jobs[i].redesign, kAge);
  });
  for_each_parallel(context, "visiting sites again", visited.size(),
                    [&](size_t i) { recrawls[i] = recrawl(visited[i], inducer); });

  Report report;
  report_redesigns(outcomes, report);
  report_aged_redesigns(aged, report);
  size_t visits = 0, alarms = 0;
  nlohmann::ordered_json reasons = nlohmann::ordered_json::array();
  for (const Recrawls& one : recrawls) {
    visits += one.visits;
    alarms += one.alarms;
    for (const std::string& reason : one.reasons) reasons.push_back(reason);
  }
  report.figure("recrawls", visits);
  report.figure("false_alarms",
                visits == 0 ? 0 : static_cast<double>(alarms) / static_cast<double>(visits));
  report.details["false_alarms"] = std::move(reasons);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "redesigns",
          .summary = "Practice sites redesigned overnight: noticed, repaired, proved",
          .metric = "share of broken attributes repaired, their values still shown",
          .run = run};
}

}  // namespace weft::eval::redesigns_task
