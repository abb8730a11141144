#include "eval/import/records.h"

#include <algorithm>
#include <cstdlib>

#include "base/file.h"
#include "base/strings.h"
#include "eval/data.h"
#include "html/encoding.h"
#include "html/utf8.h"

namespace weft::eval {
namespace {

// Rows of comma-separated values with quotes, as spreadsheets write them; empty rows dropped. Bytes
// that are not UTF-8 are read as Windows-1252.
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

}  // namespace

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
