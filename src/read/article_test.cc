// Whole pages through the model that ships.

#include "read/article.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::read {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kParagraphs[] = {
    "The council decided on Tuesday that the old mill by the river will be repaired, after two "
    "years of debate, and "
    "opened to visitors next spring. Members of all parties voted for the plan.",
    "The mill was built in 1790 and ground corn for the whole valley, until the railway brought "
    "cheaper flour from the "
    "coast. It stood empty for decades, and its wheel rotted away.",
    "Volunteers have collected more than half of the money that the repair needs. The rest, "
    "according to the mayor, will come "
    "from the region, which wants more guests to stay for a second night.",
    "Work begins in October. Until then the path along the river remains open, but walkers should "
    "expect detours, and "
    "the bridge behind the mill is closed on weekdays."};

model::Page news_page(const std::string& head = "", const std::string& footer = "") {
  std::string html =
      "<html lang=en><head><title>Old mill to reopen - Valley Times</title>" + head +
      "</head><body><header class=site-header><nav class=menu><ul><li><a href=/>Home</a><li><a "
      "href=/n>News</a><li><a href=/s>Sport</a></ul></nav></header><main><article "
      "class=post><h1>Old mill "
      "to reopen</h1><p class=byline>By <a href=/ann rel=author>Ann Lee</a></p><time "
      "datetime=2024-03-12>12 March 2024</time><div class=article-body>";
  for (const char* paragraph : kParagraphs) html += std::string("<p>") + paragraph + "</p>";
  html +=
      "</div></article><aside class=sidebar><h3>Most read</h3><ul><li><a href=/1>Rain until "
      "Friday</a><li><a "
      "href=/2>Bakery closes</a></ul></aside></main><footer class=footer>" +
      footer + "<p>Copyright 2024 Valley Times. All rights reserved.</p></footer></body></html>";
  model::Page page;
  page.id = "news.html";
  page.url = "https://valley.example/news/old-mill-to-reopen";
  page.document = html::parse(html).document;
  return page;
}

TEST(ArticleTest, ReadsAnArticle) {
  const model::Page page = news_page();
  for (const Output output : {Output::kContent, Output::kBody}) {
    const Article article = read_article(page, {.output = output});
    const std::string text = plain_text(page.document, article);
    for (const char* paragraph : kParagraphs) EXPECT_THAT(text, HasSubstr(paragraph));
    for (const char* other : {"Home", "Bakery", "Copyright"})
      EXPECT_THAT(text, Not(HasSubstr(other)));
    EXPECT_GT(article.confidence, 0.8);
  }
}

TEST(ArticleTest, SaysWhoWroteItWhen) {
  const Article article = read_article(news_page());
  EXPECT_EQ(article.type, PageType::kArticle);
  EXPECT_EQ(article.title.value, "Old mill to reopen");
  EXPECT_EQ(article.title.source, "h1");
  EXPECT_EQ(article.author.value, "Ann Lee");
  EXPECT_EQ(article.date.value, "2024-03-12");
  EXPECT_EQ(article.language, "en");
  EXPECT_TRUE(article.contradictions.empty());
}

TEST(ArticleTest, TheSitesNameIsNoTitle) {
  const auto title_of = [](const std::string& head, const std::string& body) {
    model::Page page;
    page.url = "https://www.pumps.example/7";
    page.document = html::parse("<html><head>" + head + "</head><body>" + body).document;
    return read_article(page).title.value;
  };
  EXPECT_EQ(title_of("<title>Pump is loud - The Forum</title>",
                     "<h1>The Forum</h1><h2><a href=/7>Pump is loud</a></h2><p>Why?"),
            "Pump is loud");
  EXPECT_EQ(title_of("<title>Kayaks | Pumps &amp; Co of Kent</title>"
                     "<meta property=og:title content='Kayaks | Pumps &amp; Co of Kent'>",
                     "<p>Boats"),
            "Kayaks");
  EXPECT_EQ(title_of("<title>Middleware | Pump documentation</title>",
                     "<h1>Middleware<a href=#m>¶</a></h1><p>What stands between."),
            "Middleware");
  EXPECT_EQ(title_of("<title>Pumps - fit for all</title>"
                     "<meta property=og:title content='Pumps - fit for all'>",
                     "<h1>Pumps</h1><p>All"),
            "Pumps - fit for all");
}

