#include "site/bundle.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "model/json.h"
#include "model/record_json.h"
#include "model/schema_file.h"
#include "site/bundle_state.h"
#include "site/bundle_tables.h"
#include "warc/writer.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

constexpr char kDatabase[] = "site.sqlite";

Status make_directories(const std::string& directory) {
  for (const char* part : {"", "/wrappers", "/schema", "/pages"}) {
    std::error_code error;
    fs::create_directories(directory + part, error);
    if (error)
      return Error{ErrorCode::kIo, fmt::format("cannot make {}: {}", directory, error.message())};
  }
  return {};
}

// A new bundle among other files, e.g. in the directory of the pages, would be somebody's mistake.
// Another process may be making the same bundle just now.
Status check_room(const std::string& directory) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    std::error_code ignored;
    if (entry.is_directory(ignored) && fs::is_empty(entry.path(), ignored)) continue;
    if (fs::exists(directory + "/" + kDatabase)) return {};
    return Error{ErrorCode::kAlreadyExists,
                 fmt::format("{} is no site bundle and holds other files, such as {}: name a new "
                             "directory for the bundle",
                             directory, entry.path().filename().string())};
  }
  return {};
}

model::Template read_template(const store::Statement& row) {
  model::Template value;
  value.name = row.text(0);
  value.signature = dom::parse_shingle(row.text(1)).value_or({});
  value.url_pattern = row.text(2);
  value.importance = row.real(3);
  value.size = static_cast<uint64_t>(row.integer(4));
  value.wrapper_version = static_cast<uint32_t>(row.integer(5));
  const int64_t kind =
      std::clamp<int64_t>(row.integer(6), 0, static_cast<int64_t>(dom::ShingleKind::kPlaces));
  value.shingles.kind = static_cast<dom::ShingleKind>(kind);
  value.shingles.length = static_cast<uint32_t>(row.integer(7));
  value.shingles.byte_hashes = row.integer(8) != 0;
  return value;
}

constexpr char kTemplateColumns[] =
    "SELECT name, signature, url_pattern, importance, size, wrapper_version, shingle_kind, "
    "shingle_length, shingle_bytes "
    "FROM templates ";

Error no_template(std::string_view name) {
  return Error{ErrorCode::kNotFound, fmt::format("the site has no template '{}'", name)};
}

// Collects the rows of a statement.
template <typename Row>
auto collect(store::Statement& statement, Row row)
    -> Result<std::vector<decltype(row(statement))>> {
  std::vector<decltype(row(statement))> rows;
  for (;;) {
    WEFT_ASSIGN(const bool more, statement.step());
    if (!more) return rows;
    rows.push_back(row(statement));
  }
}

}  // namespace

std::string now_utc() { return warc::warc_date_now(); }

std::string_view sample_role_name(SampleRole role) {
  return role == SampleRole::kSample ? "sample" : "bellwether";
}

// --- the shared state ---

Result<int64_t> Bundle::State::template_id(std::string_view name) const {
  WEFT_ASSIGN(store::Statement find, database.prepare("SELECT id FROM templates WHERE name = ?1"));
  find.bind(1, name);
  WEFT_ASSIGN(const bool found, find.step());
  if (!found) return no_template(name);
  return find.integer(0);
}

Status Bundle::State::add_event(std::string_view action, std::string_view subject,
                                std::string_view detail) {
  WEFT_ASSIGN(store::Statement add,
              database.prepare(
                  "INSERT INTO history (at, action, subject, detail) VALUES (?1, ?2, ?3, ?4)"));
  const std::string now = now_utc();
  return add.bind(1, std::string_view(now)).bind(2, action).bind(3, subject).bind(4, detail).run();
}

Status Bundle::State::write(std::string_view action, std::string_view subject,
                            std::string_view detail, const std::function<Status()>& work) {
  WEFT_TRY(database.execute("BEGIN IMMEDIATE"));
  Status done = work();
  if (done.ok()) done = add_event(action, subject, detail);
  if (done.ok()) done = database.execute("COMMIT");
  if (!done.ok()) (void)database.execute("ROLLBACK");  // The first error is the one that matters.
  return done;
}

// --- opening ---

Bundle::Bundle(std::unique_ptr<State> state) : state_(std::move(state)) {}
Bundle::~Bundle() = default;
Bundle::Bundle(Bundle&&) noexcept = default;
Bundle& Bundle::operator=(Bundle&&) noexcept = default;

