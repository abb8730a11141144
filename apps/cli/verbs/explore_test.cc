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

constexpr practice::Options kCars{
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
  serve({.entry = Entry::kSamePage, .pager = Pager::kNext, .scripts = true}, few);
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

}  // namespace
}  // namespace weft::cli
