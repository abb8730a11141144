// Writers in layers: a writer of lines gives bytes to a sink, the sink compresses into a file that
// appears at finish(). Appending to CSV reads the header that is there and keeps to its columns.
#include "model/record_writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "base/markup.h"
#include "base/strings.h"
#include "model/parquet_records.h"
#include "model/record_json.h"
#include "store/sqlite.h"
#include "warc/codec.h"

namespace weft::model {
namespace {

using store::Database;
using store::Statement;

// --- records as rows ---

constexpr std::array<std::string_view, 4> kMetaColumns = {"_page", "_record", "_wrapper",
                                                          "_confidence"};

// Names in the order they were first seen; found in O(1).
class Columns {
 public:
  // The column's index; adds it at the end if it is new.
  size_t index(std::string_view name);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, size_t> indexes_;
};

size_t Columns::index(std::string_view name) {
  const auto [it, added] = indexes_.emplace(name, names_.size());
  if (added) names_.emplace_back(name);
  return it->second;
}

// A leaf's normalised form or text; lists and nested records as JSON.
std::string cell_text(const Value& value) {
  if (value.kind == Value::Kind::kLeaf)
    return value.normalized.empty() ? value.text : value.normalized;
  std::string json;
  append_value_json(json, value);
  return json;
}

// Calls add(name, text) for the meta columns, if wanted, and then for each field.
template <typename Add>
void for_each_cell(const Record& record, const Extraction& from, bool meta, Add add) {
  if (meta) {
    add(kMetaColumns[0], from.page);
    add(kMetaColumns[1], record.id);
    add(kMetaColumns[2], from.wrapper);
    add(kMetaColumns[3], std::to_string(least_confidence(record)));
  }
  for (const Record::Field& field : record.fields)
    add(std::string_view(field.name), cell_text(field.value));
}

// --- CSV as RFC 4180 says ---
//
// The columns are those of the schema, in its order, then others in the order they are first seen.
// Since a later record may bring a new column, rows wait in a temporary file until finish(): a row
// written when there were k columns needs only its missing commas then.

// One cell, quoted if it has to be.
void append_csv_cell(std::string& out, std::string_view cell) {
  if (cell.find_first_of("\",\r\n") == std::string_view::npos) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    out += c;
    if (c == '"') out += c;
  }
  out += '"';
}

class CsvWriter final : public RecordWriter {
 public:
  // `header` is that of the file appended to: its columns are all there can be; empty for a new
  // file.
  CsvWriter(const RecordWriterOptions& options, const std::vector<std::string>& header,
            ByteSink sink);

  Status write(const Extraction& extraction) override;
  Status finish() override;

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Status write_row(const Record& record, const Extraction& from);

  Columns columns_;
  size_t fixed_columns_ = 0;  // Columns of the file appended to; 0 for a new one.
  bool meta_;
  ByteSink sink_;
  std::unique_ptr<std::FILE, CloseFile> rows_;
};

constexpr std::string_view kLineEnd = "\r\n";

// Before each waiting row.
struct RowHeader {
  uint64_t columns;
  uint64_t bytes;
};

Error io_error() {
  return Error{ErrorCode::kIo,
               fmt::format("cannot use a temporary file: {}", std::strerror(errno))};
}

// The cells of the first record of a CSV text; empty if it has no complete one.
std::vector<std::string> read_csv_header(std::string_view text) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cells.back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted || (c != ',' && c != '\n' && c != '\r')) {
      cells.back() += c;
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '\n') {
      return cells;
    }
  }
  return {};
}

CsvWriter::CsvWriter(const RecordWriterOptions& options, const std::vector<std::string>& header,
                     ByteSink sink)
    : fixed_columns_(header.size()),
      meta_(options.meta),
      sink_(std::move(sink)),
      rows_(std::tmpfile()) {
  for (const std::string& name : header) columns_.index(name);
  if (!header.empty()) return;
  for (const std::string_view name : kMetaColumns) {
    if (meta_) columns_.index(name);
  }
  if (options.schema == nullptr) return;
  for (const Attribute& attribute : options.schema->attributes) columns_.index(attribute.name);
}

