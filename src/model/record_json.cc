#include "model/record_json.h"

#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "base/strings.h"
#include "model/json.h"

namespace weft::model {
namespace {

constexpr char kMeta[] = "_meta";

Json typed_leaf(const Value& value, const Attribute* attribute) {
  const std::string& text = value.normalized.empty() ? value.text : value.normalized;
  if (attribute == nullptr || value.normalized.empty()) return text;
  if (attribute->type == ValueType::kBoolean) return text == "true";
  if (attribute->type != ValueType::kNumber) return text;
  const char* end = text.data() + text.size();
  int64_t whole = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, whole);
      error == std::errc() && at == end)
    return whole;
  double number = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, number);
      error == std::errc() && at == end)
    return number;
  return text;
}

// "offers[0].price": how `_meta` names a leaf.
std::string item_key(const std::string& key, size_t index) {
  return fmt::format("{}[{}]", key, index);
}
std::string field_key(const std::string& key, const std::string& name) {
  return key.empty() ? name : key + "." + name;
}

// Writes values and, beside them, what `_meta` says of their leaves. Recursion follows the nesting
// of the record, which comes from a schema or from JSON of bounded depth, never from a page.
class Writer {
 public:
  explicit Writer(Json* fields) : fields_(fields) {}

  Json value(const Value& value, const Attribute* attribute, const std::string& key) {
    switch (value.kind) {
      case Value::Kind::kLeaf:
        if (fields_ != nullptr) add_meta(value, key);
        return typed_leaf(value, attribute);
      case Value::Kind::kRecord:
        if (value.record.empty()) return Json::object();
        return record(value.record.front(), attribute == nullptr ? nullptr : &attribute->attributes,
                      key);
      case Value::Kind::kList:
        break;
    }
    Json array = Json::array();
    for (size_t i = 0; i < value.items.size(); ++i) {
      array.push_back(
          this->value(value.items[i], attribute, fields_ == nullptr ? key : item_key(key, i)));
    }
    return array;
  }

  Json record(const Record& record, const std::vector<Attribute>* attributes,
              const std::string& key) {
    Json json = Json::object();
    for (const Record::Field& field : record.fields) {
      json[field.name] =
          value(field.value, find(attributes, field.name), field_key(key, field.name));
    }
    return json;
  }

 private:
  static const Attribute* find(const std::vector<Attribute>* attributes, std::string_view name) {
    if (attributes == nullptr) return nullptr;
    for (const Attribute& attribute : *attributes) {
      if (attribute.name == name) return &attribute;
    }
    return nullptr;
  }

  void add_meta(const Value& value, const std::string& key) {
    Json meta = Json::object();
    if (!value.normalized.empty()) meta["text"] = value.text;
    if (!value.provenance.path.empty()) meta["path"] = value.provenance.path;
    const dom::SourceRange source = value.provenance.source;
    if (source.end != 0) meta["source"] = {source.begin, source.end};
    if (value.confidence != 1.0) meta["confidence"] = value.confidence;
    if (!meta.empty()) (*fields_)[key] = std::move(meta);
  }

  Json* fields_;
};

class Reader {
 public:
  explicit Reader(const Json* fields) : fields_(fields) {}

  Result<Record> record(const Json& json, const std::string& key, int depth) const {
    if (!json.is_object()) return Error{ErrorCode::kInvalidArgument, "record: not a JSON object"};
    if (depth > kMaxJsonDepth) return Error{ErrorCode::kLimitExceeded, "record: nested too deeply"};
    Record record;
    for (const auto& [name, member] : json.items()) {
      if (depth == 0 && name == kMeta) continue;
      WEFT_ASSIGN(Value read, value(member, field_key(key, name), depth + 1));
      record.set(name, std::move(read));
    }
    return record;
  }

 private:
  Result<Value> value(const Json& json, const std::string& key, int depth) const {
    if (depth > kMaxJsonDepth) return Error{ErrorCode::kLimitExceeded, "record: nested too deeply"};
    if (json.is_object()) {
      WEFT_ASSIGN(Record nested, record(json, key, depth));
      return Value::nested(std::move(nested));
    }
    if (!json.is_array()) return leaf(json, key);
    std::vector<Value> items;
    for (size_t i = 0; i < json.size(); ++i) {
      WEFT_ASSIGN(Value item, value(json[i], item_key(key, i), depth + 1));
      items.push_back(std::move(item));
    }
    return Value::list(std::move(items));
  }

  Result<Value> leaf(const Json& json, const std::string& key) const {
    Value value = Value::leaf(json.is_null()     ? ""
                              : json.is_string() ? json.get<std::string>()
                                                 : dump_json(json));
    if (json.is_number() || json.is_boolean()) value.normalized = value.text;
    if (fields_ == nullptr || !fields_->contains(key)) return value;
    JsonReader read((*fields_)[key], "_meta of '" + key + "'");
    if ((*fields_)[key].is_object() && (*fields_)[key].contains("text")) {
      value.normalized = value.text;
      value.text = read.required_string("text");
    }
    value.provenance.path = read.string("path");
    value.confidence = read.number("confidence", 1.0);
    value.provenance.source = source(read);
    if (!read.ok()) return read.error();
    return value;
  }

