// The program as people run it, in this process: files in, files out, exit codes.

#include "cli/verb.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using ProgramTest = ProgramFixture;

TEST_F(ProgramTest, ParsesToAnOutlineHtmlJsonAndStats) {
  const std::string page = write("a.html", "<!DOCTYPE html><title>T</title><p id=x>a<b>b</b>");
  EXPECT_EQ(weft({"parse", page}), 0);
  EXPECT_THAT(read("out"), HasSubstr("    p#x\n      \"a\"\n      b\n        \"b\"\n"));
  EXPECT_EQ(weft({"parse", "--html", page}), 0);
  EXPECT_EQ(read("out"),
            "<!DOCTYPE html><html><head><title>T</title></head><body><p "
            "id=\"x\">a<b>b</b></p></body></html>\n");
  EXPECT_EQ(weft({"parse", "--json", page}), 0);
  const auto json = *parse_json(read("out"));
  EXPECT_EQ(json["encoding"], "UTF-8");
  EXPECT_EQ(json["nodes"][0]["kind"], "document");
  EXPECT_EQ(weft({"parse", "--stats", "--json", page}), 0);
  EXPECT_EQ((*parse_json(read("out")))["bytes"], 48);
  EXPECT_EQ(weft({"parse", "--stats", page}), 0);
  EXPECT_THAT(read("out"), HasSubstr("48 in UTF-8"));
}

TEST_F(ProgramTest, PrintsVisibleTextOfManyPagesInOrder) {
  std::vector<std::string> arguments = {"text", "--flat", "-j", "4"};
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    arguments.push_back(
        write("p" + std::to_string(i), "<div>" + std::to_string(i) + "</div><script>s</script>"));
    expected += std::to_string(i) + "\n";
  }
  EXPECT_EQ(weft(arguments), 0);
  EXPECT_EQ(read("out"), expected);
}

TEST_F(ProgramTest, ReadsDirectories) {
  write("d/b.html", "b");
  write("d/a.htm", "a");
  write("d/c.txt", "c");
  EXPECT_EQ(weft({"text", "--flat", path("d")}), 0);
  EXPECT_EQ(read("out"), "a\nb\n");
}

TEST_F(ProgramTest, OneBadInputDoesNotStopTheOthers) {
  const std::string page = write("a.html", "a");
  EXPECT_EQ(weft({"text", path("missing.html"), page}), 4);
  EXPECT_EQ(errors_, "weft: no file or directory " + path("missing.html") + "\n");
  EXPECT_THAT(read("out"), HasSubstr("a\n"));
}

