// What a crawl sends, judged by the servers that receive it.

#include <openssl/pem.h>
#include <sys/socket.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/testing/temp_folder.h"
#include "crawl/config.h"
#include "crawl/crawler.h"
#include "crawl/observers.h"
#include "crawl/testing/raw_server.h"
#include "warc/reader.h"

namespace weft::crawl {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RawConnection;
using testing::RawRequest;
using testing::RawServer;
using testing::response;

constexpr const char* kSecret = "s3cr3t-Of-The-Test";

class CrawlRequestsTest : public ::testing::Test {
 protected:
  CrawlRequestsTest() {
    ::setenv("WEFT_TEST_SECRET", kSecret, 1);
    config_.options.fetch.allow_private = true;
    config_.options.pace.delay = 0ms;
    config_.options.retry_delay = 1ms;
    config_.options.pace.first_backoff = 1ms;
    config_.options.pace.max_delay = 5ms;
  }
  ~CrawlRequestsTest() override { ::unsetenv("WEFT_TEST_SECRET"); }

  // Settings as people write them.
  void settings(const std::string& toml) {
    const CrawlOptions before = config_.options;
    auto parsed = parse_crawl_config(toml, "test.toml");
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    const auto delay = parsed->options.pace.delay;
    config_ = *parsed;
    config_.options.fetch.allow_private = true;
    config_.options.pace = before.pace;
    if (toml.find("delay") != std::string::npos) config_.options.pace.delay = delay;
    config_.options.retry_delay = before.retry_delay;
  }

  void crawl(const std::vector<std::string>& seeds) {
    ASSERT_TRUE(complete(config_).ok());
    auto frontier =
        open_frontier(folder_ + "/frontier.sqlite", {.delay = config_.options.pace.delay});
    WarcStore store({.folder = folder_ + "/warc"});
    auto metadata = MetadataStore::open(folder_ + "/metadata.sqlite");
    MetadataObserver observer(**metadata);
    TrapGuard traps{TrapOptions{}};
    Crawler crawler({.frontier = **frontier,
                     .filters = filters_,
                     .traps = traps,
                     .store = &store,
                     .observer = &observer,
                     .log = log_},
                    config_.options);
    if (!config_.cookies.empty()) {
      ASSERT_TRUE(crawler.add_cookies(*read_file(config_.cookies), config_.cookies).ok());
    }
    for (const LoginRecipe& recipe : config_.logins) {
      const Status in = crawler.log_in(recipe);
      login_ = in.ok() ? "" : in.error().message;
      if (!in.ok()) return;
    }
    ASSERT_TRUE(crawler.seed(seeds).ok());
    const std::atomic<bool> stop = false;
    const auto note = [this](const CrawlStats& stats) { waits_.insert(stats.wait.reason); };
    ASSERT_TRUE(crawler.run(stop, note).ok());
    stats_ = crawler.stats();
    if (config_.options.fetch.cookies) jar_ = crawler.cookies();
  }

  // Everything on disk, WARC files unpacked, and the log: where no secret may be.
  [[nodiscard]] std::string all_bytes() const {
    std::string bytes = log_.text;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (!entry.is_regular_file()) continue;
      bytes += *read_file(entry.path().string());
      if (entry.path().extension() != ".gz") continue;
      auto reader = warc::Reader::open(entry.path().string());
      while (const warc::Record* record = reader->next()) bytes += record->content;
    }
    return bytes;
  }

  struct TextLog final : Log {
    void event(LogLevel, std::string_view module, std::string_view name,
               std::initializer_list<LogField> fields) override {
      text += fmt::format("{} {}", module, name);
      for (const LogField& field : fields) text += fmt::format(" {}={}", field.key, field.value);
      text += '\n';
    }
    std::string text;
  };

  const TempFolder temporary_;
  const std::string folder_ = temporary_.path();
  CrawlConfig config_;
  Filters filters_ = Filters::defaults();
  CrawlStats stats_;
  TextLog log_;
  std::string jar_;
  std::string login_;
  std::set<std::string> waits_;  // The reasons that were given.
};

// The head of the first request for a target.
std::string head_of(const RawServer& server, const std::string& target) {
  for (const RawRequest& request : server.log()) {
    if (request.target == target) return request.head;
  }
  return {};
}

bool answer_page(const RawRequest& request, RawConnection& connection) {
  if (request.target == "/robots.txt") return connection.send(response("", "", "404 Not Found"));
  return connection.send(response("<title>page</title>"));
}

