// Two passes, as for CSV: rows go to a temporary file while columns and their types are found out,
// then into row groups.
//
//   row     number of cells, then for each: column, number of items (kOne: a single text), and of each
//           item its length and bytes
//   type    a column is a list as soon as one of its cells is; a number if the schema says so and
//           every text is the shortest that reads back as the same double, or an integer below 2^53

#include "model/parquet_records.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/record_json.h"
#include "store/parquet.h"

namespace weft::model {
namespace {

using store::ParquetType;

constexpr uint32_t kOne = UINT32_MAX;  // Items of a cell that is no list.

class ParquetRecords final : public RecordWriter {
 public:
  ParquetRecords(const RecordWriterOptions& options, ByteSink sink)
      : meta_(options.meta),
        schema_(options.schema),
        sink_(std::move(sink)),
        rows_(std::tmpfile()) {
    if (meta_) {
      for (const char* name : {"_page", "_record", "_wrapper", "_confidence"}) column(name);
      columns_[3].may_be_number = true;
    }
    if (schema_ == nullptr) return;
    for (const Attribute& attribute : schema_->attributes) column(attribute.name);
  }

  Status write(const Extraction& extraction) override {
    if (rows_ == nullptr) return io_error();
    for (const Record& record : extraction.records) {
      row_.clear();
      size_t cells = 0;
      if (meta_) {
        add(0, extraction.page), add(1, record.id), add(2, extraction.wrapper);
        add(3, fmt::format("{:.6g}", least_confidence(record)));
        cells = 4;
      }
      for (const Record::Field& field : record.fields) add_field(field);
      const auto all = static_cast<uint32_t>(cells + record.fields.size());
      if (std::fwrite(&all, 1, sizeof all, rows_.get()) != sizeof all ||
          std::fwrite(row_.data(), 1, row_.size(), rows_.get()) != row_.size())
        return io_error();
    }
    return {};
  }

  Status finish() override {
    if (rows_ == nullptr) return io_error();
    std::vector<store::ParquetColumn> shown;
    for (const Column& one : columns_)
      shown.push_back({one.name, one.list            ? ParquetType::kTexts
                                 : one.may_be_number ? ParquetType::kNumber
                                                     : ParquetType::kText});
    store::ParquetWriter writer(sink_, shown);
    std::rewind(rows_.get());
    WEFT_TRY(copy_rows(writer, shown));
    return writer.finish();
  }

 private:
  struct Column {
    std::string name;
    bool list = false;
    bool may_be_number = false;
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  static Error io_error() {
    return Error{ErrorCode::kIo,
                 fmt::format("cannot use a temporary file: {}", std::strerror(errno))};
  }

  uint32_t column(const std::string& name) {
    const auto [it, added] = indexes_.emplace(name, static_cast<uint32_t>(columns_.size()));
    if (added) {
      const Attribute* attribute = schema_ == nullptr ? nullptr : schema_->find(name);
      const bool number = attribute != nullptr && attribute->attributes.empty() &&
                          attribute->type == ValueType::kNumber;
      columns_.push_back({name, attribute != nullptr && attribute->set, number});
    }
    return it->second;
  }

  // --- rows into the temporary file ---

  void put_number(size_t number) {
    const auto value = static_cast<uint32_t>(number);
    row_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_text(std::string_view text) {
    put_number(text.size());
    row_ += text;
  }
  void add(uint32_t column, std::string_view text) {
    put_number(column), put_number(kOne), put_text(text);
    Column& own = columns_[column];
    own.may_be_number = own.may_be_number && lossless_number(text).has_value();
  }

  void add_field(const Record::Field& field) {
    const uint32_t own = column(field.name);
    const Value& value = field.value;
    if (value.kind != Value::Kind::kList) return add(own, text_of(value));
    columns_[own].list = true;
    put_number(own), put_number(value.items.size());
    for (const Value& item : value.items) put_text(text_of(item));
  }

  // A leaf's typed form or text; others as JSON.
  static std::string text_of(const Value& value) {
    if (value.kind == Value::Kind::kLeaf)
      return value.normalized.empty() ? value.text : value.normalized;
    std::string json;
    append_value_json(json, value);
    return json;
  }

  // --- and back ---

  bool get(void* to, size_t bytes) { return std::fread(to, 1, bytes, rows_.get()) == bytes; }
  bool get_text(std::string& text) {
    uint32_t size = 0;
    if (!get(&size, sizeof size)) return false;
    text.resize(size);
    return get(text.data(), size);
  }

  Status copy_rows(store::ParquetWriter& writer, const std::vector<store::ParquetColumn>& shown) {
    for (uint32_t cells = 0; get(&cells, sizeof cells);) {
      for (uint32_t i = 0; i < cells; ++i) {
        uint32_t at = 0, items = 0;
        if (!get(&at, sizeof at) || !get(&items, sizeof items)) return io_error();
        std::vector<std::string> texts(items == kOne ? 1 : items);
        for (std::string& text : texts) {
          if (!get_text(text)) return io_error();
        }
        switch (shown[at].type) {
          case ParquetType::kTexts:
            writer.add_texts(at, {texts.begin(), texts.end()});
            break;
          case ParquetType::kNumber:
            writer.add_number(at, *lossless_number(texts[0]));
            break;
          case ParquetType::kText:
            writer.add_text(at, texts[0]);
            break;
        }
      }
      WEFT_TRY(writer.end_row());
    }
    return std::ferror(rows_.get()) == 0 ? Status() : Status(io_error());
  }

  bool meta_;
  const Schema* schema_;
  ByteSink sink_;
  std::unique_ptr<std::FILE, CloseFile> rows_;
  std::vector<Column> columns_;
  std::unordered_map<std::string, uint32_t> indexes_;
  std::string row_;
};

}  // namespace

std::optional<double> lossless_number(std::string_view text) {
  const auto number = parse_number<double>(text);
  if (count_digits(text) > 15) return std::nullopt;  // Fifteen decimal digits always survive.
  return number;
}

std::unique_ptr<RecordWriter> make_parquet_writer(const RecordWriterOptions& options,
                                                  ByteSink sink) {
  return std::make_unique<ParquetRecords>(options, std::move(sink));
}

}  // namespace weft::model
