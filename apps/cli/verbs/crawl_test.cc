// weft crawl, weft submit and weft report as people use them, against servers on loopback.

#include <gmock/gmock.h>

#include <csignal>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "crawl/testing/raw_server.h"

namespace weft::cli {
namespace {

using crawl::testing::RawConnection;
using crawl::testing::RawRequest;
using crawl::testing::RawServer;
using crawl::testing::response;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CrawlVerbTest : public ProgramFixture {
 protected:
  CrawlVerbTest()
      : server_([this](const RawRequest& request, RawConnection& connection) {
          const std::lock_guard lock(mutex_);
          const auto found = pages_.find(request.target);
          return connection.send(found == pages_.end() ? response("", "", "404 Not Found")
                                                       : found->second);
        }) {}

  void page(const std::string& target, const std::string& html) { put(target, response(html)); }
  void put(const std::string& target, const std::string& bytes) {
    const std::lock_guard lock(mutex_);
    pages_[target] = bytes;
  }

  // What the crawl of a seed says, on both streams.
  std::string crawl(const std::string& seed, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"crawl", seed, "--into", path("crawl"), "--delay", "0",
                                     "--contact", "mailto:test@example.com"});
    return output_of(options) + errors_;
  }

  [[nodiscard]] size_t requests(const std::string& target) const {
    size_t count = 0;
    for (const RawRequest& request : server_.log()) count += request.target == target ? 1 : 0;
    return count;
  }

  std::mutex mutex_;
  std::map<std::string, std::string> pages_;
  RawServer server_;
};

TEST_F(CrawlVerbTest, ARefusedAddressIsSaidAndTheSameCommandWorksWithTheFlag) {
  page("/", "<title>home</title>");
  EXPECT_THAT(crawl(server_.origin() + "/"),
              AllOf(HasSubstr("nothing was fetched"), HasSubstr("private-address"),
                    HasSubstr("--allow-private")));
  EXPECT_EQ(code_, ExitCode::kFailed);
  EXPECT_THAT(crawl(server_.origin() + "/", {"--allow-private"}),
              AllOf(HasSubstr("1 pages"), Not(HasSubstr("nothing was fetched"))));
  EXPECT_EQ(code_, ExitCode::kGood);
}

TEST_F(CrawlVerbTest, RobotsAndTlsAndStatusCodesAreSaid) {
  put("/robots.txt", response("User-agent: *\nDisallow: /no\n", "Content-Type: text/plain\r\n"));
  EXPECT_THAT(crawl(server_.origin() + "/no/page", {"--allow-private"}),
              AllOf(HasSubstr("nothing was fetched"), HasSubstr("robots.txt forbids it")));
  page("/no/page", "<title>hidden</title>");
  EXPECT_THAT(crawl(server_.origin() + "/no/page", {"--allow-private", "--ignore-robots"}),
              HasSubstr("1 pages"));
  EXPECT_THAT(crawl(server_.origin() + "/missing", {"--allow-private"}),
              AllOf(HasSubstr("http-404"), HasSubstr("there is no such page")));
  const RawServer secure(
      [](const RawRequest&, RawConnection& connection) { return connection.send(response("x")); },
      RawServer::Tls::kOn);
  EXPECT_THAT(crawl(secure.origin() + "/", {"--allow-private"}), HasSubstr("--ca-file"));
  const std::string trusted = write("ca.pem", secure.certificate());
  EXPECT_THAT(crawl(secure.origin() + "/", {"--allow-private", "--ca-file", trusted}),
              HasSubstr("1 pages"));
  const auto report = *parse_json(output_of({"report", path("crawl"), "--json"}));
  EXPECT_EQ(report["statuses"]["404"], 1);
  EXPECT_EQ(report["statuses"]["200"], 2);
  EXPECT_EQ(report["types"]["text/html"], 3);
  EXPECT_EQ(report["slow_hosts_ms"].size(), 2U);
}

TEST_F(CrawlVerbTest, AnUnresolvableHostFailsAndIsReported) {
  EXPECT_THAT(crawl("http://no-such-host.invalid/"),
              AllOf(HasSubstr("dns"), HasSubstr("is it spelt right?")));
  EXPECT_EQ(code_, ExitCode::kFailed);
  EXPECT_THAT(output_of({"report", path("crawl")}), HasSubstr("failures      1 dns"));
}

TEST_F(CrawlVerbTest, AServerThatIsDownIsSaidAtOnceAndTheSameCommandWorksOnceItIsUp) {
  const auto answer = [](const RawRequest&, RawConnection& connection) {
    return connection.send(response("<title>up</title>"));
  };
  const int port = RawServer(answer).port();
  const std::string url = fmt::format("http://127.0.0.1:{}/", port);
  EXPECT_THAT(crawl(url, {"--allow-private"}),
              AllOf(HasSubstr("nothing was fetched"), HasSubstr("nobody listens there")));
  EXPECT_EQ(code_, ExitCode::kFailed);
  const RawServer up(answer, RawServer::Tls::kOff, port);
  EXPECT_THAT(crawl(url, {"--allow-private"}), HasSubstr("1 pages"));
  EXPECT_EQ(code_, ExitCode::kGood);
}

