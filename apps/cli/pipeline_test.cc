// From pages and labels to records, as a person runs it: learn, extract, explain, export, group,
// sample; and what each says about bad input.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "site/bundle.h"
#include "store/sqlite.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class PipelineTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    for (int i = 1; i <= 6; ++i) write_page(i);
    write("labels.jsonl", label("p1.html", "title", "Lamp 1") + label("p1.html", "price", "11.50") +
                              label("p2.html", "title", "Lamp 2") +
                              label("p2.html", "price", "12.50"));
  }

  void write_page(int i) {
    write(fmt::format("site/p{}.html", i),
          fmt::format("<!DOCTYPE html><link rel=canonical href='http://shop.example/p/{0}'>"
                      "<title>Shop</title><ul class=menu><li><a href=/>Home</a></ul>"
                      "<h1 class=name>Lamp {0}</h1><table><tr><td>Price:</td><td>1{0}.50</td></tr>"
                      "<tr><td>Weight:</td><td>{0} kg</td></tr></table><p>Text {0} about it.</p>",
                      i));
  }

  static std::string label(const char* page, const char* attribute, const char* value) {
    const Json line = {{"page", page}, {"attribute", attribute}, {"value", value}};
    return line.dump() + "\n";
  }

  int learn() {
    return run({"learn", "--labels", path("labels.jsonl"), path("site"), "-o", path("w.json")});
  }
};

TEST_F(PipelineTest, LabelsBecomeAWrapperAndTheWrapperRecords) {
  ASSERT_EQ(learn(), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("no more labels are needed"));
  ASSERT_EQ(run({"extract", "--wrapper", path("w.json"), path("site"), "-o", path("r.jsonl")}), 0)
      << errors_;
  const std::string records = read("r.jsonl");
  for (int i = 1; i <= 6; ++i) {
    EXPECT_THAT(records, HasSubstr(fmt::format("\"title\":\"Lamp {}\"", i)));
    EXPECT_THAT(records, HasSubstr(fmt::format("\"price\":\"1{}.50\"", i)));
  }
  const auto manifest = *parse_json(read("r.jsonl.manifest.json"));
  EXPECT_EQ(manifest["pages"], 6);
}

TEST_F(PipelineTest, AppendsAsScrapyDoesAndReplacesWithACapitalO) {
  ASSERT_EQ(learn(), 0);
  const auto lines = [&] {
    const std::string text = read("r.csv");
    return std::count(text.begin(), text.end(), '\n');
  };
  const std::vector<std::string> extract = {"extract", "--wrapper", path("w.json"), "-q",
                                            path("site/p1.html")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), extract.begin(), extract.end());
    return run(more);
  };
  EXPECT_EQ(with({"-O", path("r.csv")}), 0) << errors_;
  EXPECT_EQ(lines(), 2);
  EXPECT_EQ(with({"-o", path("r.csv"), "--append"}), 0) << errors_;
  EXPECT_EQ(lines(), 3);
  EXPECT_EQ(with({"-O", path("r.csv")}), 0) << errors_;
  EXPECT_EQ(lines(), 2);
}

TEST_F(PipelineTest, AppendingWithoutAKeyWarnsAndAKeyReplaces) {
  ASSERT_EQ(learn(), 0);
  const auto append = [&](const char* output, std::vector<std::string> more) {
    more.insert(more.begin(), {"extract", "--wrapper", path("w.json"), "--append", "-o",
                               path(output), path("site/p1.html"), path("site/p2.html")});
    return run(more);
  };
  const auto records = [&] {
    auto database = store::Database::open(path("r.sqlite"), store::Database::Mode::kReadOnly);
    return *database->integer("SELECT count(*) FROM records");
  };
  for (int day = 0; day < 2; ++day) {
    EXPECT_EQ(append("r.sqlite", {"--key", "title"}), 0) << errors_;
    EXPECT_THAT(errors_, Not(HasSubstr("added once more")));
  }
  EXPECT_EQ(records(), 2);
  EXPECT_EQ(append("r.csv", {}), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("added once more; --key ATTR replaces them"));
}

