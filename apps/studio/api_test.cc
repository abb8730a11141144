// The API as a browser uses it: from files to a table, and back after a restart.
#include <atomic>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "crawl/crawl_folder.h"
#include "crawl/crawler.h"
#include "crawl/observers.h"
#include "site/bundle.h"
#include "studio/api.h"
#include "studio/testing/studio_fixture.h"
#include "wrap/journey/journey.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::studio {
namespace {

using ApiTest = StudioTest;

std::string cell(const Json& state, size_t row, size_t column) {
  return state["rows"][row][2][column][0].get<std::string>();
}

TEST_F(ApiTest, TwoClicksMakeATable) {
  write_kettles();
  const std::string site = open("kettles");
  EXPECT_EQ(site, "kettles");
  EXPECT_FALSE(std::filesystem::exists(root_ / "kettles.site")) << "looking writes nothing";
  Json state = label(site, 0, "title", "Kettle 0");
  ASSERT_EQ(status_, 200) << state;
  state = label(site, 0, "price", "20,50 €");
  ASSERT_EQ(state["rows"].size(), 10u) << state;
  EXPECT_EQ(cell(state, 7, 0), "Kettle 7");
  EXPECT_EQ(cell(state, 7, 1), "EUR 27.50") << "the type is guessed from what was clicked";
  EXPECT_EQ(state["attributes"][0]["have"].get<int>(), 10);
  EXPECT_EQ(state.text_of("command"), "weft learn --site kettles.site --template t1 kettles");
}

TEST_F(ApiTest, ShowsPredictionsAndTakesAnswers) {
  write_kettles();
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  const Json page = call("GET", "sites/" + site + "/pages/4");
  ASSERT_EQ(page["predictions"].size(), 2u) << page;
  EXPECT_EQ(page["predictions"][1].text_of("value"), "24,50 €");
  EXPECT_TRUE(page["predictions"][1]["node"].is_number_unsigned());
  Json state = call("POST", "sites/" + site + "/acts",
                    {{"id", "a"}, {"op", "accept"}, {"page", 4}, {"attribute", "price"}});
  EXPECT_EQ(state["page"]["labels"].size(), 1u);
  state = call("POST", "sites/" + site + "/acts",
               {{"id", "r"}, {"op", "reject"}, {"page", 4}, {"attribute", "title"}});
  EXPECT_EQ(state["page"]["predictions"].size(), 0u);
  state = call("POST", "sites/" + site + "/acts", {{"id", "f"}, {"op", "finish"}, {"page", 0}});
  EXPECT_TRUE(state["page"]["finished"].get<bool>());
}

TEST_F(ApiTest, UndoesAndRedoesAcrossARestart) {
  write_kettles();
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "title", "In stock");
  Json state = call("POST", "sites/" + site + "/acts", {{"op", "undo"}, {"page", 0}});
  EXPECT_EQ(state["page"]["labels"][0].text_of("value"), "Kettle 0");
  server_.reset();
  server_ = std::move(
      *Server::start({.workspace = {.root = root_.string(), .read_pages = plain_reader()}}));
  client_ = std::make_unique<httplib::Client>(server_->origin());
  const std::string link = server_->new_link();
  const Json session = call("POST", "session", {{"code", link.substr(link.find("code=") + 5)}});
  EXPECT_EQ(status_, 403) << "the origin is not ours any more: " << session;
  headers_ = {{"Origin", server_->origin()}};
  token_ =
      call("POST", "session", {{"code", link.substr(link.find("code=") + 5)}}).text_of("token");
  headers_.emplace("Authorization", "Bearer " + token_);
  open("kettles.site");
  state = call("POST", "sites/" + site + "/acts", {{"op", "redo"}, {"page", 0}});
  EXPECT_EQ(state["page"]["labels"][0].text_of("value"), "In stock") << state;
  EXPECT_EQ(call("GET", "sites/" + site + "/history?template=t1")["acts"].size(), 2u);
}

// The events that come within a while, as one text.
std::string heard(const Server& server, const httplib::Headers& headers,
                  const std::function<bool(const std::string&)>& enough) {
  httplib::Client client(server.origin());
  client.set_read_timeout(5);
  std::string text;
  client.Get("/api/v1/events", headers, [&](const char* data, size_t size) {
    text.append(data, size);
    return !enough(text);
  });
  return text;
}

TEST_F(ApiTest, TellsWhatHasChanged) {
  write_kettles();
  const std::string site = open("kettles");
  const auto said = [](const char* what) {
    return [what](const std::string& text) { return text.find(what) != std::string::npos; };
  };
  // At first everything as it is: the job that opened the site among it.
  EXPECT_TRUE(said("event: job")(heard(*server_, headers_, said("\"done\""))));
  std::string text;
  std::thread listener([&] { text = heard(*server_, headers_, said("\"revision\":1")); });
  label(site, 0, "title", "Kettle 0");
  listener.join();
  EXPECT_TRUE(said("event: rev\ndata: {\"site\":\"kettles\",\"revision\":1}")(text)) << text;
}

