#include "warc/writer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "warc/cdxj.h"
#include "warc/reader.h"
#include "warc/sha1.h"

namespace weft::warc {
namespace {

using ::testing::HasSubstr;

constexpr char kHttp[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hello";

std::string write_sample(Codec codec) {
  std::string file;
  Writer writer(
      [&](std::string_view bytes) {
        file += bytes;
        return Status();
      },
      {.codec = codec, .id_seed = 7});
  EXPECT_TRUE(writer.write_warcinfo("a.warc").ok());
  const auto response = writer.write({.type = RecordType::kResponse,
                                      .target_uri = "https://www.example.org/b?y&x",
                                      .date = "2024-03-12T14:30:05Z",
                                      .content = kHttp});
  EXPECT_TRUE(response.ok());
  EXPECT_TRUE(writer
                  .write({.type = RecordType::kRequest,
                          .target_uri = "https://www.example.org/b?y&x",
                          .content = "GET /b HTTP/1.1\r\n\r\n",
                          .concurrent_to = response->id})
                  .ok());
  EXPECT_TRUE(writer
                  .write({.type = RecordType::kMetadata,
                          .content_type = "application/json",
                          .content = "{}",
                          .concurrent_to = response->id})
                  .ok());
  EXPECT_TRUE(writer
                  .write({.type = RecordType::kRevisit,
                          .target_uri = "https://www.example.org/b?y&x",
                          .content = "HTTP/1.1 200 OK\r\n\r\n",
                          .refers_to_uri = "https://www.example.org/b?y&x",
                          .refers_to_date = "2024-03-12T14:30:05Z",
                          .payload_digest = "sha1:ABC"})
                  .ok());
  return file;
}

TEST(Sha1Test, KnowsTheExamplesOfTheStandard) {
  EXPECT_EQ(sha1_label(""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_TRUE(digest_matches("sha1:a9993e364706816aba3e25717850c26c9cd0d89d", "abc"));
  EXPECT_TRUE(digest_matches("sha1:84983e441c3bd26ebaae4aa1f95129e5e54670f1",
                             "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"));
  EXPECT_TRUE(
      digest_matches("sha1:34aa973cd4c4daa4f61eeb2bdbad27316534016f", std::string(1'000'000, 'a')));
  EXPECT_FALSE(digest_matches("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "x"));
  EXPECT_TRUE(digest_matches("md5:nobody can say", "x"));
}

TEST(WarcWriterTest, WritesWhatTheReaderReads) {
  for (const Codec codec : {Codec::kNone, Codec::kGzip, Codec::kZstd}) {
    const std::string file = write_sample(codec);
    Reader reader = Reader::over(file);
    std::vector<RecordType> types;
    std::string warcinfo;
    std::string response;
    while (const Record* record = reader.next()) {
      types.push_back(record->type);
      EXPECT_EQ(record->version, "WARC/1.1");
      EXPECT_TRUE(digest_matches(record->header("WARC-Block-Digest"), record->content));
      if (record->type == RecordType::kWarcinfo) {
        warcinfo = record->header("WARC-Record-ID");
      } else {
        EXPECT_EQ(record->header("WARC-Warcinfo-ID"), warcinfo);
      }
      if (record->type == RecordType::kResponse) {
        response = record->header("WARC-Record-ID");
        EXPECT_EQ(record->content, kHttp);
        EXPECT_TRUE(digest_matches(record->header("WARC-Payload-Digest"), "<p>hello"));
      }
      if (record->type == RecordType::kMetadata) {
        EXPECT_EQ(record->header("WARC-Concurrent-To"), response);
      }
    }
    EXPECT_EQ(types,
              (std::vector{RecordType::kWarcinfo, RecordType::kResponse, RecordType::kRequest,
                           RecordType::kMetadata, RecordType::kRevisit}));
    EXPECT_EQ(reader.stats().damaged, 0u);
  }
}

TEST(WarcWriterTest, SaysWhereItPutARecord) {
  std::string file;
  Writer writer([&](std::string_view bytes) {
    file += bytes;
    return Status();
  });
  ASSERT_TRUE(writer.write_warcinfo("").ok());
  const auto placed = writer.write({.target_uri = "a:b", .content = kHttp});
  ASSERT_TRUE(placed.ok());
  Reader reader = Reader::over(std::string_view(file).substr(placed->offset, placed->length));
  EXPECT_EQ(reader.next()->header("WARC-Record-ID"), placed->id);
}

TEST(WarcWriterTest, RefusesHeadersWithLineBreaks) {
  Writer writer([](std::string_view) { return Status(); });
  EXPECT_FALSE(writer.write({.target_uri = "a:b\r\nWARC-Type: forged", .content = ""}).ok());
}

TEST(CdxjTest, ReordersUrls) {
  EXPECT_EQ(surt("https://www.Example.com/A?b&a#f"), "com,example)/a?a&b");
  EXPECT_EQ(surt("http://example.com"), "com,example)/");
  EXPECT_EQ(surt("http://www2.example.co.uk:8080/x/"), "uk,co,example:8080)/x");
  EXPECT_EQ(surt("http://www.com/"), "com,www)/");
  EXPECT_EQ(surt("http://127.0.0.1/a"), "127.0.0.1)/a");
  EXPECT_EQ(surt("urn:x:Y"), "urn:x:y");
}

TEST(CdxjTest, WritesALineForEachCapture) {
  const std::string file = write_sample(Codec::kGzip);
  Reader reader = Reader::over(file);
  std::vector<std::string> lines;
  while (const Record* record = reader.next()) {
    if (std::string line = cdxj_line(*record, "a.warc.gz"); !line.empty()) lines.push_back(line);
  }
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(
      lines[0],
      HasSubstr("org,example)/b?x&y 20240312143005 {\"url\": \"https://www.example.org/b?y&x\", "
                "\"mime\": \"text/html\", \"status\": \"200\", \"digest\": \""));
  EXPECT_THAT(lines[0], HasSubstr("\"filename\": \"a.warc.gz\"}"));
  EXPECT_THAT(lines[1], HasSubstr("\"mime\": \"warc/revisit\""));
}

}  // namespace
}  // namespace weft::warc