// Gives a file to what runs as its standard input.
class StandardInput {
 public:
  explicit StandardInput(const std::string& file) : saved_(dup(STDIN_FILENO)) {
    const int opened = open(file.c_str(), O_RDONLY);
    dup2(opened, STDIN_FILENO);
    close(opened);
  }
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

TEST_F(PipelineTest, AFilterReadsAWarcFileAndIsGoodWithoutRecords) {
  ASSERT_EQ(learn(), 0);
  std::string archive;
  for (int i = 1; i <= 6; ++i) {
    const std::string page = read(fmt::format("site/p{}.html", i));
    archive += fmt::format(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://shop.example/p/{}\r\n"
        "Content-Type: text/html\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n",
        i, page.size(), page);
  }
  const auto filter = [&](const std::string& name, const std::string& bytes) {
    const StandardInput input(write(name, bytes));
    return run({"extract", "--wrapper", path("w.json"), "--stdin-warc", "-q", "--no-meta", "-o",
                path("filtered.jsonl")});
  };
  ASSERT_EQ(filter("pages.warc", archive), 0) << errors_;
  EXPECT_EQ(read("filtered.jsonl").substr(0, 34), R"({"title":"Lamp 1","price":"11.50"})");
  EXPECT_EQ(std::ranges::count(read("filtered.jsonl"), '\n'), 6);
  EXPECT_EQ(filter("empty.warc", ""), 0) << errors_;
  EXPECT_EQ(read("filtered.jsonl"), "");
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json")}), 2);
}

TEST_F(PipelineTest, ExplainsWhatWasExtractedAndExportsTheRules) {
  ASSERT_EQ(learn(), 0);
  ASSERT_EQ(run({"explain", "--wrapper", path("w.json"), path("site/p3.html"), "-o", path("why")}),
            0)
      << errors_;
  EXPECT_THAT(read("why"), HasSubstr("13.50"));
  ASSERT_EQ(run({"export", "--xslt", path("w.json"), "-o", path("w.xslt")}), 0) << errors_;
  EXPECT_THAT(read("w.xslt"), HasSubstr("<xsl:stylesheet"));
  ASSERT_EQ(run({"export", "--parsel", path("w.json"), "-o", path("w.py")}), 0) << errors_;
  EXPECT_THAT(read("w.py"), HasSubstr("RULES"));
  ASSERT_EQ(run({"export", "--to", "parsel", path("w.json"), "-o", path("w.py")}), 0) << errors_;
  EXPECT_EQ(run({"export", "--to", "magic", path("w.json")}), 2);
}

TEST_F(PipelineTest, GroupsIntoABundleAndRemembersRuns) {
  for (int i = 7; i <= 12; ++i) write_page(i);
  ASSERT_EQ(run({"group", "--site", path("shop.site"), path("site"), "-o", path("g")}), 0)
      << errors_;
  ASSERT_EQ(run({"sample", "-k", "2", path("site"), "-o", path("s")}), 0) << errors_;
  EXPECT_THAT(read("s"), HasSubstr("p"));
  // No rules were learned for its templates.
  ASSERT_EQ(run({"extract", "--site", path("shop.site"), path("site"), "-o", path("r.jsonl")}), 3)
      << errors_;
  const auto site = site::Bundle::open(path("shop.site"), site::Bundle::Mode::kRead);
  ASSERT_TRUE(site.ok());
  const auto runs = site->runs();
  ASSERT_TRUE(runs.ok());
  ASSERT_EQ(runs->size(), 1U);
  EXPECT_EQ(runs->front().verb, "extract");
  EXPECT_EQ(runs->front().pages, 12U);
}

TEST_F(PipelineTest, GroupingDoesNotHandRulesToOtherTemplates) {
  ASSERT_EQ(run({"group", "--site", path("shop.site"), path("site"), "-o", path("g")}), 0);
  ASSERT_EQ(run({"group", "--site", path("shop.site"), path("site"), "-o", path("g")}), 0);
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("shop.site"),
                 "--template", "t1", path("site"), "-o", path("w.json")}),
            0)
      << errors_;
  EXPECT_EQ(run({"group", "--site", path("shop.site"), path("site"), "-o", path("g")}), 1);
  EXPECT_THAT(errors_, HasSubstr("has rules for t1"));
  EXPECT_THAT(errors_, HasSubstr("--regroup"));
}