TEST_F(ApiTest, HasEightStreamsAndAnswersOthersMeanwhile) {
  write_kettles();
  const std::string site = open("kettles");
  std::atomic<bool> stop{false};
  std::atomic<int> begun{0};
  std::vector<std::thread> streams;
  for (int i = 0; i < 8; ++i) {
    streams.emplace_back([&] {
      bool first = true;
      heard(*server_, headers_, [&](const std::string&) {
        if (std::exchange(first, false)) ++begun;
        return stop.load();
      });
    });
  }
  while (begun < 8) std::this_thread::yield();
  call("GET", "events");
  EXPECT_EQ(status_, 503);
  label(site, 0, "title", "Kettle 0");  // Wakes the streams, too.
  EXPECT_EQ(status_, 200);
  stop = true;
  label(site, 1, "title", "Kettle 1");
  for (std::thread& one : streams) one.join();
}

// Ten tabs, ten requests each, all at once: every act is kept, once, and nobody waits for ever.
TEST_F(ApiTest, TenTabsLabelAtOnce) {
  write_kettles();
  const std::string site = open("kettles");
  std::atomic<int> kept{0}, read{0};
  std::vector<std::thread> tabs;
  for (int tab = 0; tab < 100; ++tab) {
    tabs.emplace_back([&, tab] {
      httplib::Client client(server_->origin());
      client.set_read_timeout(60);
      const std::string path = "/api/v1/sites/" + site;
      const Json act = {{"id", fmt::format("a{}", tab % 10)},
                        {"op", "label"},
                        {"page", tab % 10},
                        {"attribute", "title"},
                        {"text", fmt::format("Kettle {}", tab % 10)}};
      const auto answer =
          tab < 20 ? client.Post(path + "/acts", headers_, dump_json(act), "application/json")
                   : client.Get(path + "/rows?template=t1", headers_);
      if (answer && answer->status == 200) ++(tab < 20 ? kept : read);
    });
  }
  for (std::thread& tab : tabs) tab.join();
  EXPECT_EQ(kept, 20);
  EXPECT_EQ(read, 80);
  const Json history = call("GET", "sites/" + site + "/history?template=t1");
  EXPECT_EQ(history["acts"].size(), 10u) << "sent twice, done once";
}

// Every call of openapi.json is one that there is, and the other way round.
TEST_F(ApiTest, TheDescriptionOfTheApiIsTrue) {
  const Json described = call("GET", "openapi.json");
  ASSERT_TRUE(described.is_object());
  std::set<std::string> said;
  for (const Json::Member& path : described["paths"].items()) {
    for (const Json::Member& method : path.second.items()) {
      std::string name = method.first;
      for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      said.insert(name + " " + path.first);
    }
  }
  std::set<std::string> there{"POST /session", "POST /downloads", "GET /events"};  // The server's.
  for (const std::string& one : Api::calls()) there.insert(one);
  EXPECT_EQ(said, there);
}

TEST_F(ApiTest, PagesBeyondTheSampleFollow) {
  write_kettles(230);
  const std::string site = open("kettles");
  const Json state = label(site, 0, "title", "Kettle 0");
  EXPECT_EQ(state["rows"].size(), 200u);
  const Json others = call("GET", "sites/" + site + "/rows/others?template=t1");
  ASSERT_EQ(others["rows"].size(), 30u) << others;
  EXPECT_EQ(others["revision"], state["revision"]);
  EXPECT_TRUE(others["rows"][0][2][0][0].get<std::string>().starts_with("Kettle "));
  // One that is opened joins the sample, and can be labelled.
  const int page = others["rows"][0][0].get<int>();
  EXPECT_EQ(call("GET", fmt::format("sites/{}/pages/{}", site, page))["predictions"].size(), 1u);
  const Json more = label(site, page, "price", fmt::format("{},50 €", 20 + page));
  EXPECT_EQ(more["rows"].size(), 201u) << status_;
  EXPECT_EQ(more["page"]["labels"].size(), 1u);
  EXPECT_EQ(call("GET", "sites/" + site + "/rows/others?template=t1")["rows"].size(), 29u);
}

// A page that is like no other is shown and labelled as any; what is learned reads those like it.
TEST_F(ApiTest, PagesLikeNoOthersCanBeLabelled) {
  write_kettles(30);
  write("kettles/about.html", "<title>About</title><main><h2>About us</h2><p>We sell.</p></main>");
  const std::string site = open("kettles");
  const Json described = call("GET", "sites/" + site);
  const Json& last = described["templates"][described["templates"].size() - 1];
  EXPECT_EQ(last.text_of("name"), "others") << described;
  EXPECT_TRUE(last["others"].get<bool>());
  EXPECT_EQ(last["pages"], 1);
  const int about = page_named(site, "about.html");
  const Json state = label(site, about, "heading", "About us");
  ASSERT_EQ(status_, 200) << state;
  EXPECT_EQ(cell(state, 0, 0), "About us");
  const Json job = wait_for(call("POST", "sites/" + site + "/extract", {{"template", "others"}}));
  EXPECT_EQ(job["result"]["records"], 1) << "no kettle is read by these rules: " << job;
  // Opened again, it is still there, and last.
  start_server();
  open("kettles.site");
  EXPECT_TRUE(dump_json(call("GET", "sites/" + site)["templates"]).find("\"others\":true") !=
              std::string::npos);
}

