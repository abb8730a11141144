#include "site/bundle_tables.h"

#include <fmt/format.h>

namespace weft::site {
namespace {

// kSteps[v] brings version v to v + 1. Steps are never changed once they have shipped.
constexpr const char* kSteps[kBundleVersion] = {
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
};

}  // namespace

Status migrate_tables(store::Database& database) {
  WEFT_TRY(database.execute("BEGIN IMMEDIATE"));
  WEFT_ASSIGN(const int64_t version, database.integer("PRAGMA user_version"));
  if (version > kBundleVersion) {
    return Error{
        ErrorCode::kUnsupported,
        fmt::format("the site bundle has version {}, this program reads up to {}; upgrade weft",
                    version, kBundleVersion)};
  }
  for (int64_t step = version; step < kBundleVersion; ++step) {
    WEFT_TRY(database.execute(kSteps[step]));
  }
  WEFT_TRY(database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                        kBundleApplicationId, kBundleVersion)));
  return database.execute("COMMIT");
}

}  // namespace weft::site
