// The kinds of features and what they cost, parts of texts, and the JSON of rules
// (docs/formats/rules-wrapper.md).

#include "wrap/rules/rule.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "base/json.h"
#include "wrap/rules/rule_xpath.h"

namespace weft::wrap {
namespace {

// Costs are feature_cost's. Fitted by hand on the SWDE sites with one labelled page; the order, and
// what each row is worth, is in docs/adr/0017.
// clang-format off
constexpr FeatureKind kFeatureKinds[] = {
    {"tag",               Axis::kElement,     Test::kTag,       "",      0.8},
    {"id",                Axis::kElement,     Test::kAttribute, "id",    0},
    {"class",             Axis::kElement,     Test::kAttribute, "class", 0.3},
    {"class-token",       Axis::kElement,     Test::kToken,     "class", 0.3},
    {"attribute",         Axis::kElement,     Test::kAttribute, "",      0.1},
    {"preceding-tag",     Axis::kPreceding,   Test::kTag,       "",      1.5},
    {"preceding-id",      Axis::kPreceding,   Test::kAttribute, "id",    1},
    {"preceding-class",   Axis::kPreceding,   Test::kAttribute, "class", 1},
    {"preceding-text",    Axis::kPreceding,   Test::kText,      "",      0},
    {"following-tag",     Axis::kFollowing,   Test::kTag,       "",      2},
    {"following-id",      Axis::kFollowing,   Test::kAttribute, "id",    2},
    {"following-class",   Axis::kFollowing,   Test::kAttribute, "class", 2},
    {"left-text",         Axis::kLeft,        Test::kText,      "",      0.7},
    {"left-word",         Axis::kLeft,        Test::kWord,      "",      0.5},
    {"right-text",        Axis::kRight,       Test::kText,      "",      2},
    {"right-word",        Axis::kRight,       Test::kWord,      "",      2},
    {"inside-left-text",  Axis::kInsideLeft,  Test::kText,      "",      0},
    {"inside-left-word",  Axis::kInsideLeft,  Test::kWord,      "",      0.3},
    {"inside-right-text", Axis::kInsideRight, Test::kText,      "",      0.3},
    {"inside-right-word", Axis::kInsideRight, Test::kWord,      "",      0.5},
    {"own-prefix",        Axis::kInsideLeft,  Test::kPrefix,    "",      0},
};
// clang-format on

// What a test without a value costs more: for some id or class, and for a sibling of any name.
constexpr double kBare = 1;
constexpr double kAnySibling = 0.5;

bool names_attribute(const FeatureKind& kind) {
  return kind.test == Test::kAttribute && kind.attribute.empty();
}

bool ends_with_colon(const Feature& feature) {
  return std::all_of(feature.values.begin(), feature.values.end(), [](const std::string& value) {
    return !value.empty() && value.back() == ':';
  });
}

}  // namespace

std::span<const FeatureKind> feature_kinds() { return kFeatureKinds; }

const FeatureKind& kind_of(const Feature& feature) {
  const auto it = std::find_if(
      std::begin(kFeatureKinds), std::end(kFeatureKinds), [&](const FeatureKind& kind) {
        return kind.axis == feature.axis && kind.test == feature.test &&
               (kind.attribute.empty() || kind.attribute == feature.attribute);
      });
  WEFT_CHECK(it != std::end(kFeatureKinds));
  return *it;
}

double feature_cost(const Feature& feature) {
  double cost = kind_of(feature).cost;
  if (feature.axis == Axis::kLeft && !feature.values.empty() && ends_with_colon(feature)) cost = 0;
  if (!feature.values.empty()) return cost + static_cast<double>(feature.values.size() - 1);
  const bool sibling_tag = is_sibling_axis(feature.axis) && feature.test == Test::kTag;
  return cost + (sibling_tag ? kAnySibling : kBare);
}

Json to_json(const Feature& feature) {
  const FeatureKind& kind = kind_of(feature);
  Json json = {{"type", kind.name}, {"level", feature.level}};
  if (feature.offset != 0) json["offset"] = feature.offset;
  if (names_attribute(kind)) json["attribute"] = feature.attribute;
  if (!feature.values.empty()) json["values"] = feature.values;
  return json;
}

Result<Feature> feature_from_json(const Json& json) {
  const Error bad{ErrorCode::kInvalidArgument,
                  fmt::format("rules wrapper: not a feature: {}", json.dump())};
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) return bad;
  const auto name = json["type"].get<std::string>();
  const auto it = std::find_if(std::begin(kFeatureKinds), std::end(kFeatureKinds),
                               [&](const FeatureKind& kind) { return kind.name == name; });
  if (it == std::end(kFeatureKinds)) return bad;
  Feature feature{.axis = it->axis, .test = it->test, .attribute = std::string(it->attribute)};
  const auto small = [&](const char* key, uint8_t& out) {
    if (!json.contains(key)) return true;
    if (!json[key].is_number_unsigned() || json[key].get<uint64_t>() > 255) return false;
    out = json[key].get<uint8_t>();
    return true;
  };
  if (!small("level", feature.level) || !small("offset", feature.offset)) return bad;
  if (names_attribute(*it)) {
    if (!json.contains("attribute") || !json["attribute"].is_string()) return bad;
    feature.attribute = json["attribute"].get<std::string>();
  }
  if (json.contains("values")) {
    if (!json["values"].is_array()) return bad;
    for (const auto& value : json["values"]) {
      if (!value.is_string()) return bad;
      feature.values.push_back(value.get<std::string>());
    }
  }
  if (is_sibling_axis(feature.axis) != (feature.offset != 0)) return bad;
  return feature;
}

