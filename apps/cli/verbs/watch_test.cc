// weft watch as people run it: a practice shop learned, watched, redesigned, repaired, rolled back.

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include <httplib.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "model/schema_file.h"
#include "practice/domain.h"
#include "practice/site.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using practice::RedesignKind;
using ::testing::HasSubstr;

class WatchVerbTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    write_pages("before", {});
    learn();
    ASSERT_EQ(
        weft({"watch", "--remember", "--site", path("shop.site"), "--template", "detail",
              "--wrapper", path("wrapper.json"), "--schema", path("schema.json"), path("before")}),
        0);
  }

  // The shop's detail pages into a folder; their URLs are stated by <base>.
  void write_pages(const std::string& folder, std::vector<practice::Redesign> redesigns,
                   unsigned drift = 1) {
    const practice::Site site = practice::generate({.domain = practice::Domain::kShop,
                                                    .seed = 104,
                                                    .items = 24,
                                                    .redesigns = std::move(redesigns),
                                                    .drift = drift,
                                                    .origin = origin_});
    size_t number = 0;
    for (const practice::Page& page : site.pages) {
      if (page.template_name != "detail") continue;
      write(folder + "/" + std::to_string(100 + number++) + ".html",
            "<base href=\"" + page.url + "\">" + page.html);
    }
  }

  void learn() {
    const practice::Site site = practice::generate({.domain = practice::Domain::kShop,
                                                    .seed = 104,
                                                    .items = 24,
                                                    .drift = 1,
                                                    .origin = origin_});
    std::vector<model::Page> pages;
    model::InducerInput input;
    const model::Schema schema = practice::schema_of(practice::Domain::kShop);
    for (const practice::Page& page : site.pages) {
      if (page.template_name != "detail") continue;
      model::Page parsed =
          model::html_page("<base href=\"" + page.url + "\">" + page.html, {.id = page.url});
      if (pages.size() < 3) {
        for (const auto& value : page.records[0].values)
          if (value.attribute != "description" && value.attribute != "image")
            input.labels.push_back(
                {.page = page.url, .attribute = value.attribute, .value = value.text});
      }
      pages.push_back(std::move(parsed));
    }
    for (const model::Page& page : pages) input.pages.push_back(&page);
    input.schema = &schema;
    auto learned = induce::learn(input);
    ASSERT_TRUE(learned.ok());
    const wrap::RulesWrapper wrapper(std::move(learned->rules));
    write("wrapper.json", model::save_wrapper(wrapper).dump());
    write("schema.json", write_json(schema).dump());
  }

  Json watch_json(std::vector<std::string> arguments, int expected) {
    arguments.insert(arguments.begin(), {"watch", "--json", "--site", path("shop.site")});
    EXPECT_EQ(weft(arguments), expected) << errors_;
    return *parse_json(read("out"));
  }

  std::string origin_;  // Of the shop; empty: a name that does not resolve.
};

// The shop on loopback, and what can happen to a site.
class WatchedServerTest : public WatchVerbTest {
 protected:
  enum class Weather { kFine, kGone, kForbidden, kWall, kFailing, kFailingPolitely };

  void SetUp() override {
    server_.Get("/robots.txt", [this](const httplib::Request&, httplib::Response& response) {
      const bool forbidden = weather_ == Weather::kForbidden;
      response.set_content(forbidden ? "User-agent: *\nDisallow: /" : "", "text/plain");
    });
    server_.Get(".*", [this](const httplib::Request& request, httplib::Response& response) {
      answer(request.path, response);
    });
    const int port = server_.bind_to_any_port("127.0.0.1");
    ASSERT_GT(port, 0);
    origin_ = "http://127.0.0.1:" + std::to_string(port);
    listener_ = std::thread([this] { server_.listen_after_bind(); });
    WatchVerbTest::SetUp();
  }

  void TearDown() override {
    stop();
    WatchVerbTest::TearDown();
  }

  void stop() {
    server_.stop();
    if (listener_.joinable()) listener_.join();
  }

