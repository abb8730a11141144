#include "eval/import/text_pages.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "eval/data.h"
#include "eval/import/lines.h"

namespace weft::eval {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

Result<Json> read_json(const fs::path& path) {
  WEFT_ASSIGN(const std::string bytes, read_file(path));
  Json json = Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return Error{ErrorCode::kCorruption, fmt::format("{} is not JSON", path.string())};
  return json;
}

// Strings as they are, numbers as written; empty for anything else.
std::string text_of(const Json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) return "";
  const Json& value = json[key];
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : "";
}

std::vector<std::string> texts_of(const Json& json, const char* key) {
  std::vector<std::string> texts;
  if (!json.is_object() || !json.contains(key) || !json[key].is_array()) return texts;
  for (const Json& value : json[key]) {
    if (value.is_string()) texts.push_back(value.get<std::string>());
  }
  return texts;
}

const Json& member(const Json& json, const char* key) {
  static const Json kNothing;
  return json.is_object() && json.contains(key) ? json[key] : kNothing;
}

ArticlePage article_of(const Json& json, std::string id, const fs::path& html) {
  const Json& truth = member(json, "ground_truth");
  return {.id = std::move(id),
          .url = text_of(json, "url"),
          .page_type = text_of(member(member(json, "_internal"), "page_type"), "primary"),
          .html = html,
          .title = text_of(truth, "title"),
          .author = text_of(truth, "author"),
          .publish_date = text_of(truth, "publish_date"),
          .main_content = text_of(truth, "main_content"),
          .with = texts_of(truth, "with"),
          .without = texts_of(truth, "without")};
}

// The same page may be written http://www.site/page/ and https://site/page.
std::string same_address(std::string_view url) {
  for (const std::string_view prefix : {"https://", "http://", "www."}) {
    if (url.starts_with(prefix)) url.remove_prefix(prefix.size());
  }
  while (url.ends_with('/')) url.remove_suffix(1);
  return std::string(url);
}

}  // namespace

Result<std::vector<ArticlePage>> import_articles(const fs::path& directory) {
  std::vector<ArticlePage> pages;
  for (const fs::path& file : files_below(directory / "ground-truth", ".json")) {
    const fs::path html = directory / "html" / file.stem().concat(".html");
    if (!fs::exists(html)) continue;
    WEFT_ASSIGN(const Json json, read_json(file));
    pages.push_back(article_of(json, file.stem().string(), html));
  }
  if (pages.empty())
    return Error{ErrorCode::kNotFound, fmt::format("no articles in {}", directory.string())};
  return pages;
}

Result<std::vector<NewsPage>> import_news(const fs::path& directory) {
  WEFT_ASSIGN(const Json json, read_json(directory / "labels.json"));
  if (!json.is_array()) return Error{ErrorCode::kCorruption, "labels.json is not a list"};
  std::vector<NewsPage> pages;
  for (const Json& entry : json) {
    const fs::path html = directory / text_of(entry, "fixture");
    if (!fs::is_regular_file(html)) continue;
    const Json& expected = member(entry, "expected");
    pages.push_back({text_of(entry, "domain"), text_of(entry, "url"), html,
                     text_of(expected, "title"), text_of(expected, "author"),
                     text_of(expected, "date_published"), text_of(expected, "dek"),
                     text_of(expected, "content_prefix")});
  }
  return pages;
}

Result<RecipeTruth> read_recipe_truth(const fs::path& path) {
  WEFT_ASSIGN(const Json json, read_json(path));
  if (!json.is_object())
    return Error{ErrorCode::kCorruption, fmt::format("{} is not a recipe", path.string())};
  return RecipeTruth{text_of(json, "title"),
                     text_of(json, "author"),
                     text_of(json, "yields"),
                     text_of(json, "total_time"),
                     text_of(json, "image"),
                     texts_of(json, "ingredients"),
                     texts_of(json, "instructions_list")};
}

Result<std::vector<RecipePage>> import_recipes(const fs::path& directory) {
  std::vector<RecipePage> pages;
  for (const fs::path& html : files_below(directory, ".testhtml")) {
    fs::path json = html;
    json.replace_extension(".json");
    if (!fs::exists(json)) continue;
    WEFT_ASSIGN(RecipeTruth truth, read_recipe_truth(json));
    pages.push_back(
        {html.parent_path().filename().string(), html.stem().string(), html, std::move(truth)});
  }
  if (pages.empty())
    return Error{ErrorCode::kNotFound, fmt::format("no recipes in {}", directory.string())};
  return pages;
}

Result<std::vector<HistoryPage>> import_history(const fs::path& directory) {
  WEFT_ASSIGN(const Table index, read_table(directory / "index.tsv"));
  const auto stem = index.column("stem");
  const auto date = index.column("date");
  const auto file = index.column("file");
  const auto canonical = index.column("canonical");
  const auto label = index.column("label_json");
  if (!stem || !date || !file || !canonical)
    return Error{ErrorCode::kCorruption, "history/index.tsv lacks a column"};
  std::map<std::pair<std::string, std::string>, HistoryPage> pages;
  for (const auto& row : index.rows) {
    HistoryVersion version{Table::cell(row, *date), directory / Table::cell(row, *file),
                           std::nullopt};
    if (!fs::is_regular_file(version.html)) continue;
    const std::string label_file = label ? Table::cell(row, *label) : "";
    if (!label_file.empty()) {
      WEFT_ASSIGN(version.truth, read_recipe_truth(directory / label_file));
    }
    const std::string address = same_address(Table::cell(row, *canonical));
    HistoryPage& page = pages[{Table::cell(row, *stem), address}];
    page.stem = Table::cell(row, *stem);
    page.canonical = address;
    page.versions.push_back(std::move(version));
  }
  std::vector<HistoryPage> out;
  for (auto& [key, page] : pages) {
    std::stable_sort(
        page.versions.begin(), page.versions.end(),
        [](const HistoryVersion& a, const HistoryVersion& b) { return a.date < b.date; });
    out.push_back(std::move(page));
  }
  return out;
}

}  // namespace weft::eval