TEST_F(PipelineTest, LearnsIntoABundleThatExtractsAndWatches) {
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("shop.site"),
                 path("site"), "-o", path("w.json")}),
            0)
      << errors_;
  ASSERT_EQ(run({"extract", "--site", path("shop.site"), path("site"), "-o", path("r.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"), HasSubstr("Lamp 6"));
  ASSERT_EQ(run({"export", "--to", "scrapy", path("shop.site"), "-o", path("spider.py")}), 0);
  EXPECT_THAT(read("spider.py"), HasSubstr(R"(start_urls = ["http://shop.example/"])"));
  EXPECT_EQ(run({"watch", "--site", path("shop.site"), path("site"), "-o", path("v")}), 0)
      << errors_ << read("v");
  for (int i = 1; i <= 6; ++i) {
    write(fmt::format("site/p{}.html", i),
          fmt::format("<!DOCTYPE html><link rel=canonical href='http://shop.example/p/{}'>"
                      "<title>Shop</title><p>We have moved.</p>",
                      i));
  }
  EXPECT_EQ(run({"watch", "--site", path("shop.site"), path("site"), "-o", path("v")}), 3);
}

TEST_F(PipelineTest, PacksABundleThatTarUnpacks) {
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("shop.site"),
                 path("site"), "-o", path("w.json")}),
            0)
      << errors_;
  ASSERT_EQ(run({"site", "pack", path("shop.site"), "-o", path("shop.tar.gz")}), 0) << errors_;
  fs::create_directory(path("unpacked"));
  const std::string command = "tar xzf " + path("shop.tar.gz") + " -C " + path("unpacked");
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(weft({"site", "check", path("unpacked/shop.site")}), 0) << errors_;
}

TEST_F(PipelineTest, SaysWhatIsWrongWithLabels) {
  write("labels.jsonl", label("p1.html", "title", "Lamp 1") + label("p2.html", "price", "no such"));
  EXPECT_EQ(learn(), 4);
  EXPECT_THAT(errors_, HasSubstr("no such"));
  write("labels.jsonl", label("p99.html", "title", "Lamp 1"));
  EXPECT_EQ(learn(), 2);
  EXPECT_THAT(errors_, HasSubstr("p99.html"));
  write("labels.jsonl", "");
  EXPECT_EQ(learn(), 2);
  EXPECT_THAT(errors_, HasSubstr("label at least one page"));
  write("labels.jsonl", "not json\n");
  EXPECT_NE(learn(), 0);
  EXPECT_THAT(errors_, Not(HasSubstr("terminate")));
}

TEST_F(PipelineTest, SaysWhenOnlyAPartOfAListIsLabelled) {
  std::string list, labels;
  for (int i = 0; i < 8; ++i) {
    list += fmt::format("<li class=item><b>Lamp {0}</b><i>€ {0}0</i></li>", i + 1);
    if (i > 1) continue;
    labels +=
        fmt::format(R"({{"page":"list.html","record":"{0}","attribute":"name","value":"Lamp {1}"}})"
                    "\n"
                    R"({{"page":"list.html","record":"{0}","attribute":"price","value":"€ {1}0"}})"
                    "\n",
                    i, i + 1);
  }
  const std::string page = write("list.html", "<ul>" + list + "</ul>");
  write("l.jsonl", labels);
  EXPECT_EQ(run({"learn", "--labels", path("l.jsonl"), page, "-o", path("out")}), 0);
  EXPECT_THAT(errors_, HasSubstr("2 records labelled, 8 look the same; labels of a list page are "
                                 "taken as complete"));
}

