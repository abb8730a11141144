// The files of a bundle, which are added and never changed: wrappers and schemas as JSON, pages in
// WARC files; the database knows where each page lies. And looking after them: reading everything
// that the database promises, and copying what is live.

#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/strings.h"
#include "model/schema_file.h"
#include "site/bundle.h"
#include "site/bundle_state.h"
#include "site/pins.h"
#include "warc/http.h"
#include "warc/reader.h"
#include "warc/writer.h"
#include "wrap/kinds.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

Status set_current(Database& database, int64_t id, int64_t version) {
  return run(database, "UPDATE templates SET wrapper_version = ?2 WHERE id = ?1", id, version);
}

std::string one_line(std::string_view text) { return normalize_space(text); }

// The page as an HTTP response, which is what WARC readers expect.
std::string http_response(const StoredPage& page) {
  std::string out =
      fmt::format("HTTP/1.1 {} {}\r\n", page.status, page.status == 200 ? "OK" : "Stored");
  if (!page.content_type.empty())
    out += fmt::format("Content-Type: {}\r\n", one_line(page.content_type));
  return out + fmt::format("Content-Length: {}\r\n\r\n", page.body.size()) + page.body;
}

Result<warc::Placed> write_page(warc::Writer& writer, const StoredPage& page) {
  const std::string response = http_response(page);
  const std::string url = one_line(page.url.empty() ? page.id : page.url);
  const std::string id = one_line(page.id);
  const std::string date = one_line(page.fetched_at);
  warc::NewRecord record{.target_uri = url, .date = date, .content = response};
  record.extra.push_back({"Weft-Page-Id", id});
  return writer.write(record);
}

StoredPage page_of(const warc::Record& record, const warc::HttpMessage& http,
                   const Sample& sample) {
  StoredPage page;
  page.id = sample.page;
  page.url = sample.url;
  page.status = http.status;
  page.content_type = http.header("Content-Type");
  page.fetched_at = sample.fetched_at.empty() ? std::string(record.date()) : sample.fetched_at;
  page.body = http.body;
  return page;
}

struct LiveFile {
  std::string name;
  int64_t hash;
};

// Files the database names, each once; with the hash it should have, or 0 where there is none.
Result<std::vector<LiveFile>> live_files(Database& database) {
  return select(
      database,
      [](const Statement& row) {
        return LiveFile{std::string(row.text(0)), row.integer(1)};
      },
      "SELECT file, hash FROM wrappers UNION SELECT file, hash FROM schemas UNION SELECT file, 0 "
      "FROM samples");
}

Status check_database(Database& database, BundleCheck& check) {
  WEFT_ASSIGN(const auto answers, select(database, first_text, "PRAGMA integrity_check(10)"));
  for (const std::string& answer : answers) {
    if (answer != "ok") check.problems.push_back("database: " + answer);
  }
  WEFT_ASSIGN(const int64_t orphans,
              database.integer("SELECT count(*) FROM pragma_foreign_key_check"));
  if (orphans != 0)
    check.problems.push_back(fmt::format("database: {} rows without their template", orphans));
  return {};
}

void check_file(const std::string& directory, const LiveFile& file, BundleCheck& check) {
  ++check.files;
  const auto bytes = read_file(directory + "/" + file.name);
  if (!bytes.ok())
    check.problems.push_back(bytes.error().message);
  else if (file.hash != 0 && file_hash(*bytes) != file.hash)
    check.problems.push_back(file.name + " was changed outside weft");
}

void find_strays(const std::string& directory, const std::set<std::string>& live,
                 BundleCheck& check) {
  for (const char* folder : {"wrappers", "schema", "pages"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory + "/" + folder, error)) {
      const std::string name = std::string(folder) + "/" + entry.path().filename().string();
      if (!live.contains(name)) check.strays.push_back(name);
    }
  }
}

}  // namespace

// --- wrappers ---

Result<uint32_t> Bundle::put_wrapper(std::string_view template_name, const model::Wrapper& wrapper,
                                     std::string_view note, Pins pins) {
  if (pins == Pins::kCarried) {
    if (const auto before = this->wrapper(template_name); before.ok()) {
      WEFT_ASSIGN(const auto pinned, with_pins_of(**before, wrapper));
      if (pinned != nullptr) return put_wrapper(template_name, *pinned, note, Pins::kAsGiven);
    }
  }
  int64_t version = 0;
  const Status done = state_->write("put-wrapper", template_name, note, [&]() -> Status {
    Database& database = state_->database;
    WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
    WEFT_ASSIGN(const auto latest,
                select_one(database, first_integer,
                           "SELECT max(version) FROM wrappers WHERE template = ?1", id));
    version = latest.value_or(0) + 1;
    const std::string file = fmt::format("wrappers/{}.v{}.json", template_name, version);
    const std::string text = dump_json_pretty(model::save_wrapper(wrapper));
    WEFT_TRY(write_file(state_->path(file), text));
    WEFT_TRY(run(database, "INSERT INTO wrappers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", id, version,
                 wrapper.kind(), note, warc::warc_date_now(), file, file_hash(text)));
    return set_current(database, id, version);
  });
  if (!done.ok()) return done.error();
  return static_cast<uint32_t>(version);
}