Status CsvWriter::write(const Extraction& extraction) {
  if (rows_ == nullptr) return io_error();
  for (const Record& record : extraction.records) WEFT_TRY(write_row(record, extraction));
  return {};
}

Status CsvWriter::write_row(const Record& record, const Extraction& from) {
  std::vector<std::string> cells(columns_.names().size());
  for_each_cell(record, from, meta_, [&](std::string_view name, std::string text) {
    const size_t index = columns_.index(name);
    if (index >= cells.size()) cells.resize(index + 1);
    cells[index] = std::move(text);
  });
  if (fixed_columns_ != 0 && columns_.names().size() > fixed_columns_) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("the file has no column '{}'; replace it with -O, or append to JSON Lines",
                    columns_.names()[fixed_columns_])};
  }
  std::string row;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) row += ',';
    append_csv_cell(row, cells[i]);
  }
  const RowHeader header{cells.size(), row.size()};
  const bool written = std::fwrite(&header, sizeof header, 1, rows_.get()) == 1 &&
                       std::fwrite(row.data(), 1, row.size(), rows_.get()) == row.size();
  return written ? Status() : Status(io_error());
}

Status CsvWriter::finish() {
  if (rows_ == nullptr) return io_error();
  const size_t columns = columns_.names().size();
  std::string line;
  if (fixed_columns_ == 0) {
    for (size_t i = 0; i < columns; ++i) {
      if (i != 0) line += ',';
      append_csv_cell(line, columns_.names()[i]);
    }
    if (columns != 0) WEFT_TRY(sink_(line.append(kLineEnd)));
  }
  std::rewind(rows_.get());
  RowHeader header{};
  while (std::fread(&header, sizeof header, 1, rows_.get()) == 1) {
    line.resize(header.bytes);
    if (std::fread(line.data(), 1, line.size(), rows_.get()) != line.size()) return io_error();
    line.append(columns - header.columns, ',').append(kLineEnd);
    WEFT_TRY(sink_(line));
  }
  return std::ferror(rows_.get()) == 0 ? Status() : Status(io_error());
}

// --- a SQLite table: one transaction from opening to finish(), columns added as records bring them ---

class SqliteWriter final : public RecordWriter {
 public:
  static Result<std::unique_ptr<RecordWriter>> open(const std::string& path,
                                                    const RecordWriterOptions& options);

  Status write(const Extraction& extraction) override;
  Status finish() override;

 private:
  SqliteWriter(Database database, const RecordWriterOptions& options)
      : database_(std::move(database)), options_(options) {}
  Status prepare_table();
  Status prepare_key();
  Status add_column(const std::string& name);
  Status insert(const Record& record, const Extraction& from);

  Database database_;
  RecordWriterOptions options_;
  std::vector<std::string> columns_;
  std::unordered_map<std::string, size_t>
      indexes_;                        // By lower case: SQLite does not tell case apart.
  std::unique_ptr<Statement> insert_;  // For the present columns.
};

// The affinity a column gets from its attribute's type.
std::string_view affinity(const Schema* schema, std::string_view name) {
  if (name == kMetaColumns[3]) return "REAL";
  const Attribute* attribute = schema == nullptr ? nullptr : schema->find(name);
  const bool number = attribute != nullptr && attribute->attributes.empty() && !attribute->set &&
                      attribute->type == ValueType::kNumber;
  return number ? "NUMERIC" : "TEXT";
}

Result<std::unique_ptr<RecordWriter>> SqliteWriter::open(const std::string& path,
                                                         const RecordWriterOptions& options) {
  WEFT_ASSIGN(Database database, Database::open(path, Database::Mode::kCreate));
  std::unique_ptr<SqliteWriter> writer(new SqliteWriter(std::move(database), options));
  if (const Status ready = writer->prepare_table(); !ready.ok()) return ready.error().in(path);
  return std::unique_ptr<RecordWriter>(std::move(writer));
}

