// The crawl as people run it, against a server with the weather of the real web; judged by the
// server's own log and by the WARC files.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "practice/server.h"
#include "store/testing/postgres_server.h"
#include "warc/http.h"
#include "warc/reader.h"

extern char** environ;

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using practice::LoggedRequest;
using practice::Server;

class CrawlProofTest : public ::testing::Test {
 protected:
  CrawlProofTest() {
    std::string name = (fs::temp_directory_path() / "weft-crawl-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    program_ = fs::read_symlink("/proc/self/exe").parent_path() / "weft";
  }
  ~CrawlProofTest() override { fs::remove_all(folder_); }

  void serve(const practice::Weather& weather, uint32_t items = 20) {
    server_ = std::move(*Server::start({.items = items}, weather));
  }

  [[nodiscard]] std::vector<std::string> command(const std::string& delay,
                                                 const std::string& into = "crawl") const {
    std::vector<std::string> arguments = {program_.string(),
                                          "crawl",
                                          server_->origin() + "/",
                                          "--into",
                                          folder_ / into,
                                          "--allow-private",
                                          "--delay",
                                          delay,
                                          "--quiet",
                                          "--depth",
                                          "1000",
                                          "--requisites",
                                          "all"};
    if (const auto store = frontiers_.find(into); store != frontiers_.end())
      arguments.insert(arguments.end(), {"--frontier", store->second});
    return arguments;
  }

  // Starts the program; its output goes to a file of the folder.
  pid_t start(std::vector<std::string> arguments) const {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string output = folder_ / "output";
    for (const int fd : {1, 2})
      posix_spawn_file_actions_addopen(&actions, fd, output.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0644);
    pid_t process = 0;
    EXPECT_EQ(posix_spawn(&process, argv[0], &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return process;
  }

  // The exit code; minus the signal if one ended it.
  static int wait(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  int run(std::vector<std::string> arguments) const { return wait(start(std::move(arguments))); }

  // What the programs have said so far.
  [[nodiscard]] std::string output() const {
    const auto text = read_file(folder_ / "output");
    return text.ok() ? *text : std::string();
  }

  // How often each page's response is in the WARC files.
  [[nodiscard]] std::map<std::string, int> stored(const std::string& into = "crawl") const {
    std::map<std::string, int> pages;
    for (const auto& file : fs::directory_iterator(folder_ / into / "warc")) {
      auto reader = warc::Reader::open(file.path().string());
      while (const warc::Record* record = reader->next()) {
        const bool page = record->type == warc::RecordType::kResponse ||
                          record->type == warc::RecordType::kRevisit;
        if (page) ++pages[std::string(record->target_uri().substr(server_->origin().size()))];
      }
    }
    return pages;
  }

  // How often each target was asked for, without robots.txt.
  [[nodiscard]] std::map<std::string, int> requested() const {
    std::map<std::string, int> targets;
    for (const LoggedRequest& request : server_->log()) {
      if (request.target != "/robots.txt") ++targets[request.target];
    }
    return targets;
  }

  void expect_politeness(std::chrono::milliseconds delay) const {
    const auto log = server_->log();
    std::vector<std::chrono::steady_clock::time_point> times;
    for (const LoggedRequest& request : log) times.push_back(request.time);
    std::sort(times.begin(), times.end());
    for (size_t i = 1; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 1], delay) << i;
  }

  void expect_nothing_forbidden() const {
    for (const auto& [target, count] : requested()) {
      for (const char* prefix : {"/account/", "/search", "/calendar/"})
        EXPECT_FALSE(target.starts_with(prefix)) << target;
    }
  }

  fs::path folder_;
  fs::path program_;
  std::map<std::string, std::string> frontiers_;  // Of crawls that keep theirs elsewhere.
  std::unique_ptr<Server> server_;
};

TEST_F(CrawlProofTest, FetchesEverythingOncePolitelyAndNothingForbidden) {
  serve({.latency = 1ms});
  EXPECT_EQ(run(command("10ms")), 0);
  const auto pages = stored();
  for (const practice::Page& page : server_->site()->pages) {
    const std::string path = page.url.substr(server_->origin().size());
    EXPECT_EQ(pages.contains(path), true) << path;
  }
  for (const auto& [target, count] : requested()) EXPECT_EQ(count, 1) << target;
  expect_nothing_forbidden();
  expect_politeness(10ms);
  EXPECT_EQ(run(command("10ms")), 5);  // Nothing is left to do.
}

// What has to hold wherever frontier and metadata are kept.
class CrawlStoreProofTest : public CrawlProofTest, public ::testing::WithParamInterface<bool> {
 protected:
  void keep_elsewhere(std::initializer_list<std::string> crawls) {
    if (!GetParam()) return;
    auto* server = store::testing::PostgresServer::instance();
    if (server == nullptr) GTEST_SKIP() << "no PostgreSQL on this machine";
    for (const std::string& name : crawls) frontiers_[name] = server->fresh_schema();
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, CrawlStoreProofTest, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "PostgreSql" : "Sqlite"; });

TEST_P(CrawlStoreProofTest, SeveralProcessesShareTheWorkAndTheDelay) {
  keep_elsewhere({"crawl2", "crawl4"});
  if (IsSkipped()) return;
  for (const size_t processes : {2U, 4U}) {
    serve({});
    const std::string into = "crawl" + std::to_string(processes);
    std::vector<pid_t> running;
    for (size_t i = 0; i < processes; ++i) running.push_back(start(command("10ms", into)));
    for (const pid_t process : running)
      EXPECT_THAT(wait(process), ::testing::AnyOf(0, 5)) << output();
    for (const auto& [target, count] : requested()) EXPECT_EQ(count, 1) << target;
    EXPECT_GE(stored(into).size(), server_->site()->pages.size());
    expect_politeness(10ms);
  }
}

TEST_P(CrawlStoreProofTest, ThirtyKillsLoseNothing) {
  keep_elsewhere({"whole", "killed"});
  if (IsSkipped()) return;
  serve({}, 60);
  ASSERT_EQ(run(command("0", "whole")), 0);
  std::set<std::string> expected;
  for (const auto& [page, count] : stored("whole")) expected.insert(page);

  const size_t before = server_->log().size();
  std::mt19937 random(7);
  int kills = 0;
  for (int i = 0; i < 30; ++i) {
    const size_t seen = server_->log().size();
    const pid_t process = start(command("2ms", "killed"));
    // At a random point of the work: after so many requests and a little.
    const size_t requests = 1 + random() % 6;
    for (int waited = 0; waited < 5000 && server_->log().size() < seen + requests; ++waited)
      std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 4000));
    kill(process, SIGKILL);
    if (wait(process) == -SIGKILL) ++kills;
  }
  EXPECT_GE(kills, 25) << "the last may have found nothing left to do";
  EXPECT_THAT(run(command("0", "killed")), ::testing::AnyOf(0, 5)) << output();
  std::set<std::string> found;
  for (const auto& [page, count] : stored("killed")) found.insert(page);
  EXPECT_EQ(found, expected);
  // A kill repeats at most the pages leased then: one, with one request at a time.
  const auto log = server_->log();
  std::map<std::string, int> counts;
  for (size_t i = before; i < log.size(); ++i) {
    if (log[i].target != "/robots.txt") ++counts[log[i].target];
  }
  int repeated = 0;
  for (const auto& [target, count] : counts) repeated += count - 1;
  EXPECT_LE(repeated, 30);
}

TEST_F(CrawlProofTest, CtrlCStopsCleanlyAndTheSameCommandGoesOn) {
  serve({});
  const pid_t process = start(command("20ms"));
  while (server_->log().size() < 8) std::this_thread::sleep_for(5ms);
  kill(process, SIGINT);
  EXPECT_EQ(wait(process), 4);
  EXPECT_LT(requested().size(), server_->site()->pages.size());
  EXPECT_EQ(run(command("1ms")), 0);
  for (const auto& [target, count] : requested()) EXPECT_EQ(count, 1) << target;
  EXPECT_GE(stored().size(), server_->site()->pages.size());
}

TEST_F(CrawlProofTest, BadWeatherEnds) {
  serve({.hang = 1500ms, .error_percent = 10}, 10);
  auto arguments = command("1ms");
  for (const char* target : {"/redirect/9", "/loop", "/broken", "/gone", "/busy", "/soft/x",
                             "/slow", "/hang", "/truncated", "/overlong", "/old/x", "/go/1"})
    arguments.insert(arguments.begin() + 2, server_->origin() + target);
  // Retries at once, and a short patience: the settings a test needs.
  const std::string config = folder_ / "crawl.toml";
  {
    std::FILE* file = std::fopen(config.c_str(), "w");
    std::fputs(
        "[fetch]\nretry_delay = \"5ms\"\n[politeness]\nmax_delay = \"50ms\"\n"
        "max_retry_after = \"1s\"\nlatency_factor = 0\n",
        file);
    std::fclose(file);
  }
  arguments.insert(arguments.end(), {"--config", config, "--timeout", "1s"});
  EXPECT_EQ(run(arguments), 0);
  const auto targets = requested();
  EXPECT_EQ(targets.at("/broken"), 3);
  EXPECT_EQ(targets.at("/hang"), 3);
  EXPECT_EQ(targets.at("/truncated"), 3);
  // Once, unless the machine is so busy that an answer comes too late.
  for (const char* target : {"/loop", "/overlong", "/gone", "/slow"})
    EXPECT_LE(targets.at(target), 3) << target;
  EXPECT_GE(targets.at("/busy"), 2);
  EXPECT_EQ(targets.contains("/redirect/4"), true);
  EXPECT_EQ(targets.contains("/redirect/3"), false);  // Five hops are enough.
  expect_nothing_forbidden();
  // What failed for good is a tenth of the pages; the others are there.
  size_t missing = 0;
  const auto pages = stored();
  for (const practice::Page& page : server_->site()->pages)
    missing += pages.contains(page.url.substr(server_->origin().size())) ? 0 : 1;
  EXPECT_LT(missing, server_->site()->pages.size() / 4);
}

// crawl → focus train → crawl --focus: the second site of its kind is crawled better for the first.
TEST_F(CrawlProofTest, WhatOneCrawlLogsTeachesTheNext) {
  const auto department = [](uint64_t seed) {
    return practice::Options{
        .domain = practice::Domain::kDepartment, .seed = seed, .items = 60, .page_size = 10};
  };
  const auto people = [&] {  // Of the pages fetched, those about one person.
    const auto targets = requested();
    size_t pages = 0;
    for (const practice::Page& page : server_->site()->pages)
      pages += page.template_name.starts_with("detail") &&
                       targets.contains(page.url.substr(server_->origin().size()))
                   ? 1
                   : 0;
    return pages;
  };
  server_ = std::move(*Server::start(department(1)));
  auto first = command("0", "first");
  first.push_back("--link-log");
  ASSERT_EQ(run(first), 0) << output();
  run(first);  // Nothing is left to fetch, and nothing to log.
  const std::filesystem::directory_iterator logs(folder_ / "first" / "links");
  EXPECT_EQ(std::distance(begin(logs), end(logs)), 1);
  const std::string model = folder_ / "staff.focus.json";
  ASSERT_EQ(run({program_.string(), "focus", "train", folder_ / "first", "--url",
                 "/staff/[^/]+\\.html$", "-o", model}),
            0)
      << output();
  EXPECT_EQ(run({program_.string(), "focus", "replay", folder_ / "first", "--url",
                 "/staff/[^/]+\\.html$", "--model", model}),
            0)
      << output();

  // Eight pages of another department, without its sitemap, which names them all.
  std::map<bool, size_t> found;
  for (const bool focused : {false, true}) {
    server_ = std::move(*Server::start(department(2)));
    auto second = command("0", focused ? "focused" : "breadth");
    for (const char* argument : {"--no-sitemaps", "--max-pages", "8"}) second.push_back(argument);
    if (focused) second.insert(second.end(), {"--focus", model});
    ASSERT_EQ(run(second), 4) << output();
    found[focused] = people();
  }
  EXPECT_GT(found[true], found[false]);
}

TEST_F(CrawlProofTest, PrivateAddressesAreRefusedByDefault) {
  serve({});
  auto arguments = command("1ms");
  arguments.erase(std::find(arguments.begin(), arguments.end(), "--allow-private"));
  EXPECT_EQ(run(arguments), 2);  // Nobody to be asked about it.
  arguments.insert(arguments.end(), {"--contact", "mailto:me@example.com", "--max-time", "1s"});
  EXPECT_THAT(run(arguments), ::testing::AnyOf(1, 4));
  EXPECT_TRUE(server_->log().empty());
}

}  // namespace
}  // namespace weft::cli
