#include "eval/import/swde.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "eval/data.h"
#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

namespace fs = std::filesystem;

// Vertical, site and attribute; a line of counts; then of each page its name, a count and values.
Status read_swde_truth(const fs::path& file, SwdeSite& site) {
  WEFT_ASSIGN(const auto rows, read_rows(file));
  const std::string attribute(rows.empty() || rows[0].size() < 3 ? "" : trim(rows[0][2]));
  if (attribute.empty())
    return Error{ErrorCode::kCorruption, fmt::format("{}: no header", file.string())};
  std::map<std::string, size_t> page_index;
  for (size_t p = 0; p < site.pages.size(); ++p)
    page_index.emplace(site.pages[p].stem().string(), p);
  auto& values = site.truth[attribute];
  values.resize(site.pages.size());
  for (size_t r = 2; r < rows.size(); ++r) {
    const auto page = page_index.find(rows[r][0]);
    if (page == page_index.end()) continue;
    for (size_t v = 2; v < rows[r].size(); ++v) {
      std::string text = rows[r][v] == "<NULL>" ? "" : comparable_value(rows[r][v]);
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
    for (const fs::path& file : files) {
      if (file.filename().string().starts_with(site.name + "-"))
        WEFT_TRY(read_swde_truth(file, site));
    }
  }
  return sites;
}

}  // namespace weft::eval