TEST_F(PipelineTest, RefusesAWrapperFromTheFutureAndABundleThatIsNone) {
  write("w.json", R"({"weft":"wrapper","version":99,"kind":"rules"})");
  EXPECT_NE(run({"extract", "--wrapper", path("w.json"), path("site"), "-o", path("r")}), 0);
  EXPECT_THAT(errors_, HasSubstr("upgrade weft"));
  EXPECT_FALSE(fs::exists(path("r")));
  EXPECT_NE(run({"extract", "--site", path("site"), path("site"), "-o", path("r")}), 0);
  EXPECT_NE(run({"extract", "--site", path("nowhere"), path("site"), "-o", path("r")}), 0);
  EXPECT_THAT(errors_, HasSubstr("nowhere"));
}

TEST_F(PipelineTest, KeepsAGoodOutputWhenARunIsWorse) {
  ASSERT_EQ(learn(), 0);
  ASSERT_EQ(run({"extract", "--wrapper", path("w.json"), path("site"), "-o", path("r.jsonl")}), 0);
  const std::string good = read("r.jsonl");
  for (int i = 1; i <= 6; ++i) write(fmt::format("site/p{}.html", i), "<p>Please log in");
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), path("site"), "-o", path("r.jsonl")}), 3);
  EXPECT_THAT(errors_, HasSubstr("--force"));
  EXPECT_EQ(read("r.jsonl"), good);
}

TEST_F(PipelineTest, SaysWhenPagesAreOfAnotherTemplateOrCannotBeRead) {
  ASSERT_EQ(learn(), 0);
  write("other/a.html", "<p>An article, no lamp");
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), path("other"), "-o", path("r.jsonl")}), 3);
  EXPECT_THAT(errors_, HasSubstr("weft explain"));
  EXPECT_EQ(run({"explain", "--wrapper", path("w.json"), path("other/a.html"), "-o", path("why")}),
            0);
  EXPECT_THAT(read("why"), HasSubstr("title: missing"));
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), path("gone.html"), "-o", path("n.jsonl")}),
            1);
  EXPECT_FALSE(fs::exists(path("n.jsonl")));
}

// Runs weft as somebody who owns nothing here: root may write anywhere. Returns the exit code.
int run_as_stranger(const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) _exit(99);
    std::vector<const char*> argv = {"weft"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    const int code = run_program(static_cast<int>(argv.size()), argv.data(), all_verbs());
    std::fflush(nullptr);
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(PipelineTest, ABundleWithoutWritePermissionExtractsButLearnsNothing) {
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("shop.site"),
                 path("site"), "-o", path("w.json")}),
            0);
  const std::string before = read("shop.site/site.sqlite");
  fs::create_directory(path("out"));
  fs::permissions(path("out"), fs::perms::all);
  fs::permissions(path(""), fs::perms(0755));
  const auto no_write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  fs::permissions(path("shop.site"), no_write, fs::perm_options::remove);
  for (const auto& entry : fs::recursive_directory_iterator(path("shop.site")))
    fs::permissions(entry.path(), no_write, fs::perm_options::remove);

  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_as_stranger(
                {"extract", "--site", path("shop.site"), path("site"), "-o", path("out/r.jsonl")}),
            0);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("cannot be written to"));
  EXPECT_THAT(read("out/r.jsonl"), HasSubstr("Lamp 6"));
  for (const char* verb : {"learn", "group"}) {
    std::vector<std::string> arguments = {verb, "--site", path("shop.site"), path("site"),
                                          "-q", "-o",     path("out/never")};
    if (verb == std::string("learn"))
      arguments.insert(arguments.end(), {"--labels", path("labels.jsonl")});
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run_as_stranger(arguments), 1) << verb;
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_THAT(said, HasSubstr("make it writable"));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_FALSE(fs::exists(path("out/never"))) << verb;
  }
  EXPECT_EQ(read("shop.site/site.sqlite"), before);
  fs::permissions(path("shop.site"), fs::perms::owner_all);
  for (const auto& entry : fs::recursive_directory_iterator(path("shop.site")))
    fs::permissions(entry.path(), fs::perms::owner_all);
}