TEST_F(CrawlVerbTest, FetchesAgainWhatIsAskedFor) {
  put("/", response("<a href=/b>b</a>", "Content-Type: text/html\r\nETag: \"1\"\r\n"));
  page("/b", "<p>b");
  crawl(server_.origin() + "/", {"--allow-private"});
  crawl(server_.origin() + "/", {"--allow-private"});
  EXPECT_EQ(code_, ExitCode::kNothing);
  EXPECT_EQ(requests("/"), 1U);
  crawl(server_.origin() + "/", {"--allow-private", "--refetch", "changed"});
  EXPECT_EQ(requests("/"), 2U);
  EXPECT_EQ(requests("/b"), 2U);
  EXPECT_THAT(server_.log().back().head + server_.log()[server_.log().size() - 2].head,
              HasSubstr("If-None-Match: \"1\""));
  crawl(server_.origin() + "/", {"--allow-private", "--refetch", "all"});
  EXPECT_EQ(requests("/b"), 3U);
  EXPECT_THAT(server_.log().back().head, Not(HasSubstr("If-None-Match")));
}

TEST_F(CrawlVerbTest, MarksAndShowsDocuments) {
  page("/", "<p>home");
  crawl(server_.origin() + "/", {"--allow-private"});
  output_of({"crawl", "mark", server_.origin() + "/", "ingested", "--into", path("crawl")});
  EXPECT_EQ(code_, ExitCode::kGood);
  const auto shown =
      *parse_json(output_of({"crawl", "show", server_.origin() + "/", "--into", path("crawl")}));
  EXPECT_EQ(shown["mark"], "ingested");
  EXPECT_EQ(shown["state"], "fetched");
  output_of({"crawl", "mark", "http://other.example/", "ingested", "--into", path("crawl")});
  EXPECT_EQ(code_, ExitCode::kNothing);
  EXPECT_THAT(output_of({"report", path("crawl")}), HasSubstr("marks         1 ingested"));
}

TEST_F(CrawlVerbTest, AKeptCrawlFetchesWhatIsSubmittedWhileItRuns) {
  page("/", "<p>home");
  page("/late", "<p>late");
  const RawServer elsewhere([](const RawRequest&, RawConnection& connection) {
    return connection.send(response("<p>elsewhere"));
  });
  int submitted = -1;
  std::thread person([&] {
    while (requests("/") == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::string urls =
        write("urls", server_.origin() + "/late\n" + elsewhere.origin() + "/x\n");
    const std::string command = "@" + urls;
    const char* argv[] = {"weft", "submit", command.c_str(), "--into", nullptr, "-q"};
    const std::string folder = path("crawl");
    argv[4] = folder.c_str();
    submitted = run_program(6, argv, all_verbs());
    const auto fetched = [&] {
      for (const RawRequest& request : elsewhere.log()) {
        if (request.target == "/x") return requests("/late") > 0;
      }
      return false;
    };
    for (int i = 0; i < 2000 && !fetched(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::raise(SIGTERM);
  });
  crawl(server_.origin() + "/", {"--allow-private", "--keep"});
  person.join();
  EXPECT_EQ(submitted, 0);
  EXPECT_EQ(code_, ExitCode::kPartial);
  EXPECT_EQ(requests("/late"), 1U);
  EXPECT_EQ(elsewhere.log().size(), 2U) << "robots.txt and the page of a host nobody knew";
}

// crawl, seeds, crawl: what one crawl has logged chooses where the next begins.
TEST_F(CrawlVerbTest, SeedsOfACrawlBeginTheNext) {
  page("/", "<a href=/hub>hub</a>");
  page("/hub", "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>");
  for (const char* leaf : {"/1", "/2", "/3"}) page(leaf, "<p>leaf");
  crawl(server_.origin() + "/", {"--allow-private", "--link-log", "--depth", "3"});
  const std::string seeds = path("seeds.txt");
  ASSERT_EQ(run({"seeds", path("crawl"), "-k", "1", "--hops", "1", "-q", "-o", seeds}), 0)
      << errors_;
  EXPECT_THAT(read("seeds.txt"), ::testing::StartsWith(server_.origin() + "/hub\t"));
  const size_t before = requests("/");
  ASSERT_EQ(
      run({"crawl", "@" + seeds, "--into", path("next"), "--delay", "0", "--allow-private", "-q"}),
      0)
      << errors_;
  EXPECT_EQ(requests("/hub"), 2U);
  EXPECT_EQ(requests("/3"), 2U);
  EXPECT_EQ(requests("/"), before) << "nothing leads back to it";
}

TEST_F(CrawlVerbTest, SecretsAreNotPartOfWhatItSays) {
  ::setenv("WEFT_CLI_SECRET", "do-not-tell", 1);
  page("/", "<p>home");
  const std::string told =
      crawl(server_.origin() + "/", {"--allow-private", "--bearer", "env:WEFT_CLI_SECRET", "--log",
                                     path("log"), "--header", "X-Key: env:WEFT_CLI_SECRET"});
  EXPECT_THAT(server_.log().back().head, HasSubstr("Bearer do-not-tell"));
  EXPECT_THAT(told + read("log") + errors_, Not(HasSubstr("do-not-tell")));
  EXPECT_THAT(crawl(server_.origin() + "/", {"--dry-run", "--bearer", "env:WEFT_CLI_SECRET"}),
              Not(HasSubstr("do-not-tell")));
  crawl(server_.origin() + "/", {"--bearer", "do-not-tell"});
  EXPECT_THAT(errors_, AllOf(HasSubstr("env:NAME or file:PATH"), Not(HasSubstr("do-not-tell"))));
  ::unsetenv("WEFT_CLI_SECRET");
}

}  // namespace
}  // namespace weft::cli
