// SQLite numbers parameters ?1 where PostgreSQL writes $1, and has TEXT where strings of any bytes
// are bytea: with these two replaced, the statements of a store that needs no special care are the
// same.

#include "store/sql.h"

#include "store/postgres.h"
#include "store/sqlite.h"

namespace weft::store {
namespace {

class SqliteSql : public Sql {
 public:
  explicit SqliteSql(Database database) : database_(std::move(database)) {}

  Result<SqlTable> query(const char* sql, std::initializer_list<SqlValue> parameters,
                         SqlColumns columns) override {
    WEFT_ASSIGN(Statement * statement, database_.cached(sql));
    int index = 0;
    for (const SqlValue& value : parameters) bind(*statement, ++index, value);
    SqlTable table;
    WEFT_TRY(statement->each([&](const Statement& row) {
      auto& values = table.rows.emplace_back();
      for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
        const char kind = columns[static_cast<size_t>(c)];
        if (kind == 'i') values.emplace_back(row.integer(c));
        if (kind == 'r') values.emplace_back(row.real(c));
        if (kind == 't') values.emplace_back(std::string(row.text(c)));
      }
    }));
    return table;
  }
  Status execute(std::string sql) override { return database_.execute(sql); }
  Status transaction(const std::function<Status()>& change) override {
    return database_.transaction(change);
  }

 private:
  static void bind(Statement& statement, int index, const SqlValue& value) {
    if (const auto* integer = std::get_if<int64_t>(&value)) statement.bind(index, *integer);
    if (const auto* real = std::get_if<double>(&value)) statement.bind(index, *real);
    if (const auto* text = std::get_if<std::string>(&value)) statement.bind(index, *text);
  }

  Database database_;
};

class PostgresSql : public Sql {
 public:
  explicit PostgresSql(Postgres postgres) : postgres_(std::move(postgres)) {}

  Result<SqlTable> query(const char* sql, std::initializer_list<SqlValue> parameters,
                         SqlColumns columns) override {
    std::vector<SqlParameter> values;
    for (const SqlValue& value : parameters) values.push_back(parameter(value));
    WEFT_ASSIGN(const SqlRows rows, postgres_.query(sql, values));
    SqlTable table;
    for (int r = 0; r < rows.size(); ++r) table.rows.push_back(read(rows, r, columns));
    return table;
  }
  Status execute(std::string sql) override {
    constexpr std::string_view kType = "TEXT";
    for (size_t at = 0; (at = sql.find(kType, at)) != std::string::npos;)
      sql.replace(at, kType.size(), "bytea");
    return postgres_.execute(sql);
  }
  Status transaction(const std::function<Status()>& change) override {
    return postgres_.transaction(change);
  }

 private:
  static SqlParameter parameter(const SqlValue& value) {
    if (const auto* integer = std::get_if<int64_t>(&value)) return *integer;
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::string_view(*std::get_if<std::string>(&value));
  }
  static std::vector<SqlValue> read(const SqlRows& rows, int row, SqlColumns columns) {
    std::vector<SqlValue> values;
    for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
      const char kind = columns[static_cast<size_t>(c)];
      const bool null = rows.is_null(row, c);
      if (kind == 'i') values.emplace_back(null ? 0 : rows.integer(row, c));
      if (kind == 'r') values.emplace_back(null ? 0.0 : rows.real(row, c));
      if (kind == 't') values.emplace_back(null ? "" : std::string(rows.bytes(row, c)));
    }
    return values;
  }

  Postgres postgres_;
};

}  // namespace

int64_t SqlTable::integer(size_t row, size_t column) const {
  return *std::get_if<int64_t>(&rows[row][column]);
}
double SqlTable::real(size_t row, size_t column) const {
  return *std::get_if<double>(&rows[row][column]);
}
const std::string& SqlTable::text(size_t row, size_t column) const {
  return *std::get_if<std::string>(&rows[row][column]);
}

bool is_server_address(std::string_view where) {
  return where.starts_with("postgres://") || where.starts_with("postgresql://");
}

Result<std::unique_ptr<Sql>> open_sql(std::string_view where) {
  if (is_server_address(where)) {
    WEFT_ASSIGN(Postgres postgres, Postgres::open(std::string(where)));
    return std::unique_ptr<Sql>(std::make_unique<PostgresSql>(std::move(postgres)));
  }
  WEFT_ASSIGN(Database database, Database::open(std::string(where), Database::Mode::kCreate));
  WEFT_TRY(database.use_write_ahead_log());
  WEFT_TRY(database.execute("PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 60000"));
  return std::unique_ptr<Sql>(std::make_unique<SqliteSql>(std::move(database)));
}

}  // namespace weft::store