TEST_F(PipelineTest, ADirectoryThatMayNotBeReadIsNamedAndTheRunPartial) {
  fs::create_directory(path("out"));
  fs::permissions(path("out"), fs::perms::all);
  fs::permissions(path(""), fs::perms(0755));
  write("site/closed/p7.html", "<p>7");
  fs::permissions(path("site/closed"), fs::perms::none);
  for (const bool whole : {false, true}) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(
        run_as_stranger({"group", whole ? path("site") : path("site/closed"), "-o", path("out/g")}),
        whole ? 4 : 5);
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                HasSubstr("cannot read the directory " + path("site/closed")));
  }
  fs::permissions(path("site/closed"), fs::perms::owner_all);
}

TEST_F(PipelineTest, MandatoryValuesThatAreMissingMakeTheRunUnhealthy) {
  ASSERT_EQ(learn(), 0);
  write(
      "schema.json",
      R"({"weft":"schema","version":1,"name":"lamp","attributes":[{"name":"price","mandatory":true}]})");
  std::string without_price = read("site/p6.html");
  without_price.erase(without_price.find("<tr><td>Price"),
                      std::string("<tr><td>Price:</td><td>16.50</td></tr>").size());
  write("site/p6.html", without_price);
  const std::vector<std::string> extract = {"extract",  "--wrapper",         path("w.json"),
                                            "--schema", path("schema.json"), path("site"),
                                            "-o",       path("r.jsonl"),     "--force"};
  EXPECT_EQ(run(extract), 3);
  EXPECT_THAT(errors_, HasSubstr("16.7 % of the records lack mandatory values"));
  EXPECT_EQ((*parse_json(read("r.jsonl.manifest.json")))["attributes"]["price"]["missing"], 1);
  std::vector<std::string> lenient = extract;
  lenient.insert(lenient.end(), {"--max-unhealthy", "0.2"});
  EXPECT_EQ(run(lenient), 0) << errors_;
}

TEST_F(PipelineTest, DriftShowsInAnExtractionBeforeTheBellwethersAreReadAgain) {
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("shop.site"),
                 path("site"), "-o", path("w.json")}),
            0);
  ASSERT_EQ(run({"extract", "--site", path("shop.site"), path("site"), "-o", path("r.jsonl")}), 0);
  EXPECT_THAT(errors_, Not(HasSubstr("drift")));
  for (int i = 20; i < 40; ++i) {
    write(fmt::format("site/q{}.html", i),
          fmt::format("<!DOCTYPE html><link rel=canonical href='http://shop.example/p/{0}'>"
                      "<title>Shop</title><ul class=menu><li><a href=/>Home</a></ul>"
                      "<h1 class=name>Lamp {0}</h1><table><tr><td>Weight:</td><td>{0} kg</td></tr>"
                      "</table><p>Text {0} about it.</p>",
                      i));
  }
  EXPECT_EQ(
      run({"extract", "--site", path("shop.site"), path("site"), "--force", "-o", path("r.jsonl")}),
      0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("drift in page: price is missing from record"));
  EXPECT_EQ((*parse_json(read("r.jsonl.manifest.json")))["drift"].size(), 1U);
}

// A WARC file with one page of each host.
std::string warc_of(const std::vector<std::pair<std::string, std::string>>& pages) {
  std::string warc;
  for (const auto& [url, html] : pages) {
    const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html;
    warc += fmt::format(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{}>\r\nWARC-Date: "
        "2026-01-01T00:00:00Z\r\nWARC-Target-URI: {}\r\nContent-Type: "
        "application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n",
        warc.size(), url, http.size(), http);
  }
  return warc;
}

