// Values travel in PostgreSQL's binary form: integers and reals as eight bytes, big-endian, strings
// as they are. An array is a header (dimensions, nulls, type of the elements, their number, the
// first index) and for each element its length and its bytes. {7, 8} of bigint:
//
//   00000001 00000000 00000014 00000002 00000001  00000008 0000000000000007  00000008 …08
//
// A transaction that met a deadlock, or whose connection was lost, is run again after a pause that
// doubles; what the server says (SQLSTATE) decides whether that can help.
//
// Tested through the frontier and the metadata of a crawl, which run on a server of the tests' own.

#include "store/postgres.h"

#include <libpq-fe.h>

#include <bit>
#include <chrono>
#include <thread>

#include "base/strings.h"

namespace weft::store {
namespace {

// Object identifiers of types, fixed by PostgreSQL.
constexpr uint32_t kBytea = 17;
constexpr uint32_t kInt8 = 20;
constexpr uint32_t kFloat8 = 701;
constexpr uint32_t kByteaArray = 1001;
constexpr uint32_t kInt8Array = 1016;
constexpr uint32_t kFloat8Array = 1022;

constexpr int kAttempts = 5;  // Of a transaction, with 20, 40, 80… ms in between.

void put_big_endian(std::string& out, uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift);
}

std::string element(int64_t value) {
  std::string out;
  put_big_endian(out, static_cast<uint64_t>(value), 8);
  return out;
}
std::string element(double value) {
  std::string out;
  put_big_endian(out, std::bit_cast<uint64_t>(value), 8);
  return out;
}
const std::string& element(const std::string& value) { return value; }

// The binary form of a one-dimensional array without nulls.
template <typename T>
std::string array_bytes(const std::vector<T>& values, uint32_t type) {
  std::string out;
  put_big_endian(out, values.empty() ? 0 : 1, 4);
  put_big_endian(out, 0, 4);  // no nulls
  put_big_endian(out, type, 4);
  if (values.empty()) return out;
  put_big_endian(out, values.size(), 4);
  put_big_endian(out, 1, 4);  // indexes count from 1
  for (const T& value : values) {
    const std::string& bytes = element(value);
    put_big_endian(out, bytes.size(), 4);
    out += bytes;
  }
  return out;
}

uint64_t big_endian(const char* bytes) {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

}  // namespace

SqlParameter::SqlParameter(int64_t value) : type(kInt8), bytes(element(value)) {}
SqlParameter::SqlParameter(double value) : type(kFloat8), bytes(element(value)) {}
SqlParameter::SqlParameter(std::string_view value) : type(kBytea), bytes(value) {}
SqlParameter::SqlParameter(const std::vector<int64_t>& values)
    : type(kInt8Array), bytes(array_bytes(values, kInt8)) {}
SqlParameter::SqlParameter(const std::vector<double>& values)
    : type(kFloat8Array), bytes(array_bytes(values, kFloat8)) {}
SqlParameter::SqlParameter(const std::vector<std::string>& values)
    : type(kByteaArray), bytes(array_bytes(values, kBytea)) {}

void SqlRows::Clear::operator()(pg_result* result) const { PQclear(result); }
int SqlRows::size() const { return PQntuples(result_.get()); }
bool SqlRows::is_null(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) != 0;
}
std::string_view SqlRows::bytes(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<size_t>(PQgetlength(result_.get(), row, column))};
}
int64_t SqlRows::integer(int row, int column) const {
  WEFT_CHECK(bytes(row, column).size() == 8);
  return static_cast<int64_t>(big_endian(bytes(row, column).data()));
}
double SqlRows::real(int row, int column) const {
  return std::bit_cast<double>(integer(row, column));
}

void Postgres::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

Result<Postgres> Postgres::open(const std::string& address) {
  Postgres postgres;
  postgres.connection_.reset(PQconnectdb(address.c_str()));
  if (PQstatus(postgres.connection_.get()) != CONNECTION_OK)
    return postgres.failure(nullptr).in("cannot connect to PostgreSQL");
  WEFT_TRY(postgres.use_schema());
  return postgres;
}

Status Postgres::use_schema() {
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  WEFT_ASSIGN(const SqlRows rows, query("SELECT coalesce(current_schema(), 'public') = 'public'"));
  if (rows.bytes(0, 0) != std::string_view("\1", 1)) return {};
  constexpr const char* kUseOwn = "CREATE SCHEMA IF NOT EXISTS weft; SET search_path TO weft";
  const Status status = execute(kUseOwn);
  return status.ok() || !again_ ? status : execute(kUseOwn);
}

// Also notes whether it is worth another attempt.
Error Postgres::failure(const pg_result* result) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view code = state == nullptr ? "" : state;
  // Deadlock, serialisation failure, or two who create the same thing at a time.
  again_ = code == "40P01" || code == "40001" || code == "23505" || code == "42P07" ||
           code == "42710" || PQstatus(connection_.get()) != CONNECTION_OK;
  std::string message(
      trim(result == nullptr ? PQerrorMessage(connection_.get()) : PQresultErrorMessage(result)));
  for (char& c : message)
    if (c == '\n') c = ' ';
  return {ErrorCode::kIo, std::move(message)};
}

Status Postgres::execute(const std::string& sql) {
  const SqlRows result(PQexec(connection_.get(), sql.c_str()));
  if (PQresultStatus(result.handle()) == PGRES_COMMAND_OK ||
      PQresultStatus(result.handle()) == PGRES_TUPLES_OK)
    return {};
  return failure(result.handle());
}

Result<SqlRows> Postgres::query(const char* sql, std::span<const SqlParameter> parameters) {
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const SqlParameter& parameter : parameters) {
    types.push_back(parameter.type);
    values.push_back(parameter.bytes.data());
    lengths.push_back(static_cast<int>(parameter.bytes.size()));
  }
  const std::vector<int> formats(types.size(), 1);
  SqlRows result(PQexecParams(connection_.get(), sql, static_cast<int>(types.size()), types.data(),
                              values.data(), lengths.data(), formats.data(), 1));
  const auto status = PQresultStatus(result.handle());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
  return failure(result.handle());
}

Status Postgres::transaction(const std::function<Status()>& change) {
  Status status;
  for (int i = 0; i < kAttempts; ++i) {
    again_ = false;
    status = attempt(change);
    if (status.ok() || !again_) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(20 << i));
    if (PQstatus(connection_.get()) == CONNECTION_OK) continue;
    PQreset(connection_.get());
    if (PQstatus(connection_.get()) == CONNECTION_OK) WEFT_TRY(use_schema());
  }
  return status;
}

Status Postgres::attempt(const std::function<Status()>& change) {
  WEFT_TRY(execute("BEGIN"));
  Status status = change();
  if (status.ok()) return execute("COMMIT");
  const bool again = again_;
  static_cast<void>(execute("ROLLBACK").ok());
  again_ = again;
  return status;
}

}  // namespace weft::store
