#include "cli/site_watch.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "extract/template_matcher.h"
#include "html/parser.h"
#include "model/inducer.h"
#include "model/json.h"
#include "model/url_pattern.h"
#include "warc/writer.h"
#include "watch/health/bellwether.h"
#include "watch/words.h"

namespace weft::cli {
namespace {

std::string health_fact(const std::string& template_name) {
  return "watch.health." + template_name;
}

// Bellwethers that have gone over to a template split off; a list of ids.
std::string left_fact(const std::string& template_name) { return "watch.left." + template_name; }

Result<std::set<std::string>> pages_that_left(const model::Site& site,
                                              const std::string& template_name) {
  std::set<std::string> left;
  WEFT_ASSIGN(const std::string fact, site.fact(left_fact(template_name)));
  if (fact.empty()) return left;
  WEFT_ASSIGN(const model::Json json, model::parse_json(fact));
  for (const auto& page : json) {
    if (page.is_string()) left.insert(page.get<std::string>());
  }
  return left;
}

model::Page parse_stored(const model::StoredPage& stored, const Limits& limits) {
  model::Page page;
  page.id = stored.id;
  page.url = stored.url;
  page.document = html::parse(stored.body, {.limits = limits}).document;
  return page;
}

Result<WatchedTemplate> load_template(const model::Site& site, const model::Template& one,
                                      const Limits& limits) {
  WatchedTemplate known;
  known.page_template = one;
  WEFT_ASSIGN(std::unique_ptr<model::Wrapper> wrapper, site.wrapper(one.name));
  known.wrapper = std::move(wrapper);
  WEFT_ASSIGN(known.health, health_of(site, one.name));
  WEFT_ASSIGN(known.golden, site.golden(one.name));
  WEFT_ASSIGN(const auto samples, site.samples(one.name, model::SampleRole::kBellwether));
  WEFT_ASSIGN(const std::set<std::string> left, pages_that_left(site, one.name));
  for (const model::Sample& sample : samples) {
    WEFT_ASSIGN(const model::StoredPage stored, site.read_sample(sample));
    if (left.contains(stored.id)) continue;
    known.old_pages.push_back(parse_stored(stored, limits));
    known.addresses.push_back(stored.url.empty() ? stored.id : stored.url);
  }
  return known;
}

model::StoredPage stored_page(const ReadPage& read) {
  return {.id = read.key,
          .url = read.page.url,
          .status = read.page.status,
          .content_type = read.page.content_type,
          .fetched_at = read.page.fetched_at.empty() ? warc::warc_date_now() : read.page.fetched_at,
          .body = read.bytes};
}

model::Extraction extract(const model::Wrapper& wrapper, const ReadPage& read) {
  model::Extraction extraction = wrapper.apply(read.page);
  extraction.page = read.key;
  return extraction;
}

const ReadPage* find_page(const std::vector<ReadPage>& pages, std::string_view key) {
  for (const ReadPage& page : pages) {
    if (page.key == key) return &page;
  }
  return nullptr;
}

const model::Extraction* find_golden(const WatchedTemplate& known, std::string_view page) {
  for (const model::Extraction& golden : known.golden) {
    if (golden.page == page) return &golden;
  }
  return nullptr;
}

// A template without a signature takes every page; it gets one, and a URL pattern, from its pages.
Status sign(model::Site& site, const std::string& name, const std::vector<const ReadPage*>& pages) {
  WEFT_ASSIGN(model::Template one, site.find_template(name));
  if (one.signature.fixed_count() != 0) return {};
  std::vector<dom::ShingleVector> vectors;
  std::vector<std::string> urls;
  for (const ReadPage* page : pages) {
    vectors.push_back(dom::shingle_vector(page->page.document, one.shingles));
    if (!page->page.url.empty()) urls.push_back(page->page.url);
  }
  one.signature = watch::covering_signature(vectors);
  if (one.url_pattern.empty()) one.url_pattern = model::learn_url_pattern(urls);
  one.size = std::max<uint64_t>(one.size, pages.size());
  return site.put_template(one);
}

// Pages beside the bellwethers: a stream in which drift shows early.
void watch_stream(const std::vector<ReadPage>& pages, WatchedNow& now) {
  const WatchedTemplate& known = *now.known;
  const auto matcher = extract::TemplateMatcher::build({known.page_template});
  if (!matcher.ok() || known.health.attributes().empty()) return;
  watch::DriftMonitor monitor(known.health);
  for (const ReadPage& read : pages) {
    if (!known.cluster.empty() && !known.cluster.contains(read.key)) continue;
    if (read.failure.state != watch::PageState::kFine || find_golden(known, read.key) != nullptr ||
        !matcher->match(read.page).found() ||
        watch::judge_page(read.page).state != watch::PageState::kFine)
      continue;
    const auto seen = watch::seen_on(known.wrapper->apply(read.page));
    if (seen.empty()) monitor.add_empty_page();
    for (const watch::Seen& record : seen) monitor.add(record);
  }
  watch::TemplateVerdict& verdict = now.assessment.verdict;
  for (const watch::DriftAlarm& alarm : monitor.alarms()) {
    verdict.evidence.push_back("in the stream of other records " + drift_sentence(alarm, monitor));
    if (verdict.health == watch::Health::kHealthy) {
      verdict.health = watch::Health::kDrifting;
      verdict.cause = alarm.what == watch::DriftAlarm::What::kMissing
                          ? watch::Cause::kNullExtraction
                          : watch::Cause::kIncorrectExtraction;
    }
  }
}

watch::AssessInput assess_input(const WatchedNow& now, const model::Wrapper& wrapper,
                                const model::Template& page_template) {
  return {&page_template, &wrapper, &now.known->health, &now.known->golden, now.fresh};
}

model::Template with_new_signature(const WatchedNow& now) {
  model::Template renewed = now.known->page_template;
  std::vector<dom::ShingleVector> vectors;
  for (const watch::FreshPage* page : now.assessment.fine)
    vectors.push_back(dom::shingle_vector(page->page->document, renewed.shingles));
  renewed.signature = watch::covering_signature(vectors);
  return renewed;
}

watch::RepairInput repair_input(const WatchedNow& now, const model::Schema& schema,
                                model::Inducer inducer, const ElsewhereByKey& elsewhere) {
  watch::RepairInput input{
      now.known->wrapper, &now.known->health, &schema, {}, now.assessment.verdict.unhealthy(),
      std::move(inducer)};
  for (const watch::FreshPage* page : now.assessment.fine) {
    watch::RepairPage one{page->page, find_golden(*now.known, page->id)};
    for (const model::Page& old : now.known->old_pages) {
      if (old.id == page->id) one.before = &old;
    }
    const auto other = elsewhere.find(page->id);
    if (other != elsewhere.end()) one.elsewhere = &other->second;
    input.pages.push_back(one);
  }
  return input;
}

// Known values, with those of repaired attributes as they are now; what is still broken stays as it
// was known, so that a later repair can find it.
model::Extraction renewed_golden(const model::Extraction& before, const model::Extraction& fresh,
                                 const watch::TemplateVerdict& verdict) {
  model::Extraction golden = fresh;
  if (before.records.size() != 1 || fresh.records.size() != 1) return golden;
  for (const std::string& name : verdict.unhealthy()) {
    if (const model::Value* value = before.records[0].find(name))
      golden.records[0].set(name, *value);
  }
  return golden;
}

nlohmann::ordered_json run_details(const std::vector<WatchedNow>& all) {
  nlohmann::ordered_json templates = nlohmann::ordered_json::array();
  for (const WatchedNow& now : all) {
    const watch::TemplateVerdict& verdict = now.assessment.verdict;
    nlohmann::ordered_json attributes = nlohmann::ordered_json::object();
    for (const watch::AttributeVerdict& attribute : verdict.attributes) {
      attributes[attribute.name] = {{"health", watch::health_name(attribute.health)},
                                    {"presence", attribute.presence},
                                    {"fit", attribute.fit}};
    }
    templates.push_back({{"template", verdict.template_name},
                         {"health", watch::health_name(verdict.health)},
                         {"cause", watch::cause_name(verdict.cause)},
                         {"coverage", verdict.shingles.coverage()},
                         {"pages", verdict.pages},
                         {"read", verdict.read},
                         {"repaired", now.repair.accepted()},
                         {"health_after", watch::health_name(now.verdict().health)},
                         {"attributes", std::move(attributes)}});
  }
  return {{"templates", std::move(templates)}};
}

// The template that a part was split from is watched without the part's pages from now on.
Status put_left(model::Site& site, const WatchedNow& now) {
  WEFT_ASSIGN(std::set<std::string> left, pages_that_left(site, now.known->split_from));
  for (const model::Page& page : now.known->old_pages) left.insert(page.id);
  return site.put_fact(left_fact(now.known->split_from), model::dump_json(model::Json(left)));
}

}  // namespace

std::string page_key(const std::string& url, const std::string& id) {
  if (!url.empty()) return url.substr(0, url.find('#'));
  return std::filesystem::path(id).filename().string();
}

Result<watch::HealthModel> health_of(const model::Site& site, const std::string& template_name) {
  WEFT_ASSIGN(const std::string fact, site.fact(health_fact(template_name)));
  if (fact.empty()) return watch::HealthModel();
  WEFT_ASSIGN(const model::Json json, model::parse_json(fact));
  return watch::HealthModel::from_json(json);
}

std::string drift_sentence(const watch::DriftAlarm& alarm, const watch::DriftMonitor& monitor) {
  return fmt::format(
      "{} {} from record {} of {} on", alarm.attribute,
      alarm.what == watch::DriftAlarm::What::kMissing ? "is missing" : "looks unlike itself",
      alarm.at, monitor.records());
}

Result<std::vector<WatchedTemplate>> load_watched(const model::Site& site, const Limits& limits) {
  std::vector<WatchedTemplate> all;
  WEFT_ASSIGN(const std::vector<model::Template> templates, site.templates());
  for (const model::Template& one : templates) {
    if (one.wrapper_version == 0) continue;
    auto known = load_template(site, one, limits);
    if (!known.ok()) return known.error().in(one.name);
    if (!known->golden.empty()) all.push_back(std::move(*known));
  }
  return all;
}

Status remember(model::Site& site, const std::string& template_name,
                const std::vector<const ReadPage*>& pages, size_t count) {
  WEFT_ASSIGN(const std::unique_ptr<model::Wrapper> wrapper, site.wrapper(template_name));
  WEFT_ASSIGN(const auto schema, site.schema());
  std::vector<const dom::Document*> documents;
  std::vector<model::Extraction> extractions;
  for (const ReadPage* page : pages) {
    extractions.push_back(extract(*wrapper, *page));
    documents.push_back(&page->page.document);
  }
  const std::vector<watch::Seen> entities = watch::seen_on(extractions);
  if (entities.empty())
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("the wrapper of {} extracts nothing from these pages; learn it first",
                             template_name)};
  const auto health = watch::HealthModel::learn(entities, schema ? *schema : model::Schema{});
  WEFT_TRY(sign(site, template_name, pages));
  std::vector<model::StoredPage> stored;
  std::vector<model::Extraction> golden;
  for (const uint32_t i : watch::choose_bellwethers(documents, {.count = count})) {
    stored.push_back(stored_page(*pages[i]));
    golden.push_back(extractions[i]);
  }
  WEFT_TRY(site.put_samples(template_name, model::SampleRole::kBellwether, stored));
  WEFT_TRY(site.put_fact(left_fact(template_name), ""));
  for (const model::Extraction& one : golden) WEFT_TRY(site.put_golden(template_name, one));
  return site.put_fact(health_fact(template_name), model::dump_json(health.to_json()));
}

