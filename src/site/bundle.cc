#include "site/bundle.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "model/record_json.h"
#include "model/schema_file.h"
#include "site/bundle_state.h"
#include "warc/writer.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

constexpr char kDatabase[] = "site.sqlite";
constexpr char kFetched[] = "fetched";  // An archive of pages: fetched_pages.h.
constexpr int64_t kVersion = 3;
constexpr int64_t kOldestRead = 2;  // Without being brought forward, e.g. from read-only media.
constexpr int64_t kApplicationId = 0x57454654;  // "WEFT"

// kSteps[v] brings version v to v + 1. Steps are never changed once they have shipped.
constexpr const char* kSteps[kVersion] = {
    R"sql(
      CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE templates (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, signature TEXT NOT NULL, url_pattern TEXT NOT NULL,
        importance REAL NOT NULL, size INTEGER NOT NULL, wrapper_version INTEGER NOT NULL DEFAULT 0,
        shingle_kind INTEGER NOT NULL, shingle_length INTEGER NOT NULL, shingle_bytes INTEGER NOT NULL);
      CREATE TABLE wrappers (
        template INTEGER NOT NULL REFERENCES templates(id) ON DELETE CASCADE, version INTEGER NOT NULL,
        kind TEXT NOT NULL, note TEXT NOT NULL, created_at TEXT NOT NULL, file TEXT NOT NULL, hash INTEGER NOT NULL,
        PRIMARY KEY (template, version)) WITHOUT ROWID;
      CREATE TABLE schemas (
        version INTEGER PRIMARY KEY, created_at TEXT NOT NULL, file TEXT NOT NULL, hash INTEGER NOT NULL);
      CREATE TABLE samples (
        id INTEGER PRIMARY KEY, template INTEGER NOT NULL REFERENCES templates(id) ON DELETE CASCADE,
        role TEXT NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL, fetched_at TEXT NOT NULL,
        file TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, UNIQUE (template, role, page));
      CREATE TABLE golden (
        template INTEGER NOT NULL REFERENCES templates(id) ON DELETE CASCADE, page TEXT NOT NULL,
        extraction TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (template, page)) WITHOUT ROWID;
      CREATE TABLE runs (
        id INTEGER PRIMARY KEY, verb TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT NOT NULL,
        pages INTEGER NOT NULL, records INTEGER NOT NULL, failures INTEGER NOT NULL, outcome TEXT NOT NULL,
        details TEXT NOT NULL);
    )sql",
    R"sql(
      CREATE TABLE history (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL);
    )sql",
    R"sql(
      CREATE TABLE acts (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        template INTEGER NOT NULL REFERENCES templates(id) ON DELETE CASCADE, page TEXT NOT NULL,
        at TEXT NOT NULL, body TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX acts_of_template ON acts (template, number);
      CREATE TABLE labels (
        template INTEGER NOT NULL REFERENCES templates(id) ON DELETE CASCADE, page TEXT NOT NULL,
        finished INTEGER NOT NULL, label TEXT NOT NULL);
      CREATE INDEX labels_of_page ON labels (template, page);
      CREATE TABLE proposals (
        id INTEGER PRIMARY KEY, template INTEGER NOT NULL REFERENCES templates(id) ON DELETE CASCADE,
        created_at TEXT NOT NULL, wrapper TEXT NOT NULL, proof TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'open', decided_at TEXT NOT NULL DEFAULT '');
    )sql",
};

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
    if (entry.path().filename() == kFetched)
      continue;  // Pages came before anything was said of them.
    if (fs::exists(directory + "/" + kDatabase)) return {};
    return Error{ErrorCode::kAlreadyExists,
                 fmt::format("{} is no site bundle and holds other files, such as {}: name a new "
                             "directory for the bundle",
                             directory, entry.path().filename().string())};
  }
  return {};
}

