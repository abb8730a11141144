#include "render/browser.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "render/pool.h"

namespace weft::render {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kPage[] = "http://shop.example/list";

Resource html_resource(std::string body) {
  return {.headers = {{"Content-Type", "text/html; charset=utf-8"}}, .body = std::move(body)};
}

// --- programs that stand in for the browser ---

// A folder for a program, open to whoever the browser runs as.
class StandIn {
 public:
  explicit StandIn(const std::string& program) {
    std::string path = ::testing::TempDir() + "/weft-stand-in-XXXXXX";
    folder_ = ::mkdtemp(path.data());
    ::chmod(folder_.c_str(), 0777);
    std::ofstream(this->program()) << program;
    ::chmod(this->program().c_str(), 0755);
  }
  ~StandIn() { std::filesystem::remove_all(folder_); }
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

  [[nodiscard]] std::string program() const { return folder_ + "/browser"; }
  [[nodiscard]] std::string folder() const { return folder_; }
  [[nodiscard]] BrowserOptions options() const {
    return {.program = program(), .start_time = 5'000ms, .answer_time = 300ms};
  }

 private:
  std::string folder_;
};

// Answers every command. Two lines of Python say what else: `on_navigate`, which may use `first`
// (whether no page was asked for before, by any process), and `on_command`.
std::string python_browser(const std::string& on_navigate, const std::string& on_command = "pass") {
  return R"(#!/usr/bin/python3
import json, os, sys, time
folder = os.path.dirname(os.path.abspath(sys.argv[0]))
commands, answers = os.fdopen(3, 'rb'), os.fdopen(4, 'wb')
def say(message):
    answers.write(json.dumps(message).encode() + b'\0')
    answers.flush()
def event(method, params):
    say({'method': method, 'params': params, 'sessionId': 'S'})
snapshot = {'strings': ['#document', 'HTML', 'BODY', 'P', '#text', 'Lamp'],
            'documents': [{'nodes': {'parentIndex': [-1, 0, 1, 2, 3], 'nodeType': [9, 1, 1, 1, 3],
                                     'nodeName': [0, 1, 2, 3, 4], 'nodeValue': [-1, -1, -1, -1, 5]},
                           'layout': {'nodeIndex': [3, 4], 'bounds': [[8, 8, 100, 20], [8, 8, 40, 18]],
                                      'styles': [[], []]}}]}
def navigate(url):
    marker = os.path.join(folder, 'visited')
    first = not os.path.exists(marker)
    open(marker, 'a').write(url + '\n')
    )" + on_navigate +
         R"(
    event('Page.frameNavigated', {'frame': {'url': url}})
    event('Page.loadEventFired', {})
rest = b''
while True:
    piece = os.read(3, 65536)
    if not piece: sys.exit()
    rest += piece
    while b'\0' in rest:
        message, rest = rest.split(b'\0', 1)
        command = json.loads(message)
        results = {'Target.createBrowserContext': {'browserContextId': 'C'},
                   'Target.createTarget': {'targetId': 'T'}, 'Target.attachToTarget': {'sessionId': 'S'},
                   'DOMSnapshot.captureSnapshot': snapshot}
        )" +
         on_command +
         R"(
        say({'id': command['id'], 'result': results.get(command['method'], {})})
        if command['method'] == 'Page.navigate': navigate(command['params']['url'])
)";
}

