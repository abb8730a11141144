// Records as batches of Arrow columns, through the C stream interface.
//
// Types are found by one pass over all records; then each batch copies the texts of as many records
// as fill kBatchBytes. An array owns its buffers through `private_data`; whoever takes it calls
// `release`, perhaps on another thread and long after the stream is gone.
//
//   {"title": "Oak", "tags": ["a", "b"]}    column   format   buffers
//   {"title": "Elm"}                        title    u        valid 11, offsets 0 3 6, bytes OakElm
//                                           tags     +l       valid 10, offsets 0 2 2; items as title
//
// Source: https://arrow.apache.org/docs/format/CDataInterface.html.

#include <array>
#include <unordered_map>

#include "base/json.h"
#include "model/parquet_records.h"
#include "weft/record.h"

namespace weft {
namespace {

constexpr size_t kBatchBytes = size_t{16} << 20;  // Offsets are 32 bits: a batch stays far below.

enum class ColumnType : uint8_t { kText, kNumber, kTexts };

struct ArrowColumn {
  std::string name;
  ColumnType type = ColumnType::kText;
};

void append_cell_json(std::string& out, const Value& value) {
  if (!value.records.empty()) {
    out += value.records.front().to_json();
  } else {
    append_json_string(out, value.typed.empty() ? value.text : value.typed);
  }
}

// A leaf's typed form or text; nested records as JSON.
std::string cell_text(const Value& value) {
  if (!value.records.empty()) return value.records.front().to_json();
  if (value.items.empty()) return value.typed.empty() ? value.text : value.typed;
  std::string json = "[";
  for (const Value& item : value.items) {
    if (json.size() > 1) json += ',';
    append_cell_json(json, item);
  }
  return json + "]";
}

std::vector<ArrowColumn> columns_of(const std::vector<Record>& records, const Schema& schema) {
  std::vector<ArrowColumn> columns;
  std::unordered_map<std::string, size_t> places;
  for (const Attribute& attribute : schema.attributes) {
    places.emplace(attribute.name, columns.size());
    const bool number = attribute.attributes.empty() && attribute.type == "number";
    columns.push_back({attribute.name, attribute.set ? ColumnType::kTexts
                                       : number      ? ColumnType::kNumber
                                                     : ColumnType::kText});
  }
  for (const Record& record : records) {
    for (const Field& field : record.fields) {
      const auto [at, added] = places.emplace(field.name, columns.size());
      if (added) columns.push_back({field.name});
      ColumnType& type = columns[at->second].type;
      if (!field.value.items.empty()) {
        type = ColumnType::kTexts;
      } else if (type == ColumnType::kNumber && !model::lossless_number(cell_text(field.value))) {
        type = ColumnType::kText;
      }
    }
  }
  return columns;
}

// --- schemas ---

struct OwnedSchema {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

ArrowSchema schema_node(const char* format, std::string name, std::vector<ArrowSchema> children) {
  auto own = std::make_unique<OwnedSchema>();
  own->name = std::move(name);
  own->children = std::move(children);
  for (ArrowSchema& child : own->children) own->pointers.push_back(&child);
  ArrowSchema out{};
  out.format = format;
  out.name = own->name.c_str();
  out.flags = ARROW_FLAG_NULLABLE;
  out.n_children = static_cast<int64_t>(own->pointers.size());
  out.children = own->pointers.data();
  out.release = [](ArrowSchema* schema) {
    const std::unique_ptr<OwnedSchema> held(static_cast<OwnedSchema*>(schema->private_data));
    for (ArrowSchema& child : held->children) {
      if (child.release != nullptr) child.release(&child);
    }
    schema->release = nullptr;
  };
  out.private_data = own.release();
  return out;
}

ArrowSchema schema_node(const ArrowColumn& column) {
  switch (column.type) {
    case ColumnType::kNumber:
      return schema_node("g", column.name, {});
    case ColumnType::kTexts:
      return schema_node("+l", column.name, {schema_node("u", "item", {})});
    case ColumnType::kText:
      break;
  }
  return schema_node("u", column.name, {});
}

// --- arrays ---

struct OwnedArray {
  std::vector<uint8_t> valid;    // A bit a row.
  std::vector<int32_t> offsets;  // Texts and lists.
  std::string bytes;
  std::vector<double> numbers;
  std::array<const void*, 3> buffers{};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  int64_t length = 0;
  int64_t nulls = 0;

