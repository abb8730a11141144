#include "explore/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/words.h"
#include "html/parser.h"

namespace weft::explore {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// A site in memory: pages by path. Records are texts of <li class=r>.
class WalkTest : public ::testing::Test {
 protected:
  Walk make(WalkOptions options = {}) {
    return Walk(
        "http://a.com/",
        [this](const FormRequest& request) -> Result<model::Page> {
          const std::string& url = request.url;
          asked_.push_back(url.substr(12));
          model::Page page;
          page.id = page.url = url;
          const auto found = pages_.find(url.substr(12));
          const auto status = statuses_.find(url.substr(12));
          page.status = found == pages_.end()       ? 404
                        : status == statuses_.end() ? 200
                                                    : status->second;
          page.document = html::parse(found == pages_.end() ? "" : found->second).document;
          return page;
        },
        [](const model::Page& page, bool) {
          PageRecords found;
          for (const dom::NodeId n : page.document.nodes()) {
            if (page.document.attribute(n, dom::atoms::kClass) == "r")
              found.keys.emplace_back(page.document.text(dom::next(n)));
          }
          return found;
        },
        [this](const model::Page& page, size_t) { results_.push_back(page.url.substr(12)); },
        std::move(options));
  }
  void run(WalkOptions options = {}) {
    Walk walk = make(std::move(options));
    while (walk.step()) continue;
    ended_ = walk.ended();
    refused_ = walk.refused();
    records_ = walk.records();
  }
  static std::string list(int first, int count) {
    std::string html = "<ul>";
    for (int i = first; i < first + count; ++i) html += "<li class=r>Record " + std::to_string(i);
    return html + "</ul>";
  }

