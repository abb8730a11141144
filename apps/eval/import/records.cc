#include "eval/import/records.h"

#include <algorithm>
#include <cstdlib>

#include "base/file.h"
#include "base/strings.h"
#include "eval/data.h"

namespace weft::eval {

Result<std::vector<RecordsPage>> import_records(const std::filesystem::path& directory,
                                                double min_found_share) {
  WEFT_ASSIGN(const auto manifest, read_rows(directory / "manifest.tsv"));
  std::vector<RecordsPage> pages;
  for (size_t i = 1; i < manifest.size(); ++i) {
    const auto& fields = manifest[i];
    if (fields.size() < 7 || std::atof(fields[6].c_str()) < min_found_share) continue;
    const auto folder = directory / fields[0] / fields[1] / fields[2];
    RecordsPage page{.site = fields[1], .name = fields[2], .html = folder / fields[3], .rows = {}};
    // The manifest may describe more sites than the copy at hand holds.
    if (!std::filesystem::exists(page.html)) continue;
    const auto csv = read_file(folder / "data records.csv");
    if (csv.ok()) page.rows = parse_csv(*csv);
    if (!page.rows.empty()) pages.push_back(std::move(page));
  }
  if (pages.empty()) return Error{ErrorCode::kNotFound, "no pages below " + directory.string()};
  std::stable_sort(pages.begin(), pages.end(),
                   [](const RecordsPage& a, const RecordsPage& b) { return a.site < b.site; });
  return pages;
}

}  // namespace weft::eval
