// -q: a run that goes well says nothing on standard error, whichever verb it is, and nothing on
// standard output but data.

#include <iostream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/testing/program_fixture.h"
#include "crawl/testing/raw_server.h"

namespace weft::cli {
namespace {

using crawl::testing::RawConnection;
using crawl::testing::RawRequest;
using crawl::testing::RawServer;

bool answer(const RawRequest& request, RawConnection& connection) {
  const std::string body = request.target == "/"
                               ? "<title>home</title><a href=/guide/lamps>Lamps and shades</a>"
                               : "<title>other</title>";
  return connection.send(fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{}", body.size(),
      request.target == "/robots.txt" ? std::string(body.size(), '\n') : body));
}

class QuietTest : public ProgramFixture {
 protected:
  // Runs with -q; what is written goes to standard output.
  std::string printed(std::vector<std::string> arguments) {
    verbs_.insert(arguments.front());
    arguments.emplace_back("-q");
    ::testing::internal::CaptureStdout();
    code_ = static_cast<ExitCode>(run(std::move(arguments)));
    return ::testing::internal::GetCapturedStdout();
  }
  void expect_quiet(const std::vector<std::string>& arguments, ExitCode code = ExitCode::kGood) {
    SCOPED_TRACE(arguments.front());
    printed(arguments);
    EXPECT_EQ(code_, code) << errors_;
    EXPECT_EQ(errors_, "");
  }
  void expect_silent(const std::vector<std::string>& arguments) {
    SCOPED_TRACE(arguments.front());
    EXPECT_EQ(printed(arguments), "");
    EXPECT_EQ(code_, ExitCode::kGood) << errors_;
    EXPECT_EQ(errors_, "");
  }

  std::set<std::string> verbs_;  // That have been run.
};

TEST_F(QuietTest, EveryVerbIsQuietWhenAllGoesWell) {
  const std::string shop = path("shop");
  const std::string pages = shop + "/html";
  const std::string page = pages + "/0001.html";
  const std::string books = "examples/pages/books.warc";
  const std::string site = path("books.site");
  expect_silent({"practice", "generate", "--seed", "7", "--items", "12", "--out", shop});
  for (const char* verb : {"parse", "text", "forms", "meta", "mine"}) expect_quiet({verb, page});
  expect_quiet({"article", "examples/pages/news.html"});
  expect_quiet({"person", write("person.html",
                                "<title>Ruth Klein</title><h1>Prof. Dr. Ruth Klein</h1>"
                                "<p>Professor of History</p><p>University of Oran</p>"
                                "<p>Phone: +49 89 1234567</p><p>E-mail: "
                                "<a href=mailto:klein@oran.example>klein@oran.example</a></p>")});
  expect_quiet({"pages", pages});
  expect_quiet({"select", "h1", pages});
  expect_quiet({"group", "--json", "-o", path("groups.json"), pages});
  expect_quiet({"sample", "--group", path("groups.json"), "-k", "1"});
  expect_quiet({"template", pages + "/0010.html", pages + "/0011.html", pages + "/0012.html"});
  expect_quiet({"annotate", "--domain", "books", books});
  expect_quiet({"auto", "--domain", "books", "--site", site, "--labels", path("labels"), books});
  expect_quiet({"domain", "new", "--domain", "lamps",
                write("lamps.jsonl", R"({"name":"Lamp 7","price":"9.50 EUR"})")});
  expect_quiet({"learn", "--labels", path("labels"), "-o", path("wrapper.json"), books});
  expect_quiet({"export", "--xpath", path("wrapper.json")});
  expect_quiet({"extract", "--site", site, books});
  expect_quiet({"explain", "--site", site, books});
  expect_quiet({"site", "show", site});
  expect_quiet({"watch", "--site", site, books});
  expect_quiet({"warc", "ls", books});
  std::istringstream typed("title = h1\nok\nend\n");
  std::streambuf* terminal = std::cin.rdbuf(typed.rdbuf());
  expect_quiet({"label", page});
  std::cin.rdbuf(terminal);
  std::cin.clear();
  expect_silent({"demo"});

  const RawServer server(answer);
  const std::string crawl = path("crawl");
  expect_silent({"crawl", server.origin() + "/", "--into", crawl, "--allow-private", "--delay", "0",
                 "--link-log"});
  expect_quiet({"report", crawl});
  expect_quiet({"recrawl", crawl}, ExitCode::kNothing);
  expect_silent({"submit", server.origin() + "/c", "--into", crawl});
  expect_quiet({"seeds", crawl, "-k", "1"});
  expect_quiet({"focus", "train", crawl, "--url", "/guide", "-o", path("model.json")});
  expect_quiet({"explore", server.origin() + "/", "--domain", "books", "--allow-private"},
               ExitCode::kNothing);

  // A browser may be missing; weft-eval is a program of its own; the others talk to their users
  // until these have had enough.
  verbs_.insert({"render", "eval", "studio", "mcp"});
  for (const VerbGroup& group : all_verbs()) {
    for (const Verb* verb : group.verbs) EXPECT_TRUE(verbs_.contains(verb->name)) << verb->name;
  }
}

}  // namespace
}  // namespace weft::cli