TEST_F(ProgramTest, NothingIsWrittenWhenAllInputsFail) {
  fs::create_directories(path("empty"));
  EXPECT_EQ(weft({"text", path("missing.html"), path("empty")}), 1);
  EXPECT_THAT(errors_, HasSubstr("it is a directory without pages"));
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(ProgramTest, EmptyAndBinaryFilesGiveSensibleResults) {
  EXPECT_EQ(weft({"text", write("empty", "")}), 0);
  EXPECT_EQ(read("out"), "\n");
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes.push_back(static_cast<char>(i * 37));
  EXPECT_EQ(weft({"parse", "--json", write("binary", bytes)}), 0);
  EXPECT_TRUE(parse_json(read("out")).ok());
}

TEST_F(ProgramTest, LimitsBoundWhatIsRead) {
  const std::string page = write("long.html", std::string(5000, 'x'));
  EXPECT_EQ(weft({"parse", "--stats", "--limits", "bytes=1K", page}), 0);
  EXPECT_THAT(read("out"),
              HasSubstr("1025 in UTF-8"));  // One too many, so that the parser sees it.
  EXPECT_EQ(weft({"parse", "--limits", "bytes=many", page}), 2);
}

TEST_F(ProgramTest, BadUsageEndsWithTwo) {
  EXPECT_EQ(weft({"parse"}), 2);
  EXPECT_EQ(weft({"nonsense"}), 2);
  EXPECT_EQ(weft({"text", "--nonsense", "x"}), 2);
}

TEST_F(ProgramTest, AMistakeIsSaidInOneLineThatNamesTheHelp) {
  const std::string page = write("a.html", "a");
  const std::vector<std::vector<std::string>> mistakes = {
      {"group"},
      {"group", "--bogus", page},
      {"group", "--min-count", "-1", page},
      {"group", "--min-count", "99999999999999999999", page},
      {"group", "--method", "zz", page},
      {"sample", "-k", "-1", page},
      {"extract", "--max-unhealthy", "7", page},
      {"watch", "--site", "x", "--delay", "-5"},
      {"site", "history", "x", "--limit", "-1"},
      {"eval", "swde", "--labels", "0"},
      {"eval", "swde", "--sites", "-1"},
      {"export", "x"},
      {"label", "--target", "2", page},
  };
  for (const auto& mistake : mistakes) {
    EXPECT_EQ(run(mistake), 2) << errors_;
    EXPECT_EQ(std::count(errors_.begin(), errors_.end(), '\n'), 1) << errors_;
    EXPECT_TRUE(errors_.starts_with("weft: ")) << errors_;
    EXPECT_THAT(errors_, HasSubstr("'weft help " + mistake.front() + "'"));
  }
  EXPECT_EQ(run({"nonsense"}), 2);
  EXPECT_THAT(errors_, HasSubstr("'weft help'"));
}

TEST_F(ProgramTest, AVerbThatIsMisspeltIsGuessed) {
  EXPECT_EQ(run({"slect", "h1", "a.html"}), 2);
  EXPECT_THAT(errors_, HasSubstr("no verb 'slect'; did you mean select?"));
  EXPECT_EQ(run({"extrat"}), 2);
  EXPECT_THAT(errors_, HasSubstr("did you mean extract?"));
  EXPECT_EQ(run({"qqqqqqqq"}), 2);
  EXPECT_THAT(errors_, Not(HasSubstr("did you mean")));
}

TEST_F(ProgramTest, NumbersOutOfRangeAreRefused) {
  const std::vector<std::vector<std::string>> shares = {
      {"extract", "x", "--max-unhealthy"}, {"label", "x", "--target"},
      {"focus", "replay", "x", "--share"}, {"focus", "train", "x", "--alpha"},
      {"mine", "x", "--min-confidence"},
  };
  for (std::vector<std::string> option : shares) {
    option.emplace_back();
    for (const char* number : {"nan", "-nan", "inf", "-inf", "-0.1", "1.5", "x"}) {
      option.back() = number;
      EXPECT_EQ(run(option), 2) << option[0] << " " << number;
      EXPECT_THAT(errors_, HasSubstr(std::string(number) + " is no number from 0 to 1"));
    }
  }
  const std::vector<std::vector<std::string>> counts = {
      {"recrawl", "x", "--max"},  {"crawl", "x", "--max-pages"},
      {"sample", "x", "-k"},      {"warc", "cat", "x", "--offset"},
      {"report", "x", "--hosts"}, {"practice", "serve", "--port"},
  };
  for (std::vector<std::string> option : counts) {
    option.emplace_back();
    for (const char* number : {"-1", "99999999999999999999999", "nan", "1.5"}) {
      option.back() = number;
      EXPECT_EQ(run(option), 2) << option[0] << " " << number << errors_;
    }
  }
}

TEST_F(ProgramTest, NamesOfFilesNeedNotBeUtf8) {
  const std::string page = write("caf\xE9.html", "<p>a");
  const std::string labels = write("l.jsonl", R"({"page":"p.html","attribute":"a","value":"a"})");
  ASSERT_EQ(weft({"learn", "--labels", labels, write("p.html", "<p>a")}), 0) << errors_;
  fs::rename(path("out"), path("w.json"));
  const std::vector<std::vector<std::string>> verbs = {
      {"group"}, {"sample"}, {"explain", "--wrapper", path("w.json")}, {"pages"}, {"parse"}};
  for (std::vector<std::string> verb : verbs) {
    verb.insert(verb.end(), {"--json", page});
    EXPECT_EQ(weft(verb), 0) << verb.front() << errors_;
    EXPECT_TRUE(parse_json(read("out")).ok()) << verb.front();
  }
}

TEST_F(ProgramTest, AnOutputThatCannotBeWrittenIsAnError) {
  const std::string page = write("a.html", "a");
  const char* argv[] = {"weft", "text", page.c_str(), "-o", "/nonexistent/out"};
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_program(5, argv, all_verbs()), 1);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("cannot write /nonexistent/out"));
}

// --- help and completion ---

std::string printed(std::vector<const char*> argv, int expected_code) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(run_program(static_cast<int>(argv.size()), argv.data(), all_verbs()), expected_code);
  std::fflush(stdout);
  return ::testing::internal::GetCapturedStdout();
}

