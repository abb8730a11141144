// Writers in layers: a writer of lines gives bytes to a sink, the sink compresses into a file that
// appears at finish(). Appending to CSV reads the header that is there and keeps to its columns.
#include "model/record_writer.h"

#include <fstream>

#include <fmt/format.h>

#include "base/file.h"
#include "model/csv_writer.h"
#include "model/record_json.h"
#include "model/sqlite_writer.h"
#include "warc/codec.h"

namespace weft::model {
namespace {

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

Result<RecordFormat> parse_record_format(std::string_view name) {
  if (name == "jsonl") return RecordFormat::kJsonLines;
  if (name == "csv") return RecordFormat::kCsv;
  if (name == "sqlite") return RecordFormat::kSqlite;
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("'{}' is not a format; use jsonl, csv or sqlite", name)};
}

RecordFormat record_format_of_path(std::string_view path) {
  path = without_compression(path);
  if (path.ends_with(".csv")) return RecordFormat::kCsv;
  if (path.ends_with(".sqlite") || path.ends_with(".sqlite3") || path.ends_with(".db"))
    return RecordFormat::kSqlite;
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
  const bool append = options.mode == RecordWriterOptions::Mode::kAppend;
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
    writer->set_writer(std::make_unique<JsonLinesWriter>(options, writer->sink()));
  }
  return std::unique_ptr<RecordWriter>(std::move(writer));
}

}  // namespace weft::model
