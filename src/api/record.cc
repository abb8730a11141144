// Records, values and schemas: the public ones and the library's own, each made of the other.

#include "weft/record.h"

#include <algorithm>

#include "api/access.h"
#include "base/json.h"
#include "model/record_json.h"
#include "model/record_writer.h"
#include "model/schema_file.h"

namespace weft {
namespace {

Value value_of(const model::Value& value) {
  Value out{.text = value.text,
            .typed = value.normalized,
            .path = value.provenance.path,
            .confidence = value.confidence};
  for (const model::Value& item : value.items) out.items.push_back(value_of(item));
  for (const model::Record& record : value.record) out.records.push_back(api::record_of(record));
  return out;
}

model::Record own_record(const Record& record);

model::Value own_value(const Value& value) {
  if (!value.records.empty()) return model::Value::nested(own_record(value.records.front()));
  if (!value.items.empty()) {
    std::vector<model::Value> items;
    for (const Value& item : value.items) items.push_back(own_value(item));
    return model::Value::list(std::move(items));
  }
  model::Value out = model::Value::leaf(value.text, {value.path, {}}, value.confidence);
  out.normalized = value.typed;
  return out;
}

model::Record own_record(const Record& record) {
  model::Record out;
  for (const Field& field : record.fields) out.set(field.name, own_value(field.value));
  return out;
}

Attribute attribute_of(const model::Attribute& attribute) {
  Attribute out{.name = attribute.name,
                .type = std::string(name_of(attribute.type)),
                .mandatory = attribute.mandatory,
                .set = attribute.set,
                .constant = attribute.constant};
  for (const model::Attribute& one : attribute.attributes)
    out.attributes.push_back(attribute_of(one));
  return out;
}

void append_json(std::string& out, const Value& value) {
  if (!value.records.empty()) {
    out += value.records.front().to_json();
  } else if (!value.items.empty()) {
    out += '[';
    for (size_t i = 0; i < value.items.size(); ++i) {
      if (i != 0) out += ',';
      append_json(out, value.items[i]);
    }
    out += ']';
  } else {
    append_json_string(out, value.typed.empty() ? value.text : value.typed);
  }
}

}  // namespace

namespace api {

Record record_of(const model::Record& record) {
  Record out;
  for (const auto& field : record.fields) out.fields.push_back({field.name, value_of(field.value)});
  return out;
}

std::vector<Record> records_of(const model::Extraction& extraction) {
  std::vector<Record> records;
  for (const model::Record& record : extraction.records) records.push_back(record_of(record));
  return records;
}

Schema schema_of(const model::Schema& schema) {
  Schema out{.name = schema.name};
  for (const model::Attribute& attribute : schema.attributes)
    out.attributes.push_back(attribute_of(attribute));
  return out;
}

static Result<model::Attribute> attribute_of(const Attribute& attribute) {
  model::Attribute out;
  out.name = attribute.name;
  const auto names = value::names_of(model::ValueType{});
  const auto at = std::find(names.begin(), names.end(), attribute.type);
  if (at == names.end())
    return Error{ErrorCode::kInvalidArgument,
                 attribute.name + ": there is no type " + attribute.type};
  out.type = static_cast<model::ValueType>(at - names.begin());
  out.mandatory = attribute.mandatory;
  out.set = attribute.set;
  out.constant = attribute.constant;
  for (const Attribute& one : attribute.attributes) {
    WEFT_ASSIGN(model::Attribute part, attribute_of(one));
    out.attributes.push_back(std::move(part));
  }
  return out;
}

Result<model::Schema> schema_of(const Schema& schema) {
  model::Schema out;
  out.name = schema.name;
  for (const Attribute& attribute : schema.attributes) {
    WEFT_ASSIGN(model::Attribute one, attribute_of(attribute));
    out.attributes.push_back(std::move(one));
  }
  return out;
}

}  // namespace api

const Value* Record::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

std::string_view Record::text(std::string_view name) const {
  const Value* value = find(name);
  return value == nullptr ? std::string_view() : std::string_view(value->text);
}

std::string Record::to_json() const {
  std::string out = "{";
  for (const Field& field : fields) {
    if (out.size() > 1) out += ',';
    append_json_string(out, field.name);
    out += ':';
    append_json(out, field.value);
  }
  return out + "}";
}

std::string Record::to_json(const Schema& schema) const {
  const auto own = api::schema_of(schema);
  std::string out;
  model::append_record_json(out, own_record(*this), {},
                            {.meta = false, .schema = own.ok() ? &*own : nullptr});
  return out;
}

Status write_records(const std::string& path, std::span<const Record> records,
                     const Schema& schema) {
  WEFT_ASSIGN(const model::Schema own, api::schema_of(schema));
  model::Extraction extraction;
  for (const Record& record : records) extraction.records.push_back(own_record(record));
  WEFT_ASSIGN(const auto writer,
              model::open_record_writer(path, {.mode = model::RecordWriterOptions::Mode::kReplace,
                                               .meta = false,
                                               .schema = &own}));
  WEFT_TRY(writer->write(extraction));
  return writer->finish();
}

Result<Schema> Schema::parse(std::string_view json) {
  WEFT_ASSIGN(const model::Schema schema, model::read_schema(json));
  return api::schema_of(schema);
}

std::string Schema::to_json() const {
  const auto schema = api::schema_of(*this);
  return schema.ok() ? dump_json_pretty(write_json(*schema)) : std::string();
}

}  // namespace weft
