// Acts 6 and 7: two labelled pages become a wrapper; the wrapper reads all the
// others. The last act reads them again, after the redesign and the repair.

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "eval/metrics/swde.h"
#include "group/outline.h"
#include "group/sample.h"
#include "model/locate.h"
#include "site/learn.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kLabelled = 2;
constexpr size_t kSample = 25;

// The detail pages, those most worth labelling first.
std::vector<KnownPage> pages_by_worth(Stage& stage, const practice::Site& site) {
  std::vector<KnownPage> details = pages_of(stage, site, "detail");
  std::vector<group::PageOutline> outlines;
  for (const KnownPage& known : details)
    outlines.push_back(group::outline_of(known.page->page->document));
  std::vector<KnownPage> ordered;
  for (const auto& pick : group::choose_pages(outlines, {.size = kLabelled}))
    ordered.push_back(std::exchange(details[pick.page], {}));
  for (const KnownPage& known : details) {
    if (known.page != nullptr) ordered.push_back(known);
  }
  return ordered;
}

// What a person would have pointed at: prose and pictures left alone.
bool worth_pointing_at(const practice::TruthValue& value) {
  return value.form == practice::ValueForm::kNode && value.attribute != "description";
}

void point(const KnownPage& known, std::vector<model::Label>& labels) {
  const dom::Document& document = known.page->page->document;
  for (const practice::TruthValue& value : known.truth->records.front().values) {
    if (!worth_pointing_at(value)) continue;
    for (const model::Occurrence& occurrence : model::locate(document, value.text)) {
      labels.push_back({.page = known.page->key,
                        .attribute = value.attribute,
                        .path = model::label_path(document, occurrence),
                        .span = occurrence.span,
                        .value = value.text});
    }
  }
}

Status extract_and_check(Stage& stage, const char* fact) {
  const auto site = stage.server->site();
  std::map<std::string, eval::SwdeCounts> scores;
  size_t records = 0;
  for (const auto& [page, truth] : pages_of(stage, *site, "detail")) {
    const model::Extraction extraction = stage.wrapper->apply(*page->page);
    records += extraction.records.size();
    std::map<std::string, std::vector<std::string>> expected;
    for (const practice::TruthValue& value : truth->records.front().values) {
      if (worth_pointing_at(value)) expected[value.attribute].push_back(value.text);
    }
    const model::Record record =
        extraction.records.empty() ? model::Record{} : extraction.records.front();
    for (const auto& field : record.fields) expected[field.name];
    for (const auto& [attribute, values] : expected)
      scores[attribute] += eval::compare_swde(model::leaf_texts(record.find(attribute)), values);
  }
  double sum = 0;
  for (const auto& [attribute, counts] : scores) {
    sum += counts.values.f1();
    stage.screen.bar(attribute, counts.values.f1(), fmt::format("{:.3f}", counts.values.f1()));
  }
  const double f1 = scores.empty() ? 0 : sum / static_cast<double>(scores.size());
  stage.screen.verdict(f1 > 0.95,
                       fmt::format("{} records, {:.3f} F1 against the truth", records, f1));
  stage.facts[fact] = {{"records", records}, {"f1", f1}};
  return {};
}

}  // namespace

Status extract_items(Stage& stage) { return extract_and_check(stage, "extract"); }
Status extract_items_again(Stage& stage) { return extract_and_check(stage, "extract_again"); }

Status learn_rules(Stage& stage) {
  const auto site = stage.server->site();
  const std::vector<KnownPage> pages = pages_by_worth(stage, *site);
  model::InducerInput input;
  for (size_t i = 0; i < std::min(kSample, pages.size()); ++i) {
    input.pages.push_back(pages[i].page->page.get());
    if (i < kLabelled) point(pages[i], input.labels);
  }
  WEFT_ASSIGN(site::Learned learned, site::learn(input));
  stage.wrapper = std::move(learned.induced.wrapper);
  const auto& rules = dynamic_cast<const wrap::RulesWrapper&>(*stage.wrapper).rules();
  std::vector<std::vector<std::string>> rows = {{"attribute", "rule"}};
  for (const wrap::AttributeRules& attribute : rules.attributes) {
    if (!attribute.rules.empty() && rows.size() < 6) {
      rows.push_back({attribute.name, wrap::to_xpath(attribute.rules.front())});
    }
  }
  stage.screen.say(
      fmt::format("{} pages labelled, {} rules learned", kLabelled, rules.attributes.size()));
  stage.screen.table(rows);
  stage.facts["learn"] = {{"labelled", kLabelled}, {"rules", rules.attributes.size()}};
  return {};
}

}  // namespace weft::cli::demo
