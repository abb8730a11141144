#include "eval/import/people.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/text.h"
#include "eval/data.h"
#include "eval/import/lines.h"

namespace weft::eval {
namespace fs = std::filesystem;
namespace {

// A mark's name: [position] but not [3] or [see below].
std::string_view mark_name(std::string_view text, size_t open) {
  const size_t close = text.find(']', open);
  if (close == std::string_view::npos || close - open > 24) return {};
  const std::string_view name = text.substr(open + 1, close - open - 1);
  const std::string_view letters = name.starts_with('/') ? name.substr(1) : name;
  const bool word = !letters.empty() && std::all_of(letters.begin(), letters.end(), is_ascii_alpha);
  return word ? name : std::string_view();
}

struct OpenMark {
  std::string type;
  size_t begin;  // In the text without marks.
  size_t index;  // Of the mark, so that marks stay in order of their beginnings.
};

}  // namespace

std::vector<Mark> contact_marks(const dom::Document& document) {
  const dom::Atom type_name = dom::atom_of("wa-type");
  const dom::Atom id_name = dom::atom_of("wa-id");
  std::vector<Mark> marks;
  for (const dom::NodeId n : document.nodes()) {
    if (!document.is_element(n)) continue;
    const auto type = document.attribute(n, type_name);
    if (!type.has_value()) continue;
    Mark mark{std::string(*type), std::string(document.attribute(n, id_name).value_or("")),
              dom::normalized_text(document, n)};
    const auto same = std::find_if(marks.begin(), marks.end(), [&](const Mark& other) {
      return !mark.id.empty() && other.id == mark.id && other.type == mark.type;
    });
    if (same == marks.end())
      marks.push_back(std::move(mark));
    else
      same->text += " " + mark.text;
  }
  return marks;
}

MarkedText homepage_marks(std::string_view bytes) {
  MarkedText out;
  std::vector<OpenMark> open;
  for (size_t at = 0; at < bytes.size(); ++at) {
    const std::string_view name = bytes[at] == '[' ? mark_name(bytes, at) : std::string_view();
    if (name.empty()) {
      out.text += bytes[at];
      continue;
    }
    at += name.size() + 1;
    if (!name.starts_with('/')) {
      open.push_back({std::string(name), out.text.size(), out.marks.size()});
      out.marks.push_back({std::string(name), "", ""});
      continue;
    }
    const auto match = std::find_if(open.rbegin(), open.rend(),
                                    [&](const OpenMark& m) { return m.type == name.substr(1); });
    if (match == open.rend()) continue;
    out.marks[match->index].text = normalize_space(std::string_view(out.text).substr(match->begin));
    open.erase(std::next(match).base());
  }
  std::erase_if(out.marks, [](const Mark& mark) { return mark.text.empty(); });
  return out;
}

Result<PeopleSet> import_people(const fs::path& directory) {
  PeopleSet set;
  for (const fs::path& file : files_below(directory / "contacts", ".html")) {
    if (file.parent_path().filename() != "wa") continue;
    set.contacts.push_back({file.parent_path().parent_path().filename().string(), file});
  }
  set.homepages = files_below(directory / "homepages", ".txt");
  for (const fs::path& html : files_below(directory / "faculty" / "html", ".html")) {
    const auto names = read_file(directory / "faculty" / "names" / html.stem().concat(".txt"));
    if (!names.ok()) continue;
    FacultyPage page{html, {}};
    for (const std::string& line : lines_of(*names)) {
      if (!trim(line).empty()) page.names.push_back(normalize_space(line));
    }
    set.faculty.push_back(std::move(page));
  }
  if (set.contacts.empty() && set.homepages.empty() && set.faculty.empty()) {
    return Error{ErrorCode::kNotFound, fmt::format("no pages of people in {}", directory.string())};
  }
  return set;
}

}  // namespace weft::eval
