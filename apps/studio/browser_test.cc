// The first table in two minutes, by a browser: open the practice site, point twice, see the table, answer
// a prediction, finish, extract. Every screen is audited for those who see little, use a keyboard, or hear it. With
// WEFT_STUDIO_PICTURES a folder, pictures are left there.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "base/file.h"
#include "studio/testing/audit.h"
#include "studio/testing/live_browser.h"
#include "studio/testing/studio_fixture.h"

namespace weft::studio {
namespace {

class BrowserTest : public StudioTest {
 protected:
  void SetUp() override {
    StudioTest::SetUp();
    browser_ = LiveBrowser::start();
    if (browser_ == nullptr) GTEST_SKIP() << "there is no chromium-headless-shell";
  }
  void TearDown() override {
    browser_.reset();
    StudioTest::TearDown();
  }

  // Every screen at three widths, in both themes: audited, and kept as a picture if somebody wants it.
  void look(const std::string& name) {
    const char* folder = std::getenv("WEFT_STUDIO_PICTURES");
    struct View {
      int width, height;
    };
    for (const View& view : {View{1440, 900}, View{1024, 768}, View{390, 844}}) {
      browser_->resize(view.width, view.height);
      for (const bool dark : {false, true}) {
        browser_->prefer_dark(dark);
        std::this_thread::sleep_for(std::chrono::milliseconds(350));
        const std::string view_name =
            fmt::format("{}-{}-{}", name, view.width, dark ? "dark" : "light");
        for (const std::string& fault : audit(*browser_))
          ADD_FAILURE() << view_name << ": " << fault;
        if (folder == nullptr) continue;
        EXPECT_TRUE(
            write_file(fmt::format("{}/{}.png", folder, view_name), browser_->screenshot()).ok());
      }
    }
    browser_->resize(1440, 900);
    browser_->prefer_dark(false);
    std::this_thread::sleep_for(std::chrono::milliseconds(350));
  }

  void go(const std::string& path) {
    browser_->evaluate(
        fmt::format("history.pushState(null, '', {}); dispatchEvent(new PopStateEvent('popstate'))",
                    dump_json(path)));
  }

  std::string text_of(const std::string& selector) {
    const Json text = browser_->evaluate(
        fmt::format("document.querySelector({})?.textContent ?? ''", dump_json(selector)));
    return text.is_string() ? text.text() : "";
  }

  // The first error or warning of a script; empty: none. That labels changed while nobody waited for an answer (409)
  // is none: a slow machine has it, and it is asked again.
  [[nodiscard]] std::string complaint() const {
    for (const std::string& one : browser_->complaints()) {
      const bool asked_again = one.find("/opinion?") != std::string::npos ||
                               one.find("/rows/others?") != std::string::npos;
      if (!asked_again || one.find(" 409 ") == std::string::npos) return one;
    }
    return {};
  }

