#include "crawl/frontier/url_record.h"

#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

std::vector<FrontierUrl> examples() {
  return {{.url = "https://a.example/x", .host = "a.example", .priority = -1.5, .depth = 2},
          {.url = "https://a.example/xy",
           .host = "a.example",
           .priority = 1e300,
           .parent = "https://a.example/",
           .context = std::string("\0\xFF", 2),
           .not_before = TimePoint(Milliseconds(1'700'000'000'123)),
           .again = true},
          {.url = "https://b.example/", .host = "b.example", .depth = 4'000'000'000U}};
}

TEST(UrlRecordTest, GivesBackWhatWasSubmitted) {
  const auto urls = examples();
  std::vector<Submission> read;
  ASSERT_TRUE(decode_submissions(encode_submissions(urls), 70, read).ok());
  ASSERT_EQ(read.size(), urls.size());
  for (size_t i = 0; i < urls.size(); ++i) {
    EXPECT_EQ(read[i].host, urls[i].host);
    EXPECT_EQ(read[i].url.seq, static_cast<int64_t>(70 + i));
    EXPECT_EQ(read[i].url.url, urls[i].url);
    EXPECT_EQ(read[i].url.parent, urls[i].parent);
    EXPECT_EQ(read[i].url.context, urls[i].context);
    EXPECT_EQ(read[i].url.rank, -urls[i].priority);
    EXPECT_EQ(read[i].url.depth, int64_t{urls[i].depth});
    EXPECT_EQ(read[i].url.due, ticks(urls[i].not_before));
    EXPECT_EQ(read[i].again, urls[i].again);
    EXPECT_EQ(read[i].key, SeenKey::of(urls[i].host, urls[i].url));
  }
}

TEST(UrlRecordTest, GivesBackTheRestOfAUrl) {
  const UrlRow url{.url = "https://a.example/x/y",
                   .depth = 300,
                   .parent = "https://a.example/x/",
                   .context = "papers",
                   .attempts = 3};
  UrlRow read{.url = url.url};
  ASSERT_TRUE(decode_rest(encode_rest(url), read).ok());
  EXPECT_EQ(read.depth, url.depth);
  EXPECT_EQ(read.parent, url.parent);
  EXPECT_EQ(read.context, url.context);
  EXPECT_EQ(read.attempts, url.attempts);
}

TEST(UrlRecordTest, RefusesDamagedBytesWithoutReadingBeyondThem) {
  const std::string bytes = encode_submissions(examples());
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    std::vector<Submission> read;
    static_cast<void>(decode_submissions(bytes.substr(0, cut), 0, read).ok());
    EXPECT_LE(read.size(), 3U);
    std::string flipped = bytes;
    flipped[cut] = static_cast<char>(flipped[cut] ^ 0xFF);
    static_cast<void>(decode_submissions(flipped, 0, read).ok());
  }
  UrlRow url{.url = "https://a.example/"};
  EXPECT_EQ(decode_rest("\x01\x01\x7F", url).error().code, ErrorCode::kCorruption);
}

}  // namespace
}  // namespace weft::crawl
