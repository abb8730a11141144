#include "watch/health/page_condition.h"

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::watch {
namespace {

model::Page page(std::string_view html, int status = 200) {
  return model::html_page(html, {.status = status});
}

std::string prose(int words) {
  std::string out;
  for (int i = 0; i < words; ++i) out += "word" + std::to_string(i) + " ";
  return "<p>" + out + "</p>";
}

struct Case {
  std::string html;
  int status;
  PageState state;
};

TEST(PageConditionTest, TellsPagesFromWhatComesInTheirPlace) {
  const Case cases[] = {
      {"<h1>Oak lamp</h1>" + prose(300), 200, PageState::kFine},
      {"<h1>Oak lamp</h1>", 404, PageState::kGone},
      {"<h1>Oak lamp</h1>", 410, PageState::kGone},
      {"", 503, PageState::kError},
      {"", 403, PageState::kBlocked},
      {"", 429, PageState::kBlocked},
      {"", 401, PageState::kLoginWall},
      {"", 200, PageState::kEmpty},
      {"<title>Just a moment...</title><p>Checking your browser before accessing</p>", 200,
       PageState::kBlocked},
      {"<title>Shop</title><p>Please solve this CAPTCHA to go on</p>", 200, PageState::kBlocked},
      {"<title>Shop</title><h1>Page not found</h1>" + prose(300), 200, PageState::kSoftMissing},
      {"<title>Shop</title><h1>Diese Seite existiert nicht</h1>", 200, PageState::kSoftMissing},
      {"<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><p>Request 81404", 200,
       PageState::kError},
      {"<title>Internal Server Error</title>" + prose(30), 200, PageState::kError},
      {"<title>Scheduled maintenance planner</title>" + prose(300), 200, PageState::kFine},
      {"<title>Shop</title><p>We are down for maintenance.", 200, PageState::kError},
      {"<title>Shop</title><h1>Wartungsarbeiten</h1>", 200, PageState::kError},
      {"<title>404</title><p>Something went wrong.", 200, PageState::kSoftMissing},
      {"<p>Please log in</p><form><input type=password></form>", 200, PageState::kLoginWall},
      // A long page that mentions the words is still itself.
      {"<h1>How captchas work</h1>" + prose(300), 200, PageState::kBlocked},
      {"<h1>Robots</h1><p>Some sites show a captcha when a page was not found.</p>" + prose(300),
       200, PageState::kFine},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.html.substr(0, 60));
    EXPECT_EQ(judge_page(page(one.html, one.status)).state, one.state);
  }
}

TEST(PageConditionTest, AFamiliarStructureSpeaksForThePage) {
  const model::Page article = page("<h1>How captchas work</h1>" + prose(300));
  EXPECT_EQ(judge_page(article, {.looks_the_same = true}).state, PageState::kFine);
}

TEST(PageConditionTest, APageThatLostMostOfItsTextIsReadClosely) {
  const model::Page shrunk = page("<p>access denied</p>" + prose(150));
  EXPECT_EQ(judge_page(shrunk).state, PageState::kFine);
  EXPECT_EQ(judge_page(shrunk, {.words = 1000}).state, PageState::kBlocked);
}

}  // namespace
}  // namespace weft::watch