// Style sheets and pictures beside saved pages are shown; nothing outside of their folder.
TEST_F(ApiTest, SavedPagesLookAsTheirFolderHasThem) {
  write("secret.css", "h1{color:black}");
  write("saved/looks/a b.css", "h1{color:red;background:url(dot.png)}");
  write("saved/looks/dot.png", "\x89PNG\r\n\x1a\nx");
  for (int i = 0; i < 3; ++i)
    write(fmt::format("saved/k{}.html", i),
          fmt::format("<link rel=stylesheet href='looks/a%20b.css'><link rel=stylesheet "
                      "href='../secret.css'><link rel=stylesheet href='/etc/passwd'>"
                      "<h1>Kettle {}</h1><a href=k1.html>next</a>",
                      i));
  const std::string site = open("saved");
  const int page = page_named(site, "k0.html");
  const Json shown = call("GET", fmt::format("sites/{}/pages/{}", site, page));
  EXPECT_EQ(shown["looks"]["stored"], 1) << shown;
  const std::string html = fetch_page(shown.text_of("frame"))->body;
  const size_t link = html.find("<link rel=\"stylesheet\" href=\"");
  ASSERT_NE(link, std::string::npos) << html;
  EXPECT_EQ(html.find("<link", link + 1), std::string::npos) << "one sheet alone is ours";
  const std::string sheet =
      fetch_page(html.substr(link + 29, html.find('"', link + 29) - link - 29))->body;
  EXPECT_NE(sheet.find("color:red"), std::string::npos) << sheet;
  EXPECT_NE(sheet.find("/r/"), std::string::npos) << "its picture, too: " << sheet;
  const Json next =
      call("POST", fmt::format("sites/{}/pages/{}/point", site, page), {{"text", "next"}});
  const Json to =
      call("POST", fmt::format("sites/{}/pages/{}/follow", site, page), {{"node", next["node"]}});
  EXPECT_EQ(to["page"], page_named(site, "k1.html")) << to;
}

TEST_F(ApiTest, SaysWhereSomethingIsNotFound) {
  write_kettles();
  write("kettles/k004.html",
        "<!DOCTYPE html><html><head><title>Kettle 4</title></head><body><nav><a "
        "href=/>Home</a></nav><h1>Kettle 4</h1><p class=stock>Sold out</p></body></html>");
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  const std::string at = fmt::format("sites/{}/pages/{}", site, page_named(site, "k004.html"));
  const Json page = call("GET", at);
  ASSERT_EQ(page["gaps"].size(), 1u) << page;
  EXPECT_EQ(page["gaps"][0].text_of("attribute"), "price");
  const Json lines = call("GET", at + "/outline")["lines"];
  ASSERT_EQ(lines.size(), 4u) << "the title of the page is one: " << lines;
  EXPECT_EQ(lines[2].text_of("text"), "Kettle 4");
  EXPECT_TRUE(lines[2]["heading"].get<bool>());
  EXPECT_EQ(lines[3]["level"], 2) << "under the heading";
  const Json state =
      call("POST", "sites/" + site + "/acts",
           {{"id", "m"}, {"op", "missing"}, {"page", page["page"]}, {"attribute", "price"}});
  EXPECT_EQ(state["page"]["gaps"].size(), 0u);
  const Json undone = call("POST", "sites/" + site + "/acts", {{"op", "undo"}, {"page", 0}});
  EXPECT_EQ(undone["acted"]["page"], page["page"]) << "undoing leads back";
  EXPECT_EQ(undone["acted"].text_of("attribute"), "price");
}

// Somebody clicks again before the first click is learned from.
TEST_F(ApiTest, LearningCanBeStopped) {
  write_kettles();
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");
  call("DELETE", "sites/" + site + "/learning");
  EXPECT_EQ(status_, 200);
  const Json stopped = label(site, 0, "price", "20,50 €");
  EXPECT_TRUE(stopped["stopped"].get<bool>());
  EXPECT_EQ(stopped["page"]["labels"].size(), 2u) << "it is kept";
  EXPECT_EQ(stopped["attributes"][1]["have"], 1) << "and not learned";
  const Json rows = call("GET", "sites/" + site + "/rows?template=t1");
  EXPECT_FALSE(rows["stopped"].get<bool>());
  EXPECT_EQ(rows["attributes"][1]["have"], 10);
}