  void add(bool is_valid) {
    if (length % 8 == 0) valid.push_back(0);
    if (is_valid) {
      valid.back() = static_cast<uint8_t>(valid.back() | 1U << (length % 8));
    } else {
      ++nulls;
    }
    ++length;
  }
  void add_text(std::string_view text) {
    bytes += text;
    add(true);
    offsets.push_back(static_cast<int32_t>(bytes.size()));
  }
};

ArrowArray array_node(std::unique_ptr<OwnedArray> own, int64_t buffers) {
  for (ArrowArray& child : own->children) own->pointers.push_back(&child);
  ArrowArray out{};
  out.length = own->length;
  out.null_count = own->nulls;
  out.n_buffers = buffers;
  out.buffers = own->buffers.data();
  out.n_children = static_cast<int64_t>(own->pointers.size());
  out.children = own->pointers.data();
  out.release = [](ArrowArray* array) {
    const std::unique_ptr<OwnedArray> held(static_cast<OwnedArray*>(array->private_data));
    for (ArrowArray& child : held->children) {
      if (child.release != nullptr) child.release(&child);
    }
    array->release = nullptr;
  };
  out.private_data = own.release();
  return out;
}

ArrowArray text_array(std::unique_ptr<OwnedArray> own) {
  own->buffers = {own->valid.data(), own->offsets.data(), own->bytes.data()};
  return array_node(std::move(own), 3);
}

// One column of the records of a batch.
ArrowArray column_array(const ArrowColumn& column, std::span<const Record> records) {
  auto own = std::make_unique<OwnedArray>();
  auto items = std::make_unique<OwnedArray>();  // Of lists.
  own->offsets.push_back(0);
  items->offsets.push_back(0);
  for (const Record& record : records) {
    const Value* value = record.find(column.name);
    switch (column.type) {
      case ColumnType::kText:
        if (value != nullptr) own->bytes += cell_text(*value);
        own->offsets.push_back(static_cast<int32_t>(own->bytes.size()));
        break;
      case ColumnType::kNumber:
        own->numbers.push_back(value == nullptr ? 0 : *model::lossless_number(cell_text(*value)));
        break;
      case ColumnType::kTexts:
        if (value != nullptr) {
          for (const Value& item : value->items) items->add_text(cell_text(item));
          if (value->items.empty() && !value->text.empty()) items->add_text(cell_text(*value));
        }
        own->offsets.push_back(static_cast<int32_t>(items->length));
        break;
    }
    own->add(value != nullptr);
  }
  switch (column.type) {
    case ColumnType::kNumber:
      own->buffers = {own->valid.data(), own->numbers.data(), nullptr};
      return array_node(std::move(own), 2);
    case ColumnType::kTexts:
      own->buffers = {own->valid.data(), own->offsets.data(), nullptr};
      own->children.push_back(text_array(std::move(items)));
      return array_node(std::move(own), 2);
    case ColumnType::kText:
      break;
  }
  return text_array(std::move(own));
}

// --- the stream ---

size_t text_bytes(const Value& value) {
  size_t bytes = value.text.size() + value.typed.size() + 16;
  for (const Value& item : value.items) bytes += item.text.size() + item.typed.size() + 16;
  for (const Record& record : value.records) bytes += record.to_json().size();
  return bytes;
}

struct OwnedStream {
  std::shared_ptr<const std::vector<Record>> records;
  std::vector<ArrowColumn> columns;
  size_t next = 0;

  std::span<const Record> take_batch() {
    const size_t begin = next;
    for (size_t bytes = 0; next < records->size() && bytes < kBatchBytes; ++next) {
      for (const Field& field : (*records)[next].fields) bytes += text_bytes(field.value);
    }
    return std::span(*records).subspan(begin, next - begin);
  }
};

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const auto& own = *static_cast<const OwnedStream*>(stream->private_data);
  std::vector<ArrowSchema> children;
  for (const ArrowColumn& column : own.columns) children.push_back(schema_node(column));
  *out = schema_node("+s", "", std::move(children));
  out->flags = 0;
  return 0;
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto& own = *static_cast<OwnedStream*>(stream->private_data);
  const std::span<const Record> batch = own.take_batch();
  *out = ArrowArray{};
  if (batch.empty()) return 0;  // The end: an array that is released.
  auto rows = std::make_unique<OwnedArray>();
  for (const ArrowColumn& column : own.columns)
    rows->children.push_back(column_array(column, batch));
  rows->length = static_cast<int64_t>(batch.size());
  *out = array_node(std::move(rows), 1);
  return 0;
}

}  // namespace

void export_arrow(std::shared_ptr<const std::vector<Record>> records, const Schema& schema,
                  ArrowArrayStream* out) {
  std::vector<ArrowColumn> columns = columns_of(*records, schema);
  *out = ArrowArrayStream{};
  out->get_schema = stream_schema;
  out->get_next = stream_next;
  out->get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  out->release = [](ArrowArrayStream* stream) {
    delete static_cast<OwnedStream*>(stream->private_data);
    stream->release = nullptr;
  };
  out->private_data = new OwnedStream{std::move(records), std::move(columns)};
}

}  // namespace weft
