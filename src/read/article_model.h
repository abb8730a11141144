// ArticleModel: what was learned of content, bodies and page types. Shipped in share/models (article-*.model), fitted by
// tools/train/fit_articles.cc.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/embedded_file.h"
#include "base/result.h"
#include "ml/forest.h"
#include "read/features.h"

namespace weft::read {

// As the set `articles` tells pages apart.
enum class PageType : uint8_t {
  kArticle,
  kForum,
  kProduct,
  kCollection,
  kListing,
  kDocumentation,
  kService,
};
std::span<const std::string_view> names_of(PageType);

// What belongs to the answer: all of the main content, or an article's running text alone. The model has a
// column for it: it was fitted to pages of both kinds of truth.
enum class Output : uint8_t { kContent, kBody };
std::span<const std::string_view> names_of(Output);

struct ArticleModel {
  ml::Forest blocks;
  ml::Forest types;
  Tables tables;
};

// Files by name: "article-blocks", "article-types", "article-classes", "article-words"… Fails with kNotFound for one that is
// missing, kInvalidArgument for one whose columns are not those of this program.
Result<ArticleModel> read_article_model(std::span<const EmbeddedFile> files);

// The one that ships.
const ArticleModel& shipped_article_model();

// share/models/article-*.model.
std::span<const EmbeddedFile> article_model_files();

}  // namespace weft::read