model::Template read_template(const Statement& row) {
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

// Brings the tables from the version they have (0: none) to kVersion, in one transaction. Fails with
// kUnsupported if they are newer.
Status migrate_tables(Database& database) {
  return database.transaction([&]() -> Status {
    WEFT_ASSIGN(const int64_t version, database.integer("PRAGMA user_version"));
    if (version > kVersion) {
      return Error{
          ErrorCode::kUnsupported,
          fmt::format("the site bundle has version {}, this program reads up to {}; upgrade weft",
                      version, kVersion)};
    }
    for (int64_t step = version; step < kVersion; ++step) WEFT_TRY(database.execute(kSteps[step]));
    return database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                        kApplicationId, kVersion));
  });
}

bool is_writable(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

// Reading, too, writes beside the database, for locks; where that is not allowed nobody else can
// write either, unless somebody was interrupted and left a log that has to be read.
Database::Mode database_mode(const std::string& path, Bundle::Mode mode, bool writable) {
  if (mode == Bundle::Mode::kCreate) return Database::Mode::kCreate;
  if (mode == Bundle::Mode::kWrite) return Database::Mode::kReadWrite;
  return writable || fs::exists(path + "-wal") ? Database::Mode::kReadOnly
                                               : Database::Mode::kImmutable;
}

}  // namespace

std::span<const std::string_view> names_of(SampleRole) {
  static constexpr std::string_view kNames[] = {"sample", "bellwether", "fresh", "former"};
  return kNames;
}

// --- the shared state ---

Result<int64_t> Bundle::State::template_id(std::string_view name) const {
  WEFT_ASSIGN(const auto id, select_one(database, first_integer,
                                        "SELECT id FROM templates WHERE name = ?1", name));
  if (!id) return no_template(name);
  return *id;
}

Status Bundle::State::write(std::string_view action, std::string_view subject,
                            std::string_view detail, const std::function<Status()>& work) {
  return database.transaction([&]() -> Status {
    WEFT_TRY(work());
    return run(database,
               "INSERT INTO history (at, action, subject, detail) VALUES (?1, ?2, ?3, ?4)",
               warc::warc_date_now(), action, subject, detail);
  });
}

// --- opening ---

Bundle::Bundle(std::unique_ptr<State> state) : state_(std::move(state)) {}
Bundle::~Bundle() = default;
Bundle::Bundle(Bundle&&) noexcept = default;
Bundle& Bundle::operator=(Bundle&&) noexcept = default;

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
  auto opened = Database::open(path, database_mode(path, mode, writable));
  if (!opened.ok()) return opened.error();
  auto state = std::make_unique<State>();
  state->directory = directory;
  state->database = std::move(*opened);
  Database& database = state->database;
  if (mode == Mode::kRead) {
    const auto version = database.integer("PRAGMA user_version");
    if (!version.ok()) return version.error().in(directory);
    state->has_labels = *version >= 3;
    if (*version > kVersion || *version < kOldestRead) {
      return Error{*version > kVersion ? ErrorCode::kUnsupported : ErrorCode::kInvalidArgument,
                   fmt::format("{}: the site bundle has version {}, this program reads {}; {}",
                               directory, *version, kVersion,
                               *version > kVersion ? "upgrade weft" : "run weft site migrate")};
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
  WEFT_ASSIGN(const auto value, select_one(state_->database, first_text,
                                           "SELECT value FROM facts WHERE key = ?1", key));
  return value.value_or("");
}

Status Bundle::put_fact(std::string_view key, std::string_view value) {
  return state_->write("put-fact", key, value, [&] {
    return run(state_->database, "INSERT OR REPLACE INTO facts VALUES (?1, ?2)", key, value);
  });
}

// --- templates ---

Result<std::vector<model::Template>> Bundle::templates() const {
  return select(state_->database, read_template,
                std::string(kTemplateColumns) + "ORDER BY importance DESC, name");
}

Result<model::Template> Bundle::find_template(std::string_view name) const {
  WEFT_ASSIGN(auto found, select_one(state_->database, read_template,
                                     std::string(kTemplateColumns) + "WHERE name = ?1", name));
  if (!found) return no_template(name);
  return std::move(*found);
}

Status Bundle::put_template(const model::Template& value) {
  if (value.name.empty() || value.name.find_first_of("/\\") != std::string::npos ||
      value.name.starts_with('.')) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' cannot name a template", value.name)};
  }
  const std::string signature = to_string(value.signature);
  return state_->write("put-template", value.name, signature, [&] {
    return run(state_->database,
               "INSERT INTO templates (name, signature, url_pattern, importance, size, "
               "shingle_kind, shingle_length, shingle_bytes) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "
               "ON CONFLICT (name) DO UPDATE SET signature = ?2, url_pattern = ?3, "
               "importance = ?4, size = ?5, shingle_kind = ?6, shingle_length = ?7, "
               "shingle_bytes = ?8",
               value.name, signature, value.url_pattern, value.importance, value.size,
               static_cast<int>(value.shingles.kind), value.shingles.length,
               value.shingles.byte_hashes);
  });
}