WatchedNow watch_template(const WatchedTemplate& known, const std::vector<ReadPage>& pages,
                          bool all_asked) {
  WatchedNow now;
  now.known = &known;
  for (size_t i = 0; i < known.old_pages.size(); ++i) {
    const ReadPage* read = find_page(pages, known.old_pages[i].id);
    if (read == nullptr && !all_asked) continue;
    watch::FreshPage fresh{known.old_pages[i].id, nullptr, {}, 0};
    fresh.words_before = watch::count_words(known.old_pages[i].document);
    if (read == nullptr)
      fresh.failure = {watch::PageState::kUnreachable, "not read"};
    else if (read->failure.state != watch::PageState::kFine)
      fresh.failure = read->failure;
    else
      fresh.page = &read->page;
    now.fresh.push_back(std::move(fresh));
  }
  now.assessment = watch::assess(assess_input(now, *known.wrapper, known.page_template));
  if (now.assessment.verdict.health != watch::Health::kUnknown) watch_stream(pages, now);
  return now;
}

ElsewhereByKey seen_elsewhere(const WatchedNow& broken, const std::vector<WatchedNow>& all) {
  const std::string key = broken.known->health.key_attribute();
  if (key.empty() || broken.known->health.many_records()) return {};
  // Entities by their key; null for keys that several have.
  std::map<uint64_t, std::optional<watch::Values>> entities;
  for (const WatchedNow& other : all) {
    if (other.known == broken.known || other.assessment.verdict.health != watch::Health::kHealthy)
      continue;
    for (const model::Extraction& fresh : other.assessment.fresh) {
      for (watch::Seen& seen : watch::seen_on(fresh)) {
        const auto& keys = watch::texts(seen.values, key);
        if (keys.size() != 1) continue;
        const auto [known, added] =
            entities.try_emplace(watch::value_key(keys.front()), std::move(seen.values));
        if (!added) known->second.reset();
      }
    }
  }
  ElsewhereByKey found;
  for (const model::Extraction& golden : broken.known->golden) {
    for (const watch::Seen& seen : watch::seen_on(golden)) {
      const auto& keys = watch::texts(seen.values, key);
      if (keys.size() != 1) continue;
      const auto entity = entities.find(watch::value_key(keys.front()));
      if (entity != entities.end() && entity->second) found[golden.page] = *entity->second;
    }
  }
  return found;
}

