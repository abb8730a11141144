#include "eval/import/records.h"

#include <algorithm>
#include <cstdlib>

#include "base/strings.h"
#include "eval/data.h"

namespace weft::eval {
namespace {

bool is_utf8(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const size_t before = at;
    const char32_t c = next_code_point(bytes, at);
    if (c == 0xFFFD && !bytes.substr(before).starts_with("\xEF\xBF\xBD")) return false;
  }
  return true;
}

// 0x80 to 0x9F of Windows-1252; 0 where nothing is assigned.
constexpr char16_t kWindows1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    const char32_t code =
        c >= 0x80 && c < 0xA0 && kWindows1252[c - 0x80] != 0 ? kWindows1252[c - 0x80] : c;
    append_utf8(text, code);
  }
  return text;
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find(separator, at), line.size());
    parts.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

Result<RecordsPage> read_page(const std::filesystem::path& folder, std::string_view site,
                              std::string_view name, std::string_view file) {
  RecordsPage page;
  page.site = site;
  page.name = std::string(name);
  page.html = folder / std::string(file);
  WEFT_ASSIGN(const std::string csv, read_file(folder / "data records.csv"));
  page.rows = parse_csv(csv);
  return page;
}

}  // namespace

std::vector<std::vector<std::string>> parse_csv(std::string_view bytes) {
  const std::string text = is_utf8(bytes) ? std::string(bytes) : from_windows_1252(bytes);
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

Result<std::vector<RecordsPage>> import_records(const std::filesystem::path& directory,
                                                double min_found_share) {
  WEFT_ASSIGN(const std::string manifest, read_file(directory / "manifest.tsv"));
  std::vector<RecordsPage> pages;
  const auto lines = split(manifest, '\n');
  for (size_t i = 1; i < lines.size(); ++i) {
    const auto fields = split(trim(lines[i]), '\t');
    if (fields.size() < 7) continue;
    if (std::atof(std::string(fields[6]).c_str()) < min_found_share) continue;
    const auto folder =
        directory / std::string(fields[0]) / std::string(fields[1]) / std::string(fields[2]);
    // The manifest may describe more sites than the copy at hand holds.
    if (!std::filesystem::exists(folder / std::string(fields[3]))) continue;
    auto page = read_page(folder, fields[1], fields[2], fields[3]);
    if (!page.ok()) continue;
    if (!page->rows.empty()) pages.push_back(std::move(*page));
  }
  if (pages.empty()) return Error{ErrorCode::kNotFound, "no pages below " + directory.string()};
  std::stable_sort(pages.begin(), pages.end(),
                   [](const RecordsPage& a, const RecordsPage& b) { return a.site < b.site; });
  return pages;
}

}  // namespace weft::eval
