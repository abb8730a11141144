// Acts 8 to 11: the site is remembered, redesigned overnight, watched, and its
// rules repaired.

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "practice/domain.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kRulesShown = 6;

}  // namespace

Status remember_site(Stage& stage) {
  const auto site = stage.server->site();
  std::vector<const site::ReadPage*> details;
  for (const KnownPage& known : pages_of(stage, *site, "detail")) details.push_back(known.page);
  WEFT_ASSIGN(stage.known, site::remember({.name = "item"}, stage.wrapper, details,
                                          practice::schema_of(stage.site_options.domain)));
  const auto& attributes = stage.known.health.attributes();
  stage.screen.say(fmt::format("{} bellwether pages, {} values known, {} attributes described",
                               stage.known.golden.size(), attributes.front().entities,
                               attributes.size()));
  stage.facts["remember"] = {{"bellwethers", stage.known.golden.size()}};
  return {};
}

Status redesign_site(Stage& stage) {
  practice::Options next = stage.site_options;
  next.redesigns = {{practice::RedesignKind::kChangedNesting, 3},
                    {practice::RedesignKind::kRenamedClasses, 3},
                    {practice::RedesignKind::kMovedBlocks, 3},
                    {practice::RedesignKind::kInsertedBlock, 3}};
  ++next.drift;
  stage.server->show(next);
  const auto site = stage.server->site();
  size_t records = 0;
  for (const KnownPage& known : pages_of(stage, *site, "detail")) {
    WEFT_ASSIGN(known.page->bytes, get(stage, known.page->key));
    parse(stage.context, *known.page);
    records += stage.wrapper->apply(*known.page->page).records.size();
  }
  stage.screen.say(
      "other nesting, other class names, blocks moved, a new "
      "block; prices changed too");
  stage.screen.say(fmt::format("all pages fetched again; the rules of "
                               "yesterday still find {} records",
                               records),
                   Ink::kDim);
  stage.facts["redesign"] = {{"kinds", next.redesigns.size()}};
  return {};
}

Status watch_site(Stage& stage) {
  for (const model::Extraction& golden : stage.known.golden) {
    for (const site::ReadPage& page : stage.pages) {
      if (page.key == golden.page) stage.fresh.push_back(page);
    }
  }
  stage.now = site::watch_template(stage.known, stage.fresh, true);
  const watch::TemplateVerdict& verdict = stage.now.assessment.verdict;
  std::vector<std::vector<std::string>> rows = {{"attribute", "health", "cause", "same", "gone"}};
  for (const watch::AttributeVerdict& one : verdict.attributes) {
    rows.push_back({one.name, std::string(name_of(one.health)), std::string(name_of(one.cause)),
                    std::to_string(one.same), std::to_string(one.gone)});
  }
  stage.screen.table(rows);
  for (const std::string& line : verdict.evidence) stage.screen.say(line, Ink::kDim);
  const size_t broken = verdict.unhealthy().size();
  stage.screen.verdict(verdict.health == watch::Health::kHealthy,
                       fmt::format("{}: {} of {} attributes no longer hold",
                                   name_of(verdict.health), broken, verdict.attributes.size()));
  stage.facts["watch"] = {{"health", name_of(verdict.health)}, {"broken", broken}};
  return {};
}

Status repair_site(Stage& stage) {
  site::repair_template(stage.now, practice::schema_of(stage.site_options.domain));
  watch::Repair& done = stage.now.repair;
  std::vector<std::vector<std::string>> rows = {{"attribute", "new rule", "why"}};
  for (size_t i = 0; i < done.attributes.size(); ++i) {
    const watch::AttributeRepair& one = done.attributes[i];
    if (one.state != watch::RepairState::kAccepted || rows.size() > kRulesShown) continue;
    rows.push_back({one.attribute, stage.now.changes[i].new_rule, one.reason});
  }
  stage.screen.table(rows);
  for (const watch::AttributeRepair& one : done.attributes) {
    if (one.state == watch::RepairState::kRejected)
      stage.screen.say(fmt::format("{} is left out: {}", one.attribute, one.reason), Ink::kDim);
  }
  const size_t broken = stage.now.assessment.verdict.unhealthy().size();
  stage.screen.verdict(done.accepted() != 0,
                       fmt::format("{} of {} rules learned again without a label, each by what is "
                                   "known of the pages",
                                   done.accepted(), broken));
  stage.facts["repair"] = {{"broken", broken}, {"accepted", done.accepted()}};
  if (done.wrapper != nullptr) stage.wrapper = std::move(done.wrapper);
  return {};
}

}  // namespace weft::cli::demo
