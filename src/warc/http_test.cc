#include "warc/http.h"

#include <zlib.h>

#include "gtest/gtest.h"
#include "warc/codec.h"

namespace weft::warc {
namespace {

std::string pack(Codec codec, const std::string& bytes) {
  std::string out;
  Compressor compressor(codec);
  compressor.write(bytes, out);
  compressor.finish(out);
  return out;
}

std::string zlib(const std::string& bytes) {
  std::string out(compressBound(bytes.size()), '\0');
  uLongf size = out.size();
  compress(reinterpret_cast<Bytef*>(out.data()), &size,
           reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  out.resize(size);
  return out;
}

DecodedBody decode(const std::string& headers, const std::string& body) {
  const std::string message = "HTTP/1.1 200 OK\r\n" + headers + "\r\n" + body;
  return decode_body(*parse_http(message));
}

TEST(HttpTest, ReadsStatusHeadersAndCharset) {
  const auto http = parse_http(
      "HTTP/1.1 404 Not Found\r\nContent-Type: text/html; Charset=\"utf-8\"\r\n\r\nbody");
  ASSERT_TRUE(http.ok());
  EXPECT_EQ(http->status, 404);
  EXPECT_EQ(http->media_type(), "text/html");
  EXPECT_EQ(http->charset(), "utf-8");
  EXPECT_EQ(http->body, "body");
}

TEST(HttpTest, ReadsRequests) {
  const auto http = parse_http("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(http.ok());
  EXPECT_EQ(http->method, "GET");
  EXPECT_EQ(http->target, "/a b");
}

TEST(HttpTest, RefusesWhatIsNoMessage) {
  EXPECT_FALSE(parse_http("").ok());
  EXPECT_FALSE(parse_http("<!doctype html>\n\n").ok());
}

TEST(HttpTest, UndoesEncodings) {
  EXPECT_EQ(decode("", "plain").bytes, "plain");
  EXPECT_EQ(decode("Content-Encoding: gzip\r\n", pack(Codec::kGzip, "text")).bytes, "text");
  EXPECT_EQ(decode("Content-Encoding: zstd\r\n", pack(Codec::kZstd, "text")).bytes, "text");
  EXPECT_EQ(decode("Content-Encoding: deflate\r\n", zlib("text")).bytes, "text");
  const std::string bare = zlib("text");
  EXPECT_EQ(decode("Content-Encoding: deflate\r\n", bare.substr(2, bare.size() - 6)).bytes, "text");
  // "hello" as a single uncompressed brotli meta-block.
  EXPECT_EQ(decode("Content-Encoding: br\r\n", std::string("\x0b\x02\x80hello\x03", 9)).bytes,
            "hello");
  EXPECT_EQ(decode("Content-Encoding: deflate, gzip\r\n", pack(Codec::kGzip, zlib("text"))).bytes,
            "text");
}

TEST(HttpTest, UndoesChunks) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  EXPECT_EQ(decode(chunked, "4\r\nWiki\r\n5;x=y\r\npedia\r\n0\r\n\r\n").bytes, "Wikipedia");
  EXPECT_EQ(decode(chunked, "4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n").oddity, "");
}

TEST(HttpTest, KeepsBodiesThatAreNotWhatTheySay) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  EXPECT_EQ(decode(chunked, "<html>").bytes, "<html>");
  EXPECT_EQ(decode(chunked, "<html>").oddity, "not chunked after all");
  EXPECT_EQ(decode(chunked, "4\r\nWi").bytes, "Wi");
  EXPECT_EQ(decode("Content-Encoding: gzip\r\n", "<html>").bytes, "<html>");
  EXPECT_EQ(decode("Content-Encoding: gzip\r\n", "<html>").oddity, "damaged gzip data");
  EXPECT_EQ(decode("Content-Encoding: sdch\r\n", "x").oddity, "unknown content encoding sdch");
}

TEST(HttpTest, CutsBodiesThatDecodeToTooMuch) {
  const std::string bomb = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" +
                           pack(Codec::kGzip, std::string(5'000'000, 'x'));
  EXPECT_EQ(decode_body(*parse_http(bomb), 1000).bytes.size(), 1000u);
}

}  // namespace
}  // namespace weft::warc