namespace {

bool is_writable(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

// Reading, too, writes beside the database, for locks; where that is not allowed nobody else can
// write either, unless somebody was interrupted and left a log that has to be read.
store::Database::Mode database_mode(const std::string& path, Bundle::Mode mode, bool writable) {
  if (mode == Bundle::Mode::kCreate) return store::Database::Mode::kCreate;
  if (mode == Bundle::Mode::kWrite) return store::Database::Mode::kReadWrite;
  return writable || fs::exists(path + "-wal") ? store::Database::Mode::kReadOnly
                                               : store::Database::Mode::kImmutable;
}

}  // namespace

Result<Bundle> Bundle::open(const std::string& directory, Mode mode) {
  const std::string path = directory + "/" + kDatabase;
  const bool exists = fs::exists(path);
  if (!exists && mode != Mode::kCreate) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("{} is no site bundle: it has no {}", directory, kDatabase)};
  }
  if (!exists) WEFT_TRY(check_room(directory));
  if (mode != Mode::kRead) WEFT_TRY(make_directories(directory));
  const bool writable = is_writable(directory) && (!exists || is_writable(path));
  if (mode != Mode::kRead && !writable) {
    return Error{ErrorCode::kPermission,
                 fmt::format("{} cannot be written to: make it writable, or work on a copy of it",
                             directory)};
  }
  auto opened = store::Database::open(path, database_mode(path, mode, writable));
  if (!opened.ok()) return opened.error();
  auto state = std::make_unique<State>();
  state->directory = directory;
  state->database = std::move(*opened);
  store::Database& database = state->database;
  if (mode == Mode::kRead) {
    const auto version = database.integer("PRAGMA user_version");
    if (!version.ok()) return version.error().in(directory);
    if (*version != kBundleVersion) {
      return Error{
          *version > kBundleVersion ? ErrorCode::kUnsupported : ErrorCode::kInvalidArgument,
          fmt::format("{}: the site bundle has version {}, this program reads {}; {}", directory,
                      *version, kBundleVersion,
                      *version > kBundleVersion ? "upgrade weft" : "run weft site migrate")};
    }
    return Bundle(std::move(state));
  }
  Status ready = database.use_write_ahead_log();
  if (ready.ok()) ready = database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  if (ready.ok()) ready = migrate_tables(database);
  if (ready.ok() && !exists) ready = sync_directory_of(path);
  if (!ready.ok()) return ready.error().in(directory);
  return Bundle(std::move(state));
}

const std::string& Bundle::directory() const { return state_->directory; }

Result<std::string> Bundle::fact(std::string_view key) const {
  WEFT_ASSIGN(store::Statement find,
              state_->database.prepare("SELECT value FROM facts WHERE key = ?1"));
  find.bind(1, key);
  WEFT_ASSIGN(const bool found, find.step());
  return found ? std::string(find.text(0)) : std::string();
}

Status Bundle::put_fact(std::string_view key, std::string_view value) {
  return state_->write("put-fact", key, value, [&]() -> Status {
    WEFT_ASSIGN(store::Statement put,
                state_->database.prepare("INSERT OR REPLACE INTO facts VALUES (?1, ?2)"));
    return put.bind(1, key).bind(2, value).run();
  });
}

// --- templates ---

Result<std::vector<model::Template>> Bundle::templates() const {
  WEFT_ASSIGN(store::Statement all, state_->database.prepare(std::string(kTemplateColumns) +
                                                             "ORDER BY importance DESC, name"));
  return collect(all, read_template);
}

Result<model::Template> Bundle::find_template(std::string_view name) const {
  WEFT_ASSIGN(store::Statement find,
              state_->database.prepare(std::string(kTemplateColumns) + "WHERE name = ?1"));
  find.bind(1, name);
  WEFT_ASSIGN(const bool found, find.step());
  if (!found) return no_template(name);
  return read_template(find);
}

Status Bundle::put_template(const model::Template& value) {
  if (value.name.empty() || value.name.find_first_of("/\\") != std::string::npos ||
      value.name.starts_with('.')) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' cannot name a template", value.name)};
  }
  return state_->write("put-template", value.name, to_string(value.signature), [&]() -> Status {
    WEFT_ASSIGN(
        store::Statement put,
        state_->database.prepare("INSERT INTO templates (name, signature, url_pattern, "
                                 "importance, size, shingle_kind, shingle_length, "
                                 "shingle_bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON "
                                 "CONFLICT (name) DO UPDATE SET signature = ?2, "
                                 "url_pattern = ?3, importance = ?4, size = ?5, shingle_kind = "
                                 "?6, shingle_length = ?7, shingle_bytes = ?8"));
    const std::string signature = to_string(value.signature);
    put.bind(1, std::string_view(value.name)).bind(2, std::string_view(signature));
    put.bind(3, std::string_view(value.url_pattern))
        .bind(4, value.importance)
        .bind(5, static_cast<int64_t>(value.size));
    put.bind(6, static_cast<int64_t>(value.shingles.kind));
    put.bind(7, static_cast<int64_t>(value.shingles.length));
    put.bind(8, static_cast<int64_t>(value.shingles.byte_hashes));
    return put.run();
  });
}

Status Bundle::remove_template(std::string_view name) {
  return state_->write("remove-template", name, "", [&]() -> Status {
    WEFT_ASSIGN(const int64_t id, state_->template_id(name));
    WEFT_ASSIGN(store::Statement remove,
                state_->database.prepare("DELETE FROM templates WHERE id = ?1"));
    return remove.bind(1, id).run();
  });
}

// --- schema ---

