#include "base/json.h"
#include "cli/testing/program_fixture.h"
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

TEST_F(RenderVerbTest, PrivateAddressesAreRefused) {
  if (browser_missing()) GTEST_SKIP() << "no browser is installed";
  EXPECT_EQ(run({"render", "http://127.0.0.1:9/"}), 1);
  EXPECT_THAT(errors_, HasSubstr("private"));
}

}  // namespace
}  // namespace weft::cli
