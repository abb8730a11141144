// A record is one line: its fields as nested JSON, then `_meta`, where each leaf has a key that says its way
// through the nesting, so that values stay plain for those who want nothing else:
//
//   {"title": "Pen", "offers": [{"price": "$5"}],
//    "_meta": {"fields": {"title": {…}, "offers[0].price": {"path": …, "text": …, "confidence": …}}}}
//
// Reading walks the values and looks each key up again.

#include "model/record_json.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/strings.h"

namespace weft {

static void describe(JsonFields& json, Diagnostic& diagnostic) {
  std::string kind;
  json.field("kind", kind);
  json.field("offset", diagnostic.offset);
  json.field("detail", diagnostic.detail);
  for (int i = 0; i < static_cast<int>(DiagnosticKind::kOther); ++i) {
    if (diagnostic_name(static_cast<DiagnosticKind>(i)) == kind)
      diagnostic.kind = static_cast<DiagnosticKind>(i);
  }
}

}  // namespace weft

namespace weft::model {
namespace {

constexpr char kMeta[] = "_meta";

// "offers[0].price": how `_meta` names a leaf.
void append_item_key(std::string& key, size_t index) {
  fmt::format_to(std::back_inserter(key), "[{}]", index);
}
void append_field_key(std::string& key, std::string_view name) {
  if (!key.empty()) key += '.';
  key += name;
}

// Writes values, and after them what `_meta` says of their leaves. Recursion follows the nesting of
// the record, which comes from a schema or from JSON of bounded depth, never from a page.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void value(const Value& value, const Attribute* attribute) {
    switch (value.kind) {
      case Value::Kind::kLeaf:
        return leaf(value, attribute);
      case Value::Kind::kRecord:
        if (value.record.empty()) return raw("{}");
        return record(value.record.front(),
                      attribute == nullptr ? nullptr : &attribute->attributes);
      case Value::Kind::kList:
        break;
    }
    raw("[");
    for (size_t i = 0; i < value.items.size(); ++i) {
      if (i > 0) raw(",");
      this->value(value.items[i], attribute);
    }
    raw("]");
  }

  void record(const Record& record, const std::vector<Attribute>* attributes) {
    raw("{");
    fields(record, attributes);
    raw("}");
  }

  // A record with `_meta` as its last field, which no field of its own may stand in for.
  void record_with_meta(const Record& record, const Extraction& from,
                        const std::vector<Attribute>* attributes) {
    raw("{");
    if (fields(record, attributes, kMeta)) raw(",");
    raw("\"_meta\":{\"page\":");
    text(from.page);
    raw(",\"record\":");
    text(record.id);
    if (!from.wrapper.empty()) {
      raw(",\"wrapper\":");
      text(from.wrapper);
    }
    any_leaf_meta_ = false;
    key_.clear();
    record_meta(record);
    raw(any_leaf_meta_ ? "}}}" : "}}");
  }

 private:
  static const Attribute* find(const std::vector<Attribute>* attributes, std::string_view name) {
    if (attributes == nullptr) return nullptr;
    for (const Attribute& attribute : *attributes) {
      if (attribute.name == name) return &attribute;
    }
    return nullptr;
  }

  void raw(std::string_view json) { out_ += json; }
  void text(std::string_view text) { append_json_string(out_, text); }

  // The fields but one; whether there was any.
  bool fields(const Record& record, const std::vector<Attribute>* attributes,
              std::string_view without = {}) {
    bool any = false;
    for (const Record::Field& field : record.fields) {
      if (!without.empty() && field.name == without) continue;
      if (any) raw(",");
      text(field.name);
      raw(":");
      value(field.value, find(attributes, field.name));
      any = true;
    }
    return any;
  }

  void leaf(const Value& value, const Attribute* attribute) {
    const std::string& form = value.normalized.empty() ? value.text : value.normalized;
    const ValueType type =
        attribute == nullptr || value.normalized.empty() ? ValueType::kText : attribute->type;
    if (type == ValueType::kBoolean) return raw(form == "true" ? "true" : "false");
    if (type == ValueType::kNumber && number(form)) return;
    text(form);
  }