RenderOptions quick() {
  return {.wait = {.until = WaitRule::Until::kLoad, .cap = 2'000ms}, .snapshot_time = 500ms};
}

TEST(BrowserTest, AMissingBrowserIsNamedWithTheRemedy) {
  const auto browser = Browser::launch({.program = "no-such-browser"});
  ASSERT_FALSE(browser.ok());
  EXPECT_EQ(browser.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(browser.error().message, HasSubstr("apt-get install"));
}

TEST(BrowserTest, ABrowserThatDiesSaysWhy) {
  const StandIn dying("#!/bin/sh\necho 'no display at all' >&2\nexit 3\n");
  const auto browser = Browser::launch(dying.options());
  ASSERT_FALSE(browser.ok());
  EXPECT_THAT(browser.error().message, HasSubstr("no display at all"));
}

TEST(BrowserTest, ABrowserThatNeverAnswersIsGivenUp) {
  const StandIn silent("#!/bin/sh\nsleep 600\n");
  BrowserOptions options = silent.options();
  options.start_time = 200ms;
  const auto browser = Browser::launch(options);
  ASSERT_FALSE(browser.ok());
  EXPECT_THAT(browser.error().message, HasSubstr("does not answer"));
}

TEST(BrowserTest, WithoutASandboxItRunsAndSaysSo) {
  const StandIn picky(python_browser("pass"));
  const std::string inner = picky.folder() + "/inner";
  std::filesystem::rename(picky.program(), inner);
  std::ofstream(picky.program()) << "#!/bin/sh\ncase \"$*\" in *--no-sandbox*) exec " << inner
                                 << " \"$@\";; esac\n"
                                    "echo 'No usable sandbox! Try --no-sandbox.' >&2\nexit 1\n";
  ::chmod(picky.program().c_str(), 0755);
  const auto browser = Browser::launch(picky.options());
  ASSERT_TRUE(browser.ok()) << browser.error().message;
  EXPECT_FALSE(browser->sandboxed());
}

TEST(BrowserTest, AProfileIsGoneWithItsBrowser) {
  const auto profiles = [] {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator("/tmp")) {
      const std::string name = entry.path().filename();
      if (name.starts_with("weft-browser-")) found.insert(name);
    }
    return found.size();
  };
  const StandIn fake(python_browser("pass"));
  const size_t before = profiles();
  {
    auto browser = Browser::launch(fake.options());
    ASSERT_TRUE(browser.ok()) << browser.error().message;
    StoredResources none;
    const auto page = browser->render(kPage, none, quick());
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_EQ(page->html, "<html><body><p>Lamp</p></body></html>");
    EXPECT_EQ(page->url, kPage);
  }
  EXPECT_EQ(profiles(), before);
}

TEST(BrowserPoolTest, APageThatKilledItsBrowserIsTriedInAnother) {
  const StandIn fragile(python_browser("if first: os._exit(1)"));
  BrowserPool pool({.browser = fragile.options()});
  StoredResources none;
  const auto page = pool.render(kPage, none, quick());
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(pool.started(), 2u);
  EXPECT_EQ(pool.failed(), 1u);
}

TEST(BrowserPoolTest, ABrowserThatHangsIsReplaced) {
  const StandIn hanging(python_browser("if first: time.sleep(600)"));
  BrowserPool pool({.browser = hanging.options()});
  StoredResources none;
  const auto page = pool.render(kPage, none, quick());
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(pool.failed(), 1u);
}

TEST(BrowserPoolTest, APageThatAlwaysKillsIsGivenUpAndTheNextOneShown) {
  const StandIn fragile(python_browser("if 'bad' in url: os._exit(1)"));
  BrowserPool pool({.browser = fragile.options()});
  StoredResources none;
  const auto bad = pool.render("http://shop.example/bad", none, quick());
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.error().message, HasSubstr("tried 2 times"));
  EXPECT_TRUE(pool.render(kPage, none, quick()).ok());
}

TEST(BrowserPoolTest, ABrowserIsReplacedAfterItsPages) {
  const StandIn fake(python_browser("pass"));
  BrowserPool pool({.browser = fake.options(), .max_pages = 2});
  StoredResources none;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(pool.render(kPage, none, quick()).ok());
  EXPECT_EQ(pool.started(), 3u);
}

TEST(BrowserPoolTest, WhatIsNoJsonEndsTheBrowserNotUs) {
  const StandIn babbling(python_browser("pass",
                                        "if 'Snapshot' in command['method']: "
                                        "answers.write(b'{\"id\": \\0')"));
  BrowserPool pool({.browser = babbling.options(), .max_attempts = 1});
  StoredResources none;
  const auto page = pool.render(kPage, none, quick());
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().message, HasSubstr("no JSON"));
}

// --- the browser itself, where it is installed ---

class ChromiumTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto launched = Browser::launch({});
    if (launched.ok())
      browser = new Browser(std::move(*launched));
    else
      missing = new std::string(launched.error().message);
  }
  static void TearDownTestSuite() {
    delete browser;
    delete missing;
    browser = nullptr;
    missing = nullptr;
  }
  void SetUp() override {
    if (browser == nullptr) GTEST_SKIP() << *missing;
  }

  static Result<RenderedPage> show(std::string html, const RenderOptions& options = {}) {
    StoredResources stored;
    stored.add(kPage, html_resource(std::move(html)));
    return browser->render(kPage, stored, options);
  }
  static dom::NodeId find(const RenderedPage& page, std::string_view id) {
    for (const dom::NodeId n : page.document.nodes()) {
      if (page.document.attribute(n, dom::atoms::kId) == id) return n;
    }
    return dom::kNoNode;
  }

  static Browser* browser;
  static std::string* missing;
};
Browser* ChromiumTest::browser = nullptr;
std::string* ChromiumTest::missing = nullptr;

TEST_F(ChromiumTest, BoxesAndStylesAreThoseOnTheScreen) {
  const auto page = show(
      "<style>body{margin:0} h1{font-size:40px;color:#0a0b0c;text-align:center;margin:0}"
      "#side{position:absolute;left:700px;top:50px;width:200px;height:80px;background:#ff0000}"
      "#none{display:none}.sr{position:absolute;width:1px;height:1px;overflow:hidden}</style>"
      "<h1 id=head>Lamps</h1><div id=side><i id=slant>side</i></div><p id=none>gone</p>"
      "<span class=sr id=reader>for readers</span><p id=off style='text-indent:-9999px'>off</p>"
      "<p id=clear style='opacity:0'>clear</p>");
  ASSERT_TRUE(page.ok()) << page.error().message;
  const dom::Layout& layout = page->layout;
  const dom::NodeId head = find(*page, "head");
  const dom::NodeId side = find(*page, "side");
  ASSERT_EQ(layout.size(), page->document.size());
  EXPECT_EQ(layout.box(head).width, 1366);
  EXPECT_EQ(layout.style(head).font_size, 40);
  EXPECT_EQ(layout.style(head).font_weight, 700);
  EXPECT_EQ(layout.style(head).color, 0x0a0b0cU);
  EXPECT_EQ(layout.style(head).align, dom::TextAlign::kCenter);
  EXPECT_EQ(layout.box(side), (dom::Box{700, 50, 200, 80}));
  EXPECT_EQ(layout.style(find(*page, "slant")).background, 0xff0000U);
  EXPECT_TRUE(layout.style(find(*page, "slant")).italic);
  const dom::NodeId title = page->document.first_child(head);
  EXPECT_TRUE(layout.visible(title));
  EXPECT_GT(layout.box(title).left, 500);
  for (const char* hidden : {"none", "reader", "off", "clear"}) {
    EXPECT_FALSE(layout.visible(page->document.first_child(find(*page, hidden)))) << hidden;
  }
}

using model::PageActKind;

TEST_F(ChromiumTest, ActsWriteChooseClickAndWait) {
  StoredResources stored;
  stored.add("http://shop.example/found?lamp,blue", html_resource("<p>one blue lamp</p>"));
  stored.add(kPage, html_resource(
                        "<input id=q><select id=c><option value=r>red<option value=b>blue</select>"
                        "<button id=go>Go</button><p id=out></p><script>"
                        "go.onmousedown = async () => { out.innerHTML = await (await "
                        "fetch('/found?' + q.value + ',' + c.selectedOptions[0].text)).text(); }"
                        "</script>"));
  const auto page =
      browser->render(kPage, stored,
                      {.acts = {{PageActKind::kWrite, "//input[@id='q']", "lamp"},
                                {PageActKind::kWrite, "//select", "blue"},
                                {PageActKind::kClick, "//button[normalize-space(.)='Go']"}}});
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->html, HasSubstr("one blue lamp"));
  EXPECT_EQ(page->url, kPage);
}

TEST_F(ChromiumTest, AnActMayLeadToAnotherPage) {
  StoredResources stored;
  stored.add("http://shop.example/found", html_resource("<p>found</p>"));
  stored.add(kPage, html_resource("<iframe srcdoc=\"<input id=q>\"></iframe><input id=other>"
                                  "<script>other.onkeydown = e => { if (e.key == 'Enter') "
                                  "location = '/found'; }</script>"));
  const auto page = browser->render(kPage, stored,
                                    {.acts = {{PageActKind::kWrite, "//*[@id='q']", "in a frame"},
                                              {PageActKind::kEnter, "//*[@id='other']"}}});
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(page->url, "http://shop.example/found");
  const auto nothing = show("<p>", {.acts = {{PageActKind::kClick, "//button"}}});
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().code, ErrorCode::kNotFound);
}