TEST_F(CrawlRequestsTest, HeadersAuthAndTokensArriveAndSecretsAreNowhereOnDisk) {
  const RawServer server(answer_page);
  settings(fmt::format(R"(
[request]
headers = ["Accept-Language: de", "X-Key: env:WEFT_TEST_SECRET", "Accept: text/plain"]
auth = "me:env:WEFT_TEST_SECRET"
[host."127.0.0.1:{}"]
headers = ["X-Host: this"]
)",
                       server.port()));
  crawl({server.origin() + "/a"});
  const std::string head = head_of(server, "/a");
  EXPECT_THAT(head, HasSubstr("Accept-Language: de\r\n"));
  EXPECT_THAT(head, HasSubstr(fmt::format("X-Key: {}\r\n", kSecret)));
  EXPECT_THAT(head, HasSubstr("X-Host: this\r\n"));
  EXPECT_THAT(head, HasSubstr("Accept: text/plain\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("Accept: text/html")));
  EXPECT_THAT(head, HasSubstr("Authorization: Basic bWU6czNjcjN0LU9mLVRoZS1UZXN0\r\n"));
  EXPECT_THAT(head_of(server, "/robots.txt"), HasSubstr("Authorization: Basic"));
  const std::string bytes = all_bytes();
  EXPECT_THAT(bytes, HasSubstr("Accept-Language: de"));
  EXPECT_THAT(bytes, Not(HasSubstr(kSecret)));
  EXPECT_THAT(bytes, Not(HasSubstr("bWU6czNjcjN0")));
}

TEST_F(CrawlRequestsTest, SecretsAreArchivedOnlyWhenAskedFor) {
  const RawServer server(answer_page);
  settings("[request]\nbearer = \"env:WEFT_TEST_SECRET\"\n[warc]\nsecrets = true\n");
  crawl({server.origin() + "/a"});
  EXPECT_THAT(head_of(server, "/a"), HasSubstr(fmt::format("Authorization: Bearer {}", kSecret)));
  EXPECT_THAT(all_bytes(), HasSubstr(kSecret));
}

TEST_F(CrawlRequestsTest, SecretsOfAllHostsStayWithTheHostsOfSeeds) {
  const RawServer other(answer_page);
  const RawServer server([&](const RawRequest& request, RawConnection& connection) {
    if (request.target != "/") return answer_page(request, connection);
    return connection.send(response(fmt::format("<a href='{}/b'>there</a>", other.origin())));
  });
  settings(
      "scope = \"any\"\n[request]\nbearer = \"env:WEFT_TEST_SECRET\"\nheaders = [\"X-A: b\"]\n");
  crawl({server.origin() + "/"});
  EXPECT_THAT(head_of(server, "/"), HasSubstr(kSecret));
  EXPECT_THAT(head_of(other, "/b"), HasSubstr("X-A: b"));
  EXPECT_THAT(head_of(other, "/b"), Not(HasSubstr("Authorization")));
  EXPECT_THAT(all_bytes(), Not(HasSubstr(kSecret)));
}

TEST_F(CrawlRequestsTest, CookiesComeFromTheJarAreKeptAndGoIntoTheJar) {
  const RawServer server([&](const RawRequest& request, RawConnection& connection) {
    if (request.target != "/") return answer_page(request, connection);
    return connection.send(
        response("<a href='/b'>on</a>", fmt::format("Content-Type: text/html\r\nSet-Cookie: "
                                                    "session={}; Path=/; HttpOnly\r\n",
                                                    kSecret)));
  });
  config_.cookies = ::testing::TempDir() + "/weft_jar_in.txt";
  ASSERT_TRUE(write_file(config_.cookies,
                         "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tlang\tde\n")
                  .ok());
  crawl({server.origin() + "/"});
  EXPECT_THAT(head_of(server, "/"), HasSubstr("Cookie: lang=de\r\n"));
  EXPECT_THAT(head_of(server, "/b"), HasSubstr(fmt::format("session={}", kSecret)));
  EXPECT_THAT(jar_, HasSubstr(fmt::format("#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t{}\n",
                                          kSecret)));
  EXPECT_THAT(all_bytes(), Not(HasSubstr(kSecret)));
}

TEST_F(CrawlRequestsTest, ABrokenJarIsNamedWithItsLine) {
  Fetcher fetcher({.cookies = true});
  const Status added = fetcher.add_cookies("# comment\nlang=de\n", "jar.txt");
  ASSERT_FALSE(added.ok());
  EXPECT_THAT(added.error().message, HasSubstr("jar.txt, line 2"));
}

// A shop that lets in whoever sends its token, name and password.
bool answer_shop(const RawRequest& request, RawConnection& connection) {
  const bool in = request.head.find("Cookie: in=yes") != std::string::npos;
  if (request.target == "/login" && request.head.starts_with("POST ")) {
    const std::string body = connection.read_body(request.head);
    const bool right =
        body == fmt::format("token=a%26b&user=me%40example.com&pass={}&lang=de", kSecret);
    return connection.send(
        right ? response("", "Location: /home\r\nSet-Cookie: in=yes; Path=/\r\n", "302 Found")
              : response("<form method=post><input name=user><input name=pass></form>"));
  }
  if (request.target == "/login")
    return connection.send(
        response("<form action=/search><input name=q></form>"
                 "<form method=post action=/login><input type=hidden name=token value='a&amp;b'>"
                 "<input name=user><input type=password name=pass>"
                 "<select name=lang><option value=en><option value=de selected></select>"
                 "<input type=submit name=go value=Go></form>"));
  if (request.target == "/home")
    return connection.send(response(in ? "<a href='/log-out'>Log out</a>" : "Who are you?"));
  if (request.target == "/members")
    return connection.send(in ? response("<p>members</p>") : response("", "", "403 Forbidden"));
  return connection.send(response("", "", "404 Not Found"));
}

TEST_F(CrawlRequestsTest, LogsInByAFormAndKeepsTheSession) {
  const RawServer server(answer_shop);
  settings(
      fmt::format("[login]\nurl = \"{}/login\"\nexpect = \"Log out\"\n"
                  "fields = {{ user = \"me@example.com\", pass = \"env:WEFT_TEST_SECRET\" }}\n",
                  server.origin()));
  crawl({server.origin() + "/members"});
  EXPECT_EQ(login_, "");
  EXPECT_EQ(stats_.pages, 1U);
  EXPECT_THAT(all_bytes(), Not(HasSubstr(kSecret)));
}

TEST_F(CrawlRequestsTest, AFailedLoginEndsTheCrawlAndSaysWhy) {
  const RawServer server(answer_shop);
  config_.logins.push_back({server.origin() + "/login", {{"user", "me"}, {"pass", "wrong"}}, ""});
  crawl({server.origin() + "/members"});
  EXPECT_THAT(login_, HasSubstr("not let in"));
  config_.logins = {{server.origin() + "/login", {{"nick", "me"}}, ""}};
  crawl({server.origin() + "/members"});
  EXPECT_THAT(login_, HasSubstr("no form with the fields nick"));
}

TEST_F(CrawlRequestsTest, GoesThroughAnHttpProxy) {
  const RawServer proxy([](const RawRequest& request, RawConnection& connection) {
    if (request.target.ends_with("/robots.txt"))
      return connection.send(response("", "", "404 Not Found"));
    return connection.send(response("<title>by proxy</title>"));
  });
  settings(
      fmt::format("[request]\nproxy = \"http://me:{}@127.0.0.1:{}\"\n", kSecret, proxy.port()));
  crawl({"http://no-such-host.example/a"});
  EXPECT_EQ(stats_.pages, 1U);
  EXPECT_THAT(head_of(proxy, "http://no-such-host.example/a"),
              HasSubstr("Proxy-Authorization: Basic"));
  EXPECT_THAT(all_bytes(), Not(HasSubstr(kSecret)));
}

TEST_F(CrawlRequestsTest, GoesThroughASocksProxyAndSingleHostsAroundIt) {
  const RawServer server(answer_page);
  const testing::SocksProxy proxy;
  settings(fmt::format("[request]\nproxy = [\"socks5://127.0.0.1:{}\"]\n", proxy.port()));
  crawl({server.origin() + "/a"});
  EXPECT_EQ(stats_.pages, 1U);
  EXPECT_THAT(proxy.targets(), Not(::testing::IsEmpty()));
  EXPECT_EQ(proxy.targets().front(), fmt::format("127.0.0.1:{}", server.port()));
  const size_t before = proxy.targets().size();
  settings(
      fmt::format("[request]\nproxy = [\"socks5://127.0.0.1:{}\"]\n[host.\"127.0.0.1\"]\nproxy = "
                  "\"direct\"\n",
                  proxy.port()));
  crawl({server.origin() + "/b"});
  EXPECT_EQ(stats_.pages, 1U);
  EXPECT_EQ(proxy.targets().size(), before);
}

TEST_F(CrawlRequestsTest, AProxyThatIsNotThereIsSaid) {
  settings("[request]\nproxy = \"http://127.0.0.1:1\"\n");
  crawl({"http://example.com/"});
  ASSERT_TRUE(stats_.failures.contains("proxy"));
  EXPECT_EQ(stats_.failures.at("proxy").url, "http://example.com/");
}

TEST_F(CrawlRequestsTest, AProxyDoesNotLeadToPrivateAddresses) {
  const RawServer proxy(answer_page);
  settings(fmt::format("[request]\nproxy = \"http://127.0.0.1:{}\"\n", proxy.port()));
  config_.options.fetch.allow_private = false;
  crawl({"http://127.0.0.1/a", "http://localhost/", "http://[::1]/"});
  EXPECT_EQ(proxy.log().size(), 0U);
  EXPECT_EQ(stats_.failures.at("private-address").count, 3U);
}

// A private key, PEM, that needs the password.
std::string locked_by(const std::string& key, const char* password) {
  BIO* in = BIO_new_mem_buf(key.data(), static_cast<int>(key.size()));
  EVP_PKEY* plain = PEM_read_bio_PrivateKey(in, nullptr, nullptr, nullptr);
  BIO* out = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(out, plain, EVP_aes_128_cbc(),
                           reinterpret_cast<const unsigned char*>(password),
                           static_cast<int>(std::strlen(password)), nullptr, nullptr);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out, &bytes);
  std::string locked(bytes, static_cast<size_t>(size));
  EVP_PKEY_free(plain);
  BIO_free(in);
  BIO_free(out);
  return locked;
}

