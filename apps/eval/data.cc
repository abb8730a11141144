// Data sets: where they are, what identifies them, and the tables that come with them. See data.h.
//
//   --data DIR, else $WEFT_DATA/NAME, else NAME in the cache: the first that is there.
//
// A set is known by the names and sizes of its files, so that a floor says on what it was measured.

#include "eval/data.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/split.h"
#include "base/strings.h"
#include "html/encoding.h"
#include "html/utf8.h"

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

std::vector<std::vector<std::string>> parse_csv(std::string_view bytes) {
  Diagnostics ignored;
  const html::Decoded decoded = html::decode(
      dom::Source::borrow(bytes), html::is_valid_utf8(bytes) ? "utf-8" : "windows-1252", ignored);
  const std::string_view text = decoded.source.view();
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row(1);
  bool quoted = false;
  const auto end_row = [&] {
    const bool blank =
        std::all_of(row.begin(), row.end(), [](const std::string& f) { return trim(f).empty(); });
    if (!blank) rows.push_back(row);
    row.assign(1, "");
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        row.back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        row.back() += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"' && row.back().empty()) {
      quoted = true;
    } else if (c == ',') {
      row.emplace_back();
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  end_row();
  return rows;
}

}  // namespace weft::eval
