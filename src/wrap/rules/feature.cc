#include "wrap/rules/feature.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::wrap {
namespace {

struct KindFacts {
  std::string_view name;
  double cost;
};

// In the order of FeatureKind.
constexpr std::array<KindFacts, kFeatureKinds> kKinds = {{
    {"tag", 0.8},
    {"id", 0},
    {"class", 0.3},
    {"class-token", 0.3},
    {"attribute", 0.1},
    {"preceding-tag", 1.5},
    {"preceding-id", 1},
    {"preceding-class", 1},
    {"preceding-text", 0},
    {"following-tag", 2},
    {"following-id", 2},
    {"following-class", 2},
    {"left-text", 0.7},
    {"left-word", 0.5},
    {"right-text", 2},
    {"right-word", 2},
    {"inside-left-text", 0},
    {"inside-left-word", 0.3},
    {"inside-right-text", 0.3},
    {"inside-right-word", 0.5},
    {"own-prefix", 0},
}};

const KindFacts& facts(FeatureKind kind) { return kKinds[static_cast<size_t>(kind)]; }

// What a test without a value costs more: for some id or class, and for a sibling of any name.
constexpr double kBare = 1;
constexpr double kAnySibling = 0.5;

bool ends_with_colon(const Feature& feature) {
  return std::all_of(feature.values.begin(), feature.values.end(), [](const std::string& value) {
    return !value.empty() && value.back() == ':';
  });
}

}  // namespace

std::string_view feature_name(FeatureKind kind) { return facts(kind).name; }

bool is_text_feature(FeatureKind kind) { return kind >= FeatureKind::kLeftText; }

bool is_preceding(FeatureKind kind) {
  return kind >= FeatureKind::kPrecedingTag && kind <= FeatureKind::kPrecedingText;
}

bool is_following(FeatureKind kind) {
  return kind >= FeatureKind::kFollowingTag && kind <= FeatureKind::kFollowingClass;
}

bool is_sibling_tag(FeatureKind kind) {
  return kind == FeatureKind::kPrecedingTag || kind == FeatureKind::kFollowingTag;
}

double feature_cost(const Feature& feature) {
  double cost = facts(feature.kind).cost;
  const bool left =
      feature.kind == FeatureKind::kLeftText || feature.kind == FeatureKind::kLeftWord;
  if (left && !feature.values.empty() && ends_with_colon(feature)) cost = 0;
  if (feature.values.empty()) return cost + (is_sibling_tag(feature.kind) ? kAnySibling : kBare);
  return cost + static_cast<double>(feature.values.size() - 1);
}

nlohmann::ordered_json to_json(const Feature& feature) {
  nlohmann::ordered_json json = {{"type", feature_name(feature.kind)}, {"level", feature.level}};
  if (feature.offset != 0) json["offset"] = feature.offset;
  if (!feature.attribute.empty()) json["attribute"] = feature.attribute;
  if (!feature.values.empty()) json["values"] = feature.values;
  return json;
}

Result<Feature> feature_from_json(const nlohmann::ordered_json& json) {
  const Error bad{ErrorCode::kInvalidArgument,
                  fmt::format("rules wrapper: not a feature: {}", json.dump())};
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) return bad;
  const auto name = json["type"].get<std::string>();
  const auto it = std::find_if(kKinds.begin(), kKinds.end(),
                               [&](const KindFacts& kind) { return kind.name == name; });
  if (it == kKinds.end()) return bad;
  Feature feature{.kind = static_cast<FeatureKind>(it - kKinds.begin())};
  const auto small = [&](const char* key, uint8_t& out) {
    if (!json.contains(key)) return true;
    if (!json[key].is_number_unsigned() || json[key].get<uint64_t>() > 255) return false;
    out = json[key].get<uint8_t>();
    return true;
  };
  if (!small("level", feature.level) || !small("offset", feature.offset)) return bad;
  if (json.contains("attribute")) {
    if (!json["attribute"].is_string()) return bad;
    feature.attribute = json["attribute"].get<std::string>();
  }
  if (json.contains("values")) {
    if (!json["values"].is_array()) return bad;
    for (const auto& value : json["values"]) {
      if (!value.is_string()) return bad;
      feature.values.push_back(value.get<std::string>());
    }
  }
  const bool sibling = is_preceding(feature.kind) || is_following(feature.kind);
  if (sibling != (feature.offset != 0)) return bad;
  return feature;
}

}  // namespace weft::wrap