//

namespace {

// Byte offset of the boundary, or npos.
size_t place(const WordBoundary& boundary, std::string_view text, bool is_end) {
  const uint32_t total = count_words(text);
  if (boundary.offset > total) return std::string_view::npos;
  const uint32_t words = boundary.from_end ? total - boundary.offset : boundary.offset;
  if (words == 0) return 0;
  if (words == total) return text.size();
  size_t at = 0;
  for (uint32_t i = 0; i < words; ++i) at = text.find(' ', at) + 1;
  return is_end ? at - 1 : at;
}

}  // namespace

uint32_t count_words(std::string_view text) {
  if (text.empty()) return 0;
  return static_cast<uint32_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

std::string_view apply_range(const TextRange& range, std::string_view text) {
  if (range.kind == TextRange::Kind::kWords) {
    const size_t begin = place(range.begin, text, false);
    const size_t end = place(range.end, text, true);
    if (begin == std::string_view::npos || end == std::string_view::npos || begin >= end) return {};
    return text.substr(begin, end - begin);
  }
  const size_t left = text.find(range.left);
  if (left == std::string_view::npos) return {};
  text.remove_prefix(left + range.left.size());
  if (range.right.empty()) return text;
  const size_t right = text.find(range.right);
  return right == std::string_view::npos ? std::string_view() : text.substr(0, right);
}

Json to_json(const TextRange& range) {
  if (range.kind == TextRange::Kind::kDelimiters)
    return {{"left", range.left}, {"right", range.right}};
  const auto boundary = [](const WordBoundary& b) {
    return Json{{"words", b.offset}, {"from", b.from_end ? "end" : "beginning"}};
  };
  return {{"begin", boundary(range.begin)}, {"end", boundary(range.end)}};
}

Result<TextRange> text_range_from_json(const Json& json) {
  const Error bad{ErrorCode::kInvalidArgument, "rules wrapper: not a text range: " + json.dump()};
  if (!json.is_object()) return bad;
  TextRange range;
  if (json.contains("left") && json.contains("right")) {
    if (!json["left"].is_string() || !json["right"].is_string()) return bad;
    return TextRange{TextRange::Kind::kDelimiters,
                     {},
                     {},
                     json["left"].get<std::string>(),
                     json["right"].get<std::string>()};
  }
  for (const char* key : {"begin", "end"}) {
    if (!json.contains(key) || !json[key].is_object()) return bad;
    const auto& boundary = json[key];
    if (!boundary.contains("words") || !boundary["words"].is_number_unsigned() ||
        !boundary.contains("from"))
      return bad;
    WordBoundary& out = *key == 'b' ? range.begin : range.end;
    out = {boundary["words"].get<uint32_t>(), boundary["from"] == "end"};
  }
  return range;
}

namespace {

constexpr uint32_t kMaxNesting = 8;

Error bad(std::string_view what) {
  return Error{ErrorCode::kInvalidArgument, "rules wrapper: " + std::string(what)};
}

double round4(double value) {
  return static_cast<double>(static_cast<int64_t>(value * 10000 + (value < 0 ? -0.5 : 0.5))) /
         10000;
}

std::string target_name(const Target& target) {
  switch (target.kind) {
    case Target::Kind::kText:
      return "text";
    case Target::Kind::kElement:
      return "element";
    case Target::Kind::kAttribute:
      break;
  }
  return "@" + target.attribute;
}

Json classifier_to_json(const NodeClassifier& classifier) {
  Json terms = Json::array();
  for (const auto& term : classifier.terms) {
    terms.push_back(
        {{"feature", to_json(term.feature)}, {"present", term.present}, {"absent", term.absent}});
  }
  return {{"prior", classifier.prior}, {"terms", std::move(terms)}};
}

Result<NodeClassifier> classifier_from(const Json& json) {
  const Error bad{ErrorCode::kInvalidArgument, "rules wrapper: not a classifier: " + json.dump()};
  const auto number = [](const Json& in, const char* name) {
    return in.is_object() && in.contains(name) && in[name].is_number();
  };
  if (!number(json, "prior") || !json.contains("terms") || !json["terms"].is_array()) return bad;
  NodeClassifier classifier{json["prior"].get<double>(), {}};
  for (const auto& term : json["terms"]) {
    if (!number(term, "present") || !number(term, "absent") || !term.contains("feature"))
      return bad;
    WEFT_ASSIGN(Feature feature, feature_from_json(term["feature"]));
    classifier.terms.push_back(
        {std::move(feature), term["present"].get<double>(), term["absent"].get<double>()});
  }
  return classifier;
}

Json rule_to_json(const Rule& rule, bool relative) {
  Json json = {{"xpath", to_xpath(rule, {.relative = relative})},
               {"target", target_name(rule.target)}};
  json["features"] = Json::array();
  for (const Feature& feature : rule.features) json["features"].push_back(to_json(feature));
  if (rule.position != 0) json["position"] = rule.position;
  if (rule.classifier) json["classifier"] = classifier_to_json(*rule.classifier);
  if (rule.range) json["range"] = to_json(*rule.range);
  if (!rule.type.empty()) json["type"] = rule.type;
  const RuleStatistics& x = rule.statistics;
  json["precision"] = round4(x.precision);
  json["support"] = round4(x.support);
  json["multiple"] = round4(x.multiple);
  json["agreement"] = round4(x.agreement);
  json["distance"] = x.distance;
  json["score"] = round4(x.score);
  return json;
}

Result<Target> target_from(const Json& json) {
  if (!json.contains("target") || !json["target"].is_string()) return bad("a rule needs a target");
  const auto name = json["target"].get<std::string>();
  if (name == "text") return Target{};
  if (name == "element") return Target{Target::Kind::kElement, {}};
  if (name.size() > 1 && name[0] == '@') return Target{Target::Kind::kAttribute, name.substr(1)};
  return bad("unknown target '" + name + "'");
}

double number(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_number() ? json[key].get<double>() : 0;
}

Result<Rule> rule_from_json(const Json& json) {
  if (!json.is_object()) return bad("a rule must be an object");
  Rule rule;
  WEFT_ASSIGN(rule.target, target_from(json));
  if (!json.contains("features") || !json["features"].is_array())
    return bad("a rule needs features");
  for (const Json& entry : json["features"]) {
    WEFT_ASSIGN(Feature feature, feature_from_json(entry));
    rule.features.push_back(std::move(feature));
  }
  if (json.contains("position")) {
    if (!json["position"].is_number_integer()) return bad("a position must be a whole number");
    rule.position = static_cast<int>(json["position"].get<int64_t>());
  }
  if (json.contains("classifier")) {
    WEFT_ASSIGN(rule.classifier, classifier_from(json["classifier"]));
  }
  if (json.contains("range")) {
    WEFT_ASSIGN(rule.range, text_range_from_json(json["range"]));
  }
  if (json.contains("type") && json["type"].is_string())
    rule.type = json["type"].get<std::string>();
  rule.statistics = {.precision = number(json, "precision"),
                     .support = number(json, "support"),
                     .multiple = number(json, "multiple"),
                     .agreement = number(json, "agreement"),
                     .distance = static_cast<uint32_t>(std::max(0.0, number(json, "distance"))),
                     .score = number(json, "score")};
  return rule;
}

// A list of texts that may be absent.
Result<std::vector<std::string>> texts_of(const Json& json, const char* key) {
  std::vector<std::string> texts;
  if (!json.contains(key) || !json[key].is_array()) return texts;
  for (const Json& entry : json[key]) {
    if (!entry.is_string()) return bad(std::string(key) + " must be texts");
    texts.push_back(entry.get<std::string>());
  }
  return texts;
}

Result<AttributeRules> attribute_from_json(const Json& json) {
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string())
    return bad("an attribute needs a name");
  AttributeRules attribute{
      json["name"].get<std::string>(), json.contains("list") && json["list"] == true, {}, {}};
  if (!json.contains("rules") || !json["rules"].is_array())
    return bad("attribute " + attribute.name + " needs rules");
  for (const Json& entry : json["rules"]) {
    WEFT_ASSIGN(Rule rule, rule_from_json(entry));
    attribute.rules.push_back(std::move(rule));
  }
  if (json.contains("also") && json["also"].is_array()) {
    for (const Json& entry : json["also"]) {
      WEFT_ASSIGN(Rule rule, rule_from_json(entry));
      attribute.also.push_back(std::move(rule));
    }
  }
  WEFT_ASSIGN(attribute.examples, texts_of(json, "examples"));
  WEFT_ASSIGN(std::vector<std::string> shapes, texts_of(json, "shapes"));
  attribute.guard = value::ValueGuard(std::move(shapes));
  return attribute;
}

Json grouping_to_json(const RecordGrouping& grouping) {
  Json json = {{"start", grouping.start}, {"before", grouping.before}, {"lists", grouping.lists}};
  if (!grouping.cell.empty()) json["cell"] = grouping.cell;
  return json;
}

Result<RecordGrouping> grouping_from_json(const Json& json) {
  if (!json.is_object() || !json.contains("start") || !json["start"].is_string())
    return bad("a grouping needs a start");
  RecordGrouping grouping{json["start"].get<std::string>(), {}, {}, {}};
  for (const auto& [key, names] :
       {std::pair("before", &grouping.before), std::pair("lists", &grouping.lists)}) {
    if (!json.contains(key) || !json[key].is_array())
      return bad("a grouping needs before and lists");
    for (const Json& name : json[key]) {
      if (!name.is_string()) return bad("before and lists of a grouping are names");
      names->push_back(name.get<std::string>());
    }
  }
  if (json.contains("cell") && json["cell"].is_string())
    grouping.cell = json["cell"].get<std::string>();
  return grouping;
}

Json record_to_json(const RecordRules& rules, bool relative) {
  Json json = Json::object();
  if (!rules.name.empty()) json["name"] = rules.name;
  if (rules.record) json["record"] = rule_to_json(*rules.record, relative);
  if (rules.grouping) json["grouping"] = grouping_to_json(*rules.grouping);
  const bool inside = relative || rules.record.has_value();
  json["attributes"] = Json::array();
  for (const AttributeRules& attribute : rules.attributes) {
    Json entry = {{"name", attribute.name}, {"list", attribute.list}, {"rules", Json::array()}};
    for (const Rule& rule : attribute.rules) entry["rules"].push_back(rule_to_json(rule, inside));
    for (const Rule& rule : attribute.also) entry["also"].push_back(rule_to_json(rule, inside));
    if (!attribute.examples.empty()) entry["examples"] = attribute.examples;
    if (attribute.guard.closed()) entry["shapes"] = attribute.guard.shapes();
    json["attributes"].push_back(std::move(entry));
  }
  for (const RecordRules& nested : rules.nested)
    json["nested"].push_back(record_to_json(nested, inside));
  if (!rules.required.empty()) json["required"] = rules.required;
  return json;
}

Result<RecordRules> record_from_json(const Json& json, uint32_t depth) {
  if (depth > kMaxNesting)
    return Error{ErrorCode::kLimitExceeded, "rules wrapper: sets nested deeper than 8"};
  if (!json.is_object() || !json.contains("attributes") || !json["attributes"].is_array()) {
    return bad("no attributes");
  }
  RecordRules rules;
  if (json.contains("name") && json["name"].is_string())
    rules.name = json["name"].get<std::string>();
  if (json.contains("record")) {
    WEFT_ASSIGN(rules.record, rule_from_json(json["record"]));
  }
  if (json.contains("grouping")) {
    WEFT_ASSIGN(rules.grouping, grouping_from_json(json["grouping"]));
  }
  for (const Json& entry : json["attributes"]) {
    WEFT_ASSIGN(AttributeRules attribute, attribute_from_json(entry));
    rules.attributes.push_back(std::move(attribute));
  }
  if (json.contains("nested") && json["nested"].is_array()) {
    for (const Json& entry : json["nested"]) {
      WEFT_ASSIGN(RecordRules nested, record_from_json(entry, depth + 1));
      rules.nested.push_back(std::move(nested));
    }
  }
  WEFT_ASSIGN(rules.required, texts_of(json, "required"));
  return rules;
}

}  // namespace

Json to_json(const RecordRules& rules) { return record_to_json(rules, false); }

Result<RecordRules> record_rules_from_json(const Json& json) { return record_from_json(json, 0); }

}  // namespace weft::wrap
