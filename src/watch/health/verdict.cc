#include "watch/health/verdict.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/shortened.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxText = 80;

std::string_view mark(Health health) {
  constexpr std::array<std::string_view, 4> kMarks = {"✔", "~", "✘", "?"};
  return kMarks[static_cast<size_t>(health)];
}

}  // namespace

std::span<const std::string_view> names_of(Health) {
  static constexpr std::string_view kNames[] = {"healthy", "drifting", "broken", "unknown"};
  return kNames;
}

std::span<const std::string_view> names_of(Cause) {
  static constexpr std::string_view kNames[] = {
      "none",           "shingle-change", "null-extraction", "incorrect-extraction",
      "content-change", "blocked",        "error-page",      "soft-missing",
      "login-wall"};
  return kNames;
}

void excuse_changes(const std::vector<std::string>& attributes, TemplateVerdict& verdict) {
  if (attributes.empty() || verdict.health == Health::kUnknown) return;
  verdict.health = verdict.shingles.passed() ? Health::kHealthy : Health::kBroken;
  for (AttributeVerdict& one : verdict.attributes) {
    if (std::find(attributes.begin(), attributes.end(), one.name) != attributes.end()) {
      one.health = Health::kHealthy;
      one.cause = Cause::kContentChange;
    }
    verdict.health = std::max(verdict.health, one.health);
  }
  if (verdict.health == Health::kHealthy)
    verdict.cause = Cause::kContentChange, verdict.advice = "";
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

static void describe(JsonFields& json, Example& example) {
  json.field("page", example.page);
  json.field("before", example.before);
  json.field("now", example.now);
}

static void describe(JsonFields& json, AttributeVerdict& verdict) {
  json.field("name", verdict.name);
  json.field("health", verdict.health);
  json.field("cause", verdict.cause);
  json.field("same", verdict.same);
  json.field("different", verdict.different);
  json.field("gone", verdict.gone);
  json.field("appeared", verdict.appeared);
  json.field("presence_before", verdict.presence_before);
  json.field("presence", verdict.presence);
  json.field("fit_before", verdict.fit_before);
  json.field("fit", verdict.fit);
  json.field("evidence", verdict.evidence);
  json.field("examples", verdict.examples);
}

Json to_json(const TemplateVerdict& verdict) {
  return {{"template", verdict.template_name},
          {"health", name_of(verdict.health)},
          {"cause", name_of(verdict.cause)},
          {"pages", verdict.pages},
          {"read", verdict.read},
          {"conditions", write_json(verdict.conditions)},
          {"coverage", verdict.shingles.coverage()},
          {"shingle_test", verdict.shingles.passed()},
          {"evidence", verdict.evidence},
          {"advice", verdict.advice},
          {"attributes", write_json(verdict.attributes)}};
}

std::string to_text(const TemplateVerdict& verdict) {
  std::string out = fmt::format("{} {:<16} {}", mark(verdict.health), verdict.template_name,
                                name_of(verdict.health));
  if (verdict.cause != Cause::kNone) out += fmt::format(": {}", name_of(verdict.cause));
  out += fmt::format("  ({} of {} pages read, coverage {:.0f} %)\n", verdict.read, verdict.pages,
                     100 * verdict.shingles.coverage());
  for (const std::string& line : verdict.evidence) out += fmt::format("    {}\n", line);
  for (const AttributeVerdict& attribute : verdict.attributes) {
    if (attribute.health == Health::kHealthy) continue;
    out += fmt::format("  {} {:<16} {}: {}\n", mark(attribute.health), attribute.name,
                       name_of(attribute.health), name_of(attribute.cause));
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