TEST_F(PipelineTest, PagesOfACrawlAreTakenFromItsArchivesAllTheWay) {
  std::vector<std::pair<std::string, std::string>> pages;
  std::string labels;
  for (int i = 1; i <= 6; ++i) {
    const std::string url = fmt::format("http://shop.example/p/{}", i);
    pages.emplace_back(url, read(fmt::format("site/p{}.html", i)));
    pages.emplace_back(fmt::format("http://shop.example/help/{}", i),
                       "<main><section><article><p>Help</article></section></main>");
  }
  write("crawl.warc", warc_of(pages));
  write("labels.jsonl", label("http://shop.example/p/1", "title", "Lamp 1") +
                            label("http://shop.example/p/1", "price", "11.50"));
  ASSERT_EQ(run({"group", "--json", path("crawl.warc"), "-o", path("g.json")}), 0) << errors_;
  const auto templates = (*parse_json(read("g.json")))["templates"];
  ASSERT_EQ(templates.size(), 2U);
  const bool first = templates[0]["pages"][0] == "http://shop.example/p/1";
  const std::string name = first ? "t1" : "t2";
  ASSERT_EQ(weft({"sample", "--group", path("g.json"), "--template", name, "-k", "1"}), 0)
      << errors_;
  EXPECT_THAT(read("out"), HasSubstr("http://shop.example/p/"));
  ASSERT_EQ(run({"learn", "--group", path("g.json"), "--template", name, "--labels",
                 path("labels.jsonl"), "-o", path("w.json")}),
            0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("5 of 5 other pages"));  // Not the pages of help.
  ASSERT_EQ(weft({"explain", "--wrapper", path("w.json"), path("crawl.warc"), "--page",
                  "http://shop.example/p/4"}),
            0)
      << errors_;
  EXPECT_THAT(read("out"), HasSubstr("title: Lamp 4"));
  EXPECT_EQ(weft({"explain", "--wrapper", path("w.json"), path("crawl.warc"), "--page", "x"}), 1);
  ASSERT_EQ(run({"learn", "--group", path("g.json"), "--template", "t9", "--labels",
                 path("labels.jsonl"), "-o", path("w.json")}),
            1);
  EXPECT_THAT(errors_, HasSubstr("no template t9; it has t1, t2"));
}

TEST_F(PipelineTest, ASiteLearnedFromAGroupGivesRecordsOfItsTemplateAlone) {
  for (int i = 1; i <= 6; ++i) {
    write(fmt::format("site/help{}.html", i),
          fmt::format(
              "<main class=help><h1>Help {}</h1><section><h2>Topics</h2><p>Ask us</section></main>",
              i));
  }
  ASSERT_EQ(weft({"group", path("site")}), 0) << errors_;
  EXPECT_THAT(read("out"), HasSubstr("headings: Topics"));
  ASSERT_EQ(run({"group", "--json", path("site"), "-o", path("g.json")}), 0) << errors_;
  const auto templates = (*parse_json(read("g.json")))["templates"];
  ASSERT_EQ(templates.size(), 2U);
  const std::string name = templates[0]["headings"].empty() ? "t1" : "t2";
  ASSERT_EQ(run({"learn", "--group", path("g.json"), "--template", name, "--labels",
                 path("labels.jsonl"), "--site", path("shop.site"), "-o", path("w.json")}),
            0)
      << errors_;
  ASSERT_EQ(run({"extract", "--site", path("shop.site"), path("site"), "-o", path("r.jsonl")}), 0)
      << errors_;
  const std::string records = read("r.jsonl");
  EXPECT_EQ(std::count(records.begin(), records.end(), '\n'), 6);
  EXPECT_THAT(records, Not(HasSubstr("Help")));
}