  // What the server shows from now on.
  void show(std::vector<practice::Redesign> redesigns, unsigned drift, bool every_other = false) {
    const std::lock_guard lock(mutex_);
    const practice::Site site = practice::generate({.domain = practice::Domain::kShop,
                                                    .seed = 104,
                                                    .items = 24,
                                                    .redesigns = std::move(redesigns),
                                                    .drift = drift,
                                                    .origin = origin_});
    bool replaced = true;
    for (const practice::Page& page : site.pages) {
      if (page.template_name != "detail") continue;
      if (replaced) pages_[page.url.substr(origin_.size())] = page.html;
      if (every_other) replaced = !replaced;
    }
  }

  void answer(const std::string& path, httplib::Response& response) {
    const std::lock_guard lock(mutex_);
    ++requests_;
    const auto page = pages_.find(path);
    if (weather_ == Weather::kGone || page == pages_.end()) {
      response.status = 404;
    } else if (weather_ == Weather::kFailing) {
      response.status = 500;
    } else if (weather_ == Weather::kFailingPolitely) {
      response.set_content("<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>nginx",
                           "text/html");
    } else if (weather_ == Weather::kWall) {
      response.set_content("<title>Just a moment...</title><p>Please solve this captcha",
                           "text/html");
    } else {
      response.set_content(page->second, "text/html; charset=utf-8");
    }
  }

  Json watch_urls(std::vector<std::string> arguments, int expected) {
    arguments.insert(arguments.end(), {"--allow-private", "--delay", "0"});
    return watch_json(std::move(arguments), expected);
  }

  // Nothing was learned: the wrapper is the first one, and the shop as it was is healthy.
  void expect_nothing_learned() {
    ASSERT_EQ(weft({"site", "show", "--json", path("shop.site")}), 0);
    EXPECT_EQ((*parse_json(read("out")))["templates"][0]["wrapper_version"], 1) << read("out");
    write_pages("as-it-was", {}, 2);
    EXPECT_EQ(watch_json({path("as-it-was")}, 0)["health"], "healthy");
  }

  // All twenty pages are in this condition, which says nothing about the rules.
  void expect_to_be_watched_later(const char* condition) {
    const auto report = watch_urls({"--repair"}, 3);
    EXPECT_EQ(report["health"], "unknown");
    const Json& verdict = report["templates"][0];
    EXPECT_EQ(verdict["cause"], "error-page");
    EXPECT_EQ(verdict["conditions"][condition], 20) << report.dump(1);
    EXPECT_THAT(verdict["advice"].get<std::string>(), HasSubstr("later"));
    expect_nothing_learned();
  }

  std::atomic<Weather> weather_ = Weather::kFine;
  std::atomic<int> requests_ = 0;  // For pages.

 private:
  httplib::Server server_;
  std::thread listener_;
  std::mutex mutex_;
  std::map<std::string, std::string> pages_;  // By path.
};

TEST_F(WatchVerbTest, OtherPricesAreHealthy) {
  write_pages("today", {}, 2);
  const auto report = watch_json({path("today")}, 0);
  EXPECT_EQ(report["health"], "healthy") << report.dump(1);
  EXPECT_EQ(report["templates"][0]["read"], 20);
}

