// A thin, owning layer over SQLite: no exceptions, errors as Result.
//
// Threads: a Database and its Statements belong to one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace weft::store {

class Statement {
 public:
  // Parameters count from 1. Text and blobs are copied.
  Statement& bind(int index, std::string_view text);
  Statement& bind(int index, int64_t value);
  Statement& bind(int index, double value);
  Statement& bind_blob(int index, std::string_view bytes);

  // True while there is a row. Fails with kIo, kCorruption, kTimeout (locked too long).
  Result<bool> step();
  // For statements that give no rows: step, then ready for the next binding.
  Status run();
  void reset();
  // Calls `use(*this)`, which gives a Status or nothing, for every row; then as after run().
  template <typename Use>
  Status each(Use use) {
    auto row = step();
    Status status;
    for (; status.ok() && row.ok() && *row; row = step()) {
      if constexpr (std::is_void_v<decltype(use(*this))>)
        use(*this);
      else
        status = use(*this);
    }
    reset();
    return row.ok() ? status : Status(row.error());
  }

  // Columns count from 0; REQUIRES: step() gave a row. Views are valid until the next step.
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  // kImmutable reads a file that nobody writes, without the files beside it that locking needs.
  enum class Mode { kReadOnly, kImmutable, kReadWrite, kCreate };
  // Waits up to ten seconds for locks. Fails with kNotFound, kPermission, kCorruption.
  static Result<Database> open(const std::string& path, Mode mode);

  // Write-ahead mode: readers and one writer at the same time, from any number of processes. Waits
  // as for any lock. Fails with kTimeout, kPermission, kIo.
  Status use_write_ahead_log();

  // One or several statements without rows.
  Status execute(const std::string& sql);
  Result<Statement> prepare(std::string_view sql);
  // The same, prepared once and kept; parameters may be written $1, $2… as in PostgreSQL.
  Result<Statement*> cached(std::string_view sql);
  // Runs `change` as one transaction that may write; an error undoes it all.
  Status transaction(const std::function<Status()>& change);
  // The first column of the first row; `fallback` if there is none.
  Result<int64_t> integer(std::string_view sql, int64_t fallback = 0);

  // The error of the last failed call.
  [[nodiscard]] Error last_error(std::string_view what) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
  std::map<std::string, Statement, std::less<>> statements_;
};

// "name" for use in SQL, quoted.
std::string quote_identifier(std::string_view name);

}  // namespace weft::store
