#include "crawl/crawl_graph.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "crawl/metadata.h"

namespace weft::crawl {
namespace {

TEST(CrawlGraphTest, GraphAndFactsComeFromLinkLogAndMetadata) {
  const std::string folder = ::testing::TempDir() + "/weft_crawl_graph";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder + "/links");
  ASSERT_TRUE(write_file(folder + "/links/1.jsonl",
                         R"({"url": "http://a.example/", "type": "text/html", "links": [)"
                         R"({"url": "http://a.example/b", "text": "b"}, )"
                         R"({"url": "http://a.example/gone", "text": "c"}, )"
                         R"({"url": "http://x.example/", "text": "x"}]})"
                         "\n"
                         R"({"url": "http://a.example/b", "type": "text/html", "links": []})"
                         "\n")
                  .ok());
  {
    const auto metadata = MetadataStore::open(folder + "/metadata.sqlite");
    const TimePoint time(std::chrono::days(1));
    const std::vector<PageVisit> visits = {
        {.url = "http://a.example/", .time = time, .status = 200, .content_hash = 1},
        {.url = "http://a.example/b", .time = time, .status = 200, .content_hash = 1},
        {.url = "http://a.example/gone", .time = time, .status = 404}};
    ASSERT_TRUE((*metadata)->record(visits).ok());
  }
  const auto crawl = read_crawl_graph(folder);
  ASSERT_TRUE(crawl.ok()) << crawl.error().message;
  ASSERT_EQ(crawl->urls.size(), 3U);
  EXPECT_EQ(crawl->graph.links(), 2U);
  EXPECT_EQ(crawl->urls[0], "http://a.example/");
  EXPECT_EQ(crawl->facts[0].uncrawled_links, 1U);
  EXPECT_FALSE(crawl->facts[0].error);
  EXPECT_TRUE(crawl->facts[2].error);
  EXPECT_FLOAT_EQ(crawl->unique_shares[0], 1.0F / 3) << "two pages with the same content";
}

}  // namespace
}  // namespace weft::crawl
