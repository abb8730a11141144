// CSV as RFC 4180 says. Internal to model/record_writer.cc.
//
// The columns are those of the schema, in its order, then others in the order they are first seen.
// Since a later record may bring a new column, rows wait in a temporary file until finish(): a row
// written when there were k columns needs only its missing commas then.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "model/columns.h"
#include "model/record_writer.h"

namespace weft::model {

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

// Quoted if it has to be.
void append_csv_cell(std::string& out, std::string_view cell);

// The cells of the first record of a CSV text; empty if it has no complete one.
std::vector<std::string> read_csv_header(std::string_view text);

}  // namespace weft::model
