#include "site/watch.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "induce/inducers.h"
#include "model/inducer.h"
#include "model/template_matcher.h"
#include "model/url_pattern.h"
#include "site/pins.h"
#include "value/words.h"
#include "watch/health/bellwether.h"

namespace weft::site {
namespace {

const model::Extraction* find_golden(const WatchedTemplate& known, std::string_view page) {
  for (const model::Extraction& golden : known.golden) {
    if (golden.page == page) return &golden;
  }
  return nullptr;
}

// A template without a signature takes every page; it gets one, and a URL pattern, from its pages.
void sign(model::Template& one, std::span<const ReadPage* const> pages) {
  if (one.signature.fixed_count() != 0) return;
  std::vector<dom::ShingleVector> vectors;
  std::vector<std::string> urls;
  for (const ReadPage* page : pages) {
    vectors.push_back(dom::shingle_vector(page->page->document, one.shingles));
    if (!page->page->url.empty()) urls.push_back(page->page->url);
  }
  one.signature = watch::covering_signature(vectors);
  if (one.url_pattern.empty()) one.url_pattern = model::learn_url_pattern(urls);
  one.size = std::max<uint64_t>(one.size, pages.size());
}

// Pages beside the bellwethers: a stream in which drift shows early.
void watch_stream(std::span<const ReadPage> pages, WatchedNow& now) {
  const WatchedTemplate& known = *now.known;
  const auto matcher = model::TemplateMatcher::build({known.page_template});
  if (!matcher.ok() || known.health.attributes().empty()) return;
  watch::DriftMonitor monitor(known.health);
  for (const ReadPage& read : pages) {
    if (!known.cluster.empty() && !known.cluster.contains(read.key)) continue;
    if (read.page == nullptr || find_golden(known, read.key) != nullptr ||
        !matcher->match(*read.page).found() ||
        watch::judge_page(*read.page).state != watch::PageState::kFine)
      continue;
    const auto seen = watch::seen_on(known.wrapper->apply(*read.page));
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

watch::Assessment assess_with(const WatchedNow& now, const model::Wrapper& wrapper,
                              const model::Template& page_template) {
  return watch::assess(
      {&page_template, &wrapper, &now.known->health, &now.known->golden, now.fresh}, now.judged_by);
}

// Entities that healthy templates show, by the key attribute of the broken one; nothing for keys
// that several have.
using Entities = std::map<uint64_t, std::optional<watch::Values>>;

// The one value of the key attribute, as it is compared; nothing when there is not exactly one.
std::optional<uint64_t> key_of(const watch::Seen& seen, const std::string& key) {
  const auto& keys = watch::texts(seen.values, key);
  return keys.size() == 1 ? std::optional(value::words_key(keys.front())) : std::nullopt;
}

Entities healthy_entities(const WatchedNow& broken, std::span<const WatchedNow> all,
                          const std::string& key) {
  Entities entities;
  for (const WatchedNow& other : all) {
    if (other.known == broken.known || other.assessment.verdict.health != watch::Health::kHealthy)
      continue;
    for (const model::Extraction& fresh : other.assessment.fresh) {
      for (watch::Seen& seen : watch::seen_on(fresh)) {
        const auto value = key_of(seen, key);
        if (!value) continue;
        const auto [known, added] = entities.try_emplace(*value, std::move(seen.values));
        if (!added) known->second.reset();
      }
    }
  }
  return entities;
}

// What a person pinned is not learned again: it stays in the repaired wrapper, and the report says why
// nothing was done about it.
void keep_pins(const model::Wrapper& before, const std::vector<std::string>& left_alone,
               watch::Repair& repair) {
  if (repair.wrapper != nullptr) {
    auto pinned = with_pins_of(before, *repair.wrapper);
    if (pinned.ok() && *pinned != nullptr) repair.wrapper = std::move(*pinned);
  }
  for (const std::string& name : left_alone) {
    std::erase_if(repair.attributes,
                  [&](const watch::AttributeRepair& one) { return one.attribute == name; });
    repair.attributes.push_back(
        {.attribute = name, .reason = "a person pinned its rule, which is not learned again"});
  }
}

std::string pinned_advice(const std::vector<std::string>& names) {
  return fmt::format(
      "{} pinned: pin another rule (weft site pin), or let it be learned (weft site "
      "unpin)",
      names.size() == 1 ? names.front() + " is" : fmt::format("{} are", fmt::join(names, ", ")));
}

}  // namespace

std::string page_key(const std::string& url, const std::string& id) {
  if (!url.empty()) return url.substr(0, url.find('#'));
  return std::filesystem::path(id).filename().string();
}

ReadPage borrow_page(const model::Page& page) {
  return {.key = page.id, .page = {std::shared_ptr<const model::Page>(), &page}};
}

std::string drift_sentence(const watch::DriftAlarm& alarm, const watch::DriftMonitor& monitor) {
  return fmt::format(
      "{} {} from record {} of {} on", alarm.attribute,
      alarm.what == watch::DriftAlarm::What::kMissing ? "is missing" : "looks unlike itself",
      alarm.at, monitor.records());
}

Result<WatchedTemplate> remember(model::Template page_template,
                                 std::shared_ptr<const model::Wrapper> wrapper,
                                 std::span<const ReadPage* const> pages,
                                 const model::Schema& schema, size_t count) {
  std::vector<const dom::Document*> documents;
  std::vector<model::Extraction> extractions;
  for (const ReadPage* page : pages) {
    extractions.push_back(wrapper->apply(*page->page));
    extractions.back().page = page->key;
    documents.push_back(&page->page->document);
  }
  const std::vector<watch::Seen> entities = watch::seen_on(extractions);
  if (entities.empty())
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("the wrapper of {} extracts nothing from these pages; learn it first",
                             page_template.name)};
  WatchedTemplate known{.page_template = std::move(page_template),
                        .wrapper = std::move(wrapper),
                        .health = watch::HealthModel::learn(entities, schema)};
  sign(known.page_template, pages);
  for (const uint32_t i : watch::choose_bellwethers(documents, {.count = count})) {
    known.bellwethers.push_back(*pages[i]);
    known.golden.push_back(std::move(extractions[i]));
  }
  return known;
}

WatchedNow watch_template(const WatchedTemplate& known, std::span<const ReadPage> pages,
                          bool all_asked, const watch::AssessOptions& options) {
  WatchedNow now;
  now.known = &known;
  now.judged_by = options;
  for (const ReadPage& kept : known.bellwethers) {
    const auto read = std::find_if(pages.begin(), pages.end(),
                                   [&](const ReadPage& page) { return page.key == kept.key; });
    if (read == pages.end() && !all_asked) continue;
    watch::FreshPage fresh{kept.key,
                           nullptr,
                           {watch::PageState::kUnreachable, "not read"},
                           watch::count_words(kept.page->document)};
    if (read != pages.end()) {
      fresh.page = read->page.get();
      fresh.failure = read->failure;
    }
    now.fresh.push_back(std::move(fresh));
  }
  now.assessment = assess_with(now, *known.wrapper, known.page_template);
  if (now.assessment.verdict.health != watch::Health::kUnknown && !options.paper)
    watch_stream(pages, now);
  return now;
}

ElsewhereByKey seen_elsewhere(const WatchedNow& broken, std::span<const WatchedNow> all) {
  const std::string key = broken.known->health.key_attribute();
  if (key.empty() || broken.known->health.many_records()) return {};
  const Entities entities = healthy_entities(broken, all, key);
  ElsewhereByKey found;
  for (const model::Extraction& golden : broken.known->golden) {
    for (const watch::Seen& seen : watch::seen_on(golden)) {
      const auto value = key_of(seen, key);
      const auto entity = value ? entities.find(*value) : entities.end();
      if (entity != entities.end() && entity->second) found[golden.page] = *entity->second;
    }
  }
  return found;
}

watch::RepairInput repair_input(const WatchedTemplate& known, const model::Schema& schema,
                                std::span<const watch::FreshPage* const> pages,
                                std::vector<std::string> attributes,
                                const ElsewhereByKey& elsewhere) {
  watch::RepairInput input{.wrapper = known.wrapper,
                           .health = &known.health,
                           .schema = &schema,
                           .attributes = std::move(attributes)};
  // Repairs are rules, whatever the wrapper was: only they can be put together and guarded.
  input.inducer = known.wrapper->kind() == "rules" ? induce::inducer_like(*known.wrapper)
                                                   : *induce::find_inducer("rules");
  for (const watch::FreshPage* page : pages) {
    watch::RepairPage one{page->page, find_golden(known, page->id)};
    for (const ReadPage& kept : known.bellwethers) {
      if (kept.key == page->id) one.before = kept.page.get();
    }
    const auto other = elsewhere.find(page->id);
    if (other != elsewhere.end()) one.elsewhere = &other->second;
    input.pages.push_back(one);
  }
  return input;
}

void repair_template(WatchedNow& now, const model::Schema& schema,
                     const ElsewhereByKey& elsewhere) {
  const watch::TemplateVerdict& verdict = now.assessment.verdict;
  if (verdict.health == watch::Health::kHealthy || verdict.health == watch::Health::kUnknown)
    return;
  const std::set<std::string> pinned = pinned_attributes(*now.known->wrapper);
  std::vector<std::string> broken = verdict.unhealthy();
  const bool all_hold = broken.empty();
  std::vector<std::string> left_alone;
  std::erase_if(broken, [&](const std::string& name) {
    if (pinned.contains(name)) left_alone.push_back(name);
    return pinned.contains(name);
  });
  const watch::RepairInput input =
      repair_input(*now.known, schema, now.assessment.fine, std::move(broken), elsewhere);
  now.repair = watch::repair(input);
  keep_pins(*now.known->wrapper, left_alone, now.repair);
  std::vector<const model::Page*> old_pages;
  for (const ReadPage& kept : now.known->bellwethers) old_pages.push_back(kept.page.get());
  now.changes = watch::describe_repair(input, now.repair, old_pages);
  now.reused = all_hold && !verdict.shingles.passed();
  if (!left_alone.empty()) now.assessment.verdict.advice = pinned_advice(left_alone);
  const std::vector<std::string> kept = now.repair.kept();
  if (!now.reused && now.repair.wrapper == nullptr && kept.empty()) return;
  const model::Wrapper& wrapper =
      now.repair.wrapper != nullptr ? *now.repair.wrapper : *now.known->wrapper;
  now.after =
      std::make_unique<watch::Assessment>(assess_with(now, wrapper, with_new_signature(now)));
  watch::excuse_changes(kept, now.after->verdict);
  if (!now.repair.ask_page.empty()) {
    now.after->verdict.advice =
        fmt::format("label {} on {} and learn again", fmt::join(now.repair.ask_attributes, ", "),
                    now.repair.ask_page);
  } else if (!left_alone.empty()) {
    now.after->verdict.advice = pinned_advice(left_alone);
  }
}

model::Template with_new_signature(const WatchedNow& now) {
  model::Template renewed = now.known->page_template;
  std::vector<dom::ShingleVector> vectors;
  for (const watch::FreshPage* page : now.assessment.fine)
    vectors.push_back(dom::shingle_vector(page->page->document, renewed.shingles));
  renewed.signature = watch::covering_signature(vectors);
  return renewed;
}

}  // namespace weft::site
