// Record: what comes out. Nested, typed, and each value says where it came from and how sure it is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/export.h"
#include "weft/result.h"
#include "weft/schema.h"

namespace weft {

struct Record;

// A text; or several, as items; or a nested record.
struct Value {
  std::string text;  // As on the page, white space folded.
  std::string
      typed;         // By the attribute's type: ISO 8601, "EUR 12.50", an absolute URL. Else empty.
  std::string path;  // Where on the page it stands.
  double confidence = 1;
  std::vector<Value> items;     // Of a set; then `text` is empty.
  std::vector<Record> records;  // One, of a nested record.
};

struct Field {
  std::string name;
  Value value;
};

struct WEFT_API Record {
  std::vector<Field> fields;  // Names are unique.

  [[nodiscard]] const Value* find(std::string_view name) const;  // Null if there is none.
  // The text of a field; empty if there is none.
  [[nodiscard]] std::string_view text(std::string_view name) const;
  // One line of JSON: typed values where there are some, as `weft extract` writes it without meta.
  [[nodiscard]] std::string to_json() const;
  // Numbers and booleans as JSON's own, where the schema says so and the text is one: exactly what
  // `weft extract --no-meta` writes.
  [[nodiscard]] std::string to_json(const Schema& schema) const;
};

// Writes records to a file: JSON Lines, .csv, .xml, .parquet or a .sqlite table, by its ending; what
// was there is replaced. Fails with kIo.
WEFT_API Status write_records(const std::string& path, std::span<const Record> records,
                              const Schema& schema = {});

}  // namespace weft

// Arrow's C stream interface (https://arrow.apache.org/docs/format/CStreamInterface.html): data
// frames of other libraries take records from here. Declared as its specification says, unless
// another header has.
extern "C" {
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_NULLABLE 2
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
#endif
}

namespace weft {

// A stream of batches, which owns what it hands out. Columns as write_records() has them in
// Parquet: those of the schema in its order, then others as they come; sets are lists of texts,
// numbers are doubles where every value survives that, nested records are JSON.
WEFT_API void export_arrow(std::shared_ptr<const std::vector<Record>> records, const Schema& schema,
                           ArrowArrayStream* out);

}  // namespace weft
