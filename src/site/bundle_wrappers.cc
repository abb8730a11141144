// The wrappers of a site: versions that are added, never changed.

#include <fmt/format.h>

#include "base/file.h"
#include "model/json.h"
#include "site/bundle.h"
#include "site/bundle_state.h"

namespace weft::site {
namespace {

Status set_current(store::Database& database, int64_t id, int64_t version) {
  WEFT_ASSIGN(store::Statement set,
              database.prepare("UPDATE templates SET wrapper_version = ?2 WHERE id = ?1"));
  return set.bind(1, id).bind(2, version).run();
}

// One integer from a query with one integer parameter.
Result<int64_t> integer_for(store::Database& database, std::string_view sql, int64_t parameter) {
  WEFT_ASSIGN(store::Statement query, database.prepare(sql));
  query.bind(1, parameter);
  WEFT_ASSIGN(const bool row, query.step());
  return row ? query.integer(0) : 0;
}

}  // namespace

Result<uint32_t> Bundle::put_wrapper(std::string_view template_name, const model::Wrapper& wrapper,
                                     std::string_view note) {
  int64_t version = 0;
  const Status done = state_->write("put-wrapper", template_name, note, [&]() -> Status {
    store::Database& database = state_->database;
    WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
    WEFT_ASSIGN(const int64_t latest,
                integer_for(database, "SELECT max(version) FROM wrappers WHERE template = ?1", id));
    version = latest + 1;
    const std::string file = fmt::format("wrappers/{}.v{}.json", template_name, version);
    const std::string text = model::dump_json_pretty(model::save_wrapper(wrapper));
    WEFT_TRY(write_file(state_->path(file), text));
    WEFT_ASSIGN(store::Statement put,
                database.prepare("INSERT INTO wrappers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"));
    const std::string now = now_utc();
    put.bind(1, id)
        .bind(2, version)
        .bind(3, wrapper.kind())
        .bind(4, note)
        .bind(5, std::string_view(now));
    WEFT_TRY(put.bind(6, std::string_view(file)).bind(7, file_hash(text)).run());
    return set_current(database, id, version);
  });
  if (!done.ok()) return done.error();
  return static_cast<uint32_t>(version);
}

Result<std::unique_ptr<model::Wrapper>> Bundle::wrapper(std::string_view template_name,
                                                        uint32_t version) const {
  WEFT_ASSIGN(store::Statement find,
              state_->database.prepare(
                  "SELECT w.file, w.hash FROM wrappers w JOIN templates t ON t.id = w.template "
                  "WHERE t.name = ?1 "
                  "AND w.version = CASE ?2 WHEN 0 THEN t.wrapper_version ELSE ?2 END"));
  find.bind(1, template_name).bind(2, static_cast<int64_t>(version));
  WEFT_ASSIGN(const bool found, find.step());
  if (!found) {
    return Error{
        ErrorCode::kNotFound,
        version == 0
            ? fmt::format("template '{}' has no wrapper; weft learn makes one", template_name)
            : fmt::format("template '{}' has no wrapper version {}", template_name, version)};
  }
  const std::string file(find.text(0));
  WEFT_ASSIGN(const std::string text, read_file(state_->path(file)));
  if (file_hash(text) != find.integer(1)) {
    return Error{ErrorCode::kCorruption,
                 fmt::format("{} was changed outside weft: put it back, or go back to an earlier "
                             "wrapper with weft site rollback",
                             state_->path(file))};
  }
  const auto json = model::parse_json(text);
  if (!json.ok()) return json.error().in(file);
  return model::load_wrapper(*json);
}

Result<std::vector<WrapperVersion>> Bundle::wrapper_history(std::string_view template_name) const {
  WEFT_ASSIGN(store::Statement all,
              state_->database.prepare(
                  "SELECT t.name, w.version, w.kind, w.note, w.created_at, w.file, w.version = "
                  "t.wrapper_version "
                  "FROM wrappers w JOIN templates t ON t.id = w.template WHERE ?1 IN ('', t.name) "
                  "ORDER BY t.name, w.version DESC"));
  all.bind(1, template_name);
  std::vector<WrapperVersion> versions;
  for (;;) {
    WEFT_ASSIGN(const bool more, all.step());
    if (!more) return versions;
    versions.push_back({std::string(all.text(0)), static_cast<uint32_t>(all.integer(1)),
                        std::string(all.text(2)), std::string(all.text(3)),
                        std::string(all.text(4)), std::string(all.text(5)), all.integer(6) != 0});
  }
}

Result<uint32_t> Bundle::rollback(std::string_view template_name, uint32_t version) {
  int64_t target = version;
  const Status done = state_->write(
      "rollback", template_name, version == 0 ? "to the previous" : fmt::format("to {}", version),
      [&]() -> Status {
        store::Database& database = state_->database;
        WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
        if (version == 0) {
          WEFT_ASSIGN(
              target,
              integer_for(
                  database,
                  "SELECT max(w.version) FROM wrappers w JOIN templates t ON t.id = w.template "
                  "WHERE t.id = ?1 AND w.version < t.wrapper_version",
                  id));
        }
        WEFT_ASSIGN(
            store::Statement known,
            database.prepare("SELECT 1 FROM wrappers WHERE template = ?1 AND version = ?2"));
        known.bind(1, id).bind(2, target);
        WEFT_ASSIGN(const bool found, known.step());
        known.reset();
        if (!found) {
          return Error{ErrorCode::kNotFound,
                       fmt::format("template '{}' has no {} wrapper to go back to", template_name,
                                   version == 0 ? "earlier" : "such")};
        }
        return set_current(database, id, target);
      });
  if (!done.ok()) return done.error();
  return static_cast<uint32_t>(target);
}

}  // namespace weft::site
