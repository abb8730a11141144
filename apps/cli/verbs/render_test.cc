#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "crawl/testing/raw_server.h"
#include "gmock/gmock.h"
#include "render/browser.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

class RenderVerbTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    page_ = write("app.html",
                  "<!doctype html><h1>Lamps</h1><ul id=list></ul><script>"
                  "fetch('items.json').then(r => r.json()).then(items => { for (const i of items)"
                  "list.insertAdjacentHTML('beforeend', `<li>${i.name} <b>${i.price}</b></li>`) })"
                  "</script>");
    std::string items;
    for (int i = 1; i <= 12; ++i) {
      items += (i == 1 ? "[" : ",") + ("{\"name\":\"Brass lamp number " + std::to_string(i)) +
               "\",\"price\":\"" + std::to_string(i) + ".50 EUR\"}";
    }
    write("items.json", items + "]");
  }
  // Tests below need it.
  static bool browser_missing() { return !render::Browser::launch({}).ok(); }

  std::string page_;
};

TEST_F(RenderVerbTest, WithoutABrowserSaysWhatToInstall) {
  EXPECT_EQ(run({"render", "--browser", "no-such-browser", page_}), 1);
  EXPECT_THAT(errors_, HasSubstr("apt-get install chromium-headless-shell"));
}

TEST_F(RenderVerbTest, ASavedPageIsShownWithWhatIsBesideIt) {
  if (browser_missing()) GTEST_SKIP() << "no browser is installed";
  EXPECT_THAT(output_of({"render", "--dom", page_}), HasSubstr("<li>Brass lamp number 12 <b>"));
  const auto json = parse_json(output_of({"render", "--json", page_}));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["data"][0].text_of("url"), "http://saved.invalid/items.json");
  EXPECT_EQ((*json)["data"][0]["records"].get<int>(), 12);
  EXPECT_TRUE((*json)["scripts_pay"].get<bool>());
  EXPECT_THAT(output_of({"render", "--dom", "--no-scripts", page_}),
              ::testing::Not(HasSubstr("Brass lamp number 12 ")));
}

TEST_F(RenderVerbTest, AnArchiveNeedsNoBrowserAnyMore) {
  if (browser_missing()) GTEST_SKIP() << "no browser is installed";
  ASSERT_EQ(run({"render", page_, "-q", "-o", path("shown.warc.gz")}), 0);
  EXPECT_THAT(output_of({"text", path("shown.warc.gz")}), HasSubstr("Brass lamp number 12"));
}

// A shop whose list and items are drawn by scripts, beside pages that are sent whole.
TEST_F(RenderVerbTest, ACrawlShowsOnlyPagesThatNeedIt) {
  if (browser_missing()) GTEST_SKIP() << "no browser is installed";
  crawl::testing::RawServer server(
      [](const crawl::testing::RawRequest& request, crawl::testing::RawConnection& connection) {
        const std::string& target = request.target;
        std::string words;
        for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
        const std::string shell =
            "<!doctype html><div id=app></div><script>fetch('/api' + location.pathname)"
            ".then(r => r.json()).then(data => { for (const i of data) app.insertAdjacentHTML("
            "'beforeend', `<p>${i.text}</p><a href='${i.url}'>${i.name}</a>`) })</script>";
        std::string body = shell;
        std::string type = "Content-Type: text/html\r\n";
        if (target == "/robots.txt") {
          body = "User-agent: *\nDisallow: /secret\n";
        } else if (target.starts_with("/api/")) {
          type = "Content-Type: application/json\r\n";
          body = "[";
          for (int i = 1; i <= 8; ++i) {
            body += (i == 1 ? "" : ",") + ("{\"name\":\"Lamp\",\"text\":\"" + words) +
                    "\",\"url\":\"/item/" + std::to_string(i) + "\"}";
          }
          body += "]";
        } else if (target == "/" || target.starts_with("/about/")) {
          body = "<!doctype html><html><body><h1>About</h1><ul><li><p>" + words + "</p></li></ul>";
          for (int i = 1; i <= 6; ++i)
            body += "<p><a href=/about/" + std::to_string(i) + ">a</a></p>";
          body += "<p><a href=/list/1>list</a></p></body></html>";
        }
        return connection.send(crawl::testing::response(body, type));
      });
  ASSERT_EQ(run({"crawl", "--render", "auto", "--allow-private", "--delay", "0", "--depth", "3",
                 "--into", path("crawl"), server.origin() + "/"}),
            0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("need their scripts"));
  EXPECT_THAT(errors_, HasSubstr("are complete as they are sent"));
  EXPECT_THAT(errors_, HasSubstr("8 records from " + server.origin() + "/api/"));
  const std::string pages = output_of({"text", path("crawl")});
  EXPECT_THAT(pages, HasSubstr(server.origin() + "/item/8"));  // Only scripts know of it.
  EXPECT_THAT(pages, HasSubstr("word59"));
  const auto remembered = parse_json(read("crawl/render.json"));
  ASSERT_TRUE(remembered.ok());
  EXPECT_EQ((*remembered)["templates"].size(), 2u);
}

TEST_F(RenderVerbTest, ACrawlWithoutABrowserFetchesNothing) {
  if (!browser_missing()) GTEST_SKIP() << "there is one";
  EXPECT_EQ(run({"crawl", "--render", "auto", "--allow-private", "--into", path("crawl"),
                 "http://127.0.0.1:9/"}),
            1);
  EXPECT_THAT(errors_, HasSubstr("apt-get install"));
}

// No browser is needed for an estimate.
TEST_F(RenderVerbTest, PagesAreNestedAsTheirBoxesAre) {
  const std::string page = write("table.html",
                                 "<!doctype html><body style='margin:0'><table width=400><tr><td "
                                 "width=200>a<td width=200>b<tr><td>c<td>d</table>");
  const std::string outline = output_of({"parse", "--layout", page});
  EXPECT_THAT(outline, HasSubstr("          td[width=\"200\"]  200,0 200x"));
  const std::string list =
      write("list.html",
            "<ul><li><a href=/1>Brass lamp</a> <b>1.50</b><li><a href=/2>Desk "
            "lamp</a> <b>2.50</b><li><a href=/3>Floor lamp</a> <b>3.50</b></ul>");
  EXPECT_THAT(output_of({"mine", "--layout", "--method", "depta", "--min-confidence", "0", list}),
              HasSubstr("Desk lamp"));
}

TEST_F(RenderVerbTest, PrivateAddressesAreRefused) {
  if (browser_missing()) GTEST_SKIP() << "no browser is installed";
  EXPECT_EQ(run({"render", "http://127.0.0.1:9/"}), 1);
  EXPECT_THAT(errors_, HasSubstr("private"));
}

}  // namespace
}  // namespace weft::cli
