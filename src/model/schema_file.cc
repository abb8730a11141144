#include "model/schema_file.h"

#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "model/json.h"

namespace weft::model {
namespace {

constexpr int64_t kSchemaVersion = 1;

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
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("schema: attribute '{}': {}", attribute, what)};
}

Json attribute_to_json(const Attribute& attribute);

Json attributes_to_json(const std::vector<Attribute>& attributes) {
  Json array = Json::array();
  for (const Attribute& attribute : attributes) array.push_back(attribute_to_json(attribute));
  return array;
}

Json attribute_to_json(const Attribute& attribute) {
  Json json = {{"name", attribute.name}};
  if (attribute.attributes.empty()) json["type"] = value_type_name(attribute.type);
  if (!attribute.values.empty()) json["values"] = attribute.values;
  for (const Flag& flag : kFlags) {
    if (attribute.*flag.member) json[flag.name] = true;
  }
  if (!attribute.alternative_group.empty()) json["alternative"] = attribute.alternative_group;
  if (!attribute.attributes.empty()) json["attributes"] = attributes_to_json(attribute.attributes);
  return json;
}

// "price: money mandatory".
Result<Attribute> read_short(std::string_view text) {
  Attribute attribute;
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
    const auto type = parse_value_type(word);
    if (!type.ok()) return invalid(attribute.name, type.error().message + ", or a flag");
    attribute.type = *type;
  }
  return attribute;
}

Result<std::vector<Attribute>> read_attributes(const Json& array, int depth);

Result<Attribute> read_full(const Json& json, int depth) {
  JsonReader read(json, "schema attribute");
  Attribute attribute;
  attribute.name = read.required_string("name");
  const std::string type = read.string("type", "text");
  for (const Flag& flag : kFlags) attribute.*flag.member = read.boolean(flag.name, false);
  attribute.alternative_group = read.string("alternative");
  const Json* values = read.array("values");
  const Json* nested = read.array("attributes");
  if (!read.ok()) return read.error();
  for (const Json& value : values == nullptr ? Json::array() : *values) {
    if (!value.is_string()) return invalid(attribute.name, "\"values\" must be strings");
    attribute.values.push_back(value.get<std::string>());
  }
  if (nested != nullptr) {
    WEFT_ASSIGN(attribute.attributes, read_attributes(*nested, depth + 1));
    if (attribute.attributes.empty()) return invalid(attribute.name, "\"attributes\" is empty");
    return attribute;
  }
  const auto parsed = parse_value_type(type);
  if (!parsed.ok()) return invalid(attribute.name, parsed.error().message);
  attribute.type = *parsed;
  return attribute;
}

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

// Bounded by kMaxJsonDepth for parsed text, and by its own check for JSON made elsewhere.
Result<std::vector<Attribute>> read_attributes(const Json& array, int depth) {
  if (depth > kMaxJsonDepth) return Error{ErrorCode::kLimitExceeded, "schema: nested too deeply"};
  std::vector<Attribute> attributes;
  std::set<std::string> names;
  for (const Json& item : array) {
    WEFT_ASSIGN(Attribute attribute,
                item.is_string() ? read_short(item.get<std::string>()) : read_full(item, depth));
    WEFT_TRY(check(attribute));
    if (!names.insert(attribute.name).second)
      return invalid(attribute.name, "there are two of that name");
    attributes.push_back(std::move(attribute));
  }
  return attributes;
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

Json schema_to_json(const Schema& schema) {
  return {{"weft", "schema"},
          {"version", kSchemaVersion},
          {"name", schema.name},
          {"attributes", attributes_to_json(schema.attributes)}};
}

Result<Schema> schema_from_json(const Json& json) {
  JsonReader read(json, "schema");
  const std::string weft = read.string("weft", "schema");
  const uint64_t version = read.unsigned_number("version", 1);
  Schema schema;
  schema.name = read.string("name");
  const Json* attributes = read.array("attributes");
  if (!read.ok()) return read.error();
  if (weft != "schema" || attributes == nullptr) {
    return Error{ErrorCode::kInvalidArgument, "not a weft schema: \"attributes\" is missing"};
  }
  if (version > kSchemaVersion || version == 0) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("schema: version {} is not one this program reads ({}); upgrade weft",
                             version, kSchemaVersion)};
  }
  WEFT_ASSIGN(schema.attributes, read_attributes(*attributes, 0));
  return schema;
}

Result<Schema> read_schema(std::string_view text) {
  WEFT_ASSIGN(const Json json, parse_json(text));
  return schema_from_json(json);
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
