#include "crawl/fetch/fetcher.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawl/testing/raw_server.h"
#include "warc/codec.h"

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using testing::RawConnection;
using testing::RawRequest;
using testing::RawServer;
using testing::response;

FetcherOptions local() { return {.connect_timeout = 5s, .timeout = 5s, .allow_private = true}; }

std::vector<FetchResult> fetch_all(Fetcher& fetcher) {
  std::vector<FetchResult> results;
  while (fetcher.active() > 0) {
    for (FetchResult& result : fetcher.poll(100ms)) results.push_back(std::move(result));
  }
  return results;
}

FetchResult fetch(const std::string& url, const FetcherOptions& options = local()) {
  Fetcher fetcher(options);
  fetcher.start({.url = url});
  return std::move(fetch_all(fetcher).front());
}

std::string decoded(const FetchResult& result) {
  return warc::decode_body(*warc::parse_http(result.message)).bytes;
}

// A server that gives every request the same bytes and closes.
class FetcherTest : public ::testing::Test {
 protected:
  FetchResult answer_with(std::string bytes, const FetcherOptions& options = local()) {
    RawServer server([&](const RawRequest&, RawConnection& connection) {
      connection.send(bytes);
      return false;
    });
    return fetch(server.origin() + "/", options);
  }
};

TEST_F(FetcherTest, ReturnsTheResponseAsItWasSent) {
  const FetchResult result = answer_with(response("<p>hello"));
  EXPECT_EQ(result.status, FetchStatus::kOk) << result.error;
  EXPECT_EQ(result.http_status, 200);
  EXPECT_EQ(result.message, response("<p>hello"));
  EXPECT_EQ(result.body(), "<p>hello");
  EXPECT_EQ(result.address, "127.0.0.1");
}

TEST_F(FetcherTest, TheRequestIsKeptAsItWentOverTheWire) {
  RawServer server(
      [](const RawRequest&, RawConnection& connection) { return connection.send(response("")); });
  Fetcher fetcher({.user_agent = "weft/1 (+mailto:me@example.com)", .allow_private = true});
  fetcher.start({.url = server.origin() + "/a/../b?q=1|2#f",
                 .etag = "\"x\"",
                 .last_modified = "Tue, 12 Mar 2024 14:30:05 GMT"});
  const FetchResult result = std::move(fetch_all(fetcher).front());
  EXPECT_EQ(result.request, server.log().front().head);
  EXPECT_THAT(result.request, HasSubstr("GET /b?q=1|2 HTTP/1.1\r\n"));
  EXPECT_THAT(result.request, HasSubstr("User-Agent: weft/1 (+mailto:me@example.com)\r\n"));
  EXPECT_THAT(result.request, HasSubstr("If-None-Match: \"x\"\r\nIf-Modified-Since: Tue, 12"));
}

TEST_F(FetcherTest, HeaderValuesCannotSmuggleOtherHeaders) {
  RawServer server(
      [](const RawRequest&, RawConnection& connection) { return connection.send(response("")); });
  Fetcher fetcher(local());
  fetcher.start({.url = server.origin() + "/", .etag = "\"x\"\r\nEvil: yes"});
  fetch_all(fetcher);
  EXPECT_THAT(server.log().front().head, Not(HasSubstr("Evil")));
}

TEST_F(FetcherTest, DoesNotFollowRedirects) {
  const FetchResult result =
      answer_with(response("", "Location: http://127.0.0.1:1/\r\n", "302 Found"));
  EXPECT_EQ(result.http_status, 302);
  EXPECT_EQ(warc::parse_http(result.message)->header("location"), "http://127.0.0.1:1/");
}

