// A thin, owning layer over libpq: no exceptions, errors as Result, everything in binary form.
//
// Threads: a connection belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct pg_conn;
struct pg_result;

namespace weft::store {

// A value for $1, $2… in its binary form. Strings are bytea: they may hold any bytes.
struct SqlParameter {
  SqlParameter(int64_t value);           // NOLINT: implicit on purpose, as are the following
  SqlParameter(double value);            // NOLINT
  SqlParameter(std::string_view value);  // NOLINT
  SqlParameter(const std::vector<int64_t>& values);      // NOLINT
  SqlParameter(const std::vector<double>& values);       // NOLINT
  SqlParameter(const std::vector<std::string>& values);  // NOLINT

  uint32_t type = 0;
  std::string bytes;
};

// The rows of an answer. REQUIRES: columns are bigint, double precision or bytea, as asked for.
class SqlRows {
 public:
  explicit SqlRows(pg_result* result) : result_(result) {}
  [[nodiscard]] const pg_result* handle() const { return result_.get(); }
  [[nodiscard]] int size() const;
  [[nodiscard]] bool is_null(int row, int column) const;
  [[nodiscard]] int64_t integer(int row, int column) const;
  [[nodiscard]] double real(int row, int column) const;
  [[nodiscard]] std::string_view bytes(int row, int column) const;

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

class Postgres {
 public:
  // Connects, and works in the schema `weft` unless the address sets another search_path.
  // Fails with kIo, naming the server's complaint.
  static Result<Postgres> open(const std::string& address);

  // Several statements without parameters or rows.
  Status execute(const std::string& sql);
  // One statement.
  Result<SqlRows> query(const char* sql, std::span<const SqlParameter> parameters);
  Result<SqlRows> query(const char* sql, std::initializer_list<SqlParameter> parameters = {}) {
    return query(sql, std::span(parameters.begin(), parameters.size()));
  }
  // Runs `change` as one transaction. After a deadlock or a lost connection it is run again, a few
  // times: `change` must bear that.
  Status transaction(const std::function<Status()>& change);

 private:
  Status attempt(const std::function<Status()>& change);
  Status use_schema();
  [[nodiscard]] Error failure(const pg_result* result);

  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  std::unique_ptr<pg_conn, Finish> connection_;
  bool again_ = false;  // The last failure may pass if the transaction is run again.
};

}  // namespace weft::store
