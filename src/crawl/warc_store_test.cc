#include "crawl/warc_store.h"

#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/temp_folder.h"
#include "warc/http.h"
#include "warc/reader.h"
#include "warc/sha1.h"

namespace weft::crawl {
namespace {

using ::testing::HasSubstr;

struct Stored {
  std::string type;
  std::map<std::string, std::string> headers;
  std::string content;
};

class WarcStoreTest : public ::testing::Test {
 protected:
  static FetchResult fetched(const std::string& url, const std::string& body, int status = 200) {
    FetchResult result;
    result.url = url;
    result.http_status = status;
    result.request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    result.message = "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Type: text/html\r\n\r\n";
    result.head_bytes = result.message.size();
    result.message += body;
    result.address = "192.0.2.1";
    return result;
  }

  std::vector<Stored> stored() const {
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(folder_))
      files.push_back(file.path().string());
    std::sort(files.begin(), files.end());
    std::vector<Stored> found;
    for (const std::string& file : files) {
      auto reader = warc::Reader::open(file);
      while (const warc::Record* record = reader->next()) {
        Stored one{.type = std::string(name_of(record->type)),
                   .content = std::string(record->content)};
        for (const warc::Field& field : record->headers)
          one.headers[std::string(field.name)] = field.value;
        found.push_back(std::move(one));
      }
      EXPECT_EQ(reader->stats().damaged, 0U);
    }
    return found;
  }

  const TempFolder temporary_;
  const std::string folder_ = temporary_.path();
};

TEST_F(WarcStoreTest, WritesResponseRequestAndMetadata) {
  WarcStore store({.folder = folder_});
  const FetchResult result = fetched("http://h/a", "<p>a");
  ASSERT_TRUE(store
                  .add({.fetched = result,
                        .date = "2026-01-02T03:04:05Z",
                        .parent = "http://h/",
                        .depth = 1,
                        .canonical = "http://h/A",
                        .language = "en"})
                  .ok());
  const auto records = stored();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[0].type, "warcinfo");
  EXPECT_EQ(records[1].type, "response");
  EXPECT_EQ(records[1].content, result.message);
  EXPECT_EQ(records[1].headers.at("WARC-Target-URI"), "http://h/a");
  EXPECT_EQ(records[1].headers.at("WARC-IP-Address"), "192.0.2.1");
  EXPECT_EQ(records[1].headers.at("WARC-Payload-Digest"), warc::sha1_label("<p>a"));
  EXPECT_EQ(records[2].type, "request");
  EXPECT_EQ(records[2].content, result.request);
  EXPECT_EQ(records[2].headers.at("WARC-Concurrent-To"), records[1].headers.at("WARC-Record-ID"));
  EXPECT_EQ(records[3].type, "metadata");
  EXPECT_THAT(records[3].content, HasSubstr("via: http://h/\r\n"));
  EXPECT_THAT(records[3].content, HasSubstr("hopsFromSeed: 1\r\n"));
}

TEST_F(WarcStoreTest, EqualContentAndNotModifiedAreRevisits) {
  WarcStore store({.folder = folder_, .requests = false});
  ASSERT_TRUE(
      store.add({.fetched = fetched("http://h/a", "same"), .date = "2026-01-02T03:04:05Z"}).ok());
  ASSERT_TRUE(
      store.add({.fetched = fetched("http://h/b", "same"), .date = "2026-01-02T03:04:06Z"}).ok());
  ASSERT_TRUE(
      store.add({.fetched = fetched("http://h/a", "", 304), .date = "2026-01-02T03:04:07Z"}).ok());
  const auto records = stored();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[2].type, "revisit");
  EXPECT_THAT(records[2].headers.at("WARC-Profile"), HasSubstr("identical-payload-digest"));
  EXPECT_EQ(records[2].headers.at("WARC-Refers-To-Target-URI"), "http://h/a");
  EXPECT_EQ(records[2].headers.at("WARC-Refers-To-Date"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(records[2].headers.at("WARC-Payload-Digest"), warc::sha1_label("same"));
  EXPECT_THAT(records[3].headers.at("WARC-Profile"), HasSubstr("server-not-modified"));
  EXPECT_EQ(store.revisits(), 2U);
}

TEST_F(WarcStoreTest, SaysWhatWasCut) {
  WarcStore store({.folder = folder_, .requests = false});
  FetchResult cut = fetched("http://h/a", "xx");
  cut.cut = true;
  ASSERT_TRUE(store.add({.fetched = cut}).ok());
  FetchResult ended = fetched("http://h/b", "xx");
  ended.status = FetchStatus::kTruncated;
  ASSERT_TRUE(store.add({.fetched = ended}).ok());
  const auto records = stored();
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[1].headers.at("WARC-Truncated"), "length");
  EXPECT_EQ(records[2].headers.at("WARC-Truncated"), "disconnect");
}

TEST_F(WarcStoreTest, BeginsANewFileAtTheLimitAndNeverTouchesOthers) {
  for (int run = 0; run < 2; ++run) {
    WarcStore store({.folder = folder_, .max_file_bytes = 1, .requests = false});
    for (const char* url : {"http://h/a", "http://h/b"})
      ASSERT_TRUE(store.add({.fetched = fetched(url, url)}).ok());
  }
  const std::filesystem::directory_iterator files(folder_);
  EXPECT_EQ(std::distance(begin(files), end(files)), 4);
}

TEST_F(WarcStoreTest, SaysWhyItCannotWrite) {
  WarcStore store({.folder = "/proc/nowhere"});
  const Status status = store.add({.fetched = fetched("http://h/", "x")});
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("/proc/nowhere"));
}

}  // namespace
}  // namespace weft::crawl
