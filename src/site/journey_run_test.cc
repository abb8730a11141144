#include "site/journey_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"
#include "wrap/journey/xpath_wrapper.h"

namespace weft::site {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using wrap::JourneyAct;

// A site in memory: pages by path, as far as the query.
class JourneyRunTest : public ::testing::Test {
 protected:
  explore::Walk::PageReader reader() {
    return [this](const explore::FormRequest& request) -> Result<model::Page> {
      asked_.push_back(request.url.substr(12));
      model::Page page;
      page.id = page.url = request.url;
      const auto found = pages_.find(request.url.substr(12));
      page.status = found == pages_.end() ? 404 : 200;
      page.document = html::parse(found == pages_.end() ? "" : found->second).document;
      return page;
    };
  }
  static std::string list(int first, int count) {
    std::string html = "<ul>";
    for (int i = first; i < first + count; ++i) html += "<li>Record " + std::to_string(i) + "</li>";
    return html + "</ul>";
  }
  static wrap::JourneyWrapper journey(std::vector<wrap::JourneyPath> paths) {
    return {{"http://a.com/", "", false, std::move(paths)},
            *wrap::XPathWrapper::make("//li", {{"name", "."}})};
  }

  std::map<std::string, std::string> pages_;
  std::vector<std::string> asked_;
};

TEST_F(JourneyRunTest, FillsInClicksAndGoesOn) {
  pages_["/"] = "<form id=f action=/s><input name=q><button>Go</button></form>";
  pages_["/s?q=Bath"] = list(0, 3) + "<a href='/s?q=Bath&page=2'>More</a>";
  pages_["/s?q=Bath&page=2"] = list(3, 2);
  const auto way = journey({{{{JourneyAct::kFill, "//form[@id='f']//*[@name='q']", "York", "town"},
                              {JourneyAct::kClick, "//form[@id='f']", "", ""}},
                             "//a[normalize-space(.)='More']"}});
  const auto run = run_journey(way, reader(), {.parameters = {{"town", "Bath"}}});
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run->records, 5U);
  EXPECT_EQ(run->pages, 2U);
  EXPECT_TRUE(run->problems.empty());
  EXPECT_THAT(asked_, ElementsAre("/", "/s?q=Bath", "/s?q=Bath&page=2"));
}

TEST_F(JourneyRunTest, SaysWhichStepIsGone) {
  pages_["/"] = "<a href=/cars>Cars</a>";
  pages_["/cars"] = "<p>Nothing.</p>";
  const auto way = journey({{{{JourneyAct::kClick, "//a[.='Bikes']", "", ""}}, ""},
                            {{{JourneyAct::kClick, "//a[.='Cars']", "", ""}}, ""}});
  const auto run = run_journey(way, reader(), {});
  ASSERT_TRUE(run.ok());
  ASSERT_THAT(run->problems, SizeIs(2));
  EXPECT_THAT(run->problems[0].reason, HasSubstr("nothing is at //a[.='Bikes']"));
  EXPECT_THAT(run->problems[1].reason, HasSubstr("no record on http://a.com/cars"));
}

TEST_F(JourneyRunTest, NeverSendsWhatExploringWouldNotSend) {
  pages_["/"] = "<form id=f action=/s><input name=q><input type=password name=p></form>";
  const auto way = journey({{{{JourneyAct::kClick, "//form[@id='f']", "", ""}}, ""}});
  const auto run = run_journey(way, reader(), {});
  ASSERT_TRUE(run.ok());
  ASSERT_THAT(run->problems, SizeIs(1));
  EXPECT_THAT(run->problems[0].reason, HasSubstr("it asks for a password"));
  EXPECT_THAT(asked_, ElementsAre("/"));
}

}  // namespace
}  // namespace weft::site