TEST_F(ChromiumTest, ActsAreRepeatedAsLongAsThePageGrows) {
  // Five more at the end of the page, until there are 22; then a button that is gone at 30.
  const auto page = show(
      "<div id=list></div><button id=more>more</button><script>"
      "const add = n => { for (; n > 0; --n) list.insertAdjacentHTML('beforeend', "
      "'<p style=\"height:400px\">item</p>'); }; add(7);"
      "addEventListener('scroll', () => { if (list.children.length < 22 && innerHeight + scrollY "
      ">= "
      "document.documentElement.scrollHeight - 50) setTimeout(() => add(5), 50); });"
      "more.onclick = () => { add(4); if (list.children.length >= 30) more.remove(); };</script>",
      {.wait = {.quiet = 200ms},
       .acts = {{.kind = PageActKind::kScroll, .times = 10},
                {.kind = PageActKind::kClick, .at = "//*[@id='more']", .times = 10}}});
  ASSERT_TRUE(page.ok()) << page.error().message;
  const dom::NodeId list = find(*page, "list");
  size_t items = 0;
  for (const dom::NodeId n : page->document.subtree(list))
    items += page->document.name(n) == dom::atoms::kP ? 1 : 0;
  EXPECT_EQ(items, 30U);
}

TEST_F(ChromiumTest, ScriptsRunOrDoNot) {
  const std::string html =
      "<p id=a>before</p><script>document.getElementById('a').textContent='after'</script>"
      "<noscript>no script</noscript>";
  const auto with = show(html);
  ASSERT_TRUE(with.ok()) << with.error().message;
  EXPECT_THAT(with->html, HasSubstr(">after<"));
  EXPECT_THAT(with->html, ::testing::Not(HasSubstr("no script<")));
  const auto without = show(html, {.scripts = false});
  ASSERT_TRUE(without.ok()) << without.error().message;
  EXPECT_THAT(without->html, HasSubstr(">before<"));
  EXPECT_THAT(without->html, HasSubstr("no script<"));
}

TEST_F(ChromiumTest, ShadowTreesAndFramesArePartOfThePage) {
  StoredResources stored;
  stored.add(kPage,
             html_resource(
                 "<x-card id=card>Lamp<b slot=price>9 EUR</b></x-card>"
                 "<iframe src=/frame style='margin-left:100px'></iframe><script>"
                 "const root = document.getElementById('card').attachShadow({mode:'closed'});"
                 "root.innerHTML = '<h3><slot></slot></h3><p>costs <slot name=price></slot></p>';"
                 "</script>"));
  stored.add("http://shop.example/frame", html_resource("<p id=inner>in a frame</p>"));
  const auto page = browser->render(kPage, stored, {});
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->html, HasSubstr("<h3><slot>Lamp</slot></h3><p>costs <slot name=\"price\">"
                                    "<b slot=\"price\">9 EUR</b></slot></p></x-card>"));
  const dom::NodeId inner = find(*page, "inner");
  ASSERT_NE(inner, dom::kNoNode);
  EXPECT_TRUE(page->layout.visible(inner));
  EXPECT_GT(page->layout.box(inner).left, 100);
}

TEST_F(ChromiumTest, DataThatScriptsFetchIsSeenAndRecorded) {
  StoredResources stored;
  stored.add(kPage, html_resource("<ul id=list></ul><script>fetch('/api/items?page=1')"
                                  ".then(r => r.json()).then(items => { for (const i of items)"
                                  "list.insertAdjacentHTML('beforeend', `<li>${i.name}</li>`) })"
                                  "</script>"));
  stored.add("http://shop.example/api/items?page=1",
             {.headers = {{"Content-Type", "application/json"}},
              .body = R"([{"name": "Lamp"}, {"name": "Chair"}])"});
  const auto page = browser->render(kPage, stored, {});
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->html, HasSubstr("<li>Lamp</li><li>Chair</li>"));
  ASSERT_EQ(page->requests.size(), 2u);
  EXPECT_EQ(page->requests[1].kind, ResourceKind::kData);
  EXPECT_EQ(page->requests[1].url, "http://shop.example/api/items?page=1");
  EXPECT_THAT(page->requests[1].body, HasSubstr("Chair"));
}

