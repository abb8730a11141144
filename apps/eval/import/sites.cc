#include "eval/import/sites.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "eval/data.h"
#include "eval/import/lines.h"
#include "eval/import/records.h"

namespace weft::eval {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

std::optional<size_t> column_of(const std::vector<std::string>& header, std::string_view name) {
  for (size_t i = 0; i < header.size(); ++i) {
    if (header[i] == name) return i;
  }
  return std::nullopt;
}

// code → name, of "form_types" or "field_types" in config.json.
std::map<std::string, std::string> code_names(const Json& config, const char* group) {
  std::map<std::string, std::string> names;
  if (!config.is_object() || !config.contains(group) || !config[group].contains("types"))
    return names;
  for (const Json& type : config[group]["types"]) {
    if (type.is_object() && type.contains("short") && type.contains("full")) {
      names[type.value("short", "")] = type.value("full", "");
    }
  }
  return names;
}

std::string full_name(const std::map<std::string, std::string>& names, const std::string& code) {
  const auto found = names.find(code);
  return found == names.end() ? code : found->second;
}

Result<Json> read_object(const fs::path& path) {
  WEFT_ASSIGN(const std::string bytes, read_file(path));
  Json json = Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object())
    return Error{ErrorCode::kCorruption, fmt::format("{} is not a JSON object", path.string())};
  return json;
}

std::optional<uint32_t> number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<std::vector<PaginationPage>> import_pagination(const fs::path& directory) {
  WEFT_ASSIGN(const std::string bytes, read_file(directory / "data.csv"));
  const auto rows = parse_csv(bytes);
  const auto file = rows.empty() ? std::nullopt : column_of(rows[0], "File Name");
  const auto url = rows.empty() ? std::nullopt : column_of(rows[0], "Page URL");
  if (!file || !url) return Error{ErrorCode::kCorruption, "pagination/data.csv has another header"};
  std::vector<PaginationPage> pages;
  for (size_t r = 1; r < rows.size(); ++r) {
    const auto cell = [&](std::optional<size_t> c) {
      return c ? Table::cell(rows[r], *c) : std::string();
    };
    PaginationPage page{directory / "html" / (cell(file) + ".html"),
                        cell(url),
                        cell(column_of(rows[0], "Encoding")),
                        {}};
    if (!fs::is_regular_file(page.html)) continue;
    for (const std::string_view role : kPagerRoles) {
      const std::string selector(trim(cell(column_of(rows[0], role))));
      if (!selector.empty()) page.selectors.emplace(role, selector);
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

Result<std::vector<FormsPage>> import_forms(const fs::path& directory) {
  WEFT_ASSIGN(const Json index, read_object(directory / "index.json"));
  WEFT_ASSIGN(const Json config, read_object(directory / "config.json"));
  const auto form_names = code_names(config, "form_types");
  const auto field_names = code_names(config, "field_types");
  std::vector<FormsPage> pages;
  for (const auto& [path, entry] : index.items()) {
    if (!entry.is_object() || !fs::is_regular_file(directory / path)) continue;
    FormsPage page{directory / path, entry.value("url", ""), {}};
    const Json types = entry.value("forms", Json::array());
    const Json fields = entry.value("visible_html_fields", Json::array());
    for (size_t i = 0; i < types.size(); ++i) {
      if (!types[i].is_string()) continue;
      LabelledForm form{full_name(form_names, types[i].get<std::string>()), {}};
      if (i < fields.size() && fields[i].is_object()) {
        for (const auto& [name, code] : fields[i].items()) {
          if (code.is_string()) form.fields[name] = full_name(field_names, code.get<std::string>());
        }
      }
      page.forms.push_back(std::move(form));
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

Result<std::vector<std::pair<uint32_t, uint32_t>>> import_edges(const fs::path& file) {
  WEFT_ASSIGN(const std::string bytes, read_file(file));
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string_view line = trim(std::string_view(bytes).substr(begin, end - begin));
    begin = end + 1;
    const size_t gap = line.find_first_of("\t ");
    if (gap == std::string_view::npos) continue;
    const auto source = number(line.substr(0, gap));
    const auto target = number(trim(line.substr(gap)));
    if (source && target) edges.emplace_back(*source, *target);
  }
  return edges;
}

Result<NamedGraph> import_named_graph(const fs::path& links, const fs::path& categories) {
  WEFT_ASSIGN(const std::string bytes, read_file(links));
  NamedGraph graph;
  std::unordered_map<std::string, uint32_t> numbers;
  const auto number_of = [&](const std::string& name) {
    const auto [place, fresh] =
        numbers.try_emplace(name, static_cast<uint32_t>(graph.names.size()));
    if (fresh) graph.names.push_back(name);
    return place->second;
  };
  for (const std::string& line : lines_of(bytes)) {
    const auto parts = split(line, '\t');
    if (line.starts_with('#') || parts.size() != 2) continue;
    const uint32_t source = number_of(parts[0]);
    graph.edges.emplace_back(source, number_of(parts[1]));
  }
  if (categories.empty()) return graph;
  WEFT_ASSIGN(const std::string topics, read_file(categories));
  for (const std::string& line : lines_of(topics)) {
    const auto parts = split(line, '\t');
    if (!line.starts_with('#') && parts.size() == 2) graph.topics[parts[0]].push_back(parts[1]);
  }
  return graph;
}

Result<std::vector<Gazetteer>> import_gazetteers(const fs::path& directory) {
  std::vector<Gazetteer> lists;
  for (const fs::path& file : files_below(directory, ".txt")) {
    if (file.parent_path() == directory) continue;  // SOURCE.txt, LICENSE.txt
    lists.push_back({file.parent_path().filename().string(), file.stem().string(), file});
  }
  if (lists.empty())
    return Error{ErrorCode::kNotFound, fmt::format("no gazetteers in {}", directory.string())};
  return lists;
}

Result<std::vector<std::string>> read_terms(const Gazetteer& gazetteer) {
  WEFT_ASSIGN(const std::string bytes, read_file(gazetteer.file));
  std::vector<std::string> terms;
  for (const std::string& line : lines_of(bytes)) {
    std::string term = normalize_space(line);
    if (!term.empty()) terms.push_back(std::move(term));
  }
  return terms;
}

}  // namespace weft::eval