TEST_F(FetcherTest, RefusesPrivateAddressesAfterResolving) {
  std::atomic<int> connections = 0;
  RawServer server([&](const RawRequest&, RawConnection& connection) {
    ++connections;
    return connection.send(response("secret"));
  });
  FetcherOptions options = local();
  options.allow_private = false;
  for (const char* host : {"127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"}) {
    const FetchResult result = fetch(fmt::format("http://{}:{}/", host, server.port()), options);
    EXPECT_EQ(result.status, FetchStatus::kPrivateAddress) << host << ": " << result.error;
    EXPECT_EQ(result.message, "");
  }
  EXPECT_EQ(connections, 0);
  EXPECT_TRUE(server.log().empty());
}

TEST_F(FetcherTest, KeepsContentEncodingsAndUndoesChunks) {
  std::string packed;
  warc::Compressor compressor(warc::Codec::kGzip);
  compressor.write("<p>packed", packed);
  compressor.finish(packed);
  const FetchResult gzip = answer_with(response(packed, "Content-Encoding: gzip\r\n"));
  EXPECT_EQ(gzip.body(), packed);
  EXPECT_EQ(decoded(gzip), "<p>packed");
  const FetchResult chunked = answer_with(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: "
      "y\r\n\r\n5\r\n<p>ch\r\n4\r\nunks\r\n0\r\n"
      "Trailer: t\r\n\r\n");
  EXPECT_EQ(chunked.message, "HTTP/1.1 200 OK\r\nX: y\r\n\r\n<p>chunks");
  EXPECT_EQ(decoded(chunked), "<p>chunks");
}

TEST_F(FetcherTest, InterimResponsesAreNotTheResponse) {
  const FetchResult result =
      answer_with("HTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n" + response("x"));
  EXPECT_EQ(result.message, response("x"));
  EXPECT_EQ(result.http_status, 200);
}

TEST_F(FetcherTest, SaysWhenABodyEndsTooEarly) {
  const FetchResult shorter =
      answer_with("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>only this");
  EXPECT_EQ(shorter.status, FetchStatus::kTruncated);
  EXPECT_EQ(shorter.body(), "<p>only this");
  const FetchResult chunked =
      answer_with("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<p>ch\r\nff\r\nun");
  EXPECT_EQ(chunked.status, FetchStatus::kTruncated);
  EXPECT_EQ(chunked.body(), "<p>chun");
}

TEST_F(FetcherTest, IgnoresWhatFollowsTheDeclaredLength) {
  const FetchResult result =
      answer_with("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<p>x and more");
  EXPECT_EQ(result.status, FetchStatus::kOk);
  EXPECT_EQ(result.body(), "<p>x");
}