TEST_F(ChromiumTest, WaitsForANodeAndForNoLongerThanTheCap) {
  const std::string late =
      "<script>setTimeout(() => document.body.innerHTML = '<p id=late>now</p>', 700)</script>";
  RenderOptions options;
  options.wait = {.until = WaitRule::Until::kSelector, .selector = "#late", .cap = 10'000ms};
  const auto waited = show(late, options);
  ASSERT_TRUE(waited.ok()) << waited.error().message;
  EXPECT_NE(find(*waited, "late"), dom::kNoNode);
  EXPECT_TRUE(waited->diagnostics.empty());

  options.wait.selector = "#never";
  options.wait.cap = 1'000ms;
  const auto capped = show(late, options);
  ASSERT_TRUE(capped.ok()) << capped.error().message;
  ASSERT_EQ(capped->diagnostics.size(), 1u);
  EXPECT_THAT(capped->diagnostics[0].detail, HasSubstr("#never"));

  options.wait.selector = "p[";
  EXPECT_THAT(show(late, options).error().message, HasSubstr("no CSS selector"));
}

TEST_F(ChromiumTest, AScriptWithoutEndIsStopped) {
  RenderOptions options;
  options.wait.cap = 1'500ms;
  const auto page = show("<p id=a>text</p><script>while (true) {}</script><p>more</p>", options);
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->html, HasSubstr("text"));
  EXPECT_THAT(page->diagnostics.at(0).detail, HasSubstr("still loading"));
  EXPECT_TRUE(show("<p>next").ok());
}

TEST_F(ChromiumTest, ErrorsOfScriptsAreReported) {
  const auto page = show("<script>console.error('bad', 7); nothing.here()</script><p>text");
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->console, Contains("bad 7"));
  EXPECT_THAT(page->console, Contains(HasSubstr("nothing is not defined")));
}

TEST_F(ChromiumTest, HalfCharactersDialogsAndBrokenMarkupAreSurvived) {
  const auto page = show(
      "<p id=a></p><script>a.textContent = 'x\\ud800y'; alert('hello'); "
      "const p = document.createElement('p'); p.innerHTML = '<b>in</b>';"
      "a.appendChild(p); window.open('http://other.example/')</script>");
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->html, HasSubstr("<b>in</b>"));
  EXPECT_EQ(page->layout.size(), page->document.size());
}

TEST_F(ChromiumTest, WhatIsNotStoredIsRefusedAndNamed) {
  StoredResources empty;
  const auto page = browser->render(kPage, empty, {});
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().message, HasSubstr("is not stored"));
  EXPECT_TRUE(browser->usable());
}

// Whatever goes around the loader reaches nothing, not even this machine.
TEST_F(ChromiumTest, PagesHaveNoNetworkOfTheirOwn) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 8), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const std::string host = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  const auto page =
      show("<link rel=preconnect href='http://" + host + "'><link rel=dns-prefetch href='//" +
           host + "'><img src='http://" + host + "/a.png'><script>new WebSocket('ws://" + host +
           "'); fetch('http://" + host + "/data'); navigator.sendBeacon('http://" + host +
           "/beacon'); new Worker('http://" + host + "/worker.js')</script>");
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_LT(::accept(listener, nullptr, nullptr), 0);
  EXPECT_EQ(errno, EAGAIN);
  ::close(listener);
}

TEST_F(ChromiumTest, ScreenshotsArePictures) {
  RenderOptions options;
  options.screenshot = true;
  const auto page = show("<h1>Lamps</h1>", options);
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_THAT(page->screenshot, ::testing::StartsWith("\x89PNG"));
}

TEST_F(ChromiumTest, ItRunsInASandboxWhereTheKernelHasOne) {
  if (!browser->sandboxed()) GTEST_SKIP() << "this kernel offers no sandbox";
  EXPECT_TRUE(browser->usable());
}

}  // namespace
}  // namespace weft::render