  // False if the text is no number. Every digit stays: 4.50 is 4.50, and a long one is not rounded.
  bool number(std::string_view form) {
    const std::string_view digits = form.substr(form.starts_with('-') ? 1 : 0);
    const size_t whole = std::min(digits.find_first_not_of("0123456789"), digits.size());
    const bool leading_zero = whole > 1 && digits[0] == '0';
    if (whole == 0 || leading_zero) return false;
    if (whole < digits.size()) {
      const std::string_view fraction = digits.substr(whole + 1);
      if (digits[whole] != '.' || fraction.empty() ||
          fraction.find_first_not_of("0123456789") != std::string_view::npos)
        return false;
    }
    raw(form);
    return true;
  }

  // key_ is the key of the value, and again when this returns.
  void value_meta(const Value& value) {
    const size_t length = key_.size();
    switch (value.kind) {
      case Value::Kind::kLeaf:
        return leaf_meta(value);
      case Value::Kind::kRecord:
        if (!value.record.empty()) record_meta(value.record.front());
        return;
      case Value::Kind::kList:
        for (size_t i = 0; i < value.items.size(); ++i) {
          append_item_key(key_, i);
          value_meta(value.items[i]);
          key_.resize(length);
        }
    }
  }

  void record_meta(const Record& record) {
    const size_t length = key_.size();
    for (const Record::Field& field : record.fields) {
      append_field_key(key_, field.name);
      value_meta(field.value);
      key_.resize(length);
    }
  }

  void leaf_meta(const Value& value) {
    const dom::SourceRange source = value.provenance.source;
    const bool normalized = !value.normalized.empty();
    const bool placed = !value.provenance.path.empty();
    const bool unsure = value.confidence != 1.0;
    if (!normalized && !placed && source.end == 0 && !unsure) return;
    raw(any_leaf_meta_ ? "," : ",\"fields\":{");
    any_leaf_meta_ = true;
    text(key_);
    std::string_view before = ":{";
    const auto member = [&](std::string_view name) {
      raw(before);
      raw(name);
      before = ",";
    };
    if (normalized) {
      member("\"text\":");
      text(value.text);
    }
    if (placed) {
      member("\"path\":");
      text(value.provenance.path);
    }
    if (source.end != 0) {
      member("\"source\":");
      fmt::format_to(std::back_inserter(out_), "[{},{}]", source.begin, source.end);
    }
    if (unsure) {
      member("\"confidence\":");
      append_json_number(out_, value.confidence);
    }
    raw("}");
  }

  std::string& out_;
  std::string key_;  // of the value whose `_meta` is written
  bool any_leaf_meta_ = false;
};

// What `_meta` says of a leaf…
struct LeafMeta {
  std::optional<std::string> text;  // As on the page, where that is not the value given.
  Provenance provenance;
  double confidence = 1.0;
};

void describe(JsonFields& json, LeafMeta& leaf) {
  std::array<uint32_t, 2> source = {};
  json.field("text", leaf.text);
  json.field("path", leaf.provenance.path);
  json.field("source", source);
  json.field("confidence", leaf.confidence);
  leaf.provenance.source = {source[0], source[1]};
}

// …and of a record.
struct RecordMeta {
  std::string page, wrapper, record = "0";
  std::map<std::string, LeafMeta> fields;
};

void describe(JsonFields& json, RecordMeta& meta) {
  json.field("page", meta.page);
  json.field("wrapper", meta.wrapper);
  json.field("record", meta.record);
  json.field("fields", meta.fields);
}

class Reader {
 public:
  explicit Reader(const RecordMeta& meta) : meta_(meta) {}

  Result<Record> record(const Json& json, const std::string& key, int depth) const {
    if (!json.is_object()) return Error{ErrorCode::kInvalidArgument, "record: not a JSON object"};
    if (depth > kMaxJsonDepth) return Error{ErrorCode::kLimitExceeded, "record: nested too deeply"};
    Record record;
    for (const auto& [name, member] : json.items()) {
      if (depth == 0 && name == kMeta) continue;
      std::string member_key = key;
      append_field_key(member_key, name);
      WEFT_ASSIGN(Value read, value(member, member_key, depth + 1));
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
      std::string item_key = key;
      append_item_key(item_key, i);
      WEFT_ASSIGN(Value item, value(json[i], item_key, depth + 1));
      items.push_back(std::move(item));
    }
    return Value::list(std::move(items));
  }

