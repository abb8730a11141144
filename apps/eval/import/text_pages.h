// The sets of pages whose truth is text: `articles`, `news`, `recipes`, and `history`, which is
// recipes over time.
//
//   articles/html/NNNN.html         articles/ground-truth/NNNN.json
//   news/labels.json                news/fixtures/HOST.html
//   recipes/HOST/NAME.testhtml      recipes/HOST/NAME.json
//   history/index.tsv               history/STEM/DATE_HASH.html, some with a recipe's JSON
//
// Pages without a file are left out. All importers fail with kNotFound when the set is not there,
// kCorruption when its index cannot be read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace weft::eval {

struct ArticlePage {
  std::string id;  // "0001"
  std::string url;
  std::string page_type;  // article, forum, product, collection, listing, documentation, service
  std::filesystem::path html;
  // Empty where the truth has none.
  std::string title;
  std::string author;
  std::string publish_date;
  std::string main_content;
  std::vector<std::string> with;     // Passages the content must hold…
  std::vector<std::string> without;  // …and must not.
};
Result<std::vector<ArticlePage>> import_articles(const std::filesystem::path& directory);

struct NewsPage {
  std::string domain;
  std::string url;
  std::filesystem::path html;
  std::string title;
  std::string author;
  std::string date_published;  // ISO 8601
  std::string dek;
  std::string content_prefix;  // How the article begins.
};
Result<std::vector<NewsPage>> import_news(const std::filesystem::path& directory);

struct RecipeTruth {
  std::string title;
  std::string author;
  std::string yields;
  std::string total_time;  // Minutes, as written.
  std::string image;
  std::vector<std::string> ingredients;
  std::vector<std::string> instructions;
};
// Reads one label file. Fails with kNotFound or kCorruption.
Result<RecipeTruth> read_recipe_truth(const std::filesystem::path& json);

struct RecipePage {
  std::string host;
  std::string name;
  std::filesystem::path html;
  RecipeTruth truth;
};
Result<std::vector<RecipePage>> import_recipes(const std::filesystem::path& directory);

// One capture of a page.
struct HistoryVersion {
  std::string date;  // YYYY-MM-DD
  std::filesystem::path html;
  std::optional<RecipeTruth> truth;
};
// A page over time, oldest first.
struct HistoryPage {
  std::string stem;       // The site.
  std::string canonical;  // The page's address, without scheme, "www." and a slash at the end.
  std::vector<HistoryVersion> versions;
};
Result<std::vector<HistoryPage>> import_history(const std::filesystem::path& directory);

}  // namespace weft::eval
