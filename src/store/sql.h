// Sql: one way to ask SQLite and PostgreSQL, for stores that need no special care.
//
// Statements are written once, with $1, $2… for parameters, in the SQL that both understand.
// Strings may hold any bytes. Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace weft::store {

using SqlValue = std::variant<int64_t, double, std::string>;

// Rows of values; null is the empty value of what the caller asks for.
class SqlTable {
 public:
  std::vector<std::vector<SqlValue>> rows;

  [[nodiscard]] size_t size() const { return rows.size(); }
  [[nodiscard]] int64_t integer(size_t row, size_t column) const;
  [[nodiscard]] double real(size_t row, size_t column) const;
  [[nodiscard]] const std::string& text(size_t row, size_t column) const;
};

// What the columns of an answer are: 'i' for integers, 'r' for reals, 't' for text.
using SqlColumns = std::string_view;

class Sql {
 public:
  virtual ~Sql() = default;
  // `columns` has a letter for each column of the answer; empty for statements without one.
  virtual Result<SqlTable> query(const char* sql, std::initializer_list<SqlValue> parameters,
                                 SqlColumns columns) = 0;
  // Statements without parameters. "TEXT" stands for the type of strings.
  virtual Status execute(std::string sql) = 0;
  // All or nothing. `change` may be run again, after a deadlock.
  virtual Status transaction(const std::function<Status()>& change) = 0;

  Status run(const char* sql, std::initializer_list<SqlValue> parameters) {
    const auto done = query(sql, parameters, "");
    return done.ok() ? Status() : Status(done.error());
  }
};

// Whether a store is given as postgres://… (postgresql://…), not as the path of a file.
bool is_server_address(std::string_view where);
// A path of a SQLite file, created if need be, or postgres://….
Result<std::unique_ptr<Sql>> open_sql(std::string_view where);

}  // namespace weft::store