// What was learned for one template is tried on another, and shown in doubt.
TEST_F(ApiTest, PagesOfAnotherTemplateArePrelabelled) {
  write_kettles();
  for (int i = 0; i < 6; ++i)
    write(
        fmt::format("kettles/other{}.html", i),
        fmt::format(
            "<body><div class=offers><div class=box><ul><li>a<li>b</ul></div></div><h1>Pot "
            "{}</h1><p class=price><b>{},50 €</b></p><table><tr><td>Made in<td>Oslo</table></body>",
            i, 30 + i));
  const std::string site = open("kettles");
  const Json described = call("GET", "sites/" + site);
  ASSERT_EQ(described["templates"].size(), 2u) << described;
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  call("POST", "sites/" + site + "/save", {{"template", "t1"}});
  ASSERT_EQ(status_, 200);
  const Json page =
      call("GET", fmt::format("sites/{}/pages/{}", site, page_named(site, "other3.html")));
  ASSERT_EQ(page["predictions"].size(), 1u) << page;
  EXPECT_EQ(page["predictions"][0].text_of("value"), "33,50 €");
  EXPECT_TRUE(page["predictions"][0]["low"].get<bool>());
  EXPECT_EQ(page.text_of("state"), "doubt");
}

TEST_F(ApiTest, AnActSentTwiceIsDoneOnce) {
  write_kettles();
  const std::string site = open("kettles");
  const Json act = {
      {"id", "same"}, {"op", "label"}, {"page", 0}, {"attribute", "title"}, {"text", "Kettle 0"}};
  call("POST", "sites/" + site + "/acts", act);
  const Json state = call("POST", "sites/" + site + "/acts", act);
  EXPECT_EQ(state["clicks"].get<int>(), 1);
}

TEST_F(ApiTest, AStalePageIsRefusedAndAnotherMerges) {
  write_kettles();
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");  // Act 1, by this tab.
  label(site, 1, "title", "Kettle 1");  // Act 2, by another one.
  const auto act = [&](int page, int base) {
    return call("POST", "sites/" + site + "/acts",
                {{"id", fmt::format("{}-{}", page, base)},
                 {"op", "label"},
                 {"page", page},
                 {"base", base},
                 {"attribute", "price"},
                 {"text", fmt::format("{},50 €", 20 + page)}});
  };
  const Json refused = act(1, 1);
  EXPECT_EQ(status_, 409);
  EXPECT_EQ(refused["state"]["page"]["labels"][0].text_of("value"), "Kettle 1")
      << "with the current state";
  act(2, 1);
  EXPECT_EQ(status_, 200);
}

TEST_F(ApiTest, RowsOfAListAreOneActEach) {
  std::string items;
  for (int i = 0; i < 6; ++i)
    items += fmt::format("<li class=i><b class=t>Item {0}</b><i class=p>{1} €</i></li>", i, 10 + i);
  write("list.html", "<h1>All</h1><ul>" + items + "</ul>");
  const std::string site = open("list.html");
  const Json point = call("POST", "sites/" + site + "/pages/0/point", {{"text", "Item 2"}});
  EXPECT_EQ(point["kin"].size(), 6u) << point;
  EXPECT_EQ(point.text_of("likes"), "rows");
  EXPECT_FALSE(point["sure"].get<bool>()) << "nobody has said so";
  Json state =
      call("POST", "sites/" + site + "/acts",
           {{"id", "1"}, {"op", "rows"}, {"page", 0}, {"attribute", "title"}, {"text", "Item 2"}});
  EXPECT_EQ(state["rows"].size(), 6u) << state;
  state =
      call("POST", "sites/" + site + "/acts",
           {{"id", "2"}, {"op", "rows"}, {"page", 0}, {"attribute", "price"}, {"text", "12 €"}});
  ASSERT_EQ(state["rows"].size(), 6u) << state;
  EXPECT_EQ(cell(state, 4, 0), "Item 4");
  EXPECT_EQ(cell(state, 4, 1), "EUR 14.00");
  // One of them is taken out.
  const Json fourth = call("POST", "sites/" + site + "/pages/0/point", {{"text", "14 €"}});
  EXPECT_EQ(fourth.text_of("likes"), "rows");
  EXPECT_TRUE(fourth["sure"].get<bool>()) << "titles have rows already";
  state = call("POST", "sites/" + site + "/acts",
               {{"id", "3"},
                {"op", "remove"},
                {"page", 0},
                {"attribute", "price"},
                {"node", fourth["node"]}});
  EXPECT_EQ(state["page"]["labels"].size(), 11u) << state["page"];
}

