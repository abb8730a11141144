#include "watch/repair/repair_report.h"

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/shortened.h"
#include "dom/path.h"
#include "watch/page_values.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxShown = 80;

// Where the first value of an attribute was found.
std::string place_of(const model::Extraction& extraction, std::string_view attribute) {
  for (const model::Record& record : extraction.records) {
    const model::Value* value = record.find(attribute);
    if (value == nullptr) continue;
    return value->items.empty() ? value->provenance.path : value->items.front().provenance.path;
  }
  return "";
}

std::string first_text(const model::Extraction& extraction, std::string_view attribute) {
  for (const Seen& seen : seen_on(extraction)) {
    const auto& values = texts(seen.values, attribute);
    if (!values.empty()) return values.front();
  }
  return "";
}

}  // namespace

std::string rule_text(const model::Wrapper& wrapper, const model::Page& page,
                      std::string_view attribute) {
  std::string path = place_of(wrapper.apply(page), attribute);
  path = path.substr(0, path.rfind("/@"));
  const auto node = dom::resolve_indexed_path(page.document, path);
  if (path.empty() || !node.ok()) return "";
  for (const model::Explanation& explanation : wrapper.explain(page, *node)) {
    if (explanation.extracted && explanation.attribute == attribute) return explanation.rule;
  }
  return "";
}

std::vector<RuleChange> describe_repair(const RepairInput& input, const Repair& repair,
                                        const std::vector<const model::Page*>& old_pages) {
  std::vector<RuleChange> changes;
  for (const AttributeRepair& attribute : repair.attributes) {
    RuleChange change{
        .attribute = attribute.attribute, .state = attribute.state, .evidence = attribute.reason};
    for (const model::Page* page : old_pages) {
      change.old_rule = rule_text(*input.wrapper, *page, attribute.attribute);
      if (!change.old_rule.empty()) break;
    }
    for (const RepairPage& page : input.pages) {
      if (attribute.wrapper == nullptr || attribute.state == RepairState::kRejected) break;
      change.new_rule = rule_text(*attribute.wrapper, *page.page, attribute.attribute);
      if (change.new_rule.empty()) continue;
      change.page = page.page->id;
      change.now = first_text(attribute.wrapper->apply(*page.page), attribute.attribute);
      if (page.golden != nullptr) change.before = first_text(*page.golden, attribute.attribute);
      break;
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

std::string to_text(const std::vector<RuleChange>& changes) {
  std::string out;
  for (const RuleChange& change : changes) {
    out += fmt::format("  {} {}: {}\n", change.attribute, name_of(change.state), change.evidence);
    if (!change.old_rule.empty()) out += fmt::format("    - {}\n", change.old_rule);
    if (!change.new_rule.empty()) out += fmt::format("    + {}\n", change.new_rule);
    if (!change.now.empty()) {
      out += fmt::format("      {}: “{}”, known as “{}”\n", change.page,
                         shortened(change.now, kMaxShown), shortened(change.before, kMaxShown));
    }
  }
  return out;
}

void describe(JsonFields& json, RuleChange& change) {
  json.required("attribute", change.attribute);
  json.required("state", change.state);
  json.field("old_rule", change.old_rule);
  json.field("new_rule", change.new_rule);
  json.field("page", change.page);
  json.field("before", change.before);
  json.field("now", change.now);
  json.field("evidence", change.evidence);
}

}  // namespace weft::watch
