// Any bytes as a page: it is read in both ways and written in all, and clean HTML has no scripts.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "html/parser.h"
#include "read/article.h"
#include "read/metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft;
  model::Page page;
  page.url = "http://a.example/";
  page.document = html::parse({reinterpret_cast<const char*>(data), size}).document;
  (void)read::metadata_json(read::structured_data(page.document, page.url));
  for (const read::Output output : {read::Output::kContent, read::Output::kBody}) {
    const read::Article article = read::read_article(page, {.output = output});
    (void)read::article_json(page, article).dump();
    const std::string clean = read::clean_html(page, article);
    const dom::Document again = html::parse(clean).document;
    for (const dom::NodeId n : again.nodes()) WEFT_CHECK(again.name(n) != dom::atoms::kScript);
  }
  return 0;
}