TEST_F(ApiTest, ExtractsAndGivesRecordsInFourFormats) {
  write_kettles(30);
  const std::string site = open("kettles");
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  const Json job = wait_for(call("POST", "sites/" + site + "/extract", {{"template", "t1"}}));
  ASSERT_EQ(job.text_of("state"), "done") << job;
  EXPECT_EQ(job["result"]["records"].get<int>(), 30);
  EXPECT_EQ(job.text_of("command"), "weft extract --site kettles.site kettles -o kettles.csv");
  const Json records = call("GET", "sites/" + site + "/records?q=Kettle%207&limit=5");
  EXPECT_EQ(records["total"].get<int>(), 1) << records;
  EXPECT_EQ(call("GET", "sites/" + site + "/records?limit=10&after=20")["rows"].size(), 10u);
  for (const char* format : {"csv", "jsonl", "sqlite", "parquet"}) {
    const Json ticket = call("POST", "downloads", {{"site", site}, {"format", format}});
    ASSERT_EQ(status_, 200) << ticket;
    const auto file = client_->Get(ticket.text_of("address"));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->status, 200);
    EXPECT_GT(file->body.size(), 100u) << format;
    EXPECT_EQ(client_->Get(ticket.text_of("address"))->status, 404) << "good once";
  }
}

TEST_F(ApiTest, ShowsWhatChangedSinceTheExtractionBefore) {
  write_kettles(30);
  const std::string site = open("kettles"), records = "sites/" + site + "/records";
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  const std::string extract = "sites/" + site + "/extract";
  wait_for(call("POST", extract, {{"template", "t1"}}));
  EXPECT_EQ(call("GET", records)["compared"], false);
  EXPECT_EQ(call("GET", records + "?only=changed")["total"], 0);
  EXPECT_EQ(call("GET", "sites/" + site)["templates"][0]["wrapper"], 1);
  std::string page = *read_file((root_ / "kettles/k005.html").string());
  page.replace(page.find("25,50"), 5, "24,90");
  write("kettles/k005.html", page);
  wait_for(call("POST", extract, {{"template", ""}}));
  const Json changed = call("GET", records + "?only=changed");
  EXPECT_EQ(changed["compared"], true);
  ASSERT_EQ(changed["total"], 1) << changed;
  EXPECT_EQ(changed["pages"][0][0], page_named(site, "k005.html"));
}

TEST_F(ApiTest, UnhealthyRecordsAreAClickAwayFromTheirPages) {
  write_kettles();
  write("kettles/k004.html",
        "<!DOCTYPE html><html><head><title>Kettle 4</title></head><body><nav><a "
        "href=/>Home</a></nav><h1>Kettle 4</h1><p class=stock>Sold "
        "out</p></body></html>");
  const std::string site = open("kettles");
  call("PUT", "sites/" + site + "/schema", {{"text", "title: mandatory\nprice: money mandatory"}});
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  const Json job = wait_for(call("POST", "sites/" + site + "/extract", {{"template", "t1"}}));
  ASSERT_EQ(job["result"]["troubles"].size(), 1u) << job;
  EXPECT_EQ(job["result"]["troubles"][0].text_of("what"), "price missing");
  EXPECT_EQ(job["result"]["troubles"][0]["page"], page_named(site, "k004.html"));
  EXPECT_EQ(call("GET", "sites/" + site + "/records?only=unhealthy")["total"], 1);
  EXPECT_EQ(call("GET", "sites/" + site + "/records")["total"], 10);
}

TEST_F(ApiTest, APageAsItIsNowIsLabelledWhereNoRepairIsProved) {
  write_kettles(20);
  const std::string site = open("kettles"), at = "sites/" + site;
  label(site, 0, "title", "Kettle 0");
  label(site, 0, "price", "20,50 €");
  wait_for(call("POST", at + "/extract", {{"template", "t1"}}));
  call("POST", at + "/newer", {{"template", "t1"}});
  EXPECT_EQ(status_, 404) << "nothing newer was looked at";
  for (int i = 0; i < 20; ++i)
    write(fmt::format("newer/k{:03}.html", i),
          fmt::format("<!DOCTYPE html><html><head><title>Kettle {0}</title></head><body><nav><a "
                      "href=/>Home</a></nav><h1>Kettle {0}</h1><dl><dt>Now</dt><dd>{1} EUR"
                      "</dd></dl><p class=stock>In stock</p></body></html>",
                      i, 900 + 7 * i));
  wait_for(call("POST", at + "/watch", {{"path", "newer"}}));
  const Json job = wait_for(call("POST", at + "/newer", {{"template", "t1"}}));
  ASSERT_EQ(job.text_of("state"), "done") << job;
  EXPECT_EQ(job["result"].text_of("template"), "t1");
  const int page = job["result"]["page"].get<int>();
  EXPECT_TRUE(
      call("GET", fmt::format("{}/pages/{}", at, page)).text_of("name").ends_with("#newer"));
  EXPECT_EQ(call("GET", fmt::format("{}/pages/{}", at, 0)).text_of("name"), "k000.html");
  const Json state = label(site, page, "stock", "In stock");
  ASSERT_EQ(status_, 200) << state;
  EXPECT_EQ(state["page"]["labels"][0].text_of("value"), "In stock");
}

