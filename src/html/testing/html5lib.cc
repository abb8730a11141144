#include "html/testing/html5lib.h"

#include <cstdlib>
#include <sstream>

#include "base/file.h"

namespace weft::html::testing {
std::filesystem::path html5lib_folder() {
  std::vector<std::filesystem::path> roots;
  if (const char* data = std::getenv("WEFT_DATA")) roots.emplace_back(data);
  if (const char* home = std::getenv("HOME"))
    roots.emplace_back(std::filesystem::path(home) / ".cache/weft-data");
  for (const auto& root : roots) {
    const auto folder = root / "conformance/html5lib_tests";
    if (std::filesystem::is_directory(folder)) return folder;
  }
  return {};
}

std::vector<TreeCase> read_tree_cases(const std::filesystem::path& file) {
  std::vector<TreeCase> cases;
  std::string section;
  std::istringstream lines(weft::read_file(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line == "#data") {
      cases.push_back({file.filename().string() + ":" + std::to_string(cases.size()), "", "", false,
                       false, ""});
    }
    static const std::string kSections[] = {
        "#data",       "#errors",    "#new-errors", "#document-fragment",
        "#script-off", "#script-on", "#document"};
    bool is_heading = false;
    for (const std::string& heading : kSections) is_heading |= line == heading;
    // Within the data and the document only the next heading counts.
    if (section == "#data" && line != "#errors") is_heading = false;
    if (is_heading) {
      section = line;
      if (line == "#script-on") cases.back().script_on = true;
      if (line == "#script-off") cases.back().script_off = true;
      continue;
    }
    if (cases.empty()) continue;
    if (section == "#data") cases.back().data += line + "\n";
    if (section == "#document-fragment") cases.back().context = line;
    if (section == "#document") cases.back().expected += line + "\n";
  }
  for (TreeCase& test : cases) {
    if (!test.data.empty()) test.data.pop_back();
    while (test.expected.ends_with("\n\n")) test.expected.pop_back();
  }
  return cases;
}

}  // namespace weft::html::testing
