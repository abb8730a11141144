#include "model/sqlite_writer.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "model/columns.h"

namespace weft::model {
namespace {

// The affinity a column gets from its attribute's type.
std::string_view affinity(const Schema* schema, std::string_view name) {
  if (name == kMetaColumns[3]) return "REAL";
  const Attribute* attribute = schema == nullptr ? nullptr : schema->find(name);
  const bool number = attribute != nullptr && attribute->attributes.empty() && !attribute->set &&
                      attribute->type == ValueType::kNumber;
  return number ? "NUMERIC" : "TEXT";
}

}  // namespace

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
  if (options_.schema == nullptr) return {};
  for (const Attribute& attribute : options_.schema->attributes)
    WEFT_TRY(add_column(attribute.name));
  return {};
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
    WEFT_ASSIGN(Statement statement, database_.prepare(fmt::format(
                                         "INSERT INTO {} ({}) VALUES ({})",
                                         store::quote_identifier(options_.table), names, marks)));
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

}  // namespace weft::model