TEST_F(ApiTest, KeepsASchemaWrittenAsText) {
  write_kettles();
  const std::string site = open("kettles");
  call("PUT", "sites/" + site + "/schema", {{"text", "title: mandatory\nprice: money\n"}});
  EXPECT_EQ(status_, 200);
  EXPECT_EQ(call("GET", "sites/" + site).text_of("schema"), "title: mandatory\nprice: money\n");
  call("PUT", "sites/" + site + "/schema", {{"text", "price: cash"}});
  EXPECT_EQ(status_, 400);
}

TEST_F(ApiTest, TakesDroppedFilesInPieces) {
  const std::string html = "<h1>Dropped</h1><p>one</p>";
  const auto piece = [&](size_t at, const std::string& bytes) {
    return client_
        ->Put(fmt::format("/api/v1/uploads/drop1?name=a.html&offset={}", at), headers_, bytes,
              "application/octet-stream")
        ->status;
  };
  EXPECT_EQ(piece(0, html.substr(0, 10)), 200);
  EXPECT_EQ(piece(15, html.substr(15)), 400) << "a gap";
  EXPECT_EQ(piece(10, html.substr(10)), 200);
  const Json job = wait_for(call("POST", "sites", {{"upload", "drop1"}}));
  EXPECT_EQ(job.text_of("state"), "done") << job;
  EXPECT_EQ(call("GET", "sites/" + job.text_of("site"))["pages"].get<int>(), 1);
}

TEST_F(ApiTest, OpensThePracticeSiteWithItsLooks) {
  const Json job = wait_for(call("POST", "sites", {{"practice", true}}));
  ASSERT_EQ(job.text_of("state"), "done") << job;
  const std::string site = job.text_of("site");
  const Json described = call("GET", "sites/" + site);
  ASSERT_GE(described["templates"].size(), 2u);
  const Json page = call("GET", fmt::format("sites/{}/pages/{}", site,
                                            described["templates"][0]["typical"].get<int>()));
  const auto frame = fetch_page(page.text_of("frame"));
  ASSERT_TRUE(frame);
  const size_t link = frame->body.find("<link rel=\"stylesheet\" href=\"");
  ASSERT_NE(link, std::string::npos) << frame->body.substr(0, 3000);
  const std::string address =
      frame->body.substr(link + 29, frame->body.find('"', link + 29) - link - 29);
  const auto sheet = fetch_page(address);
  EXPECT_EQ(sheet->get_header_value("Content-Type"), "text/css; charset=utf-8");
  EXPECT_NE(frame->body.find("/r/"), std::string::npos);
}

TEST_F(ApiTest, FollowsLinksWithinWhatIsOpen) {
  const std::string site = wait_for(call("POST", "sites", {{"practice", true}})).text_of("site");
  const int page = call("GET", "sites/" + site)["templates"][0]["typical"].get<int>();
  const std::string follow = fmt::format("sites/{}/pages/{}/follow", site, page);
  call("POST", follow, {{"node", 1}});
  EXPECT_EQ(status_, 404) << "the whole page is no link";
  bool elsewhere = false, outside = false;
  const int nodes = call("GET", fmt::format("sites/{}/pages/{}", site, page))["nodes"].get<int>();
  for (int node = 1; node < nodes; ++node) {
    const Json to = call("POST", follow, {{"node", node}});
    if (status_ != 200) continue;
    elsewhere |= to.contains("page") && to["page"].get<int>() != page;
    outside |= !to.contains("page");
  }
  EXPECT_TRUE(elsewhere);
  EXPECT_TRUE(outside) << "some links lead out of the archive";
}

// A shop on loopback.
class FetchTest : public ApiTest {
 protected:
  FetchTest() {
    shop_.Get("/robots.txt", [](const httplib::Request&, httplib::Response& to) {
      to.set_content("User-agent: *\nDisallow: /secret\n", "text/plain");
    });
    shop_.Get(R"(/k/(\d+))", [](const httplib::Request& request, httplib::Response& to) {
      const int n = std::stoi(request.matches[1].str());
      to.set_content(fmt::format("<link rel=stylesheet href=/a.css><h1>Kettle {0}</h1><p "
                                 "class=price>{1},50 €</p><a href=/k/{2}>next</a>",
                                 n, 20 + n, n + 1),
                     "text/html");
    });
    shop_.Get("/a.css", [](const httplib::Request&, httplib::Response& to) {
      to.set_content("h1{color:red}", "text/css");
    });
    port_ = shop_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { shop_.listen_after_bind(); });
    while (!shop_.is_running()) std::this_thread::yield();
  }
  ~FetchTest() override {
    shop_.stop();
    thread_.join();
  }
  std::string address(const std::string& path) const {
    return fmt::format("http://127.0.0.1:{}{}", port_, path);
  }

  httplib::Server shop_;
  int port_ = 0;
  std::thread thread_;
};

