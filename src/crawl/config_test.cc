#include "crawl/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CrawlConfigTest, ReadsEveryKindOfSetting) {
  const auto config = parse_crawl_config(R"(
seeds = ["https://example.com/", "https://example.org/"]
scope = "domain"
depth = 5
contact = "mailto:me@example.com"
[politeness]
delay = 2.5
max_delay = "90s"
per_host = 2
robots = false
[fetch]
connections = 50
max_page = "1M"
[budget]
pages = 1000
bytes = "2G"
time = "1.5h"
[urls]
drop_parameters = ["ref"]
[traps]
allowance = 10
[warc]
level = 9
)",
                                         "crawl.toml");
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_THAT(config->seeds, ElementsAre("https://example.com/", "https://example.org/"));
  EXPECT_EQ(config->options.gate.scope, CrawlScope::kDomain);
  EXPECT_EQ(config->options.gate.max_depth, 5U);
  EXPECT_EQ(config->options.pace.delay, 2500ms);
  EXPECT_EQ(config->options.pace.max_delay, 90s);
  EXPECT_EQ(config->options.slots, 2U);
  EXPECT_FALSE(config->options.obey_robots);
  EXPECT_EQ(config->options.fetch.max_connections, 50U);
  EXPECT_EQ(config->options.fetch.max_bytes, 1U << 20);
  EXPECT_EQ(config->options.max_pages, 1000U);
  EXPECT_EQ(config->options.max_bytes, uint64_t{2} << 30);
  EXPECT_EQ(config->options.max_time, 5400s);
  EXPECT_THAT(config->options.gate.canonical.drop_parameters, ElementsAre("ref"));
  EXPECT_EQ(config->traps.allowance, 10);
  EXPECT_EQ(config->warc.level, 9);
}

TEST(CrawlConfigTest, ErrorsNameTheLine) {
  const auto error = [](std::string_view text) {
    const auto config = parse_crawl_config(text, "c.toml");
    return config.ok() ? std::string() : config.error().message;
  };
  EXPECT_THAT(error("depth = 1\ndeptt = 2\n"),
              HasSubstr("c.toml, line 2: no setting is called deptt"));
  EXPECT_THAT(error("[fetch]\n\nmax_page = \"big\"\n"),
              HasSubstr("c.toml, line 3: fetch.max_page"));
  EXPECT_THAT(error("depth = \"two\"\n"), HasSubstr("c.toml, line 1: depth: needs a number"));
  EXPECT_THAT(error("depth = -1\n"), HasSubstr("depth"));
  EXPECT_THAT(error("scope = \"world\"\n"), HasSubstr("not host, domain or any"));
  EXPECT_THAT(error("seeds = 1\n"), HasSubstr("list of strings"));
  EXPECT_THAT(error("sitemaps = 1\n"), HasSubstr("true or false"));
  EXPECT_THAT(error("[politeness]\ndelay = \"soon\"\n"), HasSubstr("not a time"));
  EXPECT_THAT(error("a = [\n"), HasSubstr("c.toml, line "));
}

TEST(CrawlConfigTest, ReadsSizesAndDurations) {
  EXPECT_EQ(*parse_size("0"), 0U);
  EXPECT_EQ(*parse_size("64K"), 65536U);
  EXPECT_FALSE(parse_size("K").ok());
  EXPECT_FALSE(parse_size("-1").ok());
  EXPECT_FALSE(parse_size("1X").ok());
  EXPECT_FALSE(parse_size("99999999999999G").ok());
  EXPECT_EQ(*parse_duration("250ms"), 250ms);
  EXPECT_EQ(*parse_duration("1.5"), 1500ms);
  EXPECT_EQ(*parse_duration("2h"), 2h);
  EXPECT_FALSE(parse_duration("").ok());
  EXPECT_FALSE(parse_duration("-1s").ok());
  EXPECT_FALSE(parse_duration("nan").ok());
  EXPECT_FALSE(parse_duration("1e300").ok());
}

}  // namespace
}  // namespace weft::crawl