TEST_F(FetcherTest, CutsBodiesAtTheLimit) {
  FetcherOptions options = local();
  options.max_bytes = 1000;
  const FetchResult declared = answer_with(response(std::string(100'000, 'x')), options);
  EXPECT_EQ(declared.status, FetchStatus::kOk);
  EXPECT_TRUE(declared.cut);
  EXPECT_EQ(declared.body().size(), 1000U);
  const FetchResult endless =
      answer_with("HTTP/1.1 200 OK\r\n\r\n" + std::string(50'000, 'y'), options);
  EXPECT_TRUE(endless.cut);
  const FetchResult exact = answer_with(response(std::string(1000, 'z')), options);
  EXPECT_FALSE(exact.cut);
}

TEST_F(FetcherTest, EndlessBodiesEnd) {
  FetcherOptions options = local();
  options.max_bytes = 1 << 20;
  RawServer server([](const RawRequest&, RawConnection& connection) {
    bool open = connection.send("HTTP/1.1 200 OK\r\n\r\n");
    while (open) open = connection.send(std::string(10'000, 'x'));
    return false;
  });
  const FetchResult result = fetch(server.origin() + "/", options);
  EXPECT_TRUE(result.cut);
  EXPECT_EQ(result.body().size(), options.max_bytes);
}

TEST_F(FetcherTest, SlowBodiesTimeOut) {
  RawServer* self = nullptr;
  RawServer server([&](const RawRequest&, RawConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    while (connection.send("x") && self->sleep(5ms)) {
    }
    return false;
  });
  self = &server;
  FetcherOptions options = local();
  options.timeout = 200ms;
  const FetchResult result = fetch(server.origin() + "/", options);
  EXPECT_EQ(result.status, FetchStatus::kTimeout);
  EXPECT_GT(result.body().size(), 0U);
}

TEST_F(FetcherTest, HeadsWithoutEndAreRefused) {
  RawServer server([](const RawRequest&, RawConnection& connection) {
    bool open = connection.send("HTTP/1.1 200 OK\r\n");
    while (open) open = connection.send("X-Padding: " + std::string(1000, 'x') + "\r\n");
    return false;
  });
  const FetchResult result = fetch(server.origin() + "/");
  EXPECT_EQ(result.status, FetchStatus::kProtocol);
  EXPECT_EQ(result.message, "");
}

TEST_F(FetcherTest, WhatIsNotHttpIsAnError) {
  EXPECT_EQ(answer_with("SSH-2.0-OpenSSH_9.2\r\n").status, FetchStatus::kProtocol);
  EXPECT_EQ(answer_with("").status, FetchStatus::kReset);
  EXPECT_EQ(fetch("http://127.0.0.1:1/").status, FetchStatus::kConnect);
  EXPECT_EQ(fetch("ftp://127.0.0.1/").status, FetchStatus::kBadUrl);
  EXPECT_EQ(fetch("no url").status, FetchStatus::kBadUrl);
}

TEST_F(FetcherTest, TheHeadCanStopABody) {
  RawServer server([](const RawRequest& request, RawConnection& connection) {
    return connection.send(
        response("x", request.target == "/v" ? "Content-Type: video/mp4\r\n" : ""));
  });
  Fetcher fetcher(local(), [](uint64_t, const warc::HttpMessage& head) {
    return head.media_type() != "video/mp4";
  });
  fetcher.start({.tag = 1, .url = server.origin() + "/v"});
  fetcher.start({.tag = 2, .url = server.origin() + "/p"});
  for (const FetchResult& result : fetch_all(fetcher)) {
    EXPECT_EQ(result.status, result.tag == 1 ? FetchStatus::kStopped : FetchStatus::kOk);
    EXPECT_EQ(result.http_status, 200);
  }
}

TEST_F(FetcherTest, KeepsConnectionsAndRunsManyAtOnce) {
  RawServer* self = nullptr;
  RawServer server([&](const RawRequest& request, RawConnection& connection) {
    self->sleep(50ms);
    return connection.send(response(request.target));
  });
  self = &server;
  Fetcher fetcher(local());
  constexpr uint64_t kCount = 200;
  const auto begin = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < kCount; ++i)
    fetcher.start({.tag = i, .url = fmt::format("{}/{}", server.origin(), i)});
  std::set<uint64_t> tags;
  for (const FetchResult& result : fetch_all(fetcher)) {
    EXPECT_EQ(result.body(), fmt::format("/{}", result.tag));
    tags.insert(result.tag);
  }
  EXPECT_EQ(tags.size(), kCount);
  // One after the other would take 10 s.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

class TlsTest : public ::testing::Test {
 protected:
  TlsTest()
      : server_([](const RawRequest&,
                   RawConnection& connection) { return connection.send(response("<p>safe")); },
                RawServer::Tls::kOn) {}
  RawServer server_;
};

TEST_F(TlsTest, RefusesCertificatesNobodySigned) {
  const FetchResult result = fetch(server_.origin() + "/");
  EXPECT_EQ(result.status, FetchStatus::kTls) << result.error;
  EXPECT_TRUE(server_.log().empty());
}

TEST_F(TlsTest, TrustsTheCertificatesItIsGiven) {
  const std::string file = ::testing::TempDir() + "/weft_fetcher_ca.pem";
  std::ofstream(file) << server_.certificate();
  FetcherOptions options = local();
  options.ca_file = file;
  const FetchResult result = fetch(server_.origin() + "/", options);
  EXPECT_EQ(result.status, FetchStatus::kOk) << result.error;
  EXPECT_EQ(result.body(), "<p>safe");
}

TEST_F(TlsTest, PlainHttpOnATlsPortIsNoPage) {
  const FetchResult result = fetch(fmt::format("http://127.0.0.1:{}/", server_.port()));
  EXPECT_NE(result.status, FetchStatus::kOk);
}

// Needs nginx, which speaks HTTP/2; the certificate is that of a RawServer.
TEST_F(TlsTest, SpeaksHttp2AndKeepsItsHeads) {
  constexpr const char* kNginx = "/usr/sbin/nginx";
  if (access(kNginx, X_OK) != 0) GTEST_SKIP() << "nginx is not installed";
  const std::string folder = ::testing::TempDir() + "/weft_fetcher_http2";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder + "/site");
  std::ofstream(folder + "/cert.pem") << server_.certificate();
  std::ofstream(folder + "/key.pem") << server_.key();
  std::ofstream(folder + "/site/index.html") << "<p>two";
  int port = 0;
  {
    const RawServer probe([](const RawRequest&, RawConnection&) { return false; });
    port = probe.port();
  }
  std::ofstream(folder + "/nginx.conf") << fmt::format(
      "daemon off; pid {0}/pid; error_log /dev/null; events {{}} http {{ access_log off;\n"
      "client_body_temp_path {0}/1; proxy_temp_path {0}/2; fastcgi_temp_path {0}/3;\n"
      "uwsgi_temp_path {0}/4; scgi_temp_path {0}/5; server {{ listen 127.0.0.1:{1} ssl http2;\n"
      "ssl_certificate {0}/cert.pem; ssl_certificate_key {0}/key.pem; root {0}/site; }} }}\n",
      folder, port);
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
  const std::string conf = folder + "/nginx.conf";
  std::string name = kNginx;
  std::string option = "-c";
  std::string file = conf;
  char* argv[] = {name.data(), option.data(), file.data(), nullptr};
  pid_t process = 0;
  ASSERT_EQ(posix_spawn(&process, kNginx, nullptr, nullptr, argv, environ), 0);
  FetcherOptions options = local();
  options.ca_file = folder + "/cert.pem";
  FetchResult result;
  for (int i = 0; i < 100 && result.http_status == 0; ++i) {  // Until it listens.
    result = fetch(fmt::format("https://localhost:{}/", port), options);
    if (result.http_status == 0) usleep(50'000);
  }
  kill(process, SIGTERM);
  waitpid(process, nullptr, 0);
  EXPECT_EQ(result.status, FetchStatus::kOk) << result.error;
  EXPECT_THAT(result.message, ::testing::StartsWith("HTTP/2 200"));
  EXPECT_THAT(result.request, ::testing::StartsWith("GET / HTTP/2\r\n"));
  EXPECT_EQ(decoded(result), "<p>two");
}

TEST(RetryAfterTest, ReadsSecondsAndDates) {
  const auto now = std::chrono::system_clock::from_time_t(784111777);
  const auto read = [&](const std::string& value) {
    return retry_after(*warc::parse_http("HTTP/1.1 503 x\r\nRetry-After: " + value + "\r\n\r\n"),
                       now)
        .count();
  };
  EXPECT_EQ(read("120"), 120);
  EXPECT_EQ(read("Sun, 06 Nov 1994 08:50:37 GMT"), 60);
  EXPECT_EQ(read("Sun, 06 Nov 1994 08:40:37 GMT"), 0);
  EXPECT_EQ(read("-5"), 0);
  EXPECT_EQ(read("soon"), 0);
  EXPECT_EQ(read(""), 0);
  EXPECT_EQ(read("99999999999999999999999"), 30 * 86'400);
  EXPECT_EQ(read("999999999999"), 30 * 86'400);
}

}  // namespace
}  // namespace weft::crawl
