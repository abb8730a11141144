// What bundle.cc and bundle_files.cc share: the database of a bundle, and how it is asked. Internal.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "site/bundle.h"
#include "store/sqlite.h"

namespace weft::site {

using store::Database;
using store::Statement;

// A statement with its parameters.
template <typename... Parameters>
Result<Statement> ask(Database& database, std::string_view sql, const Parameters&... parameters) {
  WEFT_ASSIGN(Statement statement, database.prepare(sql));
  int index = 0;
  [[maybe_unused]] const auto bind = [&](const auto& value) {
    if constexpr (std::integral<std::decay_t<decltype(value)>>)
      statement.bind(++index, static_cast<int64_t>(value));
    else if constexpr (std::floating_point<std::decay_t<decltype(value)>>)
      statement.bind(++index, static_cast<double>(value));
    else
      statement.bind(++index, std::string_view(value));
  };
  (bind(parameters), ...);
  return statement;
}

// Runs a statement that gives no rows.
template <typename... Parameters>
Status run(Database& database, std::string_view sql, const Parameters&... parameters) {
  WEFT_ASSIGN(Statement statement, ask(database, sql, parameters...));
  return statement.run();
}

// All rows of a query, each as `row` reads it.
template <typename Row, typename... Parameters>
auto select(Database& database, Row row, std::string_view sql, const Parameters&... parameters)
    -> Result<std::vector<decltype(row(std::declval<const Statement&>()))>> {
  WEFT_ASSIGN(Statement statement, ask(database, sql, parameters...));
  std::vector<decltype(row(statement))> rows;
  WEFT_TRY(statement.each([&](const Statement& one) { rows.push_back(row(one)); }));
  return rows;
}

// The first row of a query; nothing if it has none.
template <typename Row, typename... Parameters>
auto select_one(Database& database, Row row, std::string_view sql, const Parameters&... parameters)
    -> Result<std::optional<decltype(row(std::declval<const Statement&>()))>> {
  WEFT_ASSIGN(auto rows, select(database, row, sql, parameters...));
  if (rows.empty()) return std::optional<decltype(row(std::declval<const Statement&>()))>();
  return std::optional(std::move(rows.front()));
}

inline int64_t first_integer(const Statement& row) { return row.integer(0); }
inline std::string first_text(const Statement& row) { return std::string(row.text(0)); }

struct Bundle::State {
  std::string directory;
  mutable Database database;  // Reading steps statements.
  bool has_labels = true;     // Of a format that keeps them; an older one is read as having none.

  [[nodiscard]] std::string path(std::string_view file) const {
    return directory + "/" + std::string(file);
  }
  // The row id of a template. Fails with kNotFound.
  Result<int64_t> template_id(std::string_view name) const;
  // Runs `work` in a transaction, with a line of history; all or nothing.
  Status write(std::string_view action, std::string_view subject, std::string_view detail,
               const std::function<Status()>& work);
};

// Content hash as the database keeps it.
inline int64_t file_hash(std::string_view bytes) { return static_cast<int64_t>(hash_bytes(bytes)); }

}  // namespace weft::site
