#include "watch/health/verdict.h"

#include <array>

#include <fmt/format.h>

#include "base/json.h"
#include "base/shortened.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxText = 80;

Json attribute_json(const AttributeVerdict& verdict) {
  Json examples = Json::array();
  for (const Example& example : verdict.examples) {
    examples.push_back({{"page", example.page}, {"before", example.before}, {"now", example.now}});
  }
  return {{"name", verdict.name},
          {"health", health_name(verdict.health)},
          {"cause", cause_name(verdict.cause)},
          {"same", verdict.same},
          {"different", verdict.different},
          {"gone", verdict.gone},
          {"appeared", verdict.appeared},
          {"presence_before", verdict.presence_before},
          {"presence", verdict.presence},
          {"fit_before", verdict.fit_before},
          {"fit", verdict.fit},
          {"evidence", verdict.evidence},
          {"examples", std::move(examples)}};
}

std::string_view mark(Health health) {
  constexpr std::array<std::string_view, 4> kMarks = {"✔", "~", "✘", "?"};
  return kMarks[static_cast<size_t>(health)];
}

}  // namespace

std::string_view health_name(Health health) {
  constexpr std::array<std::string_view, 4> kNames = {"healthy", "drifting", "broken", "unknown"};
  return kNames[static_cast<size_t>(health)];
}

std::string_view cause_name(Cause cause) {
  constexpr std::array<std::string_view, 9> kNames = {
      "none",           "shingle-change", "null-extraction", "incorrect-extraction",
      "content-change", "blocked",        "error-page",      "soft-missing",
      "login-wall"};
  return kNames[static_cast<size_t>(cause)];
}

const AttributeVerdict* TemplateVerdict::find(std::string_view attribute) const {
  for (const AttributeVerdict& verdict : attributes) {
    if (verdict.name == attribute) return &verdict;
  }
  return nullptr;
}

std::vector<std::string> TemplateVerdict::unhealthy() const {
  std::vector<std::string> names;
  for (const AttributeVerdict& verdict : attributes) {
    if (verdict.health == Health::kDrifting || verdict.health == Health::kBroken)
      names.push_back(verdict.name);
  }
  return names;
}

Json to_json(const TemplateVerdict& verdict) {
  Json conditions = Json::object();
  for (const auto& [state, count] : verdict.conditions)
    conditions[std::string(page_state_name(state))] = count;
  Json attributes = Json::array();
  for (const AttributeVerdict& attribute : verdict.attributes)
    attributes.push_back(attribute_json(attribute));
  return {{"template", verdict.template_name},
          {"health", health_name(verdict.health)},
          {"cause", cause_name(verdict.cause)},
          {"pages", verdict.pages},
          {"read", verdict.read},
          {"conditions", std::move(conditions)},
          {"coverage", verdict.shingles.coverage()},
          {"shingle_test", verdict.shingles.passed()},
          {"evidence", verdict.evidence},
          {"advice", verdict.advice},
          {"attributes", std::move(attributes)}};
}

std::string to_text(const TemplateVerdict& verdict) {
  std::string out = fmt::format("{} {:<16} {}", mark(verdict.health), verdict.template_name,
                                health_name(verdict.health));
  if (verdict.cause != Cause::kNone) out += fmt::format(": {}", cause_name(verdict.cause));
  out += fmt::format("  ({} of {} pages read, coverage {:.0f} %)\n", verdict.read, verdict.pages,
                     100 * verdict.shingles.coverage());
  for (const std::string& line : verdict.evidence) out += fmt::format("    {}\n", line);
  for (const AttributeVerdict& attribute : verdict.attributes) {
    if (attribute.health == Health::kHealthy) continue;
    out += fmt::format("  {} {:<16} {}: {}\n", mark(attribute.health), attribute.name,
                       health_name(attribute.health), cause_name(attribute.cause));
    for (const std::string& line : attribute.evidence) out += fmt::format("      {}\n", line);
    for (const Example& example : attribute.examples) {
      out += fmt::format("      {}: “{}” was “{}”\n", example.page,
                         shortened(example.now, kMaxText), shortened(example.before, kMaxText));
    }
  }
  if (!verdict.advice.empty()) out += fmt::format("  → {}\n", verdict.advice);
  return out;
}

}  // namespace weft::watch