  std::unique_ptr<LiveBrowser> browser_;
};

// Where things are in the practice shop's product pages at 1440 px (web/shop.css).
constexpr std::pair<double, double> kTitleAt{400, 218}, kPriceAt{658, 275}, kHomeAt{291, 170};

TEST_F(BrowserTest, TheFirstTableInTwoMinutes) {
  LiveBrowser& b = *browser_;
  b.go(server_->new_link());
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.practice .btn')")) << text_of("#app");
  EXPECT_EQ(b.evaluate("location.hash").text(), "") << "the code is gone from the address";
  look("start");
  b.click(".practice .btn");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.tcard').length > 1"));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  look("templates");
  b.click(".tcard");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.view iframe')"));
  std::this_thread::sleep_for(std::chrono::milliseconds(900));
  look("empty");

  // Point twice.
  b.click(kTitleAt.first, kTitleAt.second);
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.palette input')")) << text_of("#app");
  EXPECT_EQ(b.evaluate("document.querySelector('.palette input').value").text(), "title");
  look("naming");
  b.press("Enter");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.grid .row').length > 10"));
  b.press("a");
  b.click(kPriceAt.first, kPriceAt.second);
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.palette input')"));
  b.press("Enter");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.at').length === 2"));
  EXPECT_GT(b.evaluate("+document.querySelectorAll('.at .cov')[1].textContent.split(' ')[0]")
                .get<double>(),
            100)
      << "the price of nearly every product";

  // Another page comes with predictions; one is accepted, and undone.
  b.click(".grid .row[aria-current] + .row .td:nth-child(3)");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.chip.pred').length === 2"));
  b.click(".tour button:last-child");
  EXPECT_TRUE(
      b.wait_for("!document.querySelector('.tour') && document.querySelector('#toast').hidden"));
  look("label");
  b.press("Enter");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.chip.you').length === 1"));
  b.press("z", false, true);
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.chip.you').length === 0"));
  b.press("Enter", true);
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.dot.ok')"));

  // Why, and the journal.
  b.press("e");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.ex').length === 2"));
  look("explain");
  b.press("e");

  // Extract all.
  ASSERT_TRUE(b.click(".tbar .btn"));
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.stat').length === 5")) << text_of("#app");
  EXPECT_GE(std::stoi(text_of(".stat b")), 150);
  look("run");
  b.click(".runbox .btn.primary");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.grid .row').length > 10"));
  look("table");
  b.click(".grid .row:nth-child(3) .td:nth-child(4)");  // Its page, with the price lit up.
  ASSERT_TRUE(
      b.wait_for("document.querySelectorAll('.at')[1]?.getAttribute('aria-pressed') === 'true'"))
      << text_of("#app");

  // The site is redesigned; what broke is repaired once a person says so.
  go("/practice-shop/watch");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.wleft .row2 .btn').length === 2"))
      << text_of("#app");
  b.evaluate("document.querySelectorAll('.wleft .row2 .btn')[1].click()");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.side2 iframe').length === 2", 40))
      << text_of("#app");
  std::this_thread::sleep_for(std::chrono::milliseconds(900));
  look("watch");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.wright .btn.primary')")) << text_of("#app");
  b.press("a");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.ver .btn')")) << text_of("#app");
  EXPECT_NE(text_of(".ver").find("v2"), std::string::npos) << text_of(".wleft");
  EXPECT_EQ(complaint(), "");
}

// Links are followed instead of labelling; a domain reads the pages; crawls have a screen.
TEST_F(BrowserTest, BrowsesReadsByADomainAndShowsCrawls) {
  LiveBrowser& b = *browser_;
  wait_for(call("POST", "sites", {{"practice", true}}));
  b.go(server_->new_link());
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.practice .btn')"));
  go("/practice-shop/label/t1");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.view iframe')"));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  const std::string before = text_of(".url");
  b.press("g");
  ASSERT_TRUE(
      b.wait_for("document.querySelector('[aria-label^=Follow]')"
                 ".getAttribute('aria-pressed') === 'true'"));
  b.click(kHomeAt.first, kHomeAt.second);
  EXPECT_TRUE(b.wait_for(
      fmt::format("document.querySelector('.url')?.textContent !== {}", dump_json(before))))
      << text_of("#toast");
  b.press("g");

  go("/practice-shop/domain");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.crawlform .btn')"));
  b.evaluate("document.querySelector('.crawlform select').value = 'products'");
  b.click(".crawlform .btn");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('table.plain tbody tr').length > 2", 40))
      << text_of("#app");
  look("domain");

  go("/-/crawls");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.crawls p')")) << text_of("#app");
  look("crawls");
  EXPECT_EQ(complaint(), "");
}

// A list page offers its table: name the columns, keep them.
TEST_F(BrowserTest, ColumnsOfAReadyTableAreNamed) {
  LiveBrowser& b = *browser_;
  wait_for(call("POST", "sites", {{"practice", true}}));
  const Json site = call("GET", "sites/practice-shop");
  std::string list;
  for (const Json& one : site["templates"]) {
    if (one.text_of("example").find("/page/") != std::string::npos)
      list = fmt::format("{}/{}", one.text_of("name"), one["typical"].get<int>());
  }
  b.go(server_->new_link());
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.practice .btn')"));
  go("/practice-shop/label/" + list);
  ASSERT_TRUE(
      b.wait_for("!!document.querySelector('.view iframe') && document.querySelectorAll('.seg "
                 "button').length === 5"));
  b.evaluate(
      "[...document.querySelectorAll('.seg button')].find(x => x.textContent === 'Ready').click()");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.ready').length > 2")) << text_of(".panel");
  b.evaluate("document.querySelector('.ready input').focus()");
  b.type("product");
  look("ready");
  b.evaluate("document.querySelector('.ready input').focus()");  // A narrow screen took it.
  b.press("Enter");
  ASSERT_TRUE(b.wait_for("document.querySelector('.at .nm')?.textContent.startsWith('product')"))
      << text_of("#app");
  EXPECT_TRUE(b.wait_for("document.querySelectorAll('.grid .row').length > 10"));
  look("list");
  EXPECT_EQ(complaint(), "");
}

// From an empty screen to a table without a mouse.
TEST_F(BrowserTest, AKeyboardIsEnough) {
  LiveBrowser& b = *browser_;
  wait_for(call("POST", "sites", {{"practice", true}}));
  b.go(server_->new_link());
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.practice .btn')"));
  go("/practice-shop/label/t1");
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.view iframe')"));
  const std::string title =
      call("GET", fmt::format("sites/practice-shop/tables?page={}",
                              b.evaluate("+location.pathname.split('/').pop()")
                                  .get<int>()))["tables"][0]["columns"][1]["examples"][0]
          .text();
  b.press("f");
  ASSERT_TRUE(b.wait_for("document.activeElement.matches('dialog input')"));
  b.type(title);
  b.press("Enter");
  ASSERT_TRUE(b.wait_for("document.activeElement.matches('.palette input')")) << text_of("#dialog");
  b.press("Enter");
  ASSERT_TRUE(b.wait_for("document.querySelectorAll('.grid .row').length > 10"));
  b.press("Enter", true);  // The page is finished, and another one is open.
  ASSERT_TRUE(b.wait_for("!!document.querySelector('.dot.ok')"));
  // Tab goes through the page as it is read, and never into nothing.
  b.evaluate("document.activeElement.blur(); document.body.focus()");
  std::set<std::string> reached;
  for (int i = 0; i < 60; ++i) {
    b.press("Tab");
    reached.insert(b.evaluate("(e => e.getAttribute('aria-label') || e.textContent.trim() || "
                              "e.tagName)(document.activeElement)")
                       .text());
  }
  EXPECT_GT(reached.size(), 30u);
  EXPECT_EQ(complaint(), "");
}

// Names, values, classes and addresses that would be scripts are texts on every screen.
TEST_F(BrowserTest, HostileTextsStayTexts) {
  const std::string attack = "<img src=x onerror=pwned=1><svg onload=pwned=1>";
  for (int i = 0; i < 6; ++i)
    write(fmt::format("evil/<img src=x onerror=pwned={}>.html", i),
          fmt::format("<title>&lt;script>pwned=1&lt;/script></title><base "
                      "href='http://x/\"><script>pwned=1</script>'><body><h1 "
                      "class='\"><img-src=x-onerror=pwned=1>' "
                      "id='javascript:pwned=1'>{} {}</h1><p><a href='javascript:pwned=1'>link</a>",
                      "&lt;img src=x onerror=pwned=1>&lt;svg onload=pwned=1>", i));
  const std::string site = open("evil");
  const std::string name = "<img_src=x_onerror=pwned=1>";
  const std::string in = call("GET", "sites/" + site)["templates"][0].text_of("name");
  label(site, 0, name, attack + " 0");
  ASSERT_EQ(status_, 200);
  wait_for(call("POST", "sites/" + site + "/extract", {{"template", in}}));
  LiveBrowser& b = *browser_;
  b.go(server_->new_link());
  EXPECT_TRUE(b.wait_for("!!document.querySelector('.practice .btn')"));
  for (const std::string& screen : {"label/" + in, std::string("table"), std::string("run"),
                                    std::string("templates"), std::string("watch")}) {
    go(fmt::format("/{}/{}", site, screen));
    EXPECT_TRUE(b.wait_for("document.querySelector('#app').textContent.length > 20")) << screen;
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    if (screen.starts_with("label")) {
      EXPECT_NE(text_of(".grid").find(attack), std::string::npos) << text_of(".grid");
      b.press("e");
      EXPECT_TRUE(b.wait_for("!!document.querySelector('.ex')"));
    }
    EXPECT_EQ(b.evaluate("typeof pwned + document.querySelectorAll('img').length").text(),
              "undefined0")
        << screen;
  }
  EXPECT_EQ(complaint(), "");
}

// A page that wants to reach somebody reaches nobody.
TEST_F(BrowserTest, AHostilePageOpensNoConnection) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener, 16), 0);
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  const std::string evil = fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port));
  write(
      "evil/a.html",
      fmt::format(
          "<!DOCTYPE html><html><head><base href='{0}/'><meta http-equiv=refresh "
          "content='0;url={0}/m'>"
          "<link rel=preconnect href='{0}'><link rel=dns-prefetch href='{0}'><link rel=prefetch "
          "href='{0}/f'><link rel=stylesheet href='{0}/s.css'><link rel=icon href='{0}/i'><script "
          "src='{0}/x.js'></script><style>@import '{0}/c.css';body{{background:url({0}/b.png)}}"
          "@font-face{{font-family:x;src:url({0}/x.woff)}}p{{font-family:x}}</style></head><body "
          "onload=\"location='{0}/l'\" background='{0}/bg'><h1>Evil</h1><img src='{0}/1' "
          "srcset='{0}/2 "
          "2x'><iframe src='{0}/3'></iframe><object data='{0}/4'></object><embed "
          "src='{0}/5'><video "
          "src='{0}/6' poster='{0}/7' autoplay></video><audio src='{0}/8' autoplay></audio><form "
          "action='{0}/9'><input type=image src='{0}/10' autofocus></form><a href='{0}/11' "
          "ping='{0}/12'>link</a><svg><image href='{0}/13'/><use href='{0}/14#a'/></svg><p "
          "style='background:url({0}/15)'>p</p><script>location='{0}/16'</script></body></html>",
          evil));
  const std::string site = open("evil");
  std::atomic<int> connections = 0;
  std::atomic<bool> stop = false;
  std::thread counting([&] {
    while (!stop) {
      pollfd waited{listener, POLLIN, 0};
      if (::poll(&waited, 1, 50) > 0) {
        ++connections;
        ::close(::accept(listener, nullptr, nullptr));
      }
    }
  });
  LiveBrowser& b = *browser_;
  b.go(server_->new_link());
  EXPECT_TRUE(b.wait_for("!!document.querySelector('.practice .btn')"));
  go("/" + site + "/label/page/0");
  EXPECT_TRUE(b.wait_for("!!document.querySelector('.view iframe')"));
  std::this_thread::sleep_for(std::chrono::milliseconds(900));
  b.click(420, 190);  // Links, forms and media are clicked, too.
  b.click(420, 260);
  go("/" + site + "/templates");
  EXPECT_TRUE(b.wait_for("!!document.querySelector('.tcard iframe')"));
  std::this_thread::sleep_for(std::chrono::milliseconds(900));
  stop = true;
  counting.join();
  ::close(listener);
  EXPECT_EQ(connections, 0);
}

}  // namespace
}  // namespace weft::studio
