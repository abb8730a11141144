// The file: "PAR1", row groups, footer, length of the footer, "PAR1". A row group holds one chunk a
// column, and here a chunk is one page:
//
//   page = header (Thrift) + zstd( [repetition levels] definition levels, values )
//
// Levels say what is there. Optional texts and numbers: 0 null, 1 a value. Lists: 0 null, 1 empty,
// 2 an item; repetition 0 begins a row, 1 goes on with it.
//
//   tags of three rows  ["a","b"], null, []      definitions 2 2 0 1    repetitions 0 1 0 0    values a b
//
// Levels are run-length encoded; texts are their length (four bytes) and bytes; numbers eight bytes.
// Thrift's compact protocol: fields by the difference of their numbers, integers as zigzag varints.
// Tested by parquet_test.cc; pyarrow and DuckDB read what it wrote (bench/log/2026-11-18.md).

#include "store/parquet.h"

#include <bit>
#include <cstring>

#include "base/check.h"
#include "warc/codec.h"

namespace weft::store {
namespace {

constexpr std::string_view kMagic = "PAR1";

void append_little_endian(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

void append_varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

// Numbers that the format gives its names.
enum PhysicalType : uint8_t { kDouble = 5, kByteArray = 6 };
enum Repetition : uint8_t { kRequired = 0, kOptional = 1, kRepeated = 2 };
enum Converted : uint8_t { kUtf8 = 0, kList = 3 };
enum Encoding : uint8_t { kPlain = 0, kRle = 3 };
constexpr int kZstdCodec = 6;
constexpr int kDataPage = 0;
constexpr int kVersion = 1;

// A struct of Thrift's compact protocol, field by field in ascending order.
class ThriftStruct {
 public:
  void integer(int field, uint64_t value, bool wide = true) {
    head(field, wide ? kI64 : kI32);
    append_varint(bytes_, value << 1);  // Zigzag; nothing here is negative.
  }
  void small(int field, uint64_t value) { integer(field, value, /*wide=*/false); }
  void text(int field, std::string_view value) {
    head(field, kBinary);
    append_varint(bytes_, value.size());
    bytes_ += value;
  }
  void nested(int field, const ThriftStruct& value) {
    head(field, kStruct);
    bytes_ += value.done();
  }
  void structs(int field, const std::vector<ThriftStruct>& values) {
    list(field, values.size(), kStruct);
    for (const ThriftStruct& value : values) bytes_ += value.done();
  }
  void texts(int field, const std::vector<std::string>& values) {
    list(field, values.size(), kBinary);
    for (const std::string& value : values) {
      append_varint(bytes_, value.size());
      bytes_ += value;
    }
  }
  void smalls(int field, const std::vector<uint8_t>& values) {
    list(field, values.size(), kI32);
    for (const uint8_t value : values) append_varint(bytes_, uint64_t{value} << 1);
  }
  [[nodiscard]] std::string done() const { return bytes_ + '\0'; }

 private:
  enum Kind : uint8_t { kI32 = 5, kI64 = 6, kBinary = 8, kListKind = 9, kStruct = 12 };

  void head(int field, Kind kind) {
    WEFT_CHECK(field > last_ && field - last_ < 16);
    bytes_ += static_cast<char>((field - last_) << 4 | kind);
    last_ = field;
  }
  void list(int field, size_t size, Kind kind) {
    head(field, kListKind);
    if (size < 15) {
      bytes_ += static_cast<char>(size << 4 | kind);
    } else {
      bytes_ += static_cast<char>(0xf0 | kind);
      append_varint(bytes_, size);
    }
  }

  std::string bytes_;
  int last_ = 0;
};

// Runs of equal levels: the length of the run, shifted by one, and the level in a byte.
void append_levels(std::string& out, const std::vector<uint8_t>& levels) {
  std::string runs;
  for (size_t begin = 0; begin < levels.size();) {
    size_t end = begin;
    while (end < levels.size() && levels[end] == levels[begin]) ++end;
    append_varint(runs, (end - begin) << 1);
    runs += static_cast<char>(levels[begin]);
    begin = end;
  }
  append_little_endian(out, runs.size(), 4);
  out += runs;
}

PhysicalType physical(ParquetType type) {
  return type == ParquetType::kNumber ? kDouble : kByteArray;
}

std::vector<std::string> path_of(const ParquetColumn& column) {
  if (column.type == ParquetType::kTexts) return {column.name, "list", "element"};
  return {column.name};
}

// A column is one leaf; a list is three levels around it.
void append_schema(std::vector<ThriftStruct>& schema, const ParquetColumn& column) {
  const bool is_list = column.type == ParquetType::kTexts;
  ThriftStruct& own = schema.emplace_back();
  if (!is_list) own.small(1, physical(column.type));
  own.small(3, kOptional);
  own.text(4, column.name);
  if (is_list) own.small(5, 1);
  if (column.type != ParquetType::kNumber) own.small(6, is_list ? kList : kUtf8);
  if (!is_list) return;
  ThriftStruct& list = schema.emplace_back();
  list.small(3, kRepeated);
  list.text(4, "list");
  list.small(5, 1);
  ThriftStruct& element = schema.emplace_back();
  element.small(1, kByteArray);
  element.small(3, kRequired);
  element.text(4, "element");
  element.small(6, kUtf8);
}

void append_text(std::string& out, std::string_view text) {
  append_little_endian(out, text.size(), 4);
  out += text;
}

}  // namespace

ParquetWriter::ParquetWriter(Sink sink, std::vector<ParquetColumn> columns)
    : sink_(std::move(sink)), columns_(std::move(columns)), chunks_(columns_.size()) {}

void ParquetWriter::add_text(size_t column, std::string_view text) {
  WEFT_CHECK(columns_[column].type == ParquetType::kText);
  Chunk& chunk = chunks_[column];
  chunk.definitions.push_back(1);
  append_text(chunk.values, text);
  chunk.set = true;
  bytes_ += text.size() + 5;
}

void ParquetWriter::add_number(size_t column, double number) {
  WEFT_CHECK(columns_[column].type == ParquetType::kNumber);
  Chunk& chunk = chunks_[column];
  chunk.definitions.push_back(1);
  append_little_endian(chunk.values, std::bit_cast<uint64_t>(number), 8);
  chunk.set = true;
  bytes_ += 9;
}

void ParquetWriter::add_texts(size_t column, const std::vector<std::string_view>& texts) {
  WEFT_CHECK(columns_[column].type == ParquetType::kTexts);
  Chunk& chunk = chunks_[column];
  if (texts.empty()) chunk.definitions.push_back(1), chunk.repetitions.push_back(0);
  for (size_t i = 0; i < texts.size(); ++i) {
    chunk.definitions.push_back(2);
    chunk.repetitions.push_back(i == 0 ? 0 : 1);
    append_text(chunk.values, texts[i]);
    bytes_ += texts[i].size() + 6;
  }
  chunk.set = true;
}

Status ParquetWriter::end_row() {
  for (size_t c = 0; c < chunks_.size(); ++c) {
    Chunk& chunk = chunks_[c];
    if (!chunk.set) {
      chunk.definitions.push_back(0);
      if (columns_[c].type == ParquetType::kTexts) chunk.repetitions.push_back(0);
    }
    chunk.set = false;
  }
  ++rows_;
  bytes_ += columns_.size();
  return bytes_ < kGroupBytes ? Status() : write_group();
}

Status ParquetWriter::put(std::string_view bytes) {
  offset_ += bytes.size();
  return sink_(bytes);
}

Result<ParquetWriter::Written> ParquetWriter::write_chunk(const Chunk& chunk, bool is_list) {
  std::string page;
  if (is_list) append_levels(page, chunk.repetitions);
  append_levels(page, chunk.definitions);
  page += chunk.values;
  std::string packed;
  warc::Compressor compressor(warc::Codec::kZstd);
  compressor.write(page, packed);
  compressor.finish(packed);

  ThriftStruct data;
  data.small(1, chunk.definitions.size());
  data.small(2, kPlain);
  data.small(3, kRle);
  data.small(4, kRle);
  ThriftStruct header;
  header.small(1, kDataPage);
  header.small(2, page.size());
  header.small(3, packed.size());
  header.nested(5, data);
  const std::string head = header.done();
  Written written{.offset = offset_,
                  .entries = chunk.definitions.size(),
                  .bytes = head.size() + packed.size(),
                  .uncompressed = head.size() + page.size()};
  WEFT_TRY(put(head));
  WEFT_TRY(put(packed));
  return written;
}

Status ParquetWriter::write_group() {
  if (offset_ == 0) WEFT_TRY(put(kMagic));
  if (rows_ == 0) return {};
  Group group{.rows = rows_};
  for (size_t c = 0; c < chunks_.size(); ++c) {
    WEFT_ASSIGN(const Written written,
                write_chunk(chunks_[c], columns_[c].type == ParquetType::kTexts));
    group.columns.push_back(written);
    chunks_[c] = {};
  }
  groups_.push_back(std::move(group));
  rows_ = bytes_ = 0;
  return {};
}

std::string ParquetWriter::footer() const {
  std::vector<ThriftStruct> schema(1);
  schema[0].text(4, "records");
  schema[0].small(5, columns_.size());
  for (const ParquetColumn& column : columns_) append_schema(schema, column);

  uint64_t rows = 0;
  std::vector<ThriftStruct> groups;
  for (const Group& group : groups_) {
    uint64_t bytes = 0;
    std::vector<ThriftStruct> chunks;
    for (size_t c = 0; c < columns_.size(); ++c) {
      const Written& written = group.columns[c];
      ThriftStruct facts;
      facts.small(1, physical(columns_[c].type));
      facts.smalls(2, {kPlain, kRle});
      facts.texts(3, path_of(columns_[c]));
      facts.small(4, kZstdCodec);
      facts.integer(5, written.entries);
      facts.integer(6, written.uncompressed);
      facts.integer(7, written.bytes);
      facts.integer(9, written.offset);
      ThriftStruct& chunk = chunks.emplace_back();
      chunk.integer(2, written.offset);
      chunk.nested(3, facts);
      bytes += written.uncompressed;
    }
    ThriftStruct& one = groups.emplace_back();
    one.structs(1, chunks);
    one.integer(2, bytes);
    one.integer(3, group.rows);
    rows += group.rows;
  }
  ThriftStruct file;
  file.small(1, kVersion);
  file.structs(2, schema);
  file.integer(3, rows);
  file.structs(4, groups);
  file.text(6, "weft version " WEFT_VERSION);
  return file.done();
}

Status ParquetWriter::finish() {
  WEFT_TRY(write_group());
  std::string end = footer();
  append_little_endian(end, end.size(), 4);
  end += kMagic;
  return put(end);
}

}  // namespace weft::store
