// One description reads and writes attributes, nested ones too; the short form "price: money mandatory" is for
// people and is read alone. JSON Schema is written by the same walk: a set becomes an array, an attribute with
// attributes an object, alternatives "not both".

#include "model/schema_file.h"

#include <set>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/strings.h"

namespace weft::model {
namespace {

struct Flag {
  const char* name;
  bool Attribute::*member;
};
constexpr Flag kFlags[] = {
    {"mandatory", &Attribute::mandatory}, {"constant", &Attribute::constant},
    {"optional", &Attribute::optional},   {"set", &Attribute::set},
    {"pivot", &Attribute::pivot},         {"characteristic", &Attribute::characteristic},
    {"whole", &Attribute::whole},
};

Error invalid(std::string_view attribute, std::string_view what) {
  return Error{ErrorCode::kInvalidArgument, fmt::format("attribute '{}': {}", attribute, what)};
}

}  // namespace

// "price: money mandatory".
static Status read_text(std::string_view text, Attribute& attribute) {
  const size_t colon = text.find(':');
  attribute.name = trim(text.substr(0, colon));
  std::string_view words = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  while (!(words = trim(words)).empty()) {
    const size_t space = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, space);
    words.remove_prefix(space);
    bool is_flag = false;
    for (const Flag& flag : kFlags) {
      if (word == flag.name) is_flag = attribute.*flag.member = true;
    }
    if (is_flag) continue;
    const auto type = enum_named<ValueType>(word);
    if (!type) {
      return invalid(attribute.name, fmt::format("'{}' is not a type or a flag; types are {}", word,
                                                 fmt::join(names_of(ValueType()), ", ")));
    }
    attribute.type = *type;
  }
  return {};
}

namespace {

Status check(const Attribute& attribute) {
  if (attribute.name.empty()) return invalid("", "a name is missing");
  if (attribute.name.find('.') != std::string::npos)
    return invalid(attribute.name, "a name has no dots");
  if (attribute.name.starts_with('_'))
    return invalid(attribute.name, "names that begin with _ are Weft's own");
  if (attribute.mandatory && attribute.optional)
    return invalid(attribute.name, "mandatory or optional, not both");
  if (attribute.pivot && attribute.set)
    return invalid(attribute.name, "a pivot occurs once per record, a set more often");
  const bool is_enum = attribute.type == ValueType::kEnum && attribute.attributes.empty();
  if (is_enum && attribute.values.empty())
    return invalid(attribute.name, "an enum needs \"values\"");
  return {};
}

void check(JsonFields& json, const std::vector<Attribute>& attributes) {
  std::set<std::string> names;
  for (const Attribute& attribute : attributes) {
    Status status = check(attribute);
    if (!names.insert(attribute.name).second)
      status = invalid(attribute.name, "there are two of that name");
    if (!status.ok()) json.fail(status.error().in("schema"));
  }
}

// --- JSON Schema ---

Json basic_json_schema(const Attribute& attribute) {
  switch (attribute.type) {
    case ValueType::kNumber:
      return {{"type", "number"}};
    case ValueType::kBoolean:
      return {{"type", "boolean"}};
    case ValueType::kMoney:
      return {{"type", "string"}, {"pattern", "^(\\S+ )?-?[0-9]+(\\.[0-9]+)?$"}};
    case ValueType::kDate:
      return {{"type", "string"}, {"pattern", "^[0-9]{4}(-[0-9]{2}(-[0-9]{2}(T.+)?)?)?$"}};
    case ValueType::kTime:
      return {{"type", "string"}, {"pattern", "^[0-9]{2}:[0-9]{2}(:[0-9]{2})?"}};
    case ValueType::kDuration:
      return {{"type", "string"}, {"format", "duration"}};
    case ValueType::kUrl:
    case ValueType::kImage:
      return {{"type", "string"}, {"format", "uri"}};
    case ValueType::kEmail:
      return {{"type", "string"}, {"format", "email"}};
    case ValueType::kPhone:
      return {{"type", "string"}, {"pattern", "^\\+[0-9]{7,15}$"}};
    case ValueType::kEnum:
      return {{"enum", attribute.values}};
    case ValueType::kText:
    case ValueType::kAddress:
      return {{"type", "string"}};
  }
  return Json::object();
}

Json object_json_schema(const std::vector<Attribute>& attributes);

Json attribute_json_schema(const Attribute& attribute) {
  Json one = attribute.attributes.empty() ? basic_json_schema(attribute)
                                          : object_json_schema(attribute.attributes);
  if (!attribute.set) return one;
  return {{"type", "array"}, {"items", std::move(one)}};
}

// Two of one alternative group must not occur together.
void add_alternatives(const std::vector<Attribute>& attributes, Json& schema) {
  for (size_t i = 0; i < attributes.size(); ++i) {
    for (size_t j = i + 1; j < attributes.size(); ++j) {
      const bool exclusive = !attributes[i].alternative_group.empty() &&
                             attributes[i].alternative_group == attributes[j].alternative_group;
      if (!exclusive) continue;
      schema["allOf"].push_back(
          {{"not", {{"required", {attributes[i].name, attributes[j].name}}}}});
    }
  }
}

Json object_json_schema(const std::vector<Attribute>& attributes) {
  Json schema = {{"type", "object"}, {"properties", Json::object()}};
  Json required = Json::array();
  for (const Attribute& attribute : attributes) {
    schema["properties"][attribute.name] = attribute_json_schema(attribute);
    if (attribute.mandatory) required.push_back(attribute.name);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  add_alternatives(attributes, schema);
  return schema;
}

}  // namespace

static void describe(JsonFields& json, Attribute& attribute) {
  json.required("name", attribute.name);
  if (json.reading() || attribute.attributes.empty()) json.field("type", attribute.type);
  json.optional("values", attribute.values);
  for (const Flag& flag : kFlags) json.optional(flag.name, attribute.*flag.member);
  json.optional("alternative", attribute.alternative_group);
  json.unless_empty("attributes", attribute.attributes);
  if (!json.reading()) return;
  json.check(!json.has("attributes") || !attribute.attributes.empty(), "attributes",
             "one attribute or more");
  check(json, attribute.attributes);
}

void describe(JsonFields& json, Schema& schema) {
  json.header("schema", 1, /*needed=*/false);
  json.field("name", schema.name);
  json.required("attributes", schema.attributes);
  if (json.reading()) check(json, schema.attributes);
}

Json to_json_schema(const Schema& schema) {
  Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", schema.name}};
  if (const std::string_view type = schema_org_name(schema.name); !type.empty()) {
    json["$comment"] = fmt::format("https://schema.org/{}", type);
  }
  json.update(object_json_schema(schema.attributes));
  json["properties"]["_meta"] = {{"type", "object"}};
  json["additionalProperties"] = false;
  return json;
}

}  // namespace weft::model