TEST_F(CrawlRequestsTest, ShowsTheCertificateOfTheClient) {
  const RawServer server(answer_page, RawServer::Tls::kClientCertificate);
  const std::string pem = ::testing::TempDir() + "/weft_client.pem";
  ASSERT_TRUE(write_file(pem, server.certificate() + server.key()).ok());
  settings(fmt::format("[fetch]\nca_file = \"{0}\"\n", pem));
  crawl({server.origin() + "/a"});
  EXPECT_EQ(stats_.pages, 0U);
  settings(fmt::format("[fetch]\nca_file = \"{0}\"\n[host.\"127.0.0.1\"]\ncertificate = \"{0}\"\n",
                       pem));
  crawl({server.origin() + "/b"});
  EXPECT_EQ(stats_.pages, 1U);

  const std::string locked = ::testing::TempDir() + "/weft_locked.pem";
  ASSERT_TRUE(write_file(locked, server.certificate() + locked_by(server.key(), kSecret)).ok());
  settings(
      fmt::format("[fetch]\nca_file = \"{}\"\n[request]\ncertificate = \"{}\"\n"
                  "key_password = \"env:WEFT_TEST_SECRET\"\n",
                  pem, locked));
  crawl({server.origin() + "/c"});
  EXPECT_EQ(stats_.pages, 1U);
  EXPECT_THAT(all_bytes(), Not(HasSubstr(kSecret)));
}