TEST_F(PipelineTest, OneRunServesTheBundlesOfManySitesFromAWarcFile) {
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("first.site"),
                 path("site"), "-o", path("w.json")}),
            0);
  {  // Pages under /p/ alone are of interest.
    auto site = site::Bundle::open(path("first.site"), site::Bundle::Mode::kWrite);
    model::Template one = *site->find_template("page");
    one.url_pattern = R"(https?://[^/]+/p/\d+)";
    ASSERT_TRUE(site->put_template(one).ok());
  }
  fs::create_directory(path("sites"));
  std::vector<std::pair<std::string, std::string>> pages;
  for (int host = 1; host <= 3; ++host) {
    const std::string name = fmt::format("shop{}.example", host);
    fs::copy(path("first.site"), path("sites/" + name), fs::copy_options::recursive);
    pages.emplace_back(fmt::format("http://{}/p/{}", name, host),
                       read(fmt::format("site/p{}.html", host)));
    pages.emplace_back(fmt::format("http://{}/about", name), "<p>About");
  }
  pages.emplace_back("http://stranger.example/p/1", read("site/p1.html"));
  write("crawl.warc", warc_of(pages));
  ASSERT_EQ(run({"extract", "--sites", path("sites"), path("crawl.warc"), "-o", path("r.jsonl")}),
            0)
      << errors_;
  for (int host = 1; host <= 3; ++host)
    EXPECT_THAT(read("r.jsonl"), HasSubstr(fmt::format("\"title\":\"Lamp {}\"", host)));
  const auto manifest = *parse_json(read("r.jsonl.manifest.json"));
  EXPECT_EQ(manifest["pages"], 7);
  EXPECT_EQ(manifest["records"], 3);
  EXPECT_EQ(manifest["skipped"], 4);  // Three /about, and a host without a bundle.
  EXPECT_EQ(manifest["wrappers"].size(), 3U);
  EXPECT_EQ(manifest["wrappers"][path("sites/shop1.example") + "/page"], 1);
}

TEST_F(PipelineTest, ARunThatMissesPagesIsPartialAndSaysSo) {
  ASSERT_EQ(learn(), 0);
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), path("site"), path("gone.html"), "-o",
                 path("r.jsonl")}),
            4);
  EXPECT_THAT(errors_, HasSubstr("gone.html"));
  EXPECT_THAT(read("r.jsonl"), HasSubstr("Lamp 6"));
  const auto manifest = *parse_json(read("r.jsonl.manifest.json"));
  EXPECT_EQ(manifest["partial"], true);
  EXPECT_EQ(manifest["unreadable"], 1);
}

TEST_F(PipelineTest, LabelsThatPointNowhereLeaveTheOldWrapper) {
  ASSERT_EQ(learn(), 0);
  const std::string good = read("w.json");
  write("labels.jsonl", label("p1.html", "title", "no such"));
  EXPECT_EQ(learn(), 1);
  EXPECT_THAT(errors_, HasSubstr("nowhere on the page"));
  EXPECT_EQ(read("w.json"), good);
}

TEST_F(PipelineTest, LabelsThatLoseAnAttributeLeaveTheOldWrapper) {
  const std::vector<std::string> learn_site = {"learn",  "--labels",        path("labels.jsonl"),
                                               "--site", path("shop.site"), path("site"),
                                               "-o",     path("w.json")};
  ASSERT_EQ(run(learn_site), 0) << errors_;
  const std::string good = read("w.json");
  write("labels.jsonl", label("p1.html", "title", "Lamp 1") + label("p1.html", "price", "no such"));
  EXPECT_EQ(run(learn_site), 3);
  EXPECT_THAT(errors_, HasSubstr("does not find price"));
  EXPECT_EQ(read("w.json"), good);
  const auto site = site::Bundle::open(path("shop.site"), site::Bundle::Mode::kRead);
  EXPECT_EQ(site->find_template("page")->wrapper_version, 1U);
  EXPECT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--force", path("site"), "-o",
                 path("w.json")}),
            4)
      << errors_;
  EXPECT_NE(read("w.json"), good);
}

TEST_F(PipelineTest, EveryFileThatIsNotWhatItShouldBeIsNamed) {
  ASSERT_EQ(learn(), 0);
  const std::string labels = path("labels.jsonl");
  const std::string wrapper = path("w.json");
  const std::string page = path("site/p1.html");
  const std::string good = read("w.json");
  std::string binary;
  for (int i = 0; i < 512; ++i) binary.push_back(static_cast<char>(i * 37));
  for (const std::string& content :
       {std::string(), binary, std::string("{\"a\":"), std::string("[7]"), std::string("null")}) {
    const std::string bad = write("bad", content);
    const std::vector<std::vector<std::string>> commands = {
        {"learn", "--labels", bad, page},
        {"learn", "--labels", labels, "--schema", bad, page},
        {"extract", "--wrapper", bad, page},
        {"extract", "--wrapper", wrapper, "--schema", bad, page},
        {"explain", "--wrapper", bad, page},
        {"export", "--xpath", bad},
        {"sample", "--group", bad},
        {"watch", "--remember", "--site", path("new.site"), "--wrapper", bad, page},
        {"watch", "--remember", "--site", path("new.site"), "--schema", bad, page}};
    for (const auto& command : commands) {
      EXPECT_EQ(weft(command), 2) << command.front() << ": " << errors_;
      EXPECT_THAT(errors_, HasSubstr(bad)) << command.front();
      EXPECT_EQ(std::count(errors_.begin(), errors_.end(), '\n'), 1) << errors_;
    }
    EXPECT_FALSE(fs::exists(path("new.site")));
    EXPECT_FALSE(fs::exists(path("out")));
  }
  EXPECT_EQ(read("w.json"), good);
}

