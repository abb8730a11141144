#include "eval/import/articles.h"

#include <algorithm>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/split.h"
#include "base/strings.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::eval {
namespace {

std::string domain_of(const std::string& url) {
  const auto parsed = url::Url::parse(url);
  return parsed.ok() && parsed->host ? url::registrable_domain(*parsed->host) : url;
}

Result<Json> json_file(const std::filesystem::path& path) {
  WEFT_ASSIGN(const std::string text, read_file(path));
  auto json = parse_json(text);
  if (!json.ok()) return Error{ErrorCode::kCorruption, path.string() + ": " + json.error().message};
  return json;
}

void keep_by_id(std::vector<ArticlePage>& pages) {
  std::erase_if(pages, [](const ArticlePage& page) { return !std::filesystem::exists(page.html); });
  std::sort(pages.begin(), pages.end(),
            [](const ArticlePage& a, const ArticlePage& b) { return a.id < b.id; });
}

}  // namespace

size_t article_fold(std::string_view domain) { return hash_bytes(domain) % kArticleFolds; }

Result<std::vector<ArticlePage>> import_articles(const std::filesystem::path& directory) {
  std::vector<ArticlePage> pages;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory / "ground-truth", error)) {
    WEFT_ASSIGN(const Json json, json_file(entry.path()));
    const Json& truth = json["ground_truth"];
    ArticlePage page{.id = entry.path().stem().string(),
                     .url = json.text_of("url"),
                     .type = json["_internal"]["page_type"].text_of("primary"),
                     .text = truth.text_of("main_content"),
                     .title = truth.text_of("title"),
                     .author = truth.text_of("author"),
                     .date = truth.text_of("publish_date"),
                     .with = truth["with"].texts(),
                     .without = truth["without"].texts()};
    page.domain = domain_of(page.url);
    page.html = directory / "html" / (page.id + ".html");
    pages.push_back(std::move(page));
  }
  if (error) return Error{ErrorCode::kNotFound, directory.string() + ": " + error.message()};
  keep_by_id(pages);
  return pages;
}

Result<std::vector<ArticlePage>> import_bodies(const std::filesystem::path& directory) {
  WEFT_ASSIGN(const std::string text, read_file(directory / "truth.jsonl"));
  std::vector<ArticlePage> pages;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto json = parse_json(take_line(rest));
    if (!json.ok()) return Error{ErrorCode::kCorruption, "truth.jsonl: " + json.error().message};
    ArticlePage page{.id = json->text_of("id"),
                     .url = json->text_of("url"),
                     .domain = json->text_of("domain"),
                     .type = json->text_of("source"),
                     .text = json->text_of("body"),
                     .title = json->text_of("title"),
                     .author = json->text_of("author"),
                     .date = json->text_of("date")};
    page.html = directory / "html" / (page.id + ".html");
    pages.push_back(std::move(page));
  }
  keep_by_id(pages);
  return pages;
}

Result<std::vector<ArticlePage>> import_news(const std::filesystem::path& directory) {
  WEFT_ASSIGN(const Json json, json_file(directory / "labels.json"));
  std::vector<ArticlePage> pages;
  for (const Json& one : json) {
    const Json& expected = one["expected"];
    ArticlePage page{.id = one.text_of("fixture"),
                     .url = one.text_of("url"),
                     .domain = one.text_of("domain"),
                     .title = expected.text_of("title"),
                     .author = expected.text_of("author"),
                     .date = expected.text_of("date_published")};
    page.html = directory / page.id;
    pages.push_back(std::move(page));
  }
  keep_by_id(pages);
  return pages;
}

}  // namespace weft::eval