TEST_F(CrawlRequestsTest, PostsSeedsWithTheirBodies) {
  std::mutex mutex;
  std::vector<std::string> bodies;
  const RawServer server([&](const RawRequest& request, RawConnection& connection) {
    if (request.target != "/search") return answer_page(request, connection);
    const std::lock_guard lock(mutex);
    bodies.push_back(connection.read_body(request.head));
    return connection.send(response("<a href='/item'>item</a>"));
  });
  crawl({"POST " + server.origin() + "/search q=books&page=1",
         "POST " + server.origin() + "/search {\"q\": \"maps\"}"});
  EXPECT_THAT(bodies, ::testing::UnorderedElementsAre("q=books&page=1", "{\"q\": \"maps\"}"));
  std::vector<std::string> types;
  for (const RawRequest& request : server.log()) {
    if (request.target == "/search") types.push_back(request.head);
  }
  EXPECT_THAT(types, ::testing::UnorderedElementsAre(
                         HasSubstr("Content-Type: application/x-www-form-urlencoded\r\n"),
                         HasSubstr("Content-Type: application/json\r\n")));
  EXPECT_EQ(stats_.pages, 3U) << "and the links of the answers";
}

TEST_F(CrawlRequestsTest, SingleHostsAreTreatedOtherwise) {
  const RawServer server([](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/robots.txt")
      return connection.send(
          response("User-agent: *\nDisallow: /\n", "Content-Type: text/plain\r\n"));
    return connection.send(response("<a href='/1'>1</a><a href='/2'>2</a><a href='/3'>3</a>"));
  });
  settings("[host.\"127.0.0.1\"]\nrobots = false\npages = 2\nrate = \"20/s\"\n");
  crawl({server.origin() + "/"});
  EXPECT_EQ(stats_.pages, 2U);
  const auto log = server.log();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_GE(log[1].time - log[0].time, 50ms);
}

