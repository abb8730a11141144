// Acts 8 to 11: the site is remembered, redesigned overnight, watched, and its rules repaired.

#include <algorithm>

#include <fmt/format.h>
#include <httplib.h>

#include "cli/demo/act.h"
#include "html/parser.h"
#include "model/inducer.h"
#include "practice/domain.h"
#include "watch/health/assess.h"
#include "watch/health/bellwether.h"
#include "watch/repair/repair.h"
#include "watch/repair/repair_report.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kRulesShown = 6;

std::vector<FetchedPage*> detail_pages(Stage& stage) {
  const auto site = stage.server->site();
  std::vector<FetchedPage*> details;
  for (FetchedPage& page : stage.pages) {
    const practice::Page* truth = truth_of(*site, page);
    if (truth != nullptr && truth->template_name == "detail") details.push_back(&page);
  }
  return details;
}

Status remember(Stage& stage) {
  std::vector<const dom::Document*> documents;
  std::vector<dom::ShingleVector> vectors;
  std::vector<watch::Seen> entities;
  const std::vector<FetchedPage*> details = detail_pages(stage);
  for (const FetchedPage* page : details) {
    documents.push_back(&page->page.document);
    vectors.push_back(dom::shingle_vector(page->page.document, stage.page_template.shingles));
    for (watch::Seen& seen : watch::seen_on(stage.wrapper->apply(page->page)))
      entities.push_back(std::move(seen));
  }
  stage.page_template.name = "item";
  stage.page_template.signature = watch::covering_signature(vectors);
  stage.health =
      watch::HealthModel::learn(entities, practice::schema_of(stage.site_options.domain));
  for (const uint32_t i : watch::choose_bellwethers(documents)) {
    stage.golden.push_back(stage.wrapper->apply(details[i]->page));
    stage.golden.back().page = details[i]->url;
    model::Page& kept = stage.bellwethers.emplace_back();
    kept.id = kept.url = details[i]->url;
    kept.document = html::parse(details[i]->html).document;
  }
  stage.screen.say(fmt::format("{} bellwether pages, {} values known, {} attributes described",
                               stage.golden.size(), entities.size(),
                               stage.health.attributes().size()));
  stage.facts["remember"] = {{"bellwethers", stage.golden.size()}};
  return {};
}

Status redesign(Stage& stage) {
  practice::Options next = stage.site_options;
  next.redesigns = {{practice::RedesignKind::kChangedNesting, 3},
                    {practice::RedesignKind::kRenamedClasses, 3},
                    {practice::RedesignKind::kMovedBlocks, 3},
                    {practice::RedesignKind::kInsertedBlock, 3}};
  ++next.drift;
  stage.server->show(next);
  httplib::Client client(stage.server->origin());
  client.set_keep_alive(true);
  size_t records = 0;
  for (FetchedPage* page : detail_pages(stage)) {
    const auto answer = client.Get(page->url.substr(stage.server->origin().size()));
    if (!answer || answer->status != 200)
      return Error{ErrorCode::kIo, fmt::format("cannot fetch {}", page->url)};
    page->html = answer->body;
    page->page.document = html::parse(page->html).document;
    records += stage.wrapper->apply(page->page).records.size();
  }
  stage.screen.say(
      "other nesting, other class names, blocks moved, a new block; prices changed too");
  stage.screen.say(
      fmt::format("all pages fetched again; the rules of yesterday still find {} records", records),
      Ink::kDim);
  stage.facts["redesign"] = {{"kinds", next.redesigns.size()}};
  return {};
}

// The bellwethers as they are now, in the order of their golden extractions.
std::vector<watch::FreshPage> fresh_pages(Stage& stage) {
  std::vector<watch::FreshPage> fresh;
  for (const model::Extraction& golden : stage.golden) {
    watch::FreshPage one{golden.page, nullptr, {watch::PageState::kGone, "gone"}, 0};
    for (const FetchedPage& page : stage.pages) {
      if (page.url == golden.page) one.page = &page.page;
    }
    fresh.push_back(std::move(one));
  }
  return fresh;
}

Status watch_site(Stage& stage) {
  const std::vector<watch::FreshPage> fresh = fresh_pages(stage);
  const watch::Assessment found = watch::assess(
      {&stage.page_template, stage.wrapper.get(), &stage.health, &stage.golden, fresh});
  std::vector<std::vector<std::string>> rows = {{"attribute", "health", "cause", "same", "gone"}};
  for (const watch::AttributeVerdict& one : found.verdict.attributes) {
    rows.push_back({one.name, std::string(watch::health_name(one.health)),
                    std::string(watch::cause_name(one.cause)), std::to_string(one.same),
                    std::to_string(one.gone)});
  }
  stage.screen.table(rows);
  for (const std::string& line : found.verdict.evidence) stage.screen.say(line, Ink::kDim);
  stage.broken = found.verdict.unhealthy();
  stage.screen.verdict(found.verdict.health == watch::Health::kHealthy,
                       fmt::format("{}: {} of {} attributes no longer hold",
                                   watch::health_name(found.verdict.health), stage.broken.size(),
                                   found.verdict.attributes.size()));
  stage.facts["watch"] = {{"health", watch::health_name(found.verdict.health)},
                          {"broken", stage.broken.size()}};
  return {};
}

Status repair_site(Stage& stage) {
  const model::Schema schema = practice::schema_of(stage.site_options.domain);
  watch::RepairInput input{stage.wrapper, &stage.health, &schema, {}, stage.broken, {}};
  WEFT_ASSIGN(input.inducer, model::find_inducer("rules"));
  const std::vector<watch::FreshPage> fresh = fresh_pages(stage);
  for (size_t i = 0; i < fresh.size(); ++i) {
    if (fresh[i].page != nullptr)
      input.pages.push_back({fresh[i].page, &stage.golden[i], &stage.bellwethers[i]});
  }
  watch::Repair done = watch::repair(input);
  std::vector<std::vector<std::string>> rows = {{"attribute", "new rule", "proof"}};
  for (const watch::AttributeRepair& one : done.attributes) {
    if (one.state != watch::RepairState::kAccepted || rows.size() > kRulesShown) continue;
    std::string rule;
    for (const watch::RepairPage& page : input.pages) {
      rule = watch::rule_text(*one.wrapper, *page.page, one.attribute);
      if (!rule.empty()) break;
    }
    rows.push_back(
        {one.attribute, rule, fmt::format("{} of {} unseen pages", one.reproduced, one.held_out)});
  }
  stage.screen.table(rows);
  for (const watch::AttributeRepair& one : done.attributes) {
    if (one.state != watch::RepairState::kAccepted)
      stage.screen.say(fmt::format("{} is left out: {}", one.attribute, one.reason), Ink::kDim);
  }
  stage.screen.verdict(done.accepted() != 0,
                       fmt::format("{} of {} rules learned again without a label, each proved on "
                                   "pages it had not seen",
                                   done.accepted(), stage.broken.size()));
  stage.facts["repair"] = {{"broken", stage.broken.size()}, {"accepted", done.accepted()}};
  if (done.wrapper != nullptr) stage.wrapper = std::move(done.wrapper);
  return {};
}

const Act kRemember({.order = 80, .title = "Remember what the site says", .run = remember});
const Act kRedesign({.order = 90, .title = "Overnight the site is redesigned", .run = redesign});
const Act kWatch({.order = 100, .title = "Watch: notice, and say what broke", .run = watch_site});
const Act kRepair({.order = 110, .title = "Repair, and prove it", .run = repair_site});

}  // namespace
}  // namespace weft::cli::demo
