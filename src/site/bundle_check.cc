// Looking after a bundle: reading everything it promises, and copying what is live.

#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "site/bundle.h"
#include "site/bundle_state.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

// Files the database names, each once; with the hash it should have, or 0 where there is none.
constexpr char kLiveFiles[] =
    "SELECT file, hash FROM wrappers UNION SELECT file, hash FROM schemas UNION SELECT file, 0 "
    "FROM samples";

struct LiveFile {
  std::string name;
  int64_t hash;
};

Result<std::vector<LiveFile>> live_files(store::Database& database) {
  WEFT_ASSIGN(store::Statement all, database.prepare(kLiveFiles));
  std::vector<LiveFile> files;
  for (;;) {
    WEFT_ASSIGN(const bool more, all.step());
    if (!more) return files;
    files.push_back({std::string(all.text(0)), all.integer(1)});
  }
}

Status check_database(store::Database& database, BundleCheck& check) {
  WEFT_ASSIGN(store::Statement integrity, database.prepare("PRAGMA integrity_check(10)"));
  for (;;) {
    WEFT_ASSIGN(const bool more, integrity.step());
    if (!more) break;
    if (integrity.text(0) != "ok")
      check.problems.push_back(fmt::format("database: {}", integrity.text(0)));
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
  WEFT_ASSIGN(store::Statement vacuum, state_->database.prepare("VACUUM INTO ?1"));
  const std::string copy = directory + "/site.sqlite";
  WEFT_TRY(vacuum.bind(1, std::string_view(copy)).run());
  WEFT_ASSIGN(store::Database snapshot,
              store::Database::open(copy, store::Database::Mode::kReadOnly));
  WEFT_ASSIGN(const std::vector<LiveFile> files, live_files(snapshot));
  for (const LiveFile& file : files) {
    fs::copy_file(state_->path(file.name), directory + "/" + file.name, error);
    if (error)
      return Error{ErrorCode::kIo, fmt::format("cannot copy {}: {}", file.name, error.message())};
  }
  return {};
}

}  // namespace weft::site
