// The kinds of features and what they cost, parts of texts, and the JSON of rules
// (docs/formats/rules-wrapper.md).

#include "wrap/rules/rule.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/json_fields.h"
#include "base/strings.h"
#include "select/query.h"
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
    {"column",            Axis::kElement,     Test::kColumn,    "",      1},
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

void describe(JsonFields& json, Feature& feature) {
  std::string name(json.reading() ? "" : kind_of(feature).name);
  json.required("type", name);
  const auto kind = std::find_if(std::begin(kFeatureKinds), std::end(kFeatureKinds),
                                 [&](const FeatureKind& one) { return one.name == name; });
  if (kind == std::end(kFeatureKinds)) return json.check(false, "type", "the name of a feature");
  if (json.reading())
    feature = {.axis = kind->axis, .test = kind->test, .attribute = std::string(kind->attribute)};
  json.field("level", feature.level);
  json.optional("offset", feature.offset);
  if (names_attribute(*kind)) json.required("attribute", feature.attribute);
  json.optional("values", feature.values);
  json.check(is_sibling_axis(feature.axis) == (feature.offset != 0), "offset",
             "1 or more for siblings, and absent for what is none");
}

//

namespace {

// Byte offset of the boundary, or npos.
size_t place(const RangeBoundary& boundary, std::string_view text, char separator, bool is_end) {
  const uint32_t total = count_parts(text, separator);
  if (boundary.offset > total) return std::string_view::npos;
  const uint32_t before = boundary.from_end ? total - boundary.offset : boundary.offset;
  if (before == 0) return 0;
  if (before == total) return text.size();
  size_t at = 0;
  for (uint32_t i = 0; i < before; ++i) at = text.find(separator, at) + 1;
  return is_end ? at - 1 : at;
}

std::string_view part(const TextRange& range, std::string_view text) {
  if (range.kind == TextRange::Kind::kWords || range.kind == TextRange::Kind::kLines) {
    const char separator = range.kind == TextRange::Kind::kWords ? ' ' : '\n';
    const size_t begin = place(range.begin, text, separator, false);
    const size_t end = place(range.end, text, separator, true);
    if (begin == std::string_view::npos || end == std::string_view::npos || begin >= end) return {};
    return text.substr(begin, end - begin);
  }
  if (range.kind == TextRange::Kind::kLandmarks) {
    const TokenStream stream(text);
    const TokenView view(stream.tokens(), range.backward);
    const auto start = run(range.start, view);
    const auto stop = start ? run(range.stop, view, start->position) : std::nullopt;
    if (!stop || start->position == 0 || start->position >= stop->position ||
        stop->position >= view.size())
      return {};
    const Token* first = &view[start->position];
    const Token* last = &view[stop->position - 1];
    if (range.backward) std::swap(first, last);
    return text.substr(first->begin, last->end - first->begin);
  }
  const size_t left = text.find(range.left);
  if (left == std::string_view::npos) return {};
  text.remove_prefix(left + range.left.size());
  if (range.right.empty()) return text;
  const size_t right = text.find(range.right);
  return right == std::string_view::npos ? std::string_view() : text.substr(0, right);
}

}  // namespace

uint32_t count_parts(std::string_view text, char separator) {
  if (text.empty()) return 0;
  return static_cast<uint32_t>(std::count(text.begin(), text.end(), separator)) + 1;
}

std::string one_line(std::string_view lines) {
  std::string text(lines);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string apply_range(const TextRange& range, std::string_view lines) {
  if (range.kind == TextRange::Kind::kLines) return one_line(part(range, lines));
  if (range.kind == TextRange::Kind::kLandmarks)
    return std::string(part(range, normalize_space(lines)));
  return std::string(part(range, one_line(lines)));
}

static void describe(JsonFields& json, RangeBoundary& boundary, const std::string& unit) {
  std::string from = boundary.from_end ? "end" : "beginning";
  json.required(unit.c_str(), boundary.offset);
  json.required("from", from);
  json.check(from == "end" || from == "beginning", "from", "beginning or end");
  if (json.reading()) boundary.from_end = from == "end";
}

void describe(JsonFields& json, TextRange& range) {
  if (json.reading() && json.has("left")) range.kind = TextRange::Kind::kDelimiters;
  if (range.kind == TextRange::Kind::kDelimiters) {
    json.required("left", range.left);
    json.required("right", range.right);
    return;
  }
  if (json.reading() && json.has("start")) range.kind = TextRange::Kind::kLandmarks;
  if (range.kind == TextRange::Kind::kLandmarks) {
    json.required("start", range.start);
    json.required("stop", range.stop);
    json.optional("backward", range.backward);
    return;
  }
  std::string unit = range.kind == TextRange::Kind::kLines ? "lines" : "words";
  json.optional("unit", unit, "words");
  json.check(unit == "lines" || unit == "words", "unit", "words or lines");
  if (json.reading() && unit == "lines") range.kind = TextRange::Kind::kLines;
  json.required("begin", range.begin, unit);
  json.required("end", range.end, unit);
}

namespace {

// The name of the attribute that canonical XPath ends in: "href" of "//a/@href"; empty if it does not.
std::string_view last_attribute(std::string_view xpath) {
  const size_t at = xpath.rfind('@');
  if (at == std::string_view::npos || (at > 0 && xpath[at - 1] != '/')) return {};
  const std::string_view name = xpath.substr(at + 1);
  return name.find_first_of("[]()'\"/ ") == std::string_view::npos ? name : std::string_view();
}

}  // namespace

Result<Rule> rule_of_query(std::string_view text) {
  WEFT_ASSIGN(const select::Query query, select::Query::guess(text));
  if (!query.selects_nodes()) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{} computes a value; a rule must select the nodes it stands in", text)};
  }
  Rule rule;
  rule.query = text;
  rule.target.kind = Target::Kind::kElement;
  rule.statistics.precision = 1;
  const std::string xpath = query.to_string();
  if (xpath.ends_with("/text()")) rule.target.kind = Target::Kind::kText;
  if (const std::string_view name = last_attribute(xpath); !name.empty()) {
    if (name == "*") {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{} selects any attribute; name the one it is about", text)};
    }
    rule.target = {Target::Kind::kAttribute, std::string(name)};
  }
  return rule;
}

