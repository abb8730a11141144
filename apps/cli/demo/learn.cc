// Acts 6 and 7: two labelled pages become a wrapper; the wrapper reads all the others. The last act
// reads them again, after the redesign and the repair.

#include <algorithm>
#include <map>

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
std::vector<const FetchedPage*> pages_by_worth(const Stage& stage) {
  const auto site = stage.server->site();
  std::vector<const FetchedPage*> details;
  std::vector<group::PageOutline> outlines;
  for (const FetchedPage& page : stage.pages) {
    const practice::Page* truth = truth_of(*site, page);
    if (truth == nullptr || truth->template_name != "detail") continue;
    details.push_back(&page);
    outlines.push_back(group::outline_of(page.page->document));
  }
  std::vector<const FetchedPage*> ordered;
  for (const auto& pick : group::choose_pages(outlines, {.size = kLabelled}))
    ordered.push_back(details[pick.page]);
  for (const FetchedPage* page : details) {
    if (std::find(ordered.begin(), ordered.end(), page) == ordered.end()) ordered.push_back(page);
  }
  return ordered;
}

// What a person would have pointed at: prose and pictures left alone.
bool worth_pointing_at(const practice::TruthValue& value) {
  return value.form == practice::ValueForm::kNode && value.attribute != "description";
}

void point(const FetchedPage& page, const practice::TruthRecord& truth,
           std::vector<model::Label>& labels) {
  for (const practice::TruthValue& value : truth.values) {
    if (!worth_pointing_at(value)) continue;
    for (const model::Occurrence& occurrence : model::locate(page.page->document, value.text)) {
      labels.push_back({.page = page.key,
                        .attribute = value.attribute,
                        .path = model::label_path(page.page->document, occurrence),
                        .span = occurrence.span,
                        .value = value.text});
    }
  }
}

std::vector<std::string> texts_of(const model::Value* value) {
  if (value == nullptr) return {};
  if (value->kind == model::Value::Kind::kLeaf) return {value->text};
  std::vector<std::string> texts;
  for (const model::Value& item : value->items) texts.push_back(item.text);
  return texts;
}

Status extract_and_check(Stage& stage, const char* fact) {
  const auto site = stage.server->site();
  std::map<std::string, eval::SwdeCounts> scores;
  size_t records = 0;
  for (const FetchedPage& page : stage.pages) {
    const practice::Page* truth = truth_of(*site, page);
    if (truth == nullptr || truth->template_name != "detail") continue;
    const model::Extraction extraction = stage.wrapper->apply(*page.page);
    records += extraction.records.size();
    std::map<std::string, std::vector<std::string>> expected;
    for (const practice::TruthValue& value : truth->records.front().values) {
      if (worth_pointing_at(value)) expected[value.attribute].push_back(value.text);
    }
    if (extraction.records.empty()) {
      for (const auto& [attribute, values] : expected) {
        scores[attribute] += eval::compare_swde({}, values);
      }
      continue;
    }
    for (const auto& field : extraction.records.front().fields) expected[field.name];
    for (const auto& [attribute, values] : expected) {
      const auto found = texts_of(extraction.records.front().find(attribute));
      scores[attribute] += eval::compare_swde(found, values);
    }
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
  const std::vector<const FetchedPage*> pages = pages_by_worth(stage);
  model::InducerInput input;
  for (size_t i = 0; i < std::min(kSample, pages.size()); ++i) {
    input.pages.push_back(pages[i]->page.get());
    if (i < kLabelled) point(*pages[i], truth_of(*site, *pages[i])->records.front(), input.labels);
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