TEST_F(WatchVerbTest, ARedesignIsUnhealthyAndExplained) {
  write_pages("today", {{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  ASSERT_EQ(weft({"watch", "--site", path("shop.site"), path("today"), "--prometheus",
                  path("shop.prom"), "--dashboard", path("shop.html")}),
            3)
      << errors_;
  EXPECT_THAT(read("out"), HasSubstr("title"));
  EXPECT_THAT(read("out"), HasSubstr("--repair"));
  EXPECT_THAT(read("shop.prom"), HasSubstr("# TYPE weft_attribute_health gauge"));
  EXPECT_THAT(read("shop.prom"), HasSubstr("attribute=\"title\"} 0\n"));
  EXPECT_THAT(read("shop.html"), HasSubstr("class=moved"));
  EXPECT_THAT(read("shop.html"), HasSubstr("<svg"));
}

TEST_F(WatchVerbTest, WithoutASchemaATemplateOfBrokenAttributesIsBroken) {
  ASSERT_EQ(weft({"watch", "--remember", "--site", path("plain.site"), "--template", "detail",
                  "--wrapper", path("wrapper.json"), path("before")}),
            0);
  write_pages("today", {{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  ASSERT_EQ(weft({"watch", "--site", path("plain.site"), path("today")}), 3) << errors_;
  EXPECT_THAT(read("out"), HasSubstr("✘ detail           broken"));
}

TEST_F(WatchVerbTest, RepairIsVersionedAndCanBeRolledBack) {
  write_pages("today", {{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  const auto health_of_title = [&](const Json& report) {
    for (const auto& attribute : report["templates"][0]["attributes"])
      if (attribute["name"] == "title") return attribute["health"].get<std::string>();
    return std::string();
  };
  // A dry run shows the repair and writes nothing.
  const auto dry = *parse_json((weft({"watch", "--json", "--site", path("shop.site"), "--repair",
                                      "--dry-run", path("today")}),
                                read("out")));
  EXPECT_GT(dry["templates"][0]["repair"]["accepted"].get<int>(), 5) << dry.dump(1);
  EXPECT_EQ(health_of_title(watch_json({path("today"), "--dry-run"}, 3)), "broken");

  weft({"watch", "--json", "--site", path("shop.site"), "--repair", path("today")});
  const auto report = *parse_json(read("out"));
  for (const auto& change : report["templates"][0]["repair"]["changes"]) {
    if (change["state"] != "accepted") continue;
    EXPECT_NE(change["new_rule"], "") << change.dump();
  }
  weft({"watch", "--json", "--site", path("shop.site"), path("today")});
  EXPECT_EQ(health_of_title(*parse_json(read("out"))), "healthy");

  ASSERT_EQ(weft({"site", "history", path("shop.site")}), 0);
  EXPECT_THAT(read("out"), HasSubstr("repair of"));
  EXPECT_THAT(read("out"), HasSubstr("times, last: "));
  ASSERT_EQ(weft({"site", "rollback", path("shop.site"), "detail"}), 0) << errors_;
  EXPECT_EQ(health_of_title(watch_json({path("today")}, 3)), "broken");
}

TEST_F(WatchVerbTest, WallsAndMissingPagesChangeNothing) {
  for (int i = 0; i < 24; ++i) {
    const std::string before = read("before/" + std::to_string(100 + i) + ".html");
    write("wall/" + std::to_string(100 + i) + ".html",
          before.substr(0, before.find('>') + 1) +
              "<title>Just a moment...</title><p>Please solve this captcha");
  }
  const auto report = watch_json({"--repair", path("wall")}, 3);
  EXPECT_EQ(report["health"], "unknown");
  EXPECT_EQ(report["templates"][0]["cause"], "blocked");
  EXPECT_EQ(report["templates"][0]["conditions"]["blocked"], 20);
  EXPECT_FALSE(report["templates"][0].contains("repair"));
  write_pages("today", {}, 2);
  EXPECT_EQ(watch_json({path("today")}, 0)["health"], "healthy");
}

TEST_F(WatchVerbTest, HalfTheSiteRedesignedIsDriftAndNothingWrongIsLearned) {
  write_pages("today", {}, 2);
  write_pages("new", {{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  for (int i = 100; i < 124; i += 2) {
    fs::copy_file(path("new/" + std::to_string(i) + ".html"),
                  path("today/" + std::to_string(i) + ".html"),
                  fs::copy_options::overwrite_existing);
  }
  const auto report = watch_json({path("today")}, 3);
  EXPECT_NE(report["health"], "healthy");
  EXPECT_NE(report["health"], "unknown");
}

TEST_F(WatchVerbTest, TheSiteBeingDownIsSaidAndTheWrapperStays) {
  // The pages' own addresses do not resolve: nothing was learned from that.
  ASSERT_EQ(weft({"watch", "--site", path("shop.site"), "--repair", "--delay", "0",
                  path("nowhere.html")}),
            3)
      << errors_;
  EXPECT_THAT(read("out"), HasSubstr("unknown"));
}

TEST_F(WatchVerbTest, ABundleWithNothingToWatchSaysWhatToDo) {
  EXPECT_EQ(weft({"watch", "--site", path("none.site")}), 1);
  EXPECT_EQ(weft({"watch", "--remember", "--site", path("shop.site")}), 2);
}

TEST_F(WatchedServerTest, BellwethersAreReadAgainFromTheirOwnAddresses) {
  show({}, 2);
  const auto report = watch_urls({}, 0);
  EXPECT_EQ(report["templates"][0]["read"], 20) << report.dump(1);
  EXPECT_EQ(requests_, 20);
}

TEST_F(WatchedServerTest, ARedesignIsRepairedFromTheBellwethersAlone) {
  show({{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  watch_urls({}, 3);
  weft({"watch", "--json", "--site", path("shop.site"), "--repair", "--allow-private", "--delay",
        "0"});
  const auto report = *parse_json(read("out"));
  EXPECT_GT(report["templates"][0]["repair"]["accepted"].get<int>(), 5) << report.dump(1);
}

TEST_F(WatchedServerTest, RobotsForbiddingThePagesIsHonouredAndSaid) {
  show({}, 2);
  weather_ = Weather::kForbidden;
  const auto report = watch_urls({"--repair"}, 3);
  EXPECT_EQ(report["health"], "unknown") << report.dump(1);
  EXPECT_EQ(report["templates"][0]["cause"], "blocked");
  EXPECT_EQ(report["templates"][0]["conditions"]["forbidden"], 20);
  EXPECT_THAT(report["templates"][0]["advice"].get<std::string>(), HasSubstr("robots.txt"));
  EXPECT_EQ(requests_, 0);
  expect_nothing_learned();
}

TEST_F(WatchedServerTest, PagesThatAreAllGoneAreToBeChosenAnew) {
  weather_ = Weather::kGone;
  const auto report = watch_urls({"--repair"}, 3);
  EXPECT_EQ(report["health"], "unknown") << report.dump(1);
  EXPECT_EQ(report["templates"][0]["cause"], "soft-missing");
  EXPECT_EQ(report["templates"][0]["conditions"]["gone"], 20);
  EXPECT_THAT(report["templates"][0]["advice"].get<std::string>(), HasSubstr("--remember"));
  expect_nothing_learned();
}

TEST_F(WatchedServerTest, ASiteThatFailsOrDoesNotAnswerIsToBeWatchedLater) {
  show({}, 2);
  weather_ = Weather::kFailing;
  EXPECT_EQ(watch_urls({"--repair"}, 3)["templates"][0]["conditions"]["error"], 20);
  stop();
  expect_to_be_watched_later("unreachable");
}

TEST_F(WatchedServerTest, AFailureSaidWithAGoodStatusIsAFailure) {
  show({}, 2);
  weather_ = Weather::kFailingPolitely;
  expect_to_be_watched_later("error");
}

TEST_F(WatchedServerTest, ABotWallTeachesNothing) {
  show({}, 2);
  weather_ = Weather::kWall;
  const auto report = watch_urls({"--repair"}, 3);
  EXPECT_EQ(report["health"], "unknown");
  EXPECT_EQ(report["templates"][0]["conditions"]["blocked"], 20) << report.dump(1);
  EXPECT_THAT(report["templates"][0]["advice"].get<std::string>(), HasSubstr("slow down"));
  expect_nothing_learned();
}

TEST_F(WatchedServerTest, APrivateAddressIsNotTakenForRobots) {
  show({}, 2);
  const auto report = watch_json({"--delay", "0"}, 3);
  EXPECT_EQ(report["templates"][0]["conditions"]["unreachable"], 20) << report.dump(1);
  EXPECT_EQ(requests_, 0);
}

// Titles of a wrapper that was repaired on both designs are right on both, or are not given.
TEST_F(WatchedServerTest, HalfTheSiteRedesignedIsRepairedRightOrNotAtAll) {
  show({}, 2);
  show({{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2, true);
  const auto report = watch_urls({}, 3);
  EXPECT_NE(report["health"], "healthy");
  EXPECT_NE(report["health"], "unknown");
  weft({"watch", "--json", "--site", path("shop.site"), "--repair", "--allow-private", "--delay",
        "0"});
  const Json repaired = *parse_json(read("out"));
  for (const auto& change : repaired["templates"][0]["repair"]["changes"]) {
    if (change["attribute"] == "title" && change["state"] == "accepted") {
      EXPECT_EQ(change["now"], change["before"]) << change.dump(1);
    }
  }
  const int code =
      weft({"watch", "--json", "--site", path("shop.site"), "--allow-private", "--delay", "0"});
  EXPECT_TRUE(code == 0 || code == 3) << code;
  const auto after = *parse_json(read("out"));
  EXPECT_EQ(after["health"] == "healthy", code == 0);
  for (const auto& attribute : after["templates"][0]["attributes"]) {
    if (attribute["name"] == "title") {
      EXPECT_EQ(attribute["different"], 0) << attribute.dump(1);
    }
  }
}

TEST_F(WatchVerbTest, ACrawlGroupedAnewKeepsItsRules) {
  write_pages("today", {}, 2);
  const auto report = watch_json({"--regroup", path("today")}, 0);
  const auto& regrouping = report["regrouping"];
  EXPECT_EQ(regrouping["reused_share"], 1.0) << regrouping.dump(1);
  EXPECT_EQ(regrouping["clusters"][0]["template"], "detail");
  ASSERT_EQ(weft({"watch", "--regroup", "--repair", "--site", path("shop.site"), path("today")}), 0)
      << errors_;
  EXPECT_THAT(read("out"), HasSubstr("rules of 100.0 % of their URLs are reused"));
  EXPECT_EQ(watch_json({path("today")}, 0)["health"], "healthy");
}

// Every other page is redesigned: two templates afterwards, each with rules that hold.
TEST_F(WatchVerbTest, AClusterThatSplitsBecomesTwoTemplates) {
  const std::vector<practice::Redesign> redesign = {{RedesignKind::kChangedNesting, 3},
                                                    {RedesignKind::kRenamedClasses, 3}};
  write_pages("today", {}, 2);
  write_pages("redesigned", redesign, 2);
  for (int number = 100; fs::exists(path("redesigned/" + std::to_string(number) + ".html"));
       number += 2) {
    const std::string name = std::to_string(number) + ".html";
    write("today/" + name, read("redesigned/" + name));
  }
  const auto repaired = watch_json({"--regroup", "--repair", path("today")}, 0);
  EXPECT_EQ(repaired["templates"][1]["repair"]["ask_attributes"], Json::array());
  const auto report = watch_json({path("today")}, 0);
  ASSERT_EQ(report["templates"].size(), 2u);
  EXPECT_EQ(report["templates"][0]["template"], "detail");
  EXPECT_EQ(report["templates"][0]["health"], "healthy") << report["templates"][0].dump(1);
  EXPECT_EQ(report["templates"][1]["template"], "detail-2");
  for (const auto& one : report["templates"]) {
    EXPECT_GE(one["pages"].get<int>(), 8) << one.dump(1);
    EXPECT_GE(one["coverage"].get<double>(), 0.9) << one.dump(1);
    for (const auto& attribute : one["attributes"])
      EXPECT_EQ(attribute["health"], "healthy") << attribute.dump(1);
  }
}

TEST_F(WatchVerbTest, ARedesignGroupedAnewReusesNoRule) {
  write_pages("today", {{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  const auto report = watch_json({"--regroup", path("today")}, 3);
  EXPECT_EQ(report["regrouping"]["reused_share"], 0.0) << report["regrouping"].dump(1);
  EXPECT_EQ(weft({"watch", "--regroup", "--site", path("shop.site")}), 2);
}

}  // namespace
}  // namespace weft::cli