void repair_template(WatchedNow& now, const model::Schema& schema,
                     const ElsewhereByKey& elsewhere) {
  const watch::TemplateVerdict& verdict = now.assessment.verdict;
  if (verdict.health == watch::Health::kHealthy || verdict.health == watch::Health::kUnknown)
    return;
  // The inducer that the wrapper came from; a patched one is of rules.
  auto inducer = model::find_inducer(now.known->wrapper->kind());
  if (!inducer.ok()) inducer = model::find_inducer("rules");
  if (!inducer.ok()) return;
  const watch::RepairInput input = repair_input(now, schema, *inducer, elsewhere);
  now.repair = watch::repair(input);
  std::vector<const model::Page*> old_pages;
  for (const model::Page& page : now.known->old_pages) old_pages.push_back(&page);
  now.changes = watch::describe_repair(input, now.repair, old_pages);
  now.reused = input.attributes.empty() && !verdict.shingles.passed();
  if (!now.reused && now.repair.wrapper == nullptr) return;
  const model::Wrapper& wrapper =
      now.repair.wrapper != nullptr ? *now.repair.wrapper : *now.known->wrapper;
  const model::Template renewed = with_new_signature(now);
  now.after =
      std::make_unique<watch::Assessment>(watch::assess(assess_input(now, wrapper, renewed)));
  if (!now.repair.ask_page.empty()) {
    now.after->verdict.advice =
        fmt::format("label {} on {} and learn again", fmt::join(now.repair.ask_attributes, ", "),
                    now.repair.ask_page);
  }
}

