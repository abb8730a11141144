// Where data sets are: --data, $WEFT_DATA, or the cache that the unpack script fills.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/task.h"

namespace weft::eval {

// The directory of one set: $WEFT_DATA/NAME, or NAME in the user's cache (weft-data), if it is there.
std::optional<std::filesystem::path> find_data_set(std::string_view name);

// The directories a task runs on. `given` are the values of --data: each is a directory laid out
// like one of the task's sets, or one that holds sets by name. Without any, the sets are looked for
// as find_data_set does. Fails with kNotFound, saying how to get them.
Result<std::vector<std::filesystem::path>> resolve_data(const TaskSpec& task,
                                                        const std::vector<std::string>& given);

// A digest of what is below the directories: names and sizes of all files, in order. Changes
// whenever a set gains, loses or replaces pages; 16 hex digits. Cheap: reads no file.
std::string data_digest(const std::vector<std::filesystem::path>& directories);

// The lines of a text file, each cut at the separator; without line ends (a carriage return before
// one is dropped) and a byte order mark. Fails as read_file does.
Result<std::vector<std::vector<std::string>>> read_rows(const std::filesystem::path& path,
                                                        char separator = '\t');

// Rows of comma-separated values with quotes, as spreadsheets write them; empty rows dropped. Bytes
// that are not UTF-8 are read as Windows-1252.
std::vector<std::vector<std::string>> parse_csv(std::string_view bytes);

// Regular files below a directory with this extension (".html"; empty = any), sorted by path.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& directory,
                                               std::string_view extension = "");

}  // namespace weft::eval
