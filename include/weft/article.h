// Article: the main content of any page, whatever its template.
//
//   const weft::Article article = weft::read_article(page);
//   article.title, article.date, article.markdown
#pragma once

#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"

namespace weft {

struct ArticleOptions {
  // An article's running text alone, without title, byline, captions and related links. Otherwise
  // all that the page is there for: posts of a forum, the items of a list.
  bool body_alone = false;
};

// What is not found is empty.
struct Article {
  std::string title;
  std::string author;
  std::string date;  // ISO 8601, as far as the page says.
  std::string language;
  std::string type;  // "article", "forum", "product", "listing"…
  double confidence = 0;
  std::string text;
  std::string markdown;
  std::string html;                         // Only elements that say what text is.
  std::vector<std::string> contradictions;  // Between the page and its structured data.
};

// About the cost of parsing, twice.
WEFT_API Article read_article(const Page& page, const ArticleOptions& options = {});

}  // namespace weft