std::vector<const Rule*> rules_in_force(const AttributeRules& attribute) {
  if (attribute.pinned) return {&*attribute.pinned};
  std::vector<const Rule*> rules;
  if (!attribute.rules.empty()) rules.push_back(&attribute.rules.front());
  for (const Rule& rule : attribute.also) rules.push_back(&rule);
  return rules;
}

AttributeRules* find_attribute(RecordRules& rules, std::string_view name) {
  for (AttributeRules& attribute : rules.attributes) {
    if (attribute.name == name) return &attribute;
  }
  for (RecordRules& set : rules.nested) {
    if (name.starts_with(set.name + "."))
      return find_attribute(set, name.substr(set.name.size() + 1));
  }
  return nullptr;
}

namespace {

constexpr uint32_t kMaxNesting = 8;

double round4(double value) { return std::round(value * 10000) / 10000; }

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

std::optional<Target> target_named(std::string_view name) {
  if (name == "text") return Target{};
  if (name == "element") return Target{Target::Kind::kElement, {}};
  if (name.size() > 1 && name[0] == '@')
    return Target{Target::Kind::kAttribute, std::string(name.substr(1))};
  return std::nullopt;
}

// Where rules stand: what they are relative to, and how deep.
struct Nesting {
  bool inside = false;  // An element, not the page.
  uint32_t depth = 0;
};

}  // namespace

static void describe(JsonFields& json, NodeClassifier::Term& term) {
  json.required("feature", term.feature);
  json.required("present", term.present);
  json.required("absent", term.absent);
}

static void describe(JsonFields& json, NodeClassifier& classifier) {
  json.required("prior", classifier.prior);
  json.required("terms", classifier.terms);
}

static void describe(JsonFields& json, Rule& rule, bool inside) {
  std::string target = target_name(rule.target);
  if (!json.reading()) json.note("xpath", to_xpath(rule, {.relative = inside}));
  json.required("target", target);
  if (rule.query.empty() && !(json.reading() && json.has("query")))
    json.required("features", rule.features);
  json.optional("query", rule.query);
  json.optional("position", rule.position);
  json.unless_empty("classifier", rule.classifier);
  json.unless_empty("range", rule.range);
  json.optional("type", rule.type);
  const auto rounded = [&](const char* name, double& number) {
    double shown = round4(number);
    json.field(name, shown);
    if (json.reading()) number = shown;
  };
  rounded("precision", rule.statistics.precision);
  rounded("support", rule.statistics.support);
  rounded("multiple", rule.statistics.multiple);
  rounded("agreement", rule.statistics.agreement);
  json.field("distance", rule.statistics.distance);
  rounded("score", rule.statistics.score);
  if (!json.reading()) return;
  const auto read = target_named(target);
  json.check(read.has_value(), "target", "text, element or @ and an attribute's name");
  if (read) rule.target = *read;
  if (rule.query.empty()) return;
  if (const auto query = rule_of_query(rule.query); !query.ok()) json.fail(query.error());
}

static void describe(JsonFields& json, AttributeRules& attribute, bool inside) {
  std::vector<std::string> shapes = attribute.guard.shapes();
  json.required("name", attribute.name);
  json.field("list", attribute.list);
  json.required("rules", attribute.rules, inside);
  json.unless_empty("also", attribute.also, inside);
  json.unless_empty("pinned", attribute.pinned, inside);
  json.optional("never", attribute.never);
  json.optional("examples", attribute.examples);
  json.optional("shapes", shapes);
  if (json.reading()) attribute.guard = value::ValueGuard(std::move(shapes));
}

static void describe(JsonFields& json, RecordGrouping& grouping) {
  json.required("start", grouping.start);
  json.required("before", grouping.before);
  json.required("lists", grouping.lists);
  // Files of 0.2 kept crossed records in columns by it.
  std::string cell;
  json.optional("cell", cell);
  json.check(cell.empty(), "cell",
             "absent (learn the wrapper again: crossed tables are read anew)");
}

static void describe(JsonFields& json, RecordRules& rules, const Nesting& at) {
  if (at.depth > kMaxNesting)
    return json.fail({ErrorCode::kLimitExceeded, "rules wrapper: sets nested deeper than 8"});
  json.optional("name", rules.name);
  json.unless_empty("record", rules.record, at.inside);
  json.unless_empty("grouping", rules.grouping);
  const Nesting within{at.inside || rules.record.has_value(), at.depth + 1};
  json.required("attributes", rules.attributes, within.inside);
  json.unless_empty("nested", rules.nested, within);
  json.optional("required", rules.required);
}

void describe(JsonFields& json, RecordRules& rules) { describe(json, rules, Nesting()); }

}  // namespace weft::wrap
