// Records into a SQLite table. Internal to model/record_writer.cc.
//
// One transaction from opening to finish(). Columns are added as records bring them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/record_writer.h"
#include "store/sqlite.h"

namespace weft::model {

using store::Database;
using store::Statement;

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
  Status add_column(const std::string& name);
  Status insert(const Record& record, const Extraction& from);

  Database database_;
  RecordWriterOptions options_;
  std::vector<std::string> columns_;
  std::unordered_map<std::string, size_t>
      indexes_;                        // By lower case: SQLite does not tell case apart.
  std::unique_ptr<Statement> insert_;  // For the present columns.
};

}  // namespace weft::model