  static dom::SourceRange source(JsonReader& read) {
    const Json* range = read.array("source");
    if (range == nullptr) return {};
    const auto offset = [&](size_t i) {
      const bool valid = i < range->size() && (*range)[i].is_number_unsigned() &&
                         (*range)[i].get<uint64_t>() <= std::numeric_limits<uint32_t>::max();
      if (!valid) read.fail("source", "two byte offsets, [begin, end]");
      return valid ? (*range)[i].get<uint32_t>() : 0;
    };
    return {offset(0), offset(1)};
  }

  const Json* fields_;
};

const Json* meta_of(const Json& json) {
  if (!json.is_object() || !json.contains(kMeta) || !json[kMeta].is_object()) return nullptr;
  return &json[kMeta];
}

DiagnosticKind diagnostic_kind(std::string_view name) {
  for (int kind = 0; kind < static_cast<int>(DiagnosticKind::kOther); ++kind) {
    if (diagnostic_name(static_cast<DiagnosticKind>(kind)) == name)
      return static_cast<DiagnosticKind>(kind);
  }
  return DiagnosticKind::kOther;
}

}  // namespace

nlohmann::ordered_json value_to_json(const Value& value) {
  return Writer(nullptr).value(value, nullptr, "");
}

nlohmann::ordered_json record_to_json(const Record& record, const Extraction& from,
                                      const RecordJsonOptions& options) {
  const std::vector<Attribute>* attributes =
      options.schema == nullptr ? nullptr : &options.schema->attributes;
  Json fields = Json::object();
  Json json = Writer(options.meta ? &fields : nullptr).record(record, attributes, "");
  if (!options.meta) return json;
  Json meta = {{"page", from.page}, {"record", record.id}};
  if (!from.wrapper.empty()) meta["wrapper"] = from.wrapper;
  if (!fields.empty()) meta["fields"] = std::move(fields);
  json[kMeta] = std::move(meta);
  return json;
}

Result<Record> record_from_json(const nlohmann::ordered_json& json) {
  const Json* meta = meta_of(json);
  if (meta == nullptr) return Reader(nullptr).record(json, "", 0);
  JsonReader read(*meta, kMeta);
  const std::string id = read.string("record", "0");
  const Json* fields = read.object("fields");
  if (!read.ok()) return read.error();
  WEFT_ASSIGN(Record record, Reader(fields).record(json, "", 0));
  record.id = id;
  return record;
}

nlohmann::ordered_json extraction_to_json(const Extraction& extraction) {
  Json json = {
      {"page", extraction.page}, {"wrapper", extraction.wrapper}, {"records", Json::array()}};
  for (const Record& record : extraction.records)
    json["records"].push_back(record_to_json(record, extraction));
  if (extraction.diagnostics.empty()) return json;
  for (const Diagnostic& diagnostic : extraction.diagnostics) {
    json["diagnostics"].push_back({{"kind", diagnostic_name(diagnostic.kind)},
                                   {"offset", diagnostic.offset},
                                   {"detail", diagnostic.detail}});
  }
  return json;
}

Result<Extraction> extraction_from_json(const nlohmann::ordered_json& json) {
  JsonReader read(json, "extraction");
  Extraction extraction;
  extraction.page = read.required_string("page");
  extraction.wrapper = read.string("wrapper");
  const Json* records = read.array("records");
  const Json* diagnostics = read.array("diagnostics");
  if (!read.ok()) return read.error();
  for (const Json& item : records == nullptr ? Json::array() : *records) {
    WEFT_ASSIGN(Record record, record_from_json(item));
    extraction.records.push_back(std::move(record));
  }
  for (const Json& item : diagnostics == nullptr ? Json::array() : *diagnostics) {
    JsonReader one(item, "diagnostic");
    extraction.diagnostics.push_back({diagnostic_kind(one.string("kind")),
                                      one.unsigned_number("offset", 0), one.string("detail")});
    if (!one.ok()) return one.error();
  }
  return extraction;
}

Result<std::vector<Extraction>> read_records(std::string_view text) {
  std::vector<Extraction> extractions;
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) continue;
    const auto json = parse_json(line);
    auto record = json.ok() ? record_from_json(*json) : Result<Record>(json.error());
    if (!record.ok()) return record.error().in(fmt::format("line {}", line_number));
    const Json* meta = meta_of(*json);
    const std::string page = meta == nullptr ? "" : JsonReader(*meta, kMeta).string("page");
    const std::string wrapper = meta == nullptr ? "" : JsonReader(*meta, kMeta).string("wrapper");
    if (extractions.empty() || extractions.back().page != page ||
        extractions.back().wrapper != wrapper) {
      extractions.emplace_back();
      extractions.back().page = page;
      extractions.back().wrapper = wrapper;
    }
    extractions.back().records.push_back(std::move(*record));
  }
  return extractions;
}

}  // namespace weft::model