  [[nodiscard]] Value leaf(const Json& json, const std::string& key) const {
    Value value = Value::leaf(json.is_null()     ? ""
                              : json.is_string() ? json.get<std::string>()
                                                 : dump_json(json));
    if (json.is_number() || json.is_boolean()) value.normalized = value.text;
    const auto found = meta_.fields.find(key);
    if (found == meta_.fields.end()) return value;
    if (found->second.text) value.normalized = std::exchange(value.text, *found->second.text);
    value.provenance = found->second.provenance;
    value.confidence = found->second.confidence;
    return value;
  }

  const RecordMeta& meta_;
};

Result<Record> read_record(const Json& json, RecordMeta& meta) {
  if (const Json* own = json.find(kMeta); own != nullptr && own->is_object()) {
    WEFT_ASSIGN(meta, read_json<RecordMeta>(*own, kMeta));
  }
  WEFT_ASSIGN(Record record, Reader(meta).record(json, "", 0));
  record.id = meta.record;
  return record;
}

struct ExtractionFile {
  std::string page, wrapper;
  std::vector<Json> records;
  Diagnostics diagnostics;
};

void describe(JsonFields& json, ExtractionFile& file) {
  json.required("page", file.page);
  json.field("wrapper", file.wrapper);
  json.field("records", file.records);
  json.field("diagnostics", file.diagnostics);
}

}  // namespace

void append_value_json(std::string& out, const Value& value) { Writer(out).value(value, nullptr); }

void append_record_json(std::string& out, const Record& record, const Extraction& from,
                        const RecordJsonOptions& options) {
  const std::vector<Attribute>* attributes =
      options.schema == nullptr ? nullptr : &options.schema->attributes;
  if (options.meta) return Writer(out).record_with_meta(record, from, attributes);
  Writer(out).record(record, attributes);
}

Result<Record> record_from_json(const Json& json) {
  RecordMeta meta;
  return read_record(json, meta);
}

std::string extraction_json(const Extraction& extraction) {
  std::string out = R"({"page":)";
  append_json_string(out, extraction.page);
  out += R"(,"wrapper":)";
  append_json_string(out, extraction.wrapper);
  out += R"(,"records":[)";
  for (const Record& record : extraction.records) {
    if (&record != &extraction.records.front()) out += ',';
    append_record_json(out, record, extraction);
  }
  out += ']';
  for (const Diagnostic& diagnostic : extraction.diagnostics) {
    out += &diagnostic == &extraction.diagnostics.front() ? R"(,"diagnostics":[)" : ",";
    fmt::format_to(std::back_inserter(out), R"({{"kind":"{}","offset":{},"detail":)",
                   diagnostic_name(diagnostic.kind), diagnostic.offset);
    append_json_string(out, diagnostic.detail);
    out += '}';
  }
  return out += extraction.diagnostics.empty() ? "}" : "]}";
}

Result<Extraction> extraction_from_json(const Json& json) {
  WEFT_ASSIGN(ExtractionFile file, read_json<ExtractionFile>(json, "extraction"));
  Extraction extraction{file.page, file.wrapper, {}, std::move(file.diagnostics)};
  for (const Json& item : file.records) {
    WEFT_ASSIGN(Record record, record_from_json(item));
    extraction.records.push_back(std::move(record));
  }
  return extraction;
}

Result<std::vector<Extraction>> read_records(std::string_view text) {
  std::vector<Extraction> extractions;
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const std::string_view line = trim(take_line(text));
    if (line.empty()) continue;
    const auto json = parse_json(line);
    RecordMeta meta;
    auto record = json.ok() ? read_record(*json, meta) : Result<Record>(json.error());
    if (!record.ok()) return record.error().in(fmt::format("line {}", line_number));
    if (extractions.empty() || extractions.back().page != meta.page ||
        extractions.back().wrapper != meta.wrapper)
      extractions.push_back({meta.page, meta.wrapper, {}, {}});
    extractions.back().records.push_back(std::move(*record));
  }
  return extractions;
}

}  // namespace weft::model