Status put_repair(model::Site& site, const WatchedNow& now, const std::vector<ReadPage>& pages) {
  if (now.after == nullptr) return {};
  const std::string& name = now.known->page_template.name;
  if (!now.known->split_from.empty()) {
    if (now.repair.wrapper == nullptr) return {};
    WEFT_TRY(site.put_template(with_new_signature(now)));
    WEFT_TRY(site.put_fact(health_fact(name), model::dump_json(now.known->health.to_json())));
  }
  if (now.repair.wrapper != nullptr) {
    std::string note =
        now.known->split_from.empty() ? "" : fmt::format("split from {}; ", now.known->split_from);
    note += fmt::format("repair of {} attributes:", now.repair.accepted());
    for (const watch::AttributeRepair& attribute : now.repair.attributes) {
      if (attribute.state == watch::RepairState::kAccepted)
        note += fmt::format(" {} ({});", attribute.attribute, attribute.reason);
    }
    WEFT_TRY(site.put_wrapper(name, *now.repair.wrapper, note));
  }
  WEFT_TRY(site.put_template(with_new_signature(now)));
  std::vector<model::StoredPage> stored;
  for (size_t i = 0; i < now.after->fine.size(); ++i) {
    const ReadPage* read = find_page(pages, now.after->fine[i]->id);
    const model::Extraction* before = find_golden(*now.known, now.after->fine[i]->id);
    if (read == nullptr || before == nullptr) continue;
    stored.push_back(stored_page(*read));
    WEFT_TRY(
        site.put_golden(name, renewed_golden(*before, now.after->fresh[i], now.after->verdict)));
  }
  if (!now.known->split_from.empty()) WEFT_TRY(put_left(site, now));
  return site.put_samples(name, model::SampleRole::kBellwether, stored);
}

Status put_golden(model::Site& site, const WatchedNow& now) {
  if (now.assessment.verdict.health != watch::Health::kHealthy) return {};
  for (const model::Extraction& fresh : now.assessment.fresh)
    WEFT_TRY(site.put_golden(now.known->page_template.name, fresh));
  return {};
}

Status put_run(model::Site& site, const std::vector<WatchedNow>& all, const std::string& started) {
  model::Run run{.verb = "watch", .started_at = started, .ended_at = warc::warc_date_now()};
  bool healthy = true;
  for (const WatchedNow& now : all) {
    run.pages += now.assessment.verdict.read;
    run.failures += now.assessment.verdict.pages - now.assessment.verdict.read;
    for (const model::Extraction& fresh : now.assessment.fresh) run.records += fresh.records.size();
    healthy &= now.verdict().health == watch::Health::kHealthy;
  }
  run.outcome = healthy ? "good" : "unhealthy";
  run.details = model::dump_json(run_details(all));
  const auto added = site.add_run(run);
  return added.ok() ? Status() : added.error();
}

}  // namespace weft::cli
