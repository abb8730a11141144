#include "eval/import/records.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "base/file.h"
#include "base/strings.h"
#include "eval/data.h"

namespace weft::eval {
namespace {

// A line of the browser's tree: "  | | |- TD: left=222,top=28,right=975,bottom=123; DOM=…".
struct BoxLine {
  size_t depth = 0;
  std::string tag;
  dom::Box box;
};

std::optional<BoxLine> box_line(std::string_view line) {
  const size_t colon = line.find(": left=");
  if (colon == std::string_view::npos) return std::nullopt;
  const size_t name = line.find_last_of(" -", colon) + 1;
  BoxLine read{.tag = ascii_lower(line.substr(name, colon - name))};
  read.depth = static_cast<size_t>(
      std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(name), '|'));
  std::array<float, 4> sides = {};
  size_t at = colon;
  for (float& side : sides) {
    at = line.find('=', at);
    if (at == std::string_view::npos) return std::nullopt;
    ++at;
    side = std::strtof(std::string(line.substr(at, 12)).c_str(), nullptr);
  }
  const auto [left, top, right, bottom] = sides;
  read.box = {left, top, right - left, bottom - top};
  return read;
}

}  // namespace

Result<dom::Layout> import_boxes(const RecordsPage& page, const dom::Document& doc) {
  WEFT_ASSIGN(const std::string text, read_file(page.html.parent_path() / "DT - VT - BT.txt"));
  constexpr std::string_view kTree = "==== DT:";
  const size_t begin = text.find(kTree);
  const size_t end = begin == std::string::npos ? begin : text.find(kTree, begin + 1);
  if (end == std::string::npos) return Error{ErrorCode::kCorruption, "no tree of boxes"};
  std::vector<BoxLine> lines;
  std::vector<std::vector<size_t>> children;
  std::vector<size_t> path;  // The line of each depth.
  for (size_t at = begin; at < end;) {
    const size_t stop = std::min(text.find('\n', at), end);
    if (auto line = box_line(std::string_view(text).substr(at, stop - at))) {
      path.resize(std::min(line->depth, path.size()));
      if (!path.empty()) children[path.back()].push_back(lines.size());
      path.push_back(lines.size());
      lines.push_back(std::move(*line));
      children.emplace_back();
    }
    at = stop + 1;
  }
  dom::Layout layout(doc);
  constexpr size_t kNone = SIZE_MAX;
  std::vector<size_t> line_of(doc.size(), kNone);
  std::vector<size_t> next_child(lines.size(), 0);
  for (const dom::NodeId n : doc.descendants(dom::kRoot)) {
    if (!doc.is_element(n)) continue;
    size_t& own = line_of[dom::index(n)];
    if (doc.name(n) == dom::atoms::kBody && !lines.empty()) own = 0;
    const size_t parent = line_of[dom::index(doc.parent(n))];
    if (parent != kNone) {
      const auto& candidates = children[parent];
      for (size_t i = next_child[parent]; i < candidates.size() && own == kNone; ++i) {
        if (lines[candidates[i]].tag != doc.name_text(n)) continue;
        own = candidates[i];
        next_child[parent] = i + 1;
      }
    }
    if (own == kNone) continue;
    layout.set_box(n, lines[own].box);
    layout.set_visible(n, !lines[own].box.empty());
  }
  if (!lines.empty()) layout.set_box(dom::kRoot, lines[0].box);
  return layout;
}

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