TEST_F(CrawlRequestsTest, SeveralRequestsToAHostAtATimeWhereThatIsAllowed) {
  std::mutex mutex;
  int under_way = 0;
  int most = 0;
  const RawServer server([&](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/robots.txt") return answer_page(request, connection);
    if (request.target == "/") {
      std::string links;
      for (int i = 0; i < 12; ++i) links += fmt::format("<a href='/{}'>x</a>", i);
      return connection.send(response(links));
    }
    {
      const std::lock_guard lock(mutex);
      most = std::max(most, ++under_way);
    }
    std::this_thread::sleep_for(50ms);
    {
      const std::lock_guard lock(mutex);
      --under_way;
    }
    return connection.send(response("<p>x"));
  });
  settings("[host.\"127.0.0.1\"]\nper_host = 3\n");
  crawl({server.origin() + "/"});
  EXPECT_EQ(stats_.pages, 13U);
  EXPECT_EQ(most, 3);
}

TEST_F(CrawlRequestsTest, SaysWhyItWaits) {
  std::atomic<int> asked = 0;
  const auto answer_next = [](const RawRequest& request, RawConnection& connection) {
    return request.target == "/" ? connection.send(response("<a href='/next'>x</a>"))
                                 : answer_page(request, connection);
  };
  const RawServer polite(answer_next);
  const RawServer slow([&](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/") std::this_thread::sleep_for(300ms);
    return answer_next(request, connection);
  });
  const RawServer busy([&](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/" && asked++ == 0)
      return connection.send(response("", "", "503 Service Unavailable"));
    return answer_next(request, connection);
  });
  config_.options.pace = {.delay = 800ms, .first_backoff = 800ms};
  crawl({polite.origin() + "/"});
  EXPECT_THAT(waits_, ::testing::Contains("politeness"));
  EXPECT_THAT(waits_, Not(::testing::Contains("slow host")));
  config_.options.pace.delay = 50ms;
  config_.options.pace.latency_factor = 3;
  crawl({slow.origin() + "/"});
  EXPECT_THAT(waits_, ::testing::Contains("slow host"));
  EXPECT_THAT(waits_, Not(::testing::Contains("back-off")));
  crawl({busy.origin() + "/"});
  EXPECT_THAT(waits_, ::testing::Contains("back-off"));
}

TEST_F(CrawlRequestsTest, FollowsSitemapsAlone) {
  const RawServer server([](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/sitemap.xml")
      return connection.send(
          response("<?xml version='1.0'?><urlset "
                   "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>/listed</loc>"
                   "</url></urlset>",
                   "Content-Type: application/xml\r\n"));
    if (request.target == "/robots.txt") return connection.send(response("", "", "404 Not Found"));
    return connection.send(response("<a href='/linked'>x</a>"));
  });
  settings("source = \"sitemaps\"\n");
  crawl({server.origin() + "/"});
  EXPECT_NE(head_of(server, "/listed"), "");
  EXPECT_EQ(head_of(server, "/linked"), "");
}

TEST_F(CrawlRequestsTest, FollowsFeedsAlone) {
  const RawServer server([](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/feed")
      return connection.send(
          response("<rss version='2.0'><channel><item><title>News</title>"
                   "<link>/news</link></item></channel></rss>",
                   "Content-Type: application/rss+xml\r\n"));
    if (request.target == "/robots.txt")
      return connection.send(response("Sitemap: /sitemap.xml\n", "Content-Type: text/plain\r\n"));
    return connection.send(response(
        "<link rel=alternate type='application/rss+xml' href='/feed'><a href='/linked'>x</a>"));
  });
  settings("source = \"feeds\"\n");
  crawl({server.origin() + "/"});
  EXPECT_NE(head_of(server, "/news"), "");
  EXPECT_EQ(head_of(server, "/linked"), "");
  EXPECT_EQ(head_of(server, "/sitemap.xml"), "");
}

