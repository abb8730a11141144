// Attacks: what pages, other sites and other programs of this machine may try.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <thread>

#include <fmt/format.h>

#include "html/parser.h"
#include "studio/page_frame.h"
#include "studio/testing/studio_fixture.h"
#include "url/css_rewrite.h"

namespace weft::studio {
namespace {

using SecurityTest = StudioTest;

model::Page parsed(const std::string& html,
                   const std::string& url = "https://shop.example/a/b.html") {
  html::Parser parser;
  site::RawPage raw;
  raw.id = raw.url = url;
  raw.bytes = html;
  return site::parse_page(parser, raw, Limits{});
}

// What the frame of a page with this body is, all addresses answered by "R".
std::string framed(const std::string& body) {
  return frame_html(parsed("<!DOCTYPE html><html><head></head><body>" + body + "</body></html>"),
                    {.readdress = [](std::string_view, Wanted) { return std::string("R"); }});
}

TEST(PageFrame, IconsStaySmallWhereTheStyleSheetIsMissing) {
  const model::Page page = parsed("<link rel=stylesheet href=s.css><svg viewBox='0 0 9 9'></svg>");
  const auto shown = [&](const char* answer) {
    return frame_html(page,
                      {.readdress = [=](std::string_view, Wanted) { return std::string(answer); }});
  };
  EXPECT_NE(shown("").find(":where(svg"), std::string::npos);
  EXPECT_EQ(shown("R").find(":where(svg"), std::string::npos);
}

TEST(PageFrame, WhatRunsLoadsOrMovesIsGone) {
  for (const char* attack : {
           "<script>alert(1)</script>",
           "<img src=x onerror=alert(1)>",
           "<body onload=alert(1)>",
           "<a href='javascript:alert(1)'>x</a>",
           "<a href='http://evil.example/' ping='http://evil.example/'>x</a>",
           "<iframe src='http://evil.example/'></iframe>",
           "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
           "<object data='http://evil.example/x.swf'></object><embed src='http://evil.example/'>",
           "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
           "<link rel=preconnect href='http://evil.example/'><link rel=dns-prefetch "
           "href='//evil.example'>",
           "<link rel=prefetch href='http://evil.example/'><link rel='icon' "
           "href='http://evil.example/'>",
           "<base href='http://evil.example/'>",
           "<form action='http://evil.example/'><button "
           "formaction='http://evil.example/'>x</button></form>",
           "<video src='http://evil.example/v' poster='http://evil.example/p' autoplay></video>",
           "<input autofocus onfocus=alert(1)>",
           "<img srcset='http://evil.example/ 2x'>",
           "<svg><script>alert(1)</script></svg>",
           "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
           "<svg><animate attributeName=href values='javascript:alert(1)'/></svg>",
           "<svg><set attributeName=onmouseover to=alert(1) /></svg>",
           "<svg><foreignObject><iframe src='http://evil.example/'></iframe></foreignObject></svg>",
           "<svg><use href='http://evil.example/x.svg#a'/><image "
           "href='http://evil.example/i'/></svg>",
           "<svg><rect fill=\"url('http://evil.example/#a')\"/></svg>",
           "<math href='javascript:alert(1)'><mtext>x</mtext></math>",
           "<template shadowrootmode=open><script>alert(1)</script></template>",
           "<details open ontoggle=alert(1)>x</details>",
           "<marquee onstart=alert(1)>x</marquee>",
           "<x-y onclick=alert(1)>x</x-y>",
           "<div style='background:url(http://evil.example/)'>x</div>",
           "<style>@import "
           "'http://evil.example/';a{background:u\\72l(http://evil.example/)}</style>",
           "<style></style><script>alert(1)</script>",
           "<table background='javascript:alert(1)'><tr><td>x</table>",
           "<frameset><frame src='http://evil.example/'></frameset>",
           "<portal src='http://evil.example/'></portal>",
       }) {
    const std::string out = framed(attack);
    EXPECT_EQ(out.find("alert(1)"), std::string::npos) << attack << "\n" << out;
    EXPECT_EQ(out.find("evil.example"), std::string::npos) << attack << "\n" << out;
    EXPECT_EQ(out.find("<script"), std::string::npos) << attack << "\n" << out;
    EXPECT_EQ(out.find("<iframe"), std::string::npos) << attack << "\n" << out;
    EXPECT_EQ(out.find("javascript:"), std::string::npos) << attack << "\n" << out;
  }
}

TEST(PageFrame, TextsAndNamesStayTexts) {
  const std::string out = framed(
      "<p class='\"><script>x</script>' "
      "title='&lt;script&gt;'>&lt;script&gt;alert(2)&lt;/script&gt;</p>"
      "<p data-w=99 id='a\"b'>x</p><noscript><p title='</noscript><img src=x "
      "onerror=alert(1)>'></p></noscript>");
  EXPECT_EQ(out.find("<img"), std::string::npos) << out;
  EXPECT_EQ(out.find("<script"), std::string::npos) << out;
  EXPECT_NE(out.find("&lt;script&gt;alert(2)"), std::string::npos) << out;
  EXPECT_EQ(out.find("data-w=\"99\""), std::string::npos) << "numbers of nodes are ours";
}

TEST(PageFrame, KeepsQuirksAndLooks) {
  const model::Page page = parsed(
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><html><head><link "
      "rel=stylesheet href=s.css><style>p{color:red}</style></head><body bgcolor=#fff><p "
      "style='margin:0'>x<img data-src=/i.png src=blank.gif></body></html>");
  std::vector<std::string> asked;
  const std::string out = frame_html(page, {.readdress = [&](std::string_view address, Wanted) {
                                       asked.emplace_back(address);
                                       return std::string("/r/c/0");
                                     }});
  EXPECT_TRUE(out.starts_with("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">"))
      << out;
  EXPECT_EQ(asked, (std::vector<std::string>{"https://shop.example/a/s.css",
                                             "https://shop.example/i.png"}));
  EXPECT_NE(out.find("p{color:red}"), std::string::npos);
  EXPECT_NE(out.find("bgcolor=\"#fff\""), std::string::npos);
}

TEST(PageFrame, ADeepPageIsWrittenWithoutRecursion) {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "<div>";
  EXPECT_GT(framed(deep + "x").size(), 50'000u);
}

std::string rewritten(std::string_view css) {
  return url::rewrite_css(css, [](std::string_view address, Wanted wanted) {
    return address.find("mine") == std::string_view::npos
               ? std::string()
               : fmt::format("/r/{}", static_cast<int>(wanted));
  });
}

TEST(CssRewrite, ReachesNothingButWhatIsOurs) {
  EXPECT_EQ(rewritten("a{background:url(mine.png)}"), "a{background:url(\"/r/0\")}");
  EXPECT_EQ(rewritten("a{background:URL( 'theirs.png' )}"), "a{background:url(\"data:,\")}");
  EXPECT_EQ(rewritten("@import \"mine.css\" screen;b{}"), "@import url(\"/r/2\") screen;b{}");
  EXPECT_EQ(rewritten("@import url(theirs.css);b{}"), "b{}");
  EXPECT_EQ(rewritten("@font-face{src:url(mine.woff)}"), "@font-face{src:url(\"/r/1\")}");
  EXPECT_EQ(rewritten("a{background:image-set(\"theirs.png\" 1x)}"),
            "a{background:image-set(\"\" 1x)}");
  for (const char* attack :
       {"a{b:u\\72l(http://theirs)}", "a{b:\\75rl(http://theirs)}", "a{b:url(\"http://theirs\"",
        "@im\\70ort 'http://theirs';", "a{b:src('http://theirs')}", "a{b:url(http://the\\\nirs)}",
        "a{b:-webkit-image-set('http://theirs' 1x)}", "a{b:cross-fade(url(http://theirs), red)}",
        "/**/@import/**/url(http://theirs)", "a{}</style><script>theirs</script>"}) {
    EXPECT_EQ(rewritten(attack).find("http://"), std::string::npos)
        << attack << " → " << rewritten(attack);
    EXPECT_EQ(rewritten(attack).find('<'), std::string::npos)
        << attack << " → " << rewritten(attack);
  }
}

// --- over HTTP ---

TEST_F(SecurityTest, TheTokenIsNeeded) {
  for (const char* path : {"sites", "jobs", "sites/x", "sites/x/rows"}) {
    EXPECT_EQ(client_->Get(std::string("/api/v1/") + path)->status, 401) << path;
    EXPECT_EQ(client_
                  ->Get(std::string("/api/v1/") + path,
                        {{"Authorization", "Bearer 0123456789abcdef0123456789abcdef"}})
                  ->status,
              401);
  }
  const auto shell = client_->Get("/");
  EXPECT_EQ(shell->status, 200) << "the shell holds no secret";
  EXPECT_EQ(shell->body.find(token_), std::string::npos);
  EXPECT_EQ(shell->get_header_value("Set-Cookie"), "");
}

TEST_F(SecurityTest, ACodeIsGoodOnce) {
  const std::string link = server_->new_link();
  const std::string body = dump_json({{"code", link.substr(link.find("code=") + 5)}});
  EXPECT_EQ(client_->Post("/api/v1/session", body, "application/json")->status, 200);
  EXPECT_EQ(client_->Post("/api/v1/session", body, "application/json")->status, 401);
  EXPECT_EQ(client_->Post("/api/v1/session", "{\"code\":\"\"}", "application/json")->status, 401);
}

TEST_F(SecurityTest, OtherNamesForThisMachineAreRefused) {
  for (const std::string host : {"evil.example", "localhost:80", "127.0.0.1", "127.0.0.1:1"}) {
    EXPECT_EQ(client_->Get("/", {{"Host", host}})->status, 421) << host;
    EXPECT_EQ(client_->Get("/api/v1/sites", {{"Host", host}, {"Authorization", "Bearer " + token_}})
                  ->status,
              421);
    httplib::Client pages("127.0.0.1", std::stoi(server_->pages_origin().substr(17)));
    EXPECT_EQ(pages.Get("/p/0", {{"Host", host}})->status, 421);
  }
}

TEST_F(SecurityTest, OtherSitesMayNotAsk) {
  const std::string body = "{\"practice\":true}";
  const auto post = [&](httplib::Headers headers) {
    headers.emplace("Authorization", "Bearer " + token_);
    return client_->Post("/api/v1/sites", headers, body, "application/json")->status;
  };
  EXPECT_EQ(post({{"Origin", "http://evil.example"}}), 403);
  EXPECT_EQ(post({{"Origin", "null"}}), 403) << "a frame without an origin";
  EXPECT_EQ(post({{"Origin", server_->pages_origin()}}), 403);
  EXPECT_EQ(post({{"Sec-Fetch-Site", "cross-site"}}), 403);
  const auto answer = client_->Get("/api/v1/sites", headers_);
  EXPECT_EQ(answer->get_header_value("Access-Control-Allow-Origin"), "");
  EXPECT_NE(answer->get_header_value("Content-Security-Policy").find("default-src 'none'"),
            std::string::npos);
}

TEST_F(SecurityTest, PathsStayBelowTheRoot) {
  std::filesystem::create_symlink("/etc", root_ / "link");
  for (const char* path : {"../", "/etc/passwd", "kettles/../../..", "link", "link/passwd",
                           "/proc/self/environ", "nowhere"}) {
    call("POST", "sites", {{"path", path}});
    EXPECT_TRUE(status_ == 403 || status_ == 404) << path << " " << status_;
  }
  for (const char* name : {"../x", "a/b", ".ssh", "", "a%2fb"}) {
    const auto answer = client_->Put(fmt::format("/api/v1/uploads/u?name={}&offset=0", name),
                                     headers_, "x", "text/plain");
    EXPECT_NE(answer->status, 200) << name;
  }
  EXPECT_NE(client_->Put("/api/v1/uploads/..?name=a&offset=0", headers_, "x", "text/plain")->status,
            200);
  EXPECT_EQ(client_->Get("/assets/../../etc/passwd")->body.find("root:"), std::string::npos);
}

TEST_F(SecurityTest, LongRequestsAreRefused) {
  EXPECT_EQ(client_->Post("/api/v1/sites", headers_, std::string(2 << 20, 'x'), "application/json")
                ->status,
            413);
  const auto body = client_->Put("/api/v1/uploads/u?name=a&offset=0", headers_,
                                 std::string(20 << 20, 'x'), "text/plain");
  EXPECT_TRUE(!body || body->status == 413);
  call("POST", "sites", {{"path", std::string(10'000, 'a')}});
  EXPECT_GE(status_, 400);
}

int connect_to(const std::string& origin) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(std::stoi(origin.substr(origin.rfind(':') + 1))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return fd;
}

TEST_F(SecurityTest, SlowRequestsDoNotStopOthers) {
  std::vector<int> slow;
  for (int i = 0; i < 20; ++i) {
    slow.push_back(connect_to(server_->origin()));
    const std::string begin = "POST /api/v1/sites HTTP/1.1\r\nHost: ";
    EXPECT_GT(::send(slow.back(), begin.data(), begin.size(), 0), 0);
  }
  const auto started = std::chrono::steady_clock::now();
  call("GET", "sites");
  EXPECT_EQ(status_, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(2));
  for (const int fd : slow) ::close(fd);
}

TEST_F(SecurityTest, AHundredRequestsAtOnce) {
  write_kettles();
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");
  std::vector<std::future<int>> answers;
  for (int i = 0; i < 100; ++i)
    answers.push_back(std::async(std::launch::async, [&, i] {
      httplib::Client own(server_->origin());
      own.set_read_timeout(30);
      const std::string base = "/api/v1/sites/" + site;
      const Json act = {{"id", "p" + std::to_string(i)},
                        {"op", "label"},
                        {"page", i % 10},
                        {"attribute", "price"},
                        {"text", fmt::format("{},50 €", 20 + i % 10)}};
      // A connection that the machine refused is tried again, as browsers do: an act has an id.
      for (int attempt = 0; attempt < 5; ++attempt) {
        const auto answer =
            i % 4 != 0 ? own.Get(base + "/rows?template=t1", headers_)
                       : own.Post(base + "/acts", headers_, dump_json(act), "application/json");
        if (answer) return answer->status;
      }
      return 0;
    }));
  for (auto& answer : answers) EXPECT_EQ(answer.get(), 200);
}

TEST_F(SecurityTest, HostileNamesAreTextsInTheApi) {
  write("evil/<img src=x>.html",
        "<title><script>alert(1)</script></title><h1>\"><script>alert(1)</script></h1>");
  const std::string site = open("evil");
  const auto answer = client_->Get("/api/v1/sites/" + site + "/pages/0", headers_);
  EXPECT_EQ(answer->get_header_value("Content-Type"), "application/json");
  EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff");
}

TEST_F(SecurityTest, FramesAreBehindPathsNobodyGuesses) {
  write_kettles();
  const std::string site = open("kettles");
  const Json page = call("GET", "sites/" + site + "/pages/0");
  const std::string address = page.text_of("frame");
  ASSERT_TRUE(address.starts_with(server_->pages_origin() + "/p/"));
  EXPECT_EQ(address.size(), server_->pages_origin().size() + 3 + 32);
  const auto frame = fetch_page(address);
  ASSERT_TRUE(frame);
  const std::string policy = frame->get_header_value("Content-Security-Policy");
  EXPECT_NE(policy.find("default-src 'none'; script-src 'nonce-"), std::string::npos) << policy;
  EXPECT_NE(policy.find("sandbox allow-scripts;"), std::string::npos);
  EXPECT_EQ(policy.find("allow-same-origin"), std::string::npos);
  EXPECT_NE(policy.find("frame-ancestors " + server_->origin()), std::string::npos);
  EXPECT_EQ(fetch_page(server_->pages_origin() + "/p/00000000000000000000000000000000")->status,
            404);
  EXPECT_EQ(fetch_page(address + "/../../etc/passwd")->status, 404);
  EXPECT_EQ(fetch_page(server_->pages_origin() + "/r/" + address.substr(address.size() - 32) + "/0")
                ->status,
            404);
  EXPECT_EQ(fetch_page(server_->pages_origin() + "/api/v1/sites")->status, 404) << "no API there";
}

}  // namespace
}  // namespace weft::studio