Result<std::unique_ptr<model::Wrapper>> Bundle::wrapper(std::string_view template_name,
                                                        uint32_t version) const {
  WEFT_ASSIGN(const auto found,
              select_one(
                  state_->database,
                  [](const Statement& row) {
                    return LiveFile{std::string(row.text(0)), row.integer(1)};
                  },
                  "SELECT w.file, w.hash FROM wrappers w JOIN templates t ON t.id = w.template "
                  "WHERE t.name = ?1 "
                  "AND w.version = CASE ?2 WHEN 0 THEN t.wrapper_version ELSE ?2 END",
                  template_name, version));
  if (!found) {
    return Error{
        ErrorCode::kNotFound,
        version == 0
            ? fmt::format("template '{}' has no wrapper; weft learn makes one", template_name)
            : fmt::format("template '{}' has no wrapper version {}", template_name, version)};
  }
  WEFT_ASSIGN(const std::string text, read_file(state_->path(found->name)));
  if (file_hash(text) != found->hash) {
    return Error{ErrorCode::kCorruption,
                 fmt::format("{} was changed outside weft: put it back, or go back to an earlier "
                             "wrapper with weft site rollback",
                             state_->path(found->name))};
  }
  const auto json = parse_json(text);
  if (!json.ok()) return json.error().in(found->name);
  return wrap::load_wrapper(*json);
}

Result<std::vector<WrapperVersion>> Bundle::wrapper_history(std::string_view template_name) const {
  return select(
      state_->database,
      [](const Statement& row) {
        return WrapperVersion{std::string(row.text(0)), static_cast<uint32_t>(row.integer(1)),
                              std::string(row.text(2)), std::string(row.text(3)),
                              std::string(row.text(4)), std::string(row.text(5)),
                              row.integer(6) != 0};
      },
      "SELECT t.name, w.version, w.kind, w.note, w.created_at, w.file, "
      "w.version = t.wrapper_version "
      "FROM wrappers w JOIN templates t ON t.id = w.template WHERE ?1 IN ('', t.name) "
      "ORDER BY t.name, w.version DESC",
      template_name);
}

Result<uint32_t> Bundle::rollback(std::string_view template_name, uint32_t version) {
  int64_t target = 0;
  const Status done = state_->write(
      "rollback", template_name, version == 0 ? "to the previous" : fmt::format("to {}", version),
      [&]() -> Status {
        Database& database = state_->database;
        WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
        WEFT_ASSIGN(const auto known,
                    select_one(database, first_integer,
                               "SELECT max(w.version) FROM wrappers w JOIN templates t "
                               "ON t.id = w.template WHERE t.id = ?1 AND "
                               "CASE ?2 WHEN 0 THEN w.version < t.wrapper_version "
                               "ELSE w.version = ?2 END",
                               id, version));
        target = known.value_or(0);  // max() of nothing is null, which reads as 0.
        if (target == 0) {
          return Error{ErrorCode::kNotFound,
                       fmt::format("template '{}' has no {} wrapper to go back to", template_name,
                                   version == 0 ? "earlier" : "such")};
        }
        return set_current(database, id, target);
      });
  if (!done.ok()) return done.error();
  return static_cast<uint32_t>(target);
}

// --- schema ---

Status Bundle::put_schema(const model::Schema& schema) {
  return state_->write("put-schema", schema.name, "", [&]() -> Status {
    WEFT_ASSIGN(const int64_t latest, state_->database.integer("SELECT max(version) FROM schemas"));
    const std::string file = fmt::format("schema/v{}.json", latest + 1);
    const std::string text = dump_json_pretty(write_json(schema));
    WEFT_TRY(write_file(state_->path(file), text));
    return run(state_->database, "INSERT INTO schemas VALUES (?1, ?2, ?3, ?4)", latest + 1,
               warc::warc_date_now(), file, file_hash(text));
  });
}

Result<std::optional<model::Schema>> Bundle::schema() const {
  WEFT_ASSIGN(const auto file,
              select_one(state_->database, first_text,
                         "SELECT file FROM schemas ORDER BY version DESC LIMIT 1"));
  if (!file) return std::optional<model::Schema>();
  WEFT_ASSIGN(const std::string text, read_file(state_->path(*file)));
  WEFT_ASSIGN(model::Schema schema, model::read_schema(text));
  return std::optional<model::Schema>(std::move(schema));
}

// --- pages ---