TEST_F(FetchTest, PrivateAddressesAreRefusedUnlessAllowed) {
  start_server(/*allow_private=*/false);
  const Json job = wait_for(call("POST", "sites", {{"url", address("/k/1")}}));
  EXPECT_EQ(job.text_of("state"), "failed");
  EXPECT_NE(job.text_of("error").find("private"), std::string::npos) << job;
  call("POST", "sites", {{"url", "file:///etc/passwd"}});
  EXPECT_EQ(status_, 400);
}

TEST_F(FetchTest, OpensAUrlWithItsLooksAndFetchesMore) {
  const Json opened = wait_for(call("POST", "sites", {{"url", address("/k/1")}}));
  ASSERT_EQ(opened.text_of("state"), "done") << opened;
  const std::string site = opened.text_of("site");
  EXPECT_NE(opened.text_of("command").find("weft crawl http://127.0.0.1"), std::string::npos);
  Json page = call("GET", "sites/" + site + "/pages/0");
  EXPECT_EQ(page["looks"]["stored"].get<int>(), 1) << page;
  const Json link = call("POST", "sites/" + site + "/pages/0/point", {{"text", "next"}});
  const Json to = call("POST", "sites/" + site + "/pages/0/follow", {{"node", link["node"]}});
  EXPECT_EQ(to.text_of("address"), address("/k/2"));
  EXPECT_FALSE(to.contains("page"));
  label(site, 0, "title", "Kettle 1");
  const Json more =
      wait_for(call("POST", "sites/" + site + "/fetch", {{"url", to.text_of("address")}}));
  ASSERT_EQ(more.text_of("state"), "done") << more;
  EXPECT_EQ(more["result"]["page"].get<int>(), 1);
  page = call("GET", "sites/" + site + "/pages/1");
  ASSERT_EQ(page["predictions"].size(), 1u) << page;
  EXPECT_EQ(page["predictions"][0].text_of("value"), "Kettle 2");
  const Json refused =
      wait_for(call("POST", "sites/" + site + "/fetch", {{"url", address("/secret")}}));
  EXPECT_NE(refused.text_of("error").find("robots.txt"), std::string::npos) << refused;
  const Json records = wait_for(call("POST", "sites/" + site + "/extract", {{"template", "page"}}));
  EXPECT_EQ(records.text_of("state"), "done") << records;
}

TEST_F(FetchTest, FetchesTheLooksOfAnOlderArchiveWhenAsked) {
  for (int i = 0; i < 3; ++i)
    write(fmt::format("old/k{}.html", i),
          fmt::format("<base href='{}'><link rel=stylesheet href=/a.css><h1>Kettle {}</h1>",
                      address("/k/"), i));
  const std::string site = open("old");
  EXPECT_EQ(call("GET", "sites/" + site + "/pages/0")["looks"]["stored"].get<int>(), 0);
  const std::string name = call("GET", "sites/" + site)["templates"][0].text_of("name");
  const Json job = wait_for(call("POST", "sites/" + site + "/fetch", {{"template", name}}));
  EXPECT_EQ(job["result"]["fetched"].get<int>(), 1) << job;
  EXPECT_EQ(call("GET", "sites/" + site + "/pages/0")["looks"]["stored"].get<int>(), 1);
}

// A crawl by the crawler itself, without a process of its own.
TEST_F(FetchTest, ShowsCrawlsAndOpensWhatTheyBring) {
  WorkspaceOptions workspace{.root = root_.string(), .read_pages = plain_reader()};
  workspace.crawl = [](const CrawlWanted& wanted, const std::atomic<bool>& stop) -> Status {
    WEFT_ASSIGN(const auto folder, crawl::CrawlFolder::open(wanted.into));
    WEFT_ASSIGN(const auto frontier, crawl::open_frontier(folder.frontier_path()));
    WEFT_ASSIGN(const auto metadata, crawl::MetadataStore::open(folder.metadata_path()));
    crawl::MetadataObserver observer(*metadata, crawl::MetadataObserver::Requests::kPlain);
    crawl::TrapGuard traps{crawl::TrapOptions{}};
    crawl::WarcStore store({.folder = folder.warc_path()});
    crawl::CrawlOptions options;
    options.fetch.allow_private = true;
    options.pace.delay = std::chrono::milliseconds(0);
    options.gate.max_depth = wanted.depth;
    options.max_pages = wanted.pages;
    crawl::Crawler crawler({.frontier = *frontier,
                            .filters = crawl::Filters::defaults(),
                            .traps = traps,
                            .store = &store,
                            .observer = &observer},
                           options);
    const std::string seeds[] = {wanted.url};
    WEFT_TRY(crawler.seed(seeds));
    const auto end = crawler.run(stop);
    return end.ok() ? Status() : Status(end.error());
  };
  start_server(std::move(workspace));
  const Json job =
      wait_for(call("POST", "crawls", {{"url", address("/k/1")}, {"pages", 5}, {"depth", 9}}));
  ASSERT_EQ(job.text_of("state"), "done") << job;
  EXPECT_EQ(call("GET", "sites/" + job.text_of("site"))["pages"].get<int>(), 5);
  const Json crawls = call("GET", "crawls")["crawls"];
  ASSERT_EQ(crawls.size(), 1u);
  EXPECT_EQ(crawls[0]["pages"].get<int>(), 5) << crawls;
  EXPECT_EQ(crawls[0]["running"].get<int>(), 0);
  EXPECT_GT(crawls[0]["rate"].get<double>(), 0) << crawls;
  EXPECT_EQ(crawls[0]["hosts"][0].text_of("name"), address("").substr(7));
}