  std::map<std::string, std::string> pages_;
  std::map<std::string, int> statuses_;  // 200 for others.
  std::vector<std::string> asked_;
  std::vector<std::string> results_;
  std::vector<std::string> refused_;
  std::string ended_;
  size_t records_ = 0;
};

TEST_F(WalkTest, FollowsWordsOfTheDomainFirstAndTheListToItsEnd) {
  pages_["/"] =
      "<a href=/about>Our history</a><a href=/cars>Used cars</a><a href=/login>Log in</a>";
  pages_["/about"] = "<p>Words.</p>";
  pages_["/cars"] = list(0, 5) +
                    "<div class=pagination><b>1</b> <a href='/cars?page=2'>2</a> "
                    "<a href='/cars?page=2'>Next &raquo;</a></div>";
  pages_["/cars?page=2"] =
      list(5, 5) + "<div class=pagination><a href='/cars'>1</a> <b>2</b></div>";
  run({.words = {"car"}});
  ASSERT_GE(asked_.size(), 3U);
  EXPECT_EQ(asked_[1], "/cars");
  EXPECT_EQ(asked_[2], "/cars?page=2");
  EXPECT_EQ(records_, 10U);
  EXPECT_EQ(ended_, "nothing is left to try");
}

TEST_F(WalkTest, GoesOnASearchWhoseFirstPageIsKnown) {
  pages_["/"] = list(0, 5) +
                "<form action=/s class=search><input type=search name=q placeholder=Search>"
                "<button>Search</button></form>";
  pages_["/s?q="] = list(0, 5) +
                    "<div class=pagination><b>1</b> <a href='/s?q=&amp;page=2'>2</a> "
                    "<a href='/s?q=&amp;page=2'>Next &raquo;</a></div>";
  pages_["/s?q=&page=2"] =
      list(5, 5) + "<div class=pagination><a href='/s?q='>1</a> <b>2</b></div>";
  run({});
  EXPECT_EQ(records_, 10U);
}

TEST_F(WalkTest, NeverTouchesWhatChangesSomething) {
  pages_["/"] =
      "<a href=/item/1/delete>Remove</a><a href='/logout'>Bye</a><a href=/x>Löschen</a>"
      "<a href='/do?action=unsubscribe'>Stop</a><a href='http://b.org/'>Other</a>"
      "<form action=/login method=post><input name=user><input type=password name=p></form>"
      "<form action=/send><input name=email><textarea name=message></textarea></form>";
  run();
  EXPECT_EQ(asked_, (std::vector<std::string>{"/"}));
  EXPECT_EQ(refused_.size(), 6U);
  EXPECT_THAT(refused_, Contains(HasSubstr("it asks for a password")));
}

TEST_F(WalkTest, SearchesByATermAndLearnsWhatNothingLooksLike) {
  pages_["/"] =
      "<form action=/search><input type=search name=q required placeholder='Search cars'>"
      "<button>Search</button></form>";
  pages_["/search?q=qzxvkwj"] = "<p>Nothing found</p>" + list(90, 3);  // "You may also like".
  pages_["/search?q=volvo"] = list(0, 4) + list(90, 3);
  run({.terms = {"volvo"}});
  EXPECT_THAT(results_, ::testing::ElementsAre("/search?q=volvo"));
  EXPECT_THAT(asked_, ::testing::ElementsAre("/", "/search?q=qzxvkwj", "/search?q=volvo",
                                             "/search?q=a", "/search?q=e"));
}

TEST_F(WalkTest, ChoicesAreGoneThroughWhenLessIsShownThanFound) {
  pages_["/"] =
      "<form action=/search><input type=search name=q><select name=k><option value=''>All"
      "<option value=a>A<option value=b>B</select><button>Search</button></form>";
  pages_["/search?q=&k="] = "<p>8 results</p>" + list(0, 4);
  pages_["/search?q=&k=a"] = list(0, 5);
  pages_["/search?q=&k=b"] = list(5, 3);
  run();
  EXPECT_EQ(records_, 8U);
  EXPECT_EQ(asked_.size(), 4U);
}

TEST_F(WalkTest, AnAnswerThatComplainsTellsWhatIsRequired) {
  const std::string form =
      "<form action=/search><label>Town <input name=town></label><select name=k><option "
      "value=''>All"
      "<option value=a>A</select><button>Search</button></form>";
  pages_["/"] = form;
  pages_["/search?town=&k="] = "<p class=error>This field is required</p>" + form;
  pages_["/search?town=Bath&k="] = list(0, 4);
  run({.terms = {"Bath"}});
  EXPECT_EQ(records_, 4U);
}

TEST_F(WalkTest, ASectionMayBeCalledBuy) {
  const std::vector<std::string> homes = {"home", "house"};
  EXPECT_EQ(why_not_followed("buy", "http://a.com/buy/", "a.com", homes), "");
  EXPECT_EQ(why_not_followed("buy a home", "http://a.com/en/buy/houses/", "a.com", homes), "");
  EXPECT_EQ(why_not_followed("buy now", "http://a.com/x/", "a.com", homes), "its words");
  EXPECT_EQ(why_not_followed("2", "http://a.com/buy/?page=2", "a.com", homes), "");
  EXPECT_EQ(why_not_followed("2", "http://a.com/buy/page/2/", "a.com", homes), "");
  EXPECT_EQ(why_not_followed("2", "http://a.com/buy/?id=7&page=2", "a.com", homes), "its address");
  EXPECT_EQ(why_not_followed("buy", "http://a.com/buy/17", "a.com", homes), "its address");
  EXPECT_EQ(why_not_followed("buy", "http://a.com/buy?id=x", "a.com", homes), "its address");
  EXPECT_EQ(why_not_followed("log in", "http://a.com/x/", "a.com"), "its words");
  EXPECT_EQ(why_not_followed("", "http://a.com/account/login", "a.com"), "its address");
  EXPECT_EQ(why_not_followed("kaufen", "http://a.com/lampe/kaufen", "a.com", homes), "its address");
}

TEST_F(WalkTest, ReadsHowMuchWasFound) {
  const auto stated = [](std::string_view html) {
    return stated_results(html::parse(html).document, 12);
  };
  EXPECT_EQ(stated("<p>48 results</p>"), 48U);
  EXPECT_EQ(stated("<p>Showing 1-12 of 1,234 results</p>"), 1234U);
  EXPECT_EQ(stated("<p>Treffer 1 bis 12 von 2.048</p>"), 2048U);
  EXPECT_EQ(stated("<p>5 results</p><p>no number of results</p>"), 0U);
}

TEST_F(WalkTest, ARefusalEndsTheWalk) {
  for (const int status : {403, 429}) {
    asked_.clear();
    pages_["/"] = "<a href=/cars>Used cars</a><a href=/vans>Vans</a>";
    pages_["/cars"] = pages_["/vans"] = "";
    statuses_["/cars"] = status;
    run({.words = {"car"}});
    EXPECT_EQ(ended_, "the site refuses: status " + std::to_string(status));
    EXPECT_EQ(asked_.size(), 2U);
  }
}

TEST_F(WalkTest, FramesAreOpened) {
  pages_["/"] = "<iframe src=/inner></iframe>";
  pages_["/inner"] = list(0, 4);
  run();
  EXPECT_EQ(records_, 4U);
}

TEST_F(WalkTest, EndsWithinItsBudgets) {
  for (int i = 0; i < 100; ++i) {
    pages_[i == 0 ? "/" : "/p" + std::to_string(i)] =
        "<a href=/p" + std::to_string(i + 1) + ">On</a>";
  }
  run({.max_before_records = 7, .max_depth = 1000});
  EXPECT_EQ(asked_.size(), 7U);
  EXPECT_EQ(ended_, "no records within 7 fetches");
}

TEST_F(WalkTest, ShowsTheNextActionWithoutDoingIt) {
  pages_["/"] = "<a href=/cars>Used cars</a>";
  Walk walk = make({.words = {"car"}});
  EXPECT_EQ(walk.next_action()->request.url, "http://a.com/");
  EXPECT_TRUE(asked_.empty());
  walk.step();
  EXPECT_EQ(walk.next_action()->request.url, "http://a.com/cars");
  EXPECT_EQ(walk.next_action()->reason, "link 'Used cars': words of the domain");
}

}  // namespace
}  // namespace weft::explore
