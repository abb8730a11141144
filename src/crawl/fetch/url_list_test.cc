#include "crawl/fetch/url_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warc/codec.h"

namespace weft::crawl {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

auto has_url(const std::string& url) { return Field(&ListedUrl::url, url); }

std::string gzip(std::string_view text) {
  std::string out;
  warc::Compressor compressor(warc::Codec::kGzip);
  compressor.write(text, out);
  compressor.finish(out);
  return out;
}

constexpr std::string_view kSitemap = R"(<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://x/">
<url><loc> http://h/a?x=1&amp;y=2 </loc><lastmod>2024-03-12T14:30:05+01:00</lastmod>
  <image:image><image:loc>http://h/a.jpg</image:loc></image:image><priority>0.8</priority></url>
<url><loc><![CDATA[http://h/b]]></loc></url>
</urlset>)";

TEST(UrlListTest, ReadsASitemapAndLeavesItsImagesOut) {
  const UrlList list = read_url_list(kSitemap, "http://h/sitemap.xml");
  EXPECT_EQ(list.kind, ListKind::kSitemap);
  ASSERT_THAT(list.entries, ElementsAre(has_url("http://h/a?x=1&y=2"), has_url("http://h/b")));
  EXPECT_DOUBLE_EQ(list.entries[0].priority, 0.8);
  EXPECT_DOUBLE_EQ(list.entries[1].priority, 0.5);
}

TEST(UrlListTest, ReadsGzip) {
  EXPECT_EQ(read_url_list(gzip(kSitemap), "http://h/sitemap.xml.gz").entries.size(), 2U);
}

TEST(UrlListTest, StopsACompressionBomb) {
  const std::string bomb = gzip(std::string(kSitemap) + std::string(10 << 20, ' '));
  const UrlList list = read_url_list(bomb, "http://h/", {.max_bytes = 1 << 16});
  EXPECT_TRUE(list.truncated);
  EXPECT_EQ(list.entries.size(), 2U);
}

TEST(UrlListTest, ReadsAnIndex) {
  const UrlList list = read_url_list(
      "<sitemapindex><sitemap><loc>/s1.xml.gz</loc></sitemap><sitemap><loc>http://h/s2.xml</loc>"
      "</sitemap></sitemapindex>",
      "http://h/sitemap.xml");
  EXPECT_EQ(list.kind, ListKind::kSitemapIndex);
  EXPECT_THAT(list.entries, ElementsAre(has_url("http://h/s1.xml.gz"), has_url("http://h/s2.xml")));
}

TEST(UrlListTest, ReadsTextAndRefusesOtherSchemes) {
  const UrlList list =
      read_url_list("\xEF\xBB\xBFhttp://h/a\r\nhttp://h/b#x\n\njavascript:x\n", "http://h/s.txt");
  EXPECT_EQ(list.kind, ListKind::kText);
  EXPECT_THAT(list.entries, ElementsAre(has_url("http://h/a"), has_url("http://h/b")));
}

TEST(UrlListTest, ReadsRss) {
  const UrlList list = read_url_list(
      "<rss version='2.0'><channel><title>News</title><link>http://h/</link>"
      "<item><title>One &amp; two</title><link>http://h/1</link>"
      "<pubDate>Tue, 12 Mar 2024 14:30:05 GMT</pubDate><guid>urn:x</guid></item>"
      "<item><guid isPermaLink='true'>http://h/2</guid></item></channel></rss>",
      "http://h/feed");
  EXPECT_EQ(list.kind, ListKind::kRss);
  ASSERT_THAT(list.entries, ElementsAre(has_url("http://h/1"), has_url("http://h/2")));
  EXPECT_EQ(list.entries[0].title, "One & two");
}

TEST(UrlListTest, ReadsRss1AndAtom) {
  EXPECT_THAT(read_url_list("<rdf:RDF><item rdf:about='http://h/1'><dc:date>2024-03-12</dc:date>"
                            "</item></rdf:RDF>",
                            "http://h/")
                  .entries,
              ElementsAre(has_url("http://h/1")));
  const UrlList atom = read_url_list(
      "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://h/'/><entry>"
      "<title type='html'>T</title><link rel='edit' href='/edit'/><link href='a/1'/>"
      "<updated>2024-03-12T00:00:00Z</updated></entry></feed>",
      "http://h/feed/");
  EXPECT_EQ(atom.kind, ListKind::kAtom);
  ASSERT_THAT(atom.entries, ElementsAre(has_url("http://h/feed/a/1")));
}

TEST(UrlListTest, TakesWhatItCanFromBrokenXml) {
  const UrlList list = read_url_list(
      "<urlset><url><loc>http://h/?a=1&b=2</loc><url><loc>http://h/2</loc></url><url><loc>http://h/"
      "3",
      "http://h/");
  EXPECT_THAT(list.entries, ElementsAre(has_url("http://h/?a=1&b=2"), has_url("http://h/2")));
}

TEST(UrlListTest, ReadsOtherEncodings) {
  const UrlList list = read_url_list(
      "<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>http://h/\xE9</loc></url>"
      "</urlset>",
      "http://h/");
  EXPECT_THAT(list.entries, ElementsAre(has_url("http://h/%C3%A9")));
}

TEST(UrlListTest, APageIsNoList) {
  EXPECT_EQ(read_url_list("<!DOCTYPE html><html><body><a href=http://h/>x</a>", "http://h/").kind,
            ListKind::kNone);
  EXPECT_EQ(read_url_list("", "http://h/").kind, ListKind::kNone);
  EXPECT_EQ(read_url_list("\x89PNG\r\n", "http://h/").kind, ListKind::kNone);
}

TEST(UrlListTest, KeepsTheLimitOfEntries) {
  std::string text = "<urlset>";
  for (int i = 0; i < 20; ++i) text += "<url><loc>http://h/" + std::to_string(i) + "</loc></url>";
  const UrlList list = read_url_list(text, "http://h/", {.max_entries = 10});
  EXPECT_EQ(list.entries.size(), 10U);
  EXPECT_TRUE(list.truncated);
}

}  // namespace
}  // namespace weft::crawl