Status SqliteWriter::prepare_table() {
  const std::string table = store::quote_identifier(options_.table);
  WEFT_TRY(database_.execute("BEGIN IMMEDIATE"));
  if (options_.mode == RecordWriterOptions::Mode::kReplace) {
    WEFT_TRY(database_.execute("DROP TABLE IF EXISTS " + table));
  }
  WEFT_TRY(database_.execute("CREATE TABLE IF NOT EXISTS " + table + " (_id INTEGER PRIMARY KEY)"));
  WEFT_ASSIGN(Statement info,
              database_.prepare("SELECT name FROM pragma_table_info(?1) WHERE name <> '_id'"));
  info.bind(1, options_.table);
  for (;;) {
    WEFT_ASSIGN(const bool row, info.step());
    if (!row) break;
    const std::string name(info.text(0));
    indexes_.emplace(ascii_lower(name), columns_.size());
    columns_.push_back(name);
  }
  info.reset();
  for (const std::string_view name : kMetaColumns) {
    if (options_.meta) WEFT_TRY(add_column(std::string(name)));
  }
  if (options_.schema != nullptr) {
    for (const Attribute& attribute : options_.schema->attributes)
      WEFT_TRY(add_column(attribute.name));
  }
  return options_.key.empty() ? Status() : prepare_key();
}

// Rows are told apart by an index of the database itself.
Status SqliteWriter::prepare_key() {
  WEFT_TRY(add_column(options_.key));
  const Status unique = database_.execute(
      fmt::format("CREATE UNIQUE INDEX IF NOT EXISTS {} ON {} ({})",
                  store::quote_identifier(options_.table + "_" + options_.key),
                  store::quote_identifier(options_.table), store::quote_identifier(options_.key)));
  if (unique.ok()) return {};
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("{} cannot be a key: there are rows with the same one ({})",
                           options_.key, unique.error().message)};
}

Status SqliteWriter::add_column(const std::string& name) {
  if (!indexes_.emplace(ascii_lower(name), columns_.size()).second) return {};
  columns_.push_back(name);
  insert_.reset();
  return database_.execute(
      fmt::format("ALTER TABLE {} ADD COLUMN {} {}", store::quote_identifier(options_.table),
                  store::quote_identifier(name), affinity(options_.schema, name)));
}

Status SqliteWriter::insert(const Record& record, const Extraction& from) {
  std::vector<std::pair<std::string, std::string>> cells;
  for_each_cell(record, from, options_.meta, [&](std::string_view name, std::string text) {
    cells.emplace_back(name, std::move(text));
  });
  for (const auto& [name, text] : cells) WEFT_TRY(add_column(name));
  if (insert_ == nullptr) {
    std::string names;
    std::string marks;
    for (const std::string& column : columns_) {
      names += (names.empty() ? "" : ", ") + store::quote_identifier(column);
      marks += marks.empty() ? "?" : ", ?";
    }
    if (columns_.empty()) return {};
    std::string replaced;
    for (const std::string& column : columns_) {
      const std::string name = store::quote_identifier(column);
      replaced += fmt::format("{}{} = excluded.{}", replaced.empty() ? "" : ", ", name, name);
    }
    if (!options_.key.empty())
      replaced = fmt::format(" ON CONFLICT ({}) DO UPDATE SET {}",
                             store::quote_identifier(options_.key), replaced);
    WEFT_ASSIGN(Statement statement,
                database_.prepare(fmt::format("INSERT INTO {} ({}) VALUES ({}){}",
                                              store::quote_identifier(options_.table), names, marks,
                                              options_.key.empty() ? "" : replaced)));
    insert_ = std::make_unique<Statement>(std::move(statement));
  }
  for (const auto& [name, text] : cells) {
    insert_->bind(static_cast<int>(indexes_.at(ascii_lower(name))) + 1, std::string_view(text));
  }
  return insert_->run();
}

Status SqliteWriter::write(const Extraction& extraction) {
  for (const Record& record : extraction.records) WEFT_TRY(insert(record, extraction));
  return {};
}

Status SqliteWriter::finish() {
  insert_.reset();
  return database_.execute("COMMIT");
}