Status Bundle::put_samples(std::string_view template_name, SampleRole role,
                           const std::vector<StoredPage>& pages) {
  if (pages.empty()) return {};
  return state_->write(
      "put-samples", template_name, fmt::format("{} {}", pages.size(), name_of(role)),
      [&]() -> Status {
        Database& database = state_->database;
        WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
        WEFT_ASSIGN(const int64_t serial,
                    database.integer("SELECT coalesce(max(id), 0) + 1 FROM history"));
        const std::string file = fmt::format("pages/{:06}.warc.gz", serial);
        WEFT_ASSIGN(AtomicFile out, AtomicFile::open(state_->path(file)));
        warc::Writer writer([&](std::string_view bytes) { return out.write(bytes); });
        WEFT_TRY(writer.write_warcinfo(file));
        for (const StoredPage& page : pages) {
          WEFT_ASSIGN(const warc::Placed placed, write_page(writer, page));
          WEFT_TRY(run(database,
                       "INSERT OR REPLACE INTO samples (template, role, page, url, fetched_at, "
                       "file, offset, length) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                       id, name_of(role), page.id, page.url, page.fetched_at, file, placed.offset,
                       placed.length));
        }
        return out.commit();
      });
}

Result<std::vector<Sample>> Bundle::samples(std::string_view template_name,
                                            std::optional<SampleRole> role) const {
  return select(
      state_->database,
      [](const Statement& row) {
        return Sample{std::string(row.text(0)),
                      enum_named<SampleRole>(row.text(1)).value_or(SampleRole::kSample),
                      std::string(row.text(2)), std::string(row.text(3)), std::string(row.text(4))};
      },
      "SELECT t.name, s.role, s.page, s.url, s.fetched_at FROM samples s "
      "JOIN templates t ON t.id = s.template "
      "WHERE ?1 IN ('', t.name) AND ?2 IN ('', s.role) ORDER BY s.id",
      template_name, role ? name_of(*role) : std::string_view());
}

Result<StoredPage> Bundle::read_sample(const Sample& sample) const {
  struct Place {
    std::string file;
    uint64_t offset;
    uint64_t length;
  };
  WEFT_ASSIGN(const auto place, select_one(
                                    state_->database,
                                    [](const Statement& row) {
                                      return Place{std::string(row.text(0)),
                                                   static_cast<uint64_t>(row.integer(1)),
                                                   static_cast<uint64_t>(row.integer(2))};
                                    },
                                    "SELECT s.file, s.offset, s.length FROM samples s "
                                    "JOIN templates t ON t.id = s.template "
                                    "WHERE t.name = ?1 AND s.role = ?2 AND s.page = ?3",
                                    sample.template_name, name_of(sample.role), sample.page));
  if (!place)
    return Error{ErrorCode::kNotFound, fmt::format("the site keeps no page '{}'", sample.page)};
  StoredPage page;
  const Status done = warc::read_record_at(state_->path(place->file), place->offset, place->length,
                                           [&](const warc::Record& record) -> Status {
                                             WEFT_ASSIGN(const warc::HttpMessage http,
                                                         warc::parse_http(record.content));
                                             page = page_of(record, http, sample);
                                             return {};
                                           });
  if (!done.ok()) return done.error();
  return page;
}

// --- care ---

Result<BundleCheck> Bundle::check() const {
  BundleCheck check;
  WEFT_TRY(check_database(state_->database, check));
  WEFT_ASSIGN(const std::vector<LiveFile> files, live_files(state_->database));
  std::set<std::string> names;
  for (const LiveFile& file : files) {
    names.insert(file.name);
    check_file(state_->directory, file, check);
  }
  find_strays(state_->directory, names, check);
  WEFT_ASSIGN(const std::vector<Sample> pages, samples());
  for (const Sample& sample : pages) {
    ++check.pages;
    if (const auto page = read_sample(sample); !page.ok())
      check.problems.push_back(page.error().message);
  }
  WEFT_ASSIGN(const std::vector<WrapperVersion> versions, wrapper_history());
  for (const WrapperVersion& version : versions) {
    const auto loaded = wrapper(version.template_name, version.version);
    if (!loaded.ok())
      check.problems.push_back(fmt::format("{}: {}", version.file, loaded.error().message));
  }
  return check;
}

Status Bundle::copy_to(const std::string& directory) const {
  if (fs::exists(directory))
    return Error{ErrorCode::kAlreadyExists, fmt::format("{} exists", directory)};
  std::error_code error;
  for (const char* part : {"", "/wrappers", "/schema", "/pages"})
    fs::create_directories(directory + part, error);
  if (error)
    return Error{ErrorCode::kIo, fmt::format("cannot make {}: {}", directory, error.message())};
  // One statement, one snapshot; the files it names are never changed, so they may be copied
  // afterwards.
  const std::string copy = directory + "/site.sqlite";
  WEFT_TRY(run(state_->database, "VACUUM INTO ?1", copy));
  WEFT_ASSIGN(Database snapshot, Database::open(copy, Database::Mode::kReadOnly));
  WEFT_ASSIGN(const std::vector<LiveFile> files, live_files(snapshot));
  for (const LiveFile& file : files) {
    fs::copy_file(state_->path(file.name), directory + "/" + file.name, error);
    if (error)
      return Error{ErrorCode::kIo, fmt::format("cannot copy {}: {}", file.name, error.message())};
  }
  return {};
}

}  // namespace weft::site
