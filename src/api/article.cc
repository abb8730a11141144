#include "weft/article.h"

#include "api/access.h"
#include "base/enum_names.h"
#include "read/article.h"

namespace weft {

Article read_article(const Page& page, const ArticleOptions& options) {
  const model::Page& own = api::Access::page(page);
  const read::Article found = read::read_article(
      own, {.output = options.body_alone ? read::Output::kBody : read::Output::kContent});
  return {.title = found.title.value,
          .author = found.author.value,
          .date = found.date.value,
          .language = found.language,
          .type = std::string(name_of(found.type)),
          .confidence = found.confidence,
          .text = read::plain_text(own.document, found),
          .markdown = read::markdown(own, found),
          .html = read::clean_html(own, found),
          .contradictions = found.contradictions};
}

}  // namespace weft
