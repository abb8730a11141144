// Pages with the text that belongs to them: the sets `articles`, `bodies` and `news`.
//
//   articles/  html/NNNN.html, ground-truth/NNNN.json       all of the main content; seven page types
//   bodies/    html/<id>.html, truth.jsonl                  the body of an article alone
//   news/      fixtures/<host>.html, labels.json            title, author, date
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::eval {

struct ArticlePage {
  std::string id;
  std::string url;     // Empty: not known.
  std::string domain;  // Registered; folds are made of whole ones.
  std::string type;    // articles: page type; bodies: source.
  std::filesystem::path html;
  std::string text;                        // Main content, or body; empty in `news`.
  std::string title, author, date;         // Empty: the truth has none.
  std::vector<std::string> with, without;  // Texts that must, and must not, be in the answer.

  // bodies: of 2023 to 2026.
  [[nodiscard]] bool is_modern() const { return type == "fundus" || type == "feval"; }
};

// Folds of whole registered domains, which trainer and evaluation share.
inline constexpr size_t kArticleFolds = 3;
size_t article_fold(std::string_view domain);

// Pages whose file is there, by id. Fail with kNotFound, kIo or kCorruption.
Result<std::vector<ArticlePage>> import_articles(const std::filesystem::path& directory);
Result<std::vector<ArticlePage>> import_bodies(const std::filesystem::path& directory);
Result<std::vector<ArticlePage>> import_news(const std::filesystem::path& directory);

}  // namespace weft::eval
