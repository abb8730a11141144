#include "practice/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

namespace weft::practice {
namespace {

using ::testing::HasSubstr;

class PracticeServerTest : public ::testing::Test {
 protected:
  PracticeServerTest()
      : server_(std::move(*Server::start({.items = 10}, {.dribble = std::chrono::milliseconds(1),
                                                         .hang = std::chrono::milliseconds(1)}))) {}
  httplib::Result get(const std::string& target, const httplib::Headers& headers = {}) {
    httplib::Client client(server_->origin());
    return client.Get(target, headers);
  }
  std::string path(const Page& page) { return page.url.substr(server_->origin().size()); }

  std::unique_ptr<Server> server_;
};

TEST_F(PracticeServerTest, ServesEveryPageOfTheSite) {
  for (const Page& page : server_->site()->pages) {
    const auto answer = get(path(page));
    ASSERT_TRUE(answer) << page.url;
    EXPECT_EQ(answer->status, 200) << page.url;
    EXPECT_EQ(answer->body, page.html);
  }
  EXPECT_EQ(server_->log().size(), server_->site()->pages.size());
}

TEST_F(PracticeServerTest, ListsItsPagesInSitemapsNamedByRobots) {
  EXPECT_THAT(get("/robots.txt")->body,
              HasSubstr("Sitemap: " + server_->origin() + "/sitemap.xml"));
  EXPECT_THAT(get("/sitemap.xml")->body, HasSubstr("/sitemap-1.xml"));
  EXPECT_THAT(get("/sitemap-1.xml")->body, HasSubstr("<loc>" + server_->origin() + "/</loc>"));
}

TEST_F(PracticeServerTest, AnswersNotModified) {
  const std::string tag = get("/")->get_header_value("ETag");
  EXPECT_EQ(get("/", {{"If-None-Match", tag}})->status, 304);
}

TEST_F(PracticeServerTest, RedirectsAndFails) {
  const std::string id =
      server_->site()->pages[server_->site()->pages.size() - 4].records.front().id;
  EXPECT_EQ(get("/old/" + id)->status, 301);
  EXPECT_EQ(get("/redirect/3")->get_header_value("Location"), "/redirect/2");
  EXPECT_EQ(get("/broken")->status, 500);
  EXPECT_EQ(get("/gone")->status, 410);
  EXPECT_EQ(get("/nowhere")->status, 404);
  EXPECT_EQ(get("/soft/x")->status, 200);
  EXPECT_EQ(get("/busy")->status, 503);
  EXPECT_EQ(get("/busy")->status, 200);
}

TEST_F(PracticeServerTest, TrapsHaveNoEnd) {
  EXPECT_THAT(get("/calendar/2016/12")->body, HasSubstr("/calendar/2017/1"));
  EXPECT_THAT(get("/search?colour=1")->body, HasSubstr("/search?colour=1&amp;size=2"));
}

TEST_F(PracticeServerTest, BodiesCanBeSlowShortOrLong) {
  EXPECT_EQ(get("/slow")->status, 200);
  EXPECT_FALSE(get("/truncated"));
  const auto overlong = get("/overlong");
  ASSERT_TRUE(overlong);
  EXPECT_EQ(std::to_string(overlong->body.size()), overlong->get_header_value("Content-Length"));
  EXPECT_THAT(overlong->body, Not(HasSubstr("</html>")));
}

TEST_F(PracticeServerTest, ShowsARedesignAtTheSameAddresses) {
  const std::string target = path(server_->site()->pages[3]);
  const std::string before = get(target)->body;
  server_->show({.items = 10, .redesigns = {{RedesignKind::kLanguage, 1}}});
  EXPECT_NE(get(target)->body, before);
}

}  // namespace
}  // namespace weft::practice
