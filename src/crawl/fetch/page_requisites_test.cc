#include "crawl/fetch/page_requisites.h"

#include <gmock/gmock.h>

#include "html/parser.h"

namespace weft::crawl {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> requisites_of(std::string_view page, size_t most = 300) {
  html::Parser parser;
  const auto parsed = parser.parse(dom::Source::borrow(page));
  return page_requisites(parsed.document, "https://shop.example/a/b.html", most);
}

TEST(PageRequisites, AreWhatAPageLooksLikeBy) {
  EXPECT_THAT(requisites_of("<link rel=stylesheet href=/main.css><link rel=icon href=/i.ico>"
                            "<style>@import 'more.css'; p { background: url(p.png) }</style>"
                            "<script src=x.js></script><img src=k.jpg#top alt=Kettle>"
                            "<img src=grey.gif data-src='//cdn.example/lazy.jpg'>"
                            "<p style='background:url(\"q.png\")'><img src=k.jpg>"
                            "<img src=data:image/png;base64,AA><a href=c.html>c</a>"),
              ElementsAre("https://shop.example/main.css", "https://shop.example/a/more.css",
                          "https://shop.example/a/p.png", "https://shop.example/a/k.jpg",
                          "https://cdn.example/lazy.jpg", "https://shop.example/a/q.png"));
}

TEST(PageRequisites, AreMeantFromTheBaseAndBounded) {
  EXPECT_THAT(requisites_of("<base href=/z/><img src=1.png><img src=2.png><img src=3.png>", 2),
              ElementsAre("https://shop.example/z/1.png", "https://shop.example/z/2.png"));
  EXPECT_THAT(style_requisites("@font-face{src:url(f.woff2)}", "https://shop.example/css/m.css"),
              ElementsAre("https://shop.example/css/f.woff2"));
}

}  // namespace
}  // namespace weft::crawl