Status Bundle::put_schema(const model::Schema& schema) {
  return state_->write("put-schema", schema.name, "", [&]() -> Status {
    WEFT_ASSIGN(const int64_t latest, state_->database.integer("SELECT max(version) FROM schemas"));
    const std::string file = fmt::format("schema/v{}.json", latest + 1);
    const std::string text = model::dump_json_pretty(model::schema_to_json(schema));
    WEFT_TRY(write_file(state_->path(file), text));
    WEFT_ASSIGN(store::Statement put,
                state_->database.prepare("INSERT INTO schemas VALUES (?1, ?2, ?3, ?4)"));
    const std::string now = now_utc();
    put.bind(1, latest + 1)
        .bind(2, std::string_view(now))
        .bind(3, std::string_view(file))
        .bind(4, file_hash(text));
    return put.run();
  });
}

Result<std::optional<model::Schema>> Bundle::schema() const {
  WEFT_ASSIGN(store::Statement find,
              state_->database.prepare("SELECT file FROM schemas ORDER BY version DESC LIMIT 1"));
  WEFT_ASSIGN(const bool found, find.step());
  if (!found) return std::optional<model::Schema>();
  WEFT_ASSIGN(const std::string text, read_file(state_->path(find.text(0))));
  WEFT_ASSIGN(model::Schema schema, model::read_schema(text));
  return std::optional<model::Schema>(std::move(schema));
}

// --- golden extractions, runs, history ---

Status Bundle::put_golden(std::string_view template_name, const model::Extraction& extraction) {
  return state_->write("put-golden", template_name, extraction.page, [&]() -> Status {
    WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
    WEFT_ASSIGN(store::Statement put,
                state_->database.prepare("INSERT OR REPLACE INTO golden VALUES (?1, ?2, ?3, ?4)"));
    const std::string text = model::extraction_json(extraction);
    const std::string now = now_utc();
    put.bind(1, id).bind(2, std::string_view(extraction.page));
    return put.bind(3, std::string_view(text)).bind(4, std::string_view(now)).run();
  });
}

Result<std::vector<model::Extraction>> Bundle::golden(std::string_view template_name) const {
  WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
  WEFT_ASSIGN(
      store::Statement all,
      state_->database.prepare("SELECT extraction FROM golden WHERE template = ?1 ORDER BY page"));
  all.bind(1, id);
  WEFT_ASSIGN(const auto texts,
              collect(all, [](const store::Statement& row) { return std::string(row.text(0)); }));
  std::vector<model::Extraction> extractions;
  for (const std::string& text : texts) {
    WEFT_ASSIGN(const model::Json json, model::parse_json(text));
    WEFT_ASSIGN(model::Extraction extraction, model::extraction_from_json(json));
    extractions.push_back(std::move(extraction));
  }
  return extractions;
}

Result<int64_t> Bundle::add_run(const Run& run) {
  int64_t id = 0;
  const Status done = state_->write("run", run.verb, run.outcome, [&]() -> Status {
    WEFT_ASSIGN(store::Statement add,
                state_->database.prepare("INSERT INTO runs (verb, started_at, ended_at, pages, "
                                         "records, failures, outcome, details) "
                                         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"));
    add.bind(1, std::string_view(run.verb)).bind(2, std::string_view(run.started_at));
    add.bind(3, std::string_view(run.ended_at)).bind(4, static_cast<int64_t>(run.pages));
    add.bind(5, static_cast<int64_t>(run.records)).bind(6, static_cast<int64_t>(run.failures));
    WEFT_TRY(
        add.bind(7, std::string_view(run.outcome)).bind(8, std::string_view(run.details)).run());
    WEFT_ASSIGN(id, state_->database.integer("SELECT last_insert_rowid()"));
    return {};
  });
  if (!done.ok()) return done.error();
  return id;
}

Result<std::vector<Run>> Bundle::runs(size_t limit) const {
  WEFT_ASSIGN(store::Statement all,
              state_->database.prepare("SELECT id, verb, started_at, ended_at, pages, records, "
                                       "failures, outcome, details FROM runs "
                                       "ORDER BY id DESC LIMIT ?1"));
  all.bind(1, static_cast<int64_t>(limit));
  return collect(all, [](const store::Statement& row) {
    Run run;
    run.id = row.integer(0);
    run.verb = row.text(1);
    run.started_at = row.text(2);
    run.ended_at = row.text(3);
    run.pages = static_cast<uint64_t>(row.integer(4));
    run.records = static_cast<uint64_t>(row.integer(5));
    run.failures = static_cast<uint64_t>(row.integer(6));
    run.outcome = row.text(7);
    run.details = row.text(8);
    return run;
  });
}

Result<std::vector<Event>> Bundle::history(size_t limit) const {
  WEFT_ASSIGN(store::Statement all,
              state_->database.prepare(
                  "SELECT id, at, action, subject, detail FROM history ORDER BY id DESC LIMIT ?1"));
  all.bind(1, static_cast<int64_t>(limit));
  return collect(all, [](const store::Statement& row) {
    return Event{row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
                 std::string(row.text(3)), std::string(row.text(4))};
  });
}

}  // namespace weft::site
