#include "eval/data.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/split.h"

namespace weft::eval {
namespace fs = std::filesystem;
namespace {

std::optional<fs::path> environment_path(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path(value);
}

std::vector<fs::path> data_roots() {
  std::vector<fs::path> roots;
  if (const auto data = environment_path("WEFT_DATA")) roots.push_back(*data);
  if (const auto cache = environment_path("XDG_CACHE_HOME")) roots.push_back(*cache / "weft-data");
  if (const auto home = environment_path("HOME")) roots.push_back(*home / ".cache" / "weft-data");
  return roots;
}

// A directory that holds sets by name stands for those of them the task wants.
void add_given(const TaskSpec& task, const fs::path& directory, std::vector<fs::path>& found) {
  const size_t before = found.size();
  for (const std::string& name : task.data_sets) {
    if (fs::is_directory(directory / name)) found.push_back(directory / name);
  }
  if (found.size() == before) found.push_back(directory);
}

}  // namespace

std::optional<fs::path> find_data_set(std::string_view name) {
  std::error_code ignored;
  for (const fs::path& root : data_roots()) {
    if (fs::is_directory(root / name, ignored)) return root / name;
  }
  return std::nullopt;
}

Result<std::vector<fs::path>> resolve_data(const TaskSpec& task,
                                           const std::vector<std::string>& given) {
  std::vector<fs::path> found;
  for (const std::string& directory : given) {
    if (!fs::is_directory(directory)) {
      return Error{ErrorCode::kNotFound, fmt::format("--data: no directory {}", directory)};
    }
    add_given(task, directory, found);
  }
  if (!given.empty()) return found;
  std::vector<std::string> missing;
  for (const std::string& name : task.data_sets) {
    if (const auto path = find_data_set(name))
      found.push_back(*path);
    else
      missing.push_back(name);
  }
  if (missing.empty()) return found;
  return Error{ErrorCode::kNotFound,
               fmt::format("data set {} not found: give --data DIR, set WEFT_DATA, or run '{} {}'",
                           fmt::join(missing, ", "), task.unpack, fmt::join(missing, " "))};
}

std::string data_digest(const std::vector<fs::path>& directories) {
  uint64_t digest = 0;
  for (const fs::path& directory : directories) {
    for (const fs::path& file : files_below(directory)) {
      if (file.filename() == ".complete") continue;  // The unpacker's mark.
      std::error_code ignored;
      digest =
          hash_combine(digest, hash_bytes(fs::relative(file, directory, ignored).generic_string()));
      digest = hash_combine(digest, fs::file_size(file, ignored));
    }
  }
  return fmt::format("{:016x}", digest);
}

Result<std::vector<std::vector<std::string>>> read_rows(const fs::path& path, char separator) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  WEFT_ASSIGN(const std::string bytes, read_file(path));
  std::string_view rest = bytes;
  if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  std::vector<std::vector<std::string>> rows;
  while (!rest.empty()) {
    std::string_view line = take_until(rest, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto& row = rows.emplace_back();
    do row.emplace_back(take_until(line, separator));
    while (!line.empty());
  }
  return rows;
}

std::vector<fs::path> files_below(const fs::path& directory, std::string_view extension) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->is_regular_file(error)) continue;
    if (extension.empty() || entry->path().extension() == extension) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace weft::eval