// --- JSON Lines, and files ---

class JsonLinesWriter final : public RecordWriter {
 public:
  JsonLinesWriter(const RecordWriterOptions& options, ByteSink sink)
      : options_{options.meta, options.schema}, sink_(std::move(sink)) {}

  Status write(const Extraction& extraction) override {
    for (const Record& record : extraction.records) {
      line_.clear();
      append_record_json(line_, record, extraction, options_);
      line_ += '\n';
      WEFT_TRY(sink_(line_));
    }
    return {};
  }
  Status finish() override { return {}; }

 private:
  RecordJsonOptions options_;
  ByteSink sink_;
  std::string line_;
};

// --- XML: <records><record><title>…</title></record></records> ---

// A name of an element: what XML does not allow in one is an underscore.
std::string element_name(std::string_view name) {
  std::string element;
  for (const char c : name) {
    const bool letter = is_ascii_alpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    const bool inner = is_ascii_digit(c) || c == '-' || c == '.';
    if (element.empty() && inner) element += '_';
    element += letter || inner ? c : '_';
  }
  return element.empty() ? "_" : element;
}

// Without the control characters that XML 1.0 cannot hold.
std::string xml_text(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') kept += c;
  }
  return escape_markup(kept);
}

class XmlWriter final : public RecordWriter {
 public:
  XmlWriter(const RecordWriterOptions& options, ByteSink sink)
      : meta_(options.meta), sink_(std::move(sink)) {}

  Status write(const Extraction& extraction) override {
    for (const Record& record : extraction.records) {
      WEFT_TRY(begin());
      std::string text = "<record>";
      for_each_cell(record, extraction, meta_, [&](std::string_view name, const std::string& cell) {
        const std::string element = element_name(name);
        text += fmt::format("<{0}>{1}</{0}>", element, xml_text(cell));
      });
      WEFT_TRY(sink_(text + "</record>\n"));
    }
    return {};
  }
  Status finish() override {
    WEFT_TRY(begin());
    return sink_("</records>\n");
  }

 private:
  Status begin() {
    if (std::exchange(begun_, true)) return {};
    return sink_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records>\n");
  }

  bool meta_;
  ByteSink sink_;
  bool begun_ = false;
};

// A text writer over a compressed file that appears at finish().
class FileWriter final : public RecordWriter {
 public:
  FileWriter(AtomicFile file, warc::Codec codec) : file_(std::move(file)), compressor_(codec) {}

  // The sink of the writer within.
  ByteSink sink() {
    return [this](std::string_view bytes) {
      compressed_.clear();
      compressor_.write(bytes, compressed_);
      return file_.write(compressed_);
    };
  }
  void set_writer(std::unique_ptr<RecordWriter> writer) { writer_ = std::move(writer); }

  Status write(const Extraction& extraction) override { return writer_->write(extraction); }
  Status finish() override {
    WEFT_TRY(writer_->finish());
    compressed_.clear();
    compressor_.finish(compressed_);
    WEFT_TRY(file_.write(compressed_));
    return file_.commit();
  }

 private:
  AtomicFile file_;
  warc::Compressor compressor_;
  std::string compressed_;
  std::unique_ptr<RecordWriter> writer_;
};

class RawTexts final : public RecordWriter {
 public:
  explicit RawTexts(std::unique_ptr<RecordWriter> writer) : writer_(std::move(writer)) {}

  Status write(const Extraction& extraction) override {
    Extraction raw = extraction;
    for (Record& record : raw.records) forget_types(record);
    return writer_->write(raw);
  }
  Status finish() override { return writer_->finish(); }

 private:
  std::unique_ptr<RecordWriter> writer_;
};

constexpr size_t kMaxHeaderBytes = 1 << 20;

