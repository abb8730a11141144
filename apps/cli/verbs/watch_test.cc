// weft watch as people run it: a practice shop learned, watched, redesigned, repaired, rolled back.

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/learner.h"
#include "induce/rules_wrapper.h"
#include "model/schema_file.h"
#include "practice/domain.h"
#include "practice/site.h"

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
                                                    .drift = drift});
    size_t number = 0;
    for (const practice::Page& page : site.pages) {
      if (page.template_name != "detail") continue;
      write(folder + "/" + std::to_string(100 + number++) + ".html",
            "<base href=\"" + page.url + "\">" + page.html);
    }
  }

  void learn() {
    const practice::Site site = practice::generate(
        {.domain = practice::Domain::kShop, .seed = 104, .items = 24, .drift = 1});
    std::vector<model::Page> pages;
    induce::LearnInput input;
    const model::Schema schema = practice::schema_of(practice::Domain::kShop);
    for (const practice::Page& page : site.pages) {
      if (page.template_name != "detail") continue;
      model::Page parsed;
      parsed.id = page.url;
      parsed.document = html::parse("<base href=\"" + page.url + "\">" + page.html).document;
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
    const induce::RulesWrapper wrapper(std::move(learned->rules));
    write("wrapper.json", model::save_wrapper(wrapper).dump());
    write("schema.json", model::schema_to_json(schema).dump());
  }

  nlohmann::json watch_json(std::vector<std::string> arguments, int expected) {
    arguments.insert(arguments.begin(), {"watch", "--json", "--site", path("shop.site")});
    EXPECT_EQ(weft(arguments), expected) << errors_;
    return nlohmann::json::parse(read("out"), nullptr, false);
  }
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

TEST_F(WatchVerbTest, RepairIsVersionedAndCanBeRolledBack) {
  write_pages("today", {{RedesignKind::kChangedNesting, 3}, {RedesignKind::kRenamedClasses, 3}}, 2);
  const auto health_of_title = [&](const nlohmann::json& report) {
    for (const auto& attribute : report["templates"][0]["attributes"])
      if (attribute["name"] == "title") return attribute["health"].get<std::string>();
    return std::string();
  };
  // A dry run shows the repair and writes nothing.
  const auto dry = nlohmann::json::parse((weft({"watch", "--json", "--site", path("shop.site"),
                                                "--repair", "--dry-run", path("today")}),
                                          read("out")));
  EXPECT_GT(dry["templates"][0]["repair"]["accepted"], 5) << dry.dump(1);
  EXPECT_EQ(health_of_title(watch_json({path("today"), "--dry-run"}, 3)), "broken");

  weft({"watch", "--json", "--site", path("shop.site"), "--repair", path("today")});
  const auto report = nlohmann::json::parse(read("out"));
  for (const auto& change : report["templates"][0]["repair"]["changes"]) {
    if (change["state"] != "accepted") continue;
    EXPECT_NE(change["new_rule"], "") << change.dump();
  }
  weft({"watch", "--json", "--site", path("shop.site"), path("today")});
  EXPECT_EQ(health_of_title(nlohmann::json::parse(read("out"))), "healthy");

  ASSERT_EQ(weft({"site", "history", "--limit", "200", path("shop.site")}), 0);
  EXPECT_THAT(read("out"), HasSubstr("repair of"));
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

}  // namespace
}  // namespace weft::cli