TEST_F(PipelineTest, NamesThatNothingHasAreSaidWithThoseThereAre) {
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--site", path("shop.site"),
                 path("site"), "-o", path("w.json")}),
            0);
  EXPECT_EQ(weft({"explain", "--wrapper", path("w.json"), "--attribute", "nothing",
                  path("site/p1.html")}),
            1);
  EXPECT_THAT(errors_, HasSubstr("there are rules for price, title"));
  EXPECT_EQ(weft({"watch", "--site", path("shop.site"), "--template", "nothing", path("site")}), 1);
  EXPECT_THAT(errors_, HasSubstr("it watches page"));
  EXPECT_EQ(
      weft({"learn", "--labels", path("labels.jsonl"), "--type", "nothing=price", path("site")}),
      2);
  EXPECT_THAT(errors_, HasSubstr("no label is of attribute nothing"));
  EXPECT_EQ(weft({"learn", "--labels", path("labels.jsonl"), "--site", path("site"), path("site")}),
            1);
  EXPECT_THAT(errors_, HasSubstr("name a new directory"));
  EXPECT_EQ(run({"extract", "--append", "--wrapper", path("w.json"), path("site")}), 2);
  EXPECT_THAT(errors_, HasSubstr("-o FILE"));
}

TEST_F(PipelineTest, ExportsSayWhatTheyLeaveOut) {
  write("labels.jsonl", label("p1.html", "price", "11.50") + label("p2.html", "price", "12.50"));
  ASSERT_EQ(run({"learn", "--labels", path("labels.jsonl"), "--type", "price=price", path("site"),
                 "-o", path("w.json")}),
            0)
      << errors_;
  EXPECT_EQ(weft({"export", "--xpath", path("w.json")}), 4);
  EXPECT_THAT(errors_, HasSubstr("price: without the pattern price"));
  EXPECT_EQ(weft({"export", "--parsel", path("w.json")}), 0) << errors_;
  EXPECT_EQ(run({"export", "--crawl4ai", path("w.json"), "-o", path("out")}), 4);
  EXPECT_THAT(errors_, HasSubstr("price: without the pattern price"));
  EXPECT_THAT(errors_, HasSubstr("price: read with all else that their elements hold"));
}

TEST_F(PipelineTest, ATemplateWithTooFewPagesIsNoTemplate) {
  ASSERT_EQ(run({"group", "--min-count", "100", path("site"), "-o", path("g")}), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("a lower --min-count"));
  fs::create_directory(path("empty"));
  const std::string earlier = read("g");
  ASSERT_FALSE(earlier.empty());
  for (const char* verb : {"group", "sample"}) {
    EXPECT_EQ(run({verb, path("empty"), "-o", path("g")}), 5) << errors_;
    EXPECT_EQ(read("g"), earlier) << verb;
  }
}

TEST_F(PipelineTest, OnePageIsASite) {
  write("labels.jsonl", label("p1.html", "title", "Lamp 1"));
  EXPECT_EQ(
      run({"learn", "--labels", path("labels.jsonl"), path("site/p1.html"), "-o", path("w.json")}),
      0)
      << errors_;
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), path("site"), "-o", path("r.jsonl")}), 0);
  EXPECT_THAT(read("r.jsonl"), HasSubstr("Lamp 6"));
}

}  // namespace
}  // namespace weft::cli