TEST(HelpTest, ShowsAVerbsOptionsAndExamples) {
  const std::string help = printed({"weft", "help", "parse"}, 0);
  EXPECT_THAT(help, HasSubstr("--stats"));
  EXPECT_THAT(help, HasSubstr("weft parse --html page.html"));
  const std::string label = printed({"weft", "help", "label"}, 0);
  EXPECT_THAT(label, HasSubstr("take the labels as shown"));
  EXPECT_THAT(label, HasSubstr("-o labels.jsonl"));
  const std::string overview = printed({"weft", "help"}, 0);
  EXPECT_THAT(overview, HasSubstr("Exit codes"));
  EXPECT_LT(overview.find("Fetch pages:"), overview.find("  crawl"));
  EXPECT_LT(overview.find("  crawl"), overview.find("Look at pages:"));
  EXPECT_THAT(printed({"weft"}, 0), AllOf(HasSubstr("weft demo"), HasSubstr("weft help")));
  EXPECT_EQ(printed({"weft", "help", "nonsense"}, 2), "");
}

TEST(CompletionTest, KnowsVerbsAndOptionsInEveryShell) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = printed({"weft", "completion", shell}, 0);
    for (const char* word : {"parse", "text", "stats", "fragment", "no-color"})
      EXPECT_THAT(script, HasSubstr(word)) << shell;
  }
  EXPECT_EQ(printed({"weft", "completion", "cmd"}, 2), "");
}

TEST_F(ProgramTest, WritesManualPagesFromWhatVerbsDeclare) {
  const std::string crawl = printed({"weft", "man", "crawl"}, 0);
  EXPECT_THAT(crawl, HasSubstr("weft\\-crawl \\- Fetch sites politely"));
  EXPECT_THAT(crawl, HasSubstr("\\fB\\-\\-max\\-pages\\fR N\n"));
  EXPECT_THAT(crawl, HasSubstr("\\fB\\-o, \\-\\-output\\fR FILE\n"));
  EXPECT_THAT(printed({"weft", "man"}, 0), HasSubstr("\\fBmine\\fR\nFind the records"));
  EXPECT_EQ(printed({"weft", "man", "nonsense"}, 2), "");
  EXPECT_EQ(run({"man", "--into", path("")}), 0) << errors_;
  size_t verbs = 0;
  for (const VerbGroup& group : all_verbs()) {
    for (const Verb* verb : group.verbs) {
      ++verbs;
      EXPECT_THAT(read(std::string("weft-") + verb->name + ".1"), HasSubstr(verb->name));
    }
  }
  EXPECT_GT(verbs, 30U);
}

std::string bash_output(const std::string& script) {
  std::string text;
  std::FILE* pipe = popen(("bash -c '" + script + "' 2>&1").c_str(), "r");
  std::array<char, 512> buffer{};
  while (pipe != nullptr && std::fgets(buffer.data(), buffer.size(), pipe) != nullptr)
    text += buffer.data();
  if (pipe != nullptr) pclose(pipe);
  return text;
}

TEST_F(ProgramTest, BashCompletesVerbsAndOptions) {
  write("completion", printed({"weft", "completion", "bash"}, 0));
  const auto complete = [&](const std::string& words, int at) {
    return bash_output("source " + path("completion") + "; COMP_WORDS=(" + words +
                       "); COMP_CWORD=" + std::to_string(at) + "; _weft; echo ${COMPREPLY[@]}");
  };
  EXPECT_EQ(complete("weft par", 1), "parse\n");
  EXPECT_EQ(complete("weft parse --sta", 2), "--stats\n");
  EXPECT_EQ(complete("weft help tex", 2), "text\n");
  EXPECT_EQ(complete("weft parse x", 2), "\n");
}

TEST_F(ProgramTest, LabelsPagesFromAScript) {
  for (int p = 0; p < 3; ++p) {
    std::string html = "<ul>";
    for (int i = 0; i < 3; ++i) {
      const std::string n = std::to_string(p * 10 + i);
      html += fmt::format("<li><b>Thing {0}</b><i>{0}.00</i></li>", n);
    }
    write("site/" + std::to_string(p) + ".html", html + "</ul>");
  }
  const std::string script = write("script",
                                   "title = \"Nothing\"\ntitle = li b\nprice = //li[1]/i\nundo\n"
                                   "price = //li[1]/i\nagain\nshow\nok\n");
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(script.c_str(), "r", stdin), nullptr);
  std::cin.clear();
  EXPECT_EQ(weft({"label", path("site")}), 0);
  dup2(saved, STDIN_FILENO);
  close(saved);
  std::clearerr(stdin);
  EXPECT_THAT(errors_, HasSubstr("nowhere on the page"));
  const std::string labels = read("out");
  EXPECT_EQ(std::count(labels.begin(), labels.end(), '\n'), 6);  // Three records, two labels each.
  EXPECT_THAT(labels, HasSubstr("Thing 2"));
}

}  // namespace
}  // namespace weft::cli