TEST(ArticleTest, KnowsBylinesOfManyLanguages) {
  struct Case {
    const char* byline;
    const char* date;
    const char* author;
    const char* day;
  };
  for (const Case& one : std::vector<Case>{
           {"Von Jörg Müller", "3. März 2022", "Jörg Müller", "2022-03-03"},
           {"Автор: Иван Петров", "5 марта 2021", "Иван Петров", "2021-03-05"},
           {"Kirjoittaja: Matti Virtanen", "5. toukokuuta 2021", "Matti Virtanen", "2021-05-05"},
           {"Szerző: Kovács János", "2021. május 5.", "Kovács János", "2021-05-05"},
           {"Yazan: Ahmet Yılmaz", "5 Mayıs 2021", "Ahmet Yılmaz", "2021-05-05"},
           {"Oleh Budi Santoso", "5 Mei 2021", "Budi Santoso", "2021-05-05"},
           {"Tác giả: Nguyễn Văn An", "5 tháng 5, 2021", "Nguyễn Văn An", "2021-05-05"},
           {"作者：李明", "2021年5月5日", "李明", "2021-05-05"},
           {"김철수 기자", "2021년 5월 5일", "김철수", "2021-05-05"},
           {"بقلم: محمد علي", "5 مايو 2021", "محمد علي", "2021-05-05"}}) {
    std::string html =
        "<head><meta property=og:type content=article><title>Old mill to reopen</title></head>"
        "<article><h1>Old mill to reopen</h1><p>" +
        std::string(one.byline) + "</p><p>" + one.date + "</p>";
    // Long enough to be an article without a class that says so.
    for (int i = 0; i < 3; ++i) {
      for (const char* paragraph : kParagraphs) html += std::string("<p>") + paragraph + "</p>";
    }
    model::Page page;
    page.document = html::parse(html, {.transport_charset = "utf-8"}).document;
    const Article article = read_article(page);
    ASSERT_EQ(article.type, PageType::kArticle);
    EXPECT_EQ(article.author.value, one.author);
    EXPECT_EQ(article.date.value, one.day) << one.date;
  }
}

TEST(ArticleTest, NamesWhatStructuredDataContradicts) {
  const Article article = read_article(news_page(
      "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"headline\":\"Something else "
      "entirely\","
      "\"datePublished\":\"2023-01-05\",\"author\":{\"@type\":\"Person\",\"name\":\"Bob "
      "Ray\"}}</script>"));
  EXPECT_EQ(article.author.value, "Bob Ray");
  EXPECT_EQ(article.date.value, "2023-01-05");
  ASSERT_EQ(article.contradictions.size(), 3U);
  EXPECT_EQ(article.contradictions[1], "date: json-ld has 2023-01-05, time 2024-03-12");
}

TEST(ArticleTest, AnEmptyPageHasNothing) {
  for (const char* html : {"", "<html></html>", "<script>x</script>"}) {
    model::Page page;
    page.document = html::parse(html).document;
    const Article article = read_article(page);
    EXPECT_TRUE(article.blocks.empty());
    EXPECT_FALSE(article.title.found());
    EXPECT_EQ(markdown(page, article), "");
  }
}

TEST(ArticleTest, EveryBlockHasItsNode) {
  const model::Page page = news_page();
  const Json json = article_json(page, read_article(page));
  ASSERT_GE(json["blocks"].size(), 4U);
  EXPECT_THAT(json["blocks"][1].text_of("node"), HasSubstr("/html[1]/body[1]/main[1]/article[1]"));
}

TEST(SiteTest, WhatPagesShareIsTheSites) {
  const std::string shared =
      "<p>Valley Times is the newspaper of the valley, printed since 1911, and read by everybody "
      "who lives here. It has "
      "twelve reporters, who write about the council, the schools and the weather.</p>";
  std::vector<model::Page> pages;
  for (int i = 0; i < 6; ++i) pages.push_back(news_page("", shared));
  // The article's own text must differ from page to page, or it would be the site's as well.
  SiteTexts texts;
  for (const model::Page& page : pages) texts.add(blocks_of(page.document));
  const PageBlocks blocks = blocks_of(pages[0].document);
  EXPECT_EQ(texts.pages(), 6U);
  EXPECT_EQ(texts.pages_with(blocks.blocks.back()), 6U);
  size_t read = 0;
  read_site(pages, {}, [&](size_t i, const Article& article) {
    EXPECT_EQ(i, read++);
    EXPECT_THAT(plain_text(pages[i].document, article), Not(HasSubstr("twelve reporters")));
  });
  EXPECT_EQ(read, 6U);
}

}  // namespace
}  // namespace weft::read
