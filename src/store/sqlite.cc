// Each call of the C interface with its result looked at once, here. Transactions take the write
// lock when they begin, so that a writer waits at its start and never fails in the middle; whoever
// waits longer than ten seconds gets kTimeout.

#include "store/sqlite.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

namespace weft::store {
namespace {

constexpr int kBusyMilliseconds = 10'000;  // How long a lock is waited for.

ErrorCode code_of(int sqlite_code) {
  switch (sqlite_code & 0xFF) {
    case SQLITE_CANTOPEN:
      return ErrorCode::kNotFound;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      return ErrorCode::kPermission;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::kCorruption;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorCode::kTimeout;
    default:
      return ErrorCode::kIo;
  }
}

Error error_of(sqlite3* database, std::string_view what) {
  return Error{code_of(sqlite3_errcode(database)),
               fmt::format("{}: {}", what, sqlite3_errmsg(database))};
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Statement& Statement::bind(int index, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), index, text.data() == nullptr ? "" : text.data(),
                      text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
Statement& Statement::bind(int index, int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
  return *this;
}
Statement& Statement::bind(int index, double value) {
  sqlite3_bind_double(statement_.get(), index, value);
  return *this;
}
Statement& Statement::bind_blob(int index, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), index, bytes.data() == nullptr ? "" : bytes.data(),
                      bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return error_of(sqlite3_db_handle(statement_.get()), "database");
}

Status Statement::run() {
  const auto stepped = step();
  reset();
  return stepped.ok() ? Status() : Status(stepped.error());
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

std::string_view Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  return {bytes == nullptr ? "" : bytes,
          static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

namespace {

std::string immutable_uri(std::string_view path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return uri + "?immutable=1";
}

}  // namespace

Result<Database> Database::open(const std::string& path, Mode mode) {
  const int flags = mode == Mode::kReadOnly    ? SQLITE_OPEN_READONLY
                    : mode == Mode::kImmutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                    : mode == Mode::kReadWrite ? SQLITE_OPEN_READWRITE
                                               : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const std::string name = mode == Mode::kImmutable ? immutable_uri(path) : path;
  Database database;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  database.database_.reset(handle);
  if (code != SQLITE_OK) return error_of(handle, fmt::format("cannot open {}", path));
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  return database;
}

// Of several that switch a new file at the same time, SQLite lets all but one fail at once, without
// waiting: two that hold a read lock and want to write could wait for each other forever.
Status Database::use_write_ahead_log() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyMilliseconds);
  while (true) {
    Status status = execute("PRAGMA journal_mode = WAL");
    const bool locked = !status.ok() && status.error().code == ErrorCode::kTimeout;
    if (!locked || std::chrono::steady_clock::now() >= end) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Status Database::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return last_error("database");
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) return last_error("database");
  Statement result;
  result.statement_.reset(statement);
  return result;
}

Result<Statement*> Database::cached(std::string_view sql) {
  if (const auto it = statements_.find(sql); it != statements_.end()) return &it->second;
  std::string own(sql);
  std::replace(own.begin(), own.end(), '$', '?');
  WEFT_ASSIGN(Statement statement, prepare(own));
  return &statements_.emplace(sql, std::move(statement)).first->second;
}

Status Database::transaction(const std::function<Status()>& change) {
  WEFT_TRY(execute("BEGIN IMMEDIATE"));
  Status status = change();
  if (status.ok()) status = execute("COMMIT");
  if (!status.ok()) static_cast<void>(execute("ROLLBACK").ok());
  return status;
}

Result<int64_t> Database::integer(std::string_view sql, int64_t fallback) {
  WEFT_ASSIGN(Statement statement, prepare(sql));
  WEFT_ASSIGN(const bool row, statement.step());
  return row ? statement.integer(0) : fallback;
}

Error Database::last_error(std::string_view what) const { return error_of(database_.get(), what); }

std::string quote_identifier(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted + '"';
}

}  // namespace weft::store
