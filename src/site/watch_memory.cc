// A bundle keeps pages, extractions and facts by name; watching thinks in templates with all they
// are remembered by. This is the way there and back. After a repair only what was proved is
// replaced: what is still broken stays as it was known, so that a later repair can find it.
#include "site/watch_memory.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "base/json_fields.h"
#include "html/parser.h"
#include "warc/writer.h"

namespace weft::site {

static void describe(JsonFields& json, TemplateRun::Attribute& attribute) {
  json.field("health", attribute.health);
  json.field("presence", attribute.presence);
  json.field("fit", attribute.fit);
}

static void describe(JsonFields& json, TemplateRun& run) {
  json.field("template", run.template_name);
  json.field("health", run.health);
  json.field("cause", run.cause);
  json.field("coverage", run.coverage);
  json.field("pages", run.pages);
  json.field("read", run.read);
  json.field("repaired", run.repaired);
  json.field("health_after", run.health_after);
  json.field("attributes", run.attributes);
}

namespace {

// Pages are kept as they were decoded, whatever their encoding was, and say so.
constexpr std::string_view kStoredType = "text/html; charset=utf-8";

std::string health_fact(const std::string& template_name) {
  return "watch.health." + template_name;
}

// Bellwethers that have gone over to a template split off; a list of ids.
std::string left_fact(const std::string& template_name) { return "watch.left." + template_name; }

Result<std::set<std::string>> pages_that_left(const Bundle& bundle,
                                              const std::string& template_name) {
  WEFT_ASSIGN(const std::string fact, bundle.fact(left_fact(template_name)));
  if (fact.empty()) return std::set<std::string>();
  WEFT_ASSIGN(const auto left, read_json_text<std::vector<std::string>>(fact, "pages that left"));
  return std::set<std::string>(left.begin(), left.end());
}

Result<WatchedTemplate> load_template(const Bundle& bundle, const model::Template& one,
                                      const Limits& limits) {
  WatchedTemplate known;
  known.page_template = one;
  WEFT_ASSIGN(known.wrapper, bundle.wrapper(one.name));
  WEFT_ASSIGN(known.health, health_of(bundle, one.name));
  WEFT_ASSIGN(known.golden, bundle.golden(one.name));
  WEFT_ASSIGN(known.bellwethers, load_bellwethers(bundle, one.name, limits));
  return known;
}

StoredPage stored_page(const ReadPage& read) {
  const model::Page& page = *read.page;
  return {.id = read.key,
          .url = page.url,
          .status = page.status,
          .content_type = std::string(kStoredType),
          .fetched_at = page.fetched_at.empty() ? warc::warc_date_now() : page.fetched_at,
          .body = std::string(page.document.source())};
}

Status put_health(Bundle& bundle, const WatchedTemplate& known) {
  return bundle.put_fact(health_fact(known.page_template.name),
                         dump_json(write_json(known.health)));
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

std::string repair_note(const WatchedNow& now) {
  std::string note =
      now.known->split_from.empty() ? "" : fmt::format("split from {}; ", now.known->split_from);
  note += fmt::format("repair of {} attributes:", now.repair.accepted());
  for (const watch::AttributeRepair& attribute : now.repair.attributes) {
    if (attribute.state == watch::RepairState::kAccepted)
      note += fmt::format(" {} ({});", attribute.attribute, attribute.reason);
  }
  return note;
}

// The template that a part was split from is watched without the part's pages from now on.
Status put_left(Bundle& bundle, const WatchedNow& now) {
  WEFT_ASSIGN(std::set<std::string> left, pages_that_left(bundle, now.known->split_from));
  for (const ReadPage& page : now.known->bellwethers) left.insert(page.key);
  return bundle.put_fact(left_fact(now.known->split_from), dump_json(Json(left)));
}

// The details of a run, as they are kept.
struct RunDetails {
  std::vector<TemplateRun> templates;
};

void describe(JsonFields& json, RunDetails& details) { json.field("templates", details.templates); }

TemplateRun run_of(const WatchedNow& now) {
  const watch::TemplateVerdict& verdict = now.assessment.verdict;
  TemplateRun run{.template_name = verdict.template_name,
                  .health = std::string(name_of(verdict.health)),
                  .cause = std::string(name_of(verdict.cause)),
                  .coverage = verdict.shingles.coverage(),
                  .pages = verdict.pages,
                  .read = verdict.read,
                  .repaired = now.repair.accepted(),
                  .health_after = std::string(name_of(now.verdict().health)),
                  .attributes = {}};
  for (const watch::AttributeVerdict& attribute : verdict.attributes) {
    run.attributes[attribute.name] = {std::string(name_of(attribute.health)), attribute.presence,
                                      attribute.fit};
  }
  return run;
}

}  // namespace

std::vector<TemplateRun> templates_of(const Run& run) {
  return read_json_text<RunDetails>(run.details, "run").value_or({}).templates;
}

Result<watch::HealthModel> health_of(const Bundle& bundle, const std::string& template_name) {
  WEFT_ASSIGN(const std::string fact, bundle.fact(health_fact(template_name)));
  if (fact.empty()) return watch::HealthModel();
  return read_json_text<watch::HealthModel>(fact, "health model");
}

Result<std::vector<ReadPage>> load_bellwethers(const Bundle& bundle,
                                               const std::string& template_name,
                                               const Limits& limits) {
  std::vector<ReadPage> pages;
  WEFT_ASSIGN(const auto samples, bundle.samples(template_name, SampleRole::kBellwether));
  WEFT_ASSIGN(const std::set<std::string> left, pages_that_left(bundle, template_name));
  for (const Sample& sample : samples) {
    WEFT_ASSIGN(const StoredPage stored, bundle.read_sample(sample));
    if (left.contains(stored.id)) continue;
    auto page = std::make_shared<model::Page>();
    page->id = stored.id;
    page->url = stored.url;
    page->document =
        html::parse(stored.body,
                    {.limits = limits,
                     .transport_charset = stored.content_type == kStoredType ? "utf-8" : ""})
            .document;
    pages.push_back({.key = stored.id, .page = std::move(page)});
  }
  return pages;
}

Result<std::vector<WatchedTemplate>> load_watched(const Bundle& bundle, const Limits& limits) {
  std::vector<WatchedTemplate> all;
  WEFT_ASSIGN(const std::vector<model::Template> templates, bundle.templates());
  for (const model::Template& one : templates) {
    if (one.wrapper_version == 0) continue;
    auto known = load_template(bundle, one, limits);
    if (!known.ok()) return known.error().in(one.name);
    if (!known->golden.empty()) all.push_back(std::move(*known));
  }
  return all;
}

Status put_memory(Bundle& bundle, const std::string& template_name,
                  const std::vector<const ReadPage*>& pages, size_t count) {
  WEFT_ASSIGN(std::shared_ptr<const model::Wrapper> wrapper, bundle.wrapper(template_name));
  WEFT_ASSIGN(const auto schema, bundle.schema());
  WEFT_ASSIGN(const model::Template before, bundle.find_template(template_name));
  WEFT_ASSIGN(const WatchedTemplate known,
              remember(before, std::move(wrapper), pages, schema.value_or(model::Schema{}), count));
  if (before.signature.fixed_count() == 0) WEFT_TRY(bundle.put_template(known.page_template));
  std::vector<StoredPage> stored;
  for (const ReadPage& page : known.bellwethers) stored.push_back(stored_page(page));
  WEFT_TRY(bundle.put_samples(template_name, SampleRole::kBellwether, stored));
  WEFT_TRY(bundle.put_fact(left_fact(template_name), ""));
  for (const model::Extraction& one : known.golden) WEFT_TRY(bundle.put_golden(template_name, one));
  return put_health(bundle, known);
}

Status put_repair(Bundle& bundle, const WatchedNow& now, const std::vector<ReadPage>& pages) {
  if (now.after == nullptr) return {};
  const std::string& name = now.known->page_template.name;
  const bool split = !now.known->split_from.empty();
  if (split && now.repair.wrapper == nullptr) return {};
  WEFT_TRY(bundle.put_template(with_new_signature(now)));
  if (split) WEFT_TRY(put_health(bundle, *now.known));
  if (now.repair.wrapper != nullptr)
    WEFT_TRY(bundle.put_wrapper(name, *now.repair.wrapper, repair_note(now)));
  std::vector<StoredPage> stored;
  for (size_t i = 0; i < now.after->fine.size(); ++i) {
    const std::string& key = now.after->fine[i]->id;
    const auto read = std::find_if(pages.begin(), pages.end(),
                                   [&](const ReadPage& page) { return page.key == key; });
    const auto before =
        std::find_if(now.known->golden.begin(), now.known->golden.end(),
                     [&](const model::Extraction& golden) { return golden.page == key; });
    if (read == pages.end() || before == now.known->golden.end()) continue;
    stored.push_back(stored_page(*read));
    WEFT_TRY(
        bundle.put_golden(name, renewed_golden(*before, now.after->fresh[i], now.after->verdict)));
  }
  if (split) WEFT_TRY(put_left(bundle, now));
  return bundle.put_samples(name, SampleRole::kBellwether, stored);
}

Status put_golden(Bundle& bundle, const WatchedNow& now) {
  if (now.assessment.verdict.health != watch::Health::kHealthy) return {};
  for (const model::Extraction& fresh : now.assessment.fresh)
    WEFT_TRY(bundle.put_golden(now.known->page_template.name, fresh));
  return {};
}

Status put_run(Bundle& bundle, const std::vector<WatchedNow>& all, const std::string& started) {
  Run run{.verb = "watch", .started_at = started, .ended_at = warc::warc_date_now()};
  bool healthy = true;
  for (const WatchedNow& now : all) {
    run.pages += now.assessment.verdict.read;
    run.failures += now.assessment.verdict.pages - now.assessment.verdict.read;
    for (const model::Extraction& fresh : now.assessment.fresh) run.records += fresh.records.size();
    healthy &= now.verdict().health == watch::Health::kHealthy;
  }
  run.outcome = healthy ? "good" : "unhealthy";
  RunDetails details;
  for (const WatchedNow& now : all) details.templates.push_back(run_of(now));
  run.details = dump_json(write_json(details));
  const auto added = bundle.add_run(run);
  return added.ok() ? Status() : added.error();
}

}  // namespace weft::site