// The header of the CSV file that is appended to; empty if there is none.
Result<std::vector<std::string>> existing_header(const std::string& path, warc::Codec codec) {
  std::ifstream file(path, std::ios::binary);
  if (!file || file.peek() == std::ifstream::traits_type::eof()) return std::vector<std::string>();
  std::string bytes(kMaxHeaderBytes, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<size_t>(file.gcount()));
  std::string text;
  std::string_view rest = bytes;
  warc::Decompressor decompressor(codec);
  WEFT_TRY(decompressor.read(rest, text, kMaxHeaderBytes));
  std::vector<std::string> header = read_csv_header(text);
  if (header.empty())
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not CSV with a header", path)};
  return header;
}

std::string_view without_compression(std::string_view path) {
  switch (warc::codec_of_path(path)) {
    case warc::Codec::kGzip:
      return path.substr(0, path.size() - 3);
    case warc::Codec::kZstd:
      return path.substr(0, path.size() - 4);
    case warc::Codec::kNone:
      break;
  }
  return path;
}

}  // namespace

std::span<const std::string_view> names_of(RecordFormat) {
  static constexpr std::string_view kNames[] = {"jsonl", "csv", "sqlite", "xml", "parquet"};
  return kNames;
}

RecordFormat record_format_of_path(std::string_view path) {
  path = without_compression(path);
  if (path.ends_with(".csv")) return RecordFormat::kCsv;
  if (path.ends_with(".xml")) return RecordFormat::kXml;
  if (path.ends_with(".sqlite") || path.ends_with(".sqlite3") || path.ends_with(".db"))
    return RecordFormat::kSqlite;
  if (path.ends_with(".parquet")) return RecordFormat::kParquet;
  return RecordFormat::kJsonLines;
}

std::unique_ptr<RecordWriter> raw_texts(std::unique_ptr<RecordWriter> writer) {
  return std::make_unique<RawTexts>(std::move(writer));
}

std::unique_ptr<RecordWriter> make_record_writer(RecordFormat format,
                                                 const RecordWriterOptions& options,
                                                 ByteSink sink) {
  WEFT_CHECK(format != RecordFormat::kSqlite);
  if (format == RecordFormat::kCsv) {
    return std::make_unique<CsvWriter>(options, std::vector<std::string>(), std::move(sink));
  }
  if (format == RecordFormat::kXml) return std::make_unique<XmlWriter>(options, std::move(sink));
  if (format == RecordFormat::kParquet) return make_parquet_writer(options, std::move(sink));
  return std::make_unique<JsonLinesWriter>(options, std::move(sink));
}

Result<std::unique_ptr<RecordWriter>> open_record_writer(const std::string& path,
                                                         RecordFormat format,
                                                         const RecordWriterOptions& options) {
  const warc::Codec codec = warc::codec_of_path(path);
  if (format == RecordFormat::kSqlite) {
    if (codec == warc::Codec::kNone) return SqliteWriter::open(path, options);
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: a database cannot be written compressed", path)};
  }
  if (!options.key.empty())
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: only a database can replace records by a key: x.sqlite", path)};
  const bool append = options.mode == RecordWriterOptions::Mode::kAppend;
  if (append && format == RecordFormat::kXml && std::filesystem::exists(path))
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{}: nothing can be added to an XML file; append to JSON Lines", path)};
  if (format == RecordFormat::kParquet) {
    if (codec != warc::Codec::kNone)
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("{}: Parquet is compressed by itself; leave the last ending out", path)};
    if (append && std::filesystem::exists(path))
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("{}: a Parquet file cannot be appended to; replace it with -O", path)};
  }
  std::vector<std::string> header;
  if (append && format == RecordFormat::kCsv) {
    WEFT_ASSIGN(header, existing_header(path, codec));
  }
  WEFT_ASSIGN(AtomicFile file, AtomicFile::open(path, append ? AtomicFile::Mode::kAppend
                                                             : AtomicFile::Mode::kReplace));
  auto writer = std::make_unique<FileWriter>(std::move(file), codec);
  if (format == RecordFormat::kCsv) {
    writer->set_writer(std::make_unique<CsvWriter>(options, header, writer->sink()));
  } else {
    writer->set_writer(make_record_writer(format, options, writer->sink()));
  }
  return std::unique_ptr<RecordWriter>(std::move(writer));
}

}  // namespace weft::model