TEST_F(CrawlRequestsTest, ANameThatDoesNotResolveFailsAtOnce) {
  crawl({"http://no-such-host.invalid/", "http://no-such-host.invalid/other"});
  EXPECT_EQ(stats_.failures.at("dns").count, 2U);
  EXPECT_EQ(stats_.retries, 0U);
}

TEST_F(CrawlRequestsTest, AHostWhereNobodyListensFailsAtOnce) {
  const int port = RawServer(answer_page).port();
  const std::string origin = fmt::format("http://127.0.0.1:{}", port);
  crawl({origin + "/", origin + "/other"});
  EXPECT_EQ(stats_.failures.at("connect").count, 2U);
  EXPECT_EQ(stats_.retries, 0U);
}

TEST_F(CrawlRequestsTest, AHostThatHasAnsweredIsTriedAgain) {
  std::atomic<bool> sent = false;
  auto server =
      std::make_unique<RawServer>([&](const RawRequest& request, RawConnection& connection) {
        const bool home = request.target == "/";
        connection.send(response(home ? "<a href=/next>x</a>" : ""));
        if (home) sent = true;
        return false;
      });
  const std::string origin = server->origin();
  config_.options.pace.delay = 200ms;
  config_.options.pace.max_delay = 200ms;
  std::thread ending([&] {
    while (!sent) std::this_thread::sleep_for(5ms);
    server.reset();
  });
  crawl({origin + "/"});
  ending.join();
  EXPECT_EQ(stats_.failures.at("connect").url, origin + "/next");
  EXPECT_EQ(stats_.retries, 2U);
}

TEST_F(CrawlRequestsTest, AnswersTheChallengeOfHttpDigest) {
  const RawServer server([](const RawRequest& request, RawConnection& connection) {
    if (request.head.find("Authorization: Digest username=\"me\"") != std::string::npos &&
        request.head.find("nonce=\"n0nce\"") != std::string::npos)
      return answer_page(request, connection);
    return connection.send(response(
        "who is it?", "WWW-Authenticate: Digest realm=\"r\", nonce=\"n0nce\", qop=\"auth\"\r\n",
        "401 Unauthorized"));
  });
  settings("[request]\ndigest = \"me:env:WEFT_TEST_SECRET\"\n");
  crawl({server.origin() + "/a"});
  EXPECT_EQ(stats_.saved, 1U);
  EXPECT_EQ(stats_.refused, 0U);
  const std::string bytes = all_bytes();
  EXPECT_THAT(bytes, HasSubstr("<title>page</title>"));
  EXPECT_THAT(bytes, Not(HasSubstr("who is it?")));
  EXPECT_THAT(bytes, Not(HasSubstr("n0nce")));
  EXPECT_THAT(bytes, Not(HasSubstr(kSecret)));
}

TEST_F(CrawlRequestsTest, BehindARedirectThePageWithTheLinkStaysTheParent) {
  const RawServer server([](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/moved")
      return connection.send(response("", "Location: /there\r\n", "302 Found"));
    if (request.target == "/") return connection.send(response("<a href='/moved'>x</a>"));
    return answer_page(request, connection);
  });
  crawl({server.origin() + "/"});
  const auto metadata = MetadataStore::open(folder_ + "/metadata.sqlite");
  const auto page = (*metadata)->find(server.origin() + "/there");
  ASSERT_TRUE(page.ok() && page->has_value());
  EXPECT_EQ((*page)->parent, server.origin() + "/");
  EXPECT_EQ((*(*metadata)->find(server.origin() + "/"))->documents_found, 1U);
}

TEST_F(CrawlRequestsTest, ARefusedAddressDoesNotPoisonTheFolder) {
  const RawServer server(answer_page);
  config_.options.fetch.allow_private = false;
  crawl({server.origin() + "/"});
  EXPECT_EQ(stats_.failures.at("private-address").url, server.origin() + "/");
  config_.options.fetch.allow_private = true;
  {
    auto frontier = open_frontier(folder_ + "/frontier.sqlite");
    auto metadata = MetadataStore::open(folder_ + "/metadata.sqlite");
    EXPECT_EQ(*(*metadata)->resubmit(PageSelection::kUnanswered, **frontier), 1U);
  }
  crawl({server.origin() + "/"});
  EXPECT_EQ(stats_.pages, 1U);
}

}  // namespace
}  // namespace weft::crawl
