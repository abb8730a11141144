#include "eval/import/swde.h"

#include <algorithm>

#include <fmt/format.h>

#include "eval/data.h"
#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

namespace fs = std::filesystem;

// Cuts the next part of `rest` at `separator`.
std::string_view cut(std::string_view& rest, char separator) {
  const size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

Status read_truth(const fs::path& file,
                  const std::map<std::string, size_t, std::less<>>& page_index, SwdeSite& site) {
  WEFT_ASSIGN(const std::string bytes, read_file(file));
  std::string_view rest = bytes;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  std::string_view header = cut(rest, '\n');
  cut(header, '\t');
  cut(header, '\t');
  while (!header.empty() && (header.back() == '\r' || header.back() == ' '))
    header.remove_suffix(1);
  if (header.empty())
    return Error{ErrorCode::kCorruption, fmt::format("{}: no header", file.string())};
  auto& values = site.truth[std::string(header)];
  values.resize(site.pages.size());
  cut(rest, '\n');  // counts
  while (!rest.empty()) {
    std::string_view line = cut(rest, '\n');
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const auto page = page_index.find(cut(line, '\t'));
    if (page == page_index.end()) continue;
    cut(line, '\t');  // number of values
    while (!line.empty()) {
      const std::string_view value = cut(line, '\t');
      if (value == "<NULL>") continue;
      std::string text = comparable_value(value);
      if (!text.empty()) values[page->second].push_back(std::move(text));
    }
  }
  return {};
}

}  // namespace

Result<std::vector<SwdeSite>> read_swde(const fs::path& directory) {
  std::vector<SwdeSite> sites;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory / "pages", error)) {
    if (!entry.is_directory()) continue;
    SwdeSite site;
    site.name = entry.path().filename().string();
    site.vertical = site.name.substr(0, site.name.find('-'));
    site.pages = files_below(entry.path(), ".htm");
    if (!site.pages.empty()) sites.push_back(std::move(site));
  }
  if (sites.empty())
    return Error{ErrorCode::kNotFound,
                 fmt::format("{}: no pages/<site>/*.htm", directory.string())};
  std::sort(sites.begin(), sites.end(),
            [](const SwdeSite& a, const SwdeSite& b) { return a.name < b.name; });
  const std::vector<fs::path> files = files_below(directory / "groundtruth", ".txt");
  for (SwdeSite& site : sites) {
    std::map<std::string, size_t, std::less<>> page_index;
    for (size_t p = 0; p < site.pages.size(); ++p)
      page_index.emplace(site.pages[p].stem().string(), p);
    for (const fs::path& file : files) {
      if (file.filename().string().starts_with(site.name + "-"))
        WEFT_TRY(read_truth(file, page_index, site));
    }
  }
  return sites;
}

}  // namespace weft::eval
