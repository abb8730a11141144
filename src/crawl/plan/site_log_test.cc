#include "crawl/plan/site_log.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

std::string response_record(const std::string& url, const std::string& head,
                            const std::string& body) {
  const std::string content = fmt::format("HTTP/1.1 {}\r\n\r\n{}", head, body);
  return fmt::format(
      "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {}\r\n"
      "Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n",
      url, content.size(), content);
}

class CrawledSiteLogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string html = "200 OK\r\nContent-Type: text/html";
    const std::string warc =
        response_record("https://a.example/", html,
                        "<a href='pubs#top'>My papers</a> <a href=/moved>Old</a> <a "
                        "href=https://other.example/>Elsewhere</a>") +
        response_record("https://a.example/pubs", html, "<a href=/1.pdf>Crawling</a>") +
        response_record("https://a.example/moved", "301 Moved\r\nLocation: /pubs", "") +
        response_record("https://a.example/1.pdf", "200 OK\r\nContent-Type: application/pdf",
                        "%PDF-") +
        response_record("https://a.example/gone", "404 Not Found\r\nContent-Type: text/html", "");
    ASSERT_TRUE(write_file(path_, warc).ok());
  }
  void TearDown() override { std::filesystem::remove(path_); }

  SiteLog log(const RelevanceRules& rules) {
    const auto text = warc_site_log({path_}, rules, &counts_);
    EXPECT_TRUE(text.ok()) << text.error().message;
    return *read_site_log(*text, "log");
  }

  std::string path_ = ::testing::TempDir() + "/weft_warc_site_log_test.warc";
  SiteLogCounts counts_;
};

TEST_F(CrawledSiteLogTest, KeepsPagesAndTheLinksBetweenThem) {
  SiteLog site = log({});
  ASSERT_EQ(site.size(), 3U) << "neither the redirect, the missing page nor the other site";
  const auto links = site.links(site.page("https://a.example/"));
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(site.url(links[0].to), "https://a.example/pubs");
  EXPECT_EQ(links[0].anchor, "My papers");
  EXPECT_EQ(site.url(links[1].to), "https://a.example/pubs") << "through the redirect";
}

TEST_F(CrawledSiteLogTest, MarksWhatEveryRuleWants) {
  const auto relevant = [&](const RelevanceRules& rules) {
    SiteLog site = log(rules);
    return site.relevant(site.page("https://a.example/1.pdf"));
  };
  EXPECT_FALSE(relevant({}));
  EXPECT_TRUE(relevant({.media_type = "application/pdf"}));
  EXPECT_TRUE(relevant({.url_pattern = "\\.pdf$", .urls = {"https://a.example/1.pdf"}}));
  EXPECT_FALSE(relevant({.url_pattern = "\\.ps$", .media_type = "application/pdf"}));
  EXPECT_FALSE(relevant({.papers = true})) << "the document cannot be read";
  EXPECT_EQ(counts_.unreadable, 1U);
}

class CrawlCrawledSiteLogTest : public ::testing::Test {
 protected:
  CrawlCrawledSiteLogTest() {
    std::filesystem::create_directories(folder_ + "/links");
    write("links/a.jsonl",
          R"({"url": "https://a.example/", "type": "text/html", "links": [)"
          R"({"url": "https://a.example/old", "text": "Papers"}, )"
          R"({"url": "https://b.example/", "text": "Elsewhere"}]})"
          "\n"
          R"({"url": "https://a.example/old", "redirect": "https://a.example/1.pdf"})"
          "\n"
          R"({"url": "https://a.example/1.p)");  // Killed while it was written.
    write("links/b.jsonl",
          R"({"url": "https://a.example/1.pdf", "type": "application/pdf", "links": []})"
          "\n"
          R"({"url": "https://a.example/", "type": "text/html", "links": []})"
          "\n");
  }
  ~CrawlCrawledSiteLogTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(folder_ + "/" + name, text).ok());
  }

  std::string folder_ = ::testing::TempDir() + "/weft_crawl_site_log_test";
};

TEST_F(CrawlCrawledSiteLogTest, ReadsWhatACrawlHasLoggedAndPassesOverWhatAKillLeft) {
  SiteLogCounts counts;
  const auto text = crawl_site_log(folder_, {.media_type = "application/pdf"}, &counts);
  ASSERT_TRUE(text.ok()) << text.error().message;
  SiteLog site = *read_site_log(*text, "log");
  ASSERT_EQ(site.size(), 2U);
  const auto links = site.links(site.page("https://a.example/"));
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].anchor, "Papers");
  EXPECT_EQ(site.url(links[0].to), "https://a.example/1.pdf") << "through the redirect";
  EXPECT_TRUE(site.relevant(links[0].to));
  EXPECT_EQ(counts.relevant, 1U);
}

TEST_F(CrawlCrawledSiteLogTest, LooksForPapersInTheDocuments) {
  std::filesystem::create_directories(folder_ + "/warc");
  write("warc/1.warc", response_record("https://a.example/1.pdf",
                                       "200 OK\r\nContent-Type: application/pdf", "%PDF-"));
  SiteLogCounts counts;
  ASSERT_TRUE(crawl_site_log(folder_, {.papers = true}, &counts).ok());
  EXPECT_EQ(counts.unreadable, 1U);
  EXPECT_EQ(counts.relevant, 0U);
}

TEST_F(CrawlCrawledSiteLogTest, SaysWhatIsWrong) {
  write("links/c.jsonl", "no JSON\n");
  const auto text = crawl_site_log(folder_, {});
  ASSERT_FALSE(text.ok());
  EXPECT_NE(text.error().message.find("c.jsonl:1"), std::string::npos) << text.error().message;
  EXPECT_EQ(crawl_site_log(folder_ + "/links", {}).error().code, ErrorCode::kNotFound);
}

TEST_F(CrawledSiteLogTest, SaysWhatIsWrong) {
  EXPECT_EQ(warc_site_log({path_}, {.url_pattern = "("}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(warc_site_log({path_ + ".none"}, {}).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace weft::crawl