// --- golden extractions, runs, history ---

Status Bundle::put_golden(std::string_view template_name, const model::Extraction& extraction) {
  return state_->write("put-golden", template_name, extraction.page, [&]() -> Status {
    WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
    return run(state_->database, "INSERT OR REPLACE INTO golden VALUES (?1, ?2, ?3, ?4)", id,
               extraction.page, model::extraction_json(extraction), warc::warc_date_now());
  });
}

Result<std::vector<model::Extraction>> Bundle::golden(std::string_view template_name) const {
  WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
  WEFT_ASSIGN(const auto texts,
              select(state_->database, first_text,
                     "SELECT extraction FROM golden WHERE template = ?1 ORDER BY page", id));
  std::vector<model::Extraction> extractions;
  for (const std::string& text : texts) {
    WEFT_ASSIGN(const Json json, parse_json(text));
    WEFT_ASSIGN(model::Extraction extraction, model::extraction_from_json(json));
    extractions.push_back(std::move(extraction));
  }
  return extractions;
}

Result<int64_t> Bundle::add_run(const Run& one) {
  int64_t id = 0;
  const Status done = state_->write("run", one.verb, one.outcome, [&]() -> Status {
    WEFT_TRY(run(state_->database,
                 "INSERT INTO runs (verb, started_at, ended_at, pages, records, failures, outcome, "
                 "details) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                 one.verb, one.started_at, one.ended_at, one.pages, one.records, one.failures,
                 one.outcome, one.details));
    WEFT_ASSIGN(id, state_->database.integer("SELECT last_insert_rowid()"));
    return {};
  });
  if (!done.ok()) return done.error();
  return id;
}

Result<std::vector<Run>> Bundle::runs(size_t limit) const {
  return select(
      state_->database,
      [](const Statement& row) {
        return Run{.id = row.integer(0),
                   .verb = std::string(row.text(1)),
                   .started_at = std::string(row.text(2)),
                   .ended_at = std::string(row.text(3)),
                   .pages = static_cast<uint64_t>(row.integer(4)),
                   .records = static_cast<uint64_t>(row.integer(5)),
                   .failures = static_cast<uint64_t>(row.integer(6)),
                   .outcome = std::string(row.text(7)),
                   .details = std::string(row.text(8))};
      },
      "SELECT id, verb, started_at, ended_at, pages, records, failures, outcome, details "
      "FROM runs ORDER BY id DESC LIMIT ?1",
      limit);
}

Result<std::vector<Event>> Bundle::history(size_t limit) const {
  return select(
      state_->database,
      [](const Statement& row) {
        return Event{row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
                     std::string(row.text(3)), std::string(row.text(4))};
      },
      "SELECT id, at, action, subject, detail FROM history ORDER BY id DESC LIMIT ?1", limit);
}

}  // namespace weft::site
