// Exploring as a person does it: a site served on loopback, a way written down, gone again, and mended when the site
// changed. And the verbs for its parts: forms, pages --next, mine --paginate.

#include <algorithm>

#include <gmock/gmock.h>

#include "cli/testing/program_fixture.h"
#include "practice/web_server.h"

namespace weft::cli {
namespace {

using practice::Entry;
using practice::Pager;
using ::testing::HasSubstr;
using ::testing::Not;

const practice::Options kCars{
    .domain = practice::Domain::kCars, .seed = 3, .items = 30, .results = true};

class ExploreVerbTest : public ProgramFixture {
 protected:
  void serve(practice::WebDesign design, const practice::Options& options = kCars) {
    auto server = practice::WebServer::start(options, design, 0);
    ASSERT_TRUE(server.ok()) << server.error().message;
    server_ = std::move(*server);
  }
  int explore(std::vector<std::string> options) {
    options.insert(options.begin(),
                   {"explore", server_->origin() + "/", "--allow-private", "--delay", "20"});
    return run(std::move(options));
  }
  [[nodiscard]] auto lines(const std::string& name) const {
    const std::string text = read(name);
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  std::unique_ptr<practice::WebServer> server_;
};

TEST_F(ExploreVerbTest, FindsAllRecordsBehindARequiredField) {
  serve({Entry::kRequiredWords, Pager::kOlder});
  EXPECT_EQ(explore({"--domain", "cars", "-o", path("cars.jsonl"), "--report", path("walk.html")}),
            0)
      << errors_;
  EXPECT_EQ(lines("cars.jsonl"), server_->records());
  EXPECT_EQ(server_->forbidden_hits(), 0U);
  EXPECT_THAT(errors_, HasSubstr("a nonsense word"));
  EXPECT_THAT(errors_, HasSubstr("left alone: form to '/account/login'"));
  EXPECT_THAT(read("walk.html"), HasSubstr("<h2>Left alone</h2>"));
  for (const char* component : {"fetching, with its delays", "parsing", "finding records", "links",
                                "forms", "pagination", "learning the wrapper", "all together"})
    EXPECT_THAT(read("walk.html"), HasSubstr("<td>" + std::string(component) + "</td>"));
}

TEST_F(ExploreVerbTest, AJourneyIsGoneAgainWithoutExploring) {
  serve({Entry::kSamePage, Pager::kNext});
  ASSERT_EQ(explore({"--domain", "cars", "-o", path("a.jsonl"), "--journey", path("cars.json")}), 0)
      << errors_;
  const size_t before = server_->requests();
  EXPECT_EQ(
      run({"extract", "--journey", path("cars.json"), "--allow-private", "-o", path("b.jsonl")}), 0)
      << errors_;
  EXPECT_EQ(lines("b.jsonl"), lines("a.jsonl"));
  EXPECT_LT(server_->requests() - before, before);
}

TEST_F(ExploreVerbTest, AJourneyAsOxpathTakesOtherValues) {
  serve({Entry::kRequiredWords, Pager::kNumbers});
  ASSERT_EQ(explore({"--domain", "cars", "-o", path("a.jsonl"), "--journey", path("cars.oxpath")}),
            0)
      << errors_;
  EXPECT_THAT(read("cars.oxpath"), HasSubstr("/{$q="));
  EXPECT_THAT(read("cars.oxpath"), HasSubstr("/{click /}"));
  EXPECT_EQ(
      run({"extract", "--journey", path("cars.oxpath"), "--set", "q=zzzz", "--allow-private"}), 3);
  EXPECT_EQ(
      run({"extract", "--journey", path("cars.oxpath"), "--set", "nothing=1", "--allow-private"}),
      2);
  EXPECT_THAT(errors_, HasSubstr("no parameter 'nothing'"));
}

TEST_F(ExploreVerbTest, AFormThatChangedIsNoticedAndTheWayMended) {
  serve({Entry::kAnyChoice, Pager::kNumbers});
  ASSERT_EQ(explore({"--domain", "cars", "-o", path("a.jsonl"), "--journey", path("cars.json")}), 0)
      << errors_;
  EXPECT_EQ(run({"watch", "--journey", path("cars.json"), "--allow-private"}), 0) << errors_;
  server_->show(kCars, {Entry::kSamePage, Pager::kNumbers});
  EXPECT_EQ(run({"watch", "--journey", path("cars.json"), "--allow-private"}), 3) << errors_;
  EXPECT_EQ(run({"watch", "--journey", path("cars.json"), "--repair", "--allow-private"}), 0)
      << errors_;
  EXPECT_EQ(
      run({"extract", "--journey", path("cars.json"), "--allow-private", "-o", path("b.jsonl")}), 0)
      << errors_;
  EXPECT_EQ(lines("b.jsonl"), server_->records());
}

TEST_F(ExploreVerbTest, AWalkGoesOnFromWhatItKept) {
  serve({Entry::kSearchForm, Pager::kNumbers});
  ASSERT_EQ(explore({"--domain", "cars", "--fetches", "4", "--state", path("state"), "-o",
                     path("a.jsonl")}),
            0)
      << errors_;
  const size_t before = server_->requests();
  ASSERT_EQ(explore({"--domain", "cars", "--state", path("state"), "--actions",
                     path("actions.jsonl"), "-o", path("b.jsonl")}),
            0)
      << errors_;
  EXPECT_EQ(lines("b.jsonl"), server_->records());
  EXPECT_EQ(server_->requests() - before, lines("actions.jsonl") - before);  // None twice.
  // Killed while it wrote: what the last line would have said is fetched again, and nothing else.
  const std::string answers = read("state/answers.jsonl");
  write("state/answers.jsonl", answers.substr(0, answers.size() - 20));
  const size_t all = server_->requests();
  ASSERT_EQ(explore({"--domain", "cars", "--state", path("state"), "-o", path("c.jsonl")}), 0)
      << errors_;
  EXPECT_EQ(server_->requests() - all, 1U);
  EXPECT_EQ(read("c.jsonl"), read("b.jsonl"));
}

TEST_F(ExploreVerbTest, PostsOnlyIfAllowed) {
  serve({Entry::kPost, Pager::kNumbers});
  EXPECT_EQ(explore({"--domain", "cars", "-o", path("a.jsonl")}), 5);
  EXPECT_THAT(errors_, HasSubstr("posting is not allowed"));
  EXPECT_EQ(explore({"--domain", "cars", "--allow-post", "-o", path("a.jsonl")}), 0) << errors_;
  EXPECT_EQ(lines("a.jsonl"), server_->records());
}

TEST_F(ExploreVerbTest, PagesThatScriptsMakeNeedABrowser) {
  practice::Options few = kCars;
  few.items = 14;
  serve({.entry = Entry::kSamePage, .pager = Pager::kNext, .scripts = practice::Scripts::kPages},
        few);
  EXPECT_EQ(explore({"--domain", "cars", "-o", path("none.jsonl")}), 5);
  const int code = explore({"--domain", "cars", "--render", "--fetches", "4", "-o",
                            path("cars.jsonl"), "--report", path("walk.html")});
  if (errors_.find("chromium-headless-shell") != std::string::npos)
    GTEST_SKIP() << "no browser is installed";
  EXPECT_EQ(code, 0) << errors_;
  EXPECT_EQ(lines("cars.jsonl"), server_->records());
  EXPECT_THAT(read("walk.html"), HasSubstr("data:image/png;base64,"));
  EXPECT_EQ(server_->forbidden_hits(), 0U);
}

// Fields without a form, a form that a script sends, lists that go on by scripts: none has an address.
class ScriptedSiteTest : public ExploreVerbTest,
                         public ::testing::WithParamInterface<practice::Scripts> {};

TEST_P(ScriptedSiteTest, IsWrittenIntoClickedAndScrolledAndGoneAgain) {
  const bool form =
      GetParam() == practice::Scripts::kFields || GetParam() == practice::Scripts::kForm;
  serve({form ? Entry::kRanges : Entry::kOneList, Pager::kNext, GetParam()});
  const int code = explore({"--domain", "cars", "--render", "--fetches", "9", "--state",
                            path("state"), "--journey", path("way.oxpath"), "-o", path("a.jsonl")});
  if (errors_.find("chromium-headless-shell") != std::string::npos)
    GTEST_SKIP() << "no browser is installed";
  EXPECT_EQ(code, 0) << errors_;
  EXPECT_EQ(lines("a.jsonl"), server_->records()) << errors_;
  EXPECT_EQ(server_->forbidden_hits(), 0U);
  // Again from what was kept: the site is not asked.
  const size_t before = server_->requests();
  EXPECT_EQ(explore({"--domain", "cars", "--render", "--fetches", "9", "--state", path("state"),
                     "-o", path("again.jsonl")}),
            0);
  EXPECT_EQ(server_->requests(), before);
  EXPECT_EQ(read("again.jsonl"), read("a.jsonl"));
  EXPECT_EQ(run({"extract", "--journey", path("way.oxpath"), "--render", "--allow-private", "-o",
                 path("b.jsonl")}),
            0)
      << errors_ << read("way.oxpath");
  EXPECT_EQ(lines("b.jsonl"), server_->records()) << read("way.oxpath") << errors_;
}

INSTANTIATE_TEST_SUITE_P(All, ScriptedSiteTest,
                         ::testing::Values(practice::Scripts::kFields, practice::Scripts::kForm,
                                           practice::Scripts::kNext, practice::Scripts::kMore,
                                           practice::Scripts::kScroll),
                         [](const auto& one) { return std::string(name_of(one.param)); });

TEST_F(ExploreVerbTest, TheNewBesideTheUsed) {
  serve({.entry = Entry::kOneList, .pager = Pager::kNext, .areas = true});
  ASSERT_EQ(explore({"--domain", "cars", "-o", path("a.jsonl"), "--journey", path("cars.json")}), 0)
      << errors_;
  EXPECT_EQ(lines("a.jsonl"), server_->records()) << errors_;
  EXPECT_NE(read("a.jsonl").find("\"section\""), std::string::npos);
  ASSERT_EQ(
      run({"extract", "--journey", path("cars.json"), "--allow-private", "-o", path("b.jsonl")}), 0)
      << errors_;
  EXPECT_EQ(lines("b.jsonl"), server_->records());
}

TEST_F(ExploreVerbTest, ASiteOfTwoKindsOfRecords) {
  serve({.entry = Entry::kLinks, .pager = Pager::kNumbers, .beside = practice::Domain::kEstate});
  ASSERT_EQ(explore({"--domain", "cars", "--domain", "property", "-o", path("a.jsonl"), "--journey",
                     path("way.json")}),
            0)
      << errors_;
  const std::string found = read("a.jsonl");
  const auto of_kind = [&](std::string_view kind) {
    size_t count = 0;
    for (size_t at = found.find(kind); at != std::string::npos; at = found.find(kind, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(of_kind("\"kind\":\"Vehicle\""), 30U) << errors_;
  EXPECT_EQ(lines("a.jsonl"), server_->records()) << errors_;
  EXPECT_THAT(read("way.cars.json"), HasSubstr("\"journey\""));
  EXPECT_THAT(read("way.property.json"), HasSubstr("\"journey\""));
  EXPECT_EQ(server_->forbidden_hits(), 0U);
}

TEST_F(ExploreVerbTest, PagesOfRecordsSayWhatListsDoNot) {
  serve({Entry::kOneList, Pager::kNext});
  ASSERT_EQ(explore({"--domain", "cars", "--details", "40", "-o", path("cars.jsonl")}), 0)
      << errors_;
  EXPECT_EQ(lines("cars.jsonl"), server_->records());
  EXPECT_THAT(errors_, HasSubstr("30 pages of records opened, 30 read"));
  EXPECT_THAT(read("cars.jsonl"), HasSubstr("\"model\""));
  EXPECT_EQ(server_->forbidden_hits(), 0U);
}

TEST_F(ExploreVerbTest, ADryRunShowsWhatWouldComeNext) {
  serve({Entry::kSearchForm, Pager::kNumbers});
  EXPECT_EQ(explore({"--domain", "cars", "--dry-run"}), 5);
  EXPECT_EQ(server_->requests(), 1U);
  EXPECT_THAT(errors_, HasSubstr("next: "));
  EXPECT_THAT(errors_, HasSubstr("submit"));
}

TEST_F(ExploreVerbTest, ASiteOfAnotherDomainGivesNothing) {
  serve({Entry::kOneList, Pager::kNumbers});
  EXPECT_EQ(explore({"--domain", "property", "-o", path("a.jsonl")}), 5) << errors_;
}

TEST_F(ExploreVerbTest, FormsAreShownAndNothingIsSent) {
  const std::string page = write("page.html",
                                 "<form action='/search'><label>Town <input name=q></label>"
                                 "<button>Search</button></form>");
  EXPECT_EQ(run({"forms", page, "--json", "-o", path("forms.jsonl")}), 0) << errors_;
  EXPECT_THAT(read("forms.jsonl"), HasSubstr("\"type\":\"search\""));
  EXPECT_THAT(read("forms.jsonl"), HasSubstr("\"label\":\"Town\""));
}

TEST_F(ExploreVerbTest, PagesSayWhereAListGoesOn) {
  const std::string page =
      write("page.html",
            "<base href='http://a.com/list'><ul><li>One<li>Two</ul><div class=pagination><b>1</b> "
            "<a href='/list?page=2'>2</a> <a href='/list?page=2' rel=next>Next</a></div>");
  EXPECT_EQ(run({"pages", "--next", page, "--json", "-o", path("next.jsonl")}), 0) << errors_;
  EXPECT_THAT(read("next.jsonl"), HasSubstr("http://a.com/list?page=2"));
}

TEST_F(ExploreVerbTest, MiningGoesOnToTheNextPages) {
  serve({Entry::kOneList, Pager::kNumbers});
  EXPECT_EQ(run({"mine", server_->origin() + "/", "--domain", "cars", "--paginate", "9",
                 "--allow-private", "-o", path("cars.jsonl")}),
            0)
      << errors_;
  EXPECT_GE(lines("cars.jsonl"), server_->records() - 1);
}

TEST_F(ExploreVerbTest, ACrawlFollowsListsToTheirEnds) {
  practice::Options many = kCars;
  many.items = 50;
  serve({Entry::kOneList, Pager::kNext}, many);
  const auto crawl = [&](const std::string& into, std::vector<std::string> more) {
    more.insert(more.begin(), {"crawl", server_->origin() + "/", "--into", path(into), "--depth",
                               "0", "--delay", "1ms", "--allow-private", "--requisites", "none"});
    const size_t before = server_->requests();
    EXPECT_EQ(run(std::move(more)), 0) << errors_;
    return server_->requests() - before;
  };
  EXPECT_EQ(crawl("one", {}), 1U);
  EXPECT_EQ(crawl("all", {"--paginate"}), 5U);
  EXPECT_THAT(errors_, HasSubstr("4 next pages of lists"));
  EXPECT_EQ(server_->forbidden_hits(), 0U);
}

}  // namespace
}  // namespace weft::cli