TEST_F(ApiTest, ReadsByADomainKeepsLabelsAndJudgesTerms) {
  const std::string site = wait_for(call("POST", "sites", {{"practice", true}})).text_of("site");
  const std::string at = "sites/" + site + "/domain";
  EXPECT_GT(call("GET", at)["domains"].size(), 5u);
  const Json job = wait_for(call("POST", at, {{"domain", "products"}}));
  ASSERT_EQ(job.text_of("state"), "done") << job;
  const Json& found = job["result"];
  EXPECT_EQ(found.text_of("domain"), "products");
  bool price = false;
  for (const Json& one : found["templates"]) {
    for (const Json& attribute : one["attributes"])
      price |= attribute.text_of("name") == "price" && attribute["found"].get<bool>() &&
               attribute.contains("page");
  }
  EXPECT_TRUE(price) << found["templates"];
  const Json kept =
      call("POST", at + "/keep", {{"id", "k"}, {"attributes", Json::array({"price"})}});
  EXPECT_GE(kept["labels"].get<int>(), 2) << kept;
  const Json rows = call("GET", "sites/" + site + "/rows?template=t2");
  EXPECT_GT(rows["rows"].size(), 100u) << "rules are learned from them";
  const Json said = call(
      "POST", at + "/terms",
      {{"domain", "products"}, {"attribute", "brand"}, {"term", "Tern"}, {"verdict", "blacklist"}});
  EXPECT_EQ(status_, 200) << said;
  EXPECT_NE(read_file((root_ / "products.memory.json").string())->find("\"refused\""),
            std::string::npos);
  call("POST", at + "/terms", {{"domain", "products"}, {"attribute", "x"}, {"verdict", "accept"}});
  EXPECT_EQ(status_, 400);
}

TEST_F(ApiTest, ShowsTheStepsOfJourneys) {
  const wrap::JourneyWrapper homes(
      {.start = "https://homes.example/",
       .paths = {{.steps = {{wrap::JourneyAct::kFill, "//input[@name='town']", "Ulm", "town"},
                            {wrap::JourneyAct::kClick, "//button", "", ""}},
                  .next = "*"}}},
      std::make_shared<wrap::RulesWrapper>(wrap::RecordRules{}));
  write("homes.json", dump_json(model::save_wrapper(homes)));
  write("other.json", R"({"journey": 1})");
  const Json journeys = call("GET", "journeys")["journeys"];
  ASSERT_EQ(journeys.size(), 1u) << journeys;
  EXPECT_EQ(journeys[0].text_of("start"), "https://homes.example/");
  EXPECT_EQ(journeys[0]["paths"][0]["steps"][0].text_of("parameter"), "town");
  EXPECT_EQ(journeys[0].text_of("command"), "weft extract --journey homes.json");
}

TEST_F(ApiTest, ValuesGoToTheRecordOfTheirBoxOrTheOneChosen) {
  std::string items;
  for (int i = 0; i < 4; ++i)
    items += fmt::format("<li class=i><b>Item {0}</b> <a href=/i/{0}>more</a></li>", i);
  write("list.html", "<ul>" + items + "</ul>");
  const std::string site = open("list.html");
  const Json inner = call("POST", "sites/" + site + "/pages/0/point", {{"text", "Item 2"}});
  uint64_t box = 0;  // The <li> around it.
  for (const Json& step : inner["path"]) {
    if (step[0].text() == "li.i") box = step[1].get<uint64_t>();
  }
  ASSERT_GT(box, 0u) << inner;
  const auto act = [&](const char* id, Json more) {
    more["id"] = id;
    more["op"] = "label";
    more["page"] = 0;
    return call("POST", "sites/" + site + "/acts", more);
  };
  Json state = act("1", {{"attribute", "title"}, {"text", "Item 2"}, {"box", box}});
  EXPECT_EQ(state["page"]["labels"][0].text_of("record"), "2") << state;
  state = act("2", {{"attribute", "title"}, {"text", "Item 0"}, {"record", "7"}});
  EXPECT_EQ(state["page"]["labels"][1].text_of("record"), "7") << state;
  // Whoever wants an address means that of the link.
  call("PUT", "sites/" + site + "/schema", {{"text", "title\nlink: url"}});
  state = act("3", {{"attribute", "link"}, {"text", "more"}, {"box", box}});
  EXPECT_EQ(state["page"]["labels"].back().text_of("value"), "/i/0") << state;
}

}  // namespace
}  // namespace weft::studio
