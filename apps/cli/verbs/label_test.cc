// weft label as a person or a script uses it: what is shown, what is taken, and what it says.

#include <fmt/format.h>

#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LabelTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    for (int i = 1; i <= 8; ++i) {
      write(fmt::format("site/p{}.html", i),
            fmt::format("<title>Shop</title><ul><li><a href=/>Home</a></ul><h1>Lamp {0}</h1>"
                        "<p>Price: <b>{0}0 EUR</b></p><ul class=tags><li>tag {0}<li>also {0}</ul>",
                        i));
    }
  }

  // Runs the verb with these commands.
  int label(const std::string& commands, const std::string& output = "labels.jsonl") {
    return run_typing(commands, {"label", path("site"), "-o", path(output)});
  }
};

TEST_F(LabelTest, ShowsWhatIsNotOnEveryPageAndTakesItByNumber) {
  ASSERT_EQ(label("name = #2\nok\nend\n"), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("#2 Lamp 1"));
  EXPECT_THAT(errors_, Not(HasSubstr("#1 Home")));
  EXPECT_THAT(read("labels.jsonl"), HasSubstr(R"("value":"Lamp 1")"));
}

// "410-821" is XPath, too, but what a person means is what the page says.
TEST_F(LabelTest, TakesWhatThePageSaysWithoutQuotes) {
  write("site/p1.html", "<h1>Lamp 1</h1><p>Price: <b>10 EUR</b></p><p>410-821 |</p>");
  ASSERT_EQ(label("page " + path("site/p1.html") + "\nphone = 410-821\nname = Lamp 1\nok\nend\n"),
            0)
      << errors_;
  EXPECT_THAT(read("labels.jsonl"), HasSubstr(R"("span":[0,7],"value":"410-821")"));
  EXPECT_THAT(read("labels.jsonl"), HasSubstr(R"("value":"Lamp 1")"));
}

TEST_F(LabelTest, SaysThatASelectorFindsSeveralPlacesAndTakesThemAll) {
  ASSERT_EQ(label("tag = .tags li\nend\n"), 5);
  EXPECT_THAT(errors_, HasSubstr("1 of 2 places; 'tag = all .tags li' labels them all"));
  ASSERT_EQ(label("tag = all .tags li\nok\nend\n"), 0) << errors_;
  EXPECT_THAT(read("labels.jsonl"), HasSubstr("also 1"));
}

TEST_F(LabelTest, TypedLabelsAreNotLeftOutSilently) {
  ASSERT_EQ(label("name = h1\nnext\nok\nname = h1\nquit\n"), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("the page has 1 labels: 'ok' takes them, 'skip' leaves them out"));
  EXPECT_THAT(errors_, HasSubstr("1 labels were not taken ('ok') and are left out"));
  const std::string labels = read("labels.jsonl");
  EXPECT_THAT(labels, HasSubstr("Lamp 1"));
  EXPECT_EQ(std::count(labels.begin(), labels.end(), '\n'), 1);
}

TEST_F(LabelTest, NeverEndsByItselfAndGoesOnWhereItEnded) {
  ASSERT_EQ(label("name = h1\nprice = b\nok\nok\n"), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("least is known of"));
  const std::string two = read("labels.jsonl");
  ASSERT_EQ(label("ok\nok\nok\nok\nok\nok\nok\n"), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("that is the goal of 0.9"));
  EXPECT_THAT(errors_, HasSubstr("no page is left"));
  EXPECT_GT(read("labels.jsonl").size(), two.size());
  EXPECT_EQ(read("labels.jsonl").find(two.substr(0, two.find('\n'))), 0U);
}

TEST_F(LabelTest, NamesWhatItCannotDo) {
  ASSERT_EQ(label("name = #99\nname = .nothing\nname = img\nwhat\nno 7\npage nowhere\nend\n"), 5);
  for (const char* said : {"no line #99", ".nothing selects nothing", "'what' is no command",
                           "no label 7", "no page nowhere"})
    EXPECT_THAT(errors_, HasSubstr(said));
}

TEST_F(LabelTest, OpensAPageThatIsNotInTheSample) {
  write("other/p9.html", "<h1>Lamp 9</h1><p>Price: <b>90 EUR</b></p>");
  ASSERT_EQ(label("page " + path("other/p9.html") + "\nname = h1\nok\nend\n"), 0) << errors_;
  EXPECT_THAT(read("labels.jsonl"), HasSubstr("p9.html"));
}

TEST_F(LabelTest, SampleSaysThatTwoViewsAgree) {
  ASSERT_EQ(label("name = h1\nprice = b\nok\nend\n"), 0) << errors_;
  EXPECT_EQ(run({"sample", "--active", "--labels", path("labels.jsonl"), path("site")}), 5);
  EXPECT_THAT(errors_, HasSubstr("no more labels are needed"));
  EXPECT_EQ(run({"sample", "--active", path("site")}), 2);
  EXPECT_THAT(errors_, HasSubstr("--labels"));
}

// What is labelled at a terminal is learned from without a file, and gone on from.
TEST_F(LabelTest, KeepsLabelsInABundleThatIsLearnedFrom) {
  ASSERT_EQ(run({"group", "--site", path("shop.site"), path("site"), "-o", path("g")}), 0);
  const auto label_site = [&](const std::string& commands) {
    return run_typing(commands,
                      {"label", "--site", path("shop.site"), path("site"), "-o", path("l")});
  };
  ASSERT_EQ(label_site("name = h1\nprice = b\nok\nend\n"), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("keeps them for template t1"));
  ASSERT_EQ(run({"learn", "--site", path("shop.site"), path("site"), "-o", path("w.json")}), 0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("version 1 of template t1, from 2 labels"));
  ASSERT_EQ(run({"extract", "--site", path("shop.site"), path("site"), "-o", path("r.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"), HasSubstr("Lamp 7"));
  EXPECT_EQ(run({"learn", path("site"), "-o", path("w.json")}), 2) << "no labels are named";
}

TEST_F(LabelTest, AStudioIsForThisMachine) {
  EXPECT_EQ(run({"studio", "--listen", "0.0.0.0"}), 2);
  EXPECT_THAT(errors_, HasSubstr("--allow-remote"));
  EXPECT_EQ(run({"studio", "--root", path("nowhere")}), 1);
}

TEST_F(LabelTest, AsksWhatWeftAutoIsNotSureOfFirst) {
  write("auto.json",
        fmt::format(
            R"({{"questions":[{{"attribute":"price","page":"{0}","value":"50 EUR","other":"tag 5"}},
                                     {{"attribute":"name","page":"{0}","value":"Lamp 5"}}]}})",
            path("site/p5.html")));
  ASSERT_EQ(run_typing("price = \"50 EUR\"\nname = h1\nok\nend\n",
                       {"label", path("site"), "--questions", path("auto.json"), "-o",
                        path("labels.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("is this the price?  'price = \"50 EUR\"' says yes"));
  EXPECT_THAT(errors_, HasSubstr("or is it     'price = \"tag 5\"'"));
  EXPECT_THAT(read("labels.jsonl"), HasSubstr("p5.html"));
}

// A program that labels: it errs on one page, and leaves the price of another out.
constexpr const char* kLabeller =
    "#!/bin/sh\n"
    "question=$(cat)\n"
    "number=$(printf %s \"$question\" | grep -o 'Lamp [0-9]' | head -1 | cut -c6)\n"
    "name=\"Lamp $number\"\n"
    "[ \"$number\" = 2 ] && name='tag 2'\n"
    "echo \"{\\\"attribute\\\":\\\"name\\\",\\\"value\\\":\\\"$name\\\"}\"\n"
    "[ \"$number\" = 3 ] || echo "
    "\"{\\\"attribute\\\":\\\"price\\\",\\\"value\\\":\\\"${number}0 EUR\\\"}\"\n";
constexpr const char* kLampSchema =
    R"({"name":"Product","attributes":[{"name":"name"},{"name":"price","type":"money"}]})";

TEST_F(LabelTest, AProgramMayLabelAndItsMistakesAreNamed) {
  write("ask.sh", kLabeller);
  write("lamp.json", kLampSchema);
  ASSERT_EQ(run({"label", path("site"), "--schema", path("lamp.json"), "--labeller",
                 "sh " + path("ask.sh"), "-o", path("labels.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("= 'tag 2'; 'Lamp 2' is taken"));
  EXPECT_THAT(errors_, HasSubstr("put in: price"));
  const std::string labels = read("labels.jsonl");
  EXPECT_THAT(labels, HasSubstr(R"("source":"tool")"));
  EXPECT_THAT(labels, Not(HasSubstr("tag 2")));
  EXPECT_THAT(labels, HasSubstr("30 EUR"));
  ASSERT_EQ(run({"learn", path("site"), "--labels", path("labels.jsonl"), "-o", path("w.json")}), 0)
      << errors_;
}

TEST_F(LabelTest, SaysWhatIsWrongWithALabeller) {
  write("lamp.json", kLampSchema);
  const auto ask = [&](const std::string& command) {
    return run({"label", path("site"), "--schema", path("lamp.json"), "--pages", "1", "--labeller",
                command});
  };
  EXPECT_EQ(ask("exit 7"), 1);
  EXPECT_THAT(errors_, HasSubstr("ended with code 7"));
  EXPECT_EQ(ask("cat > /dev/null"), 5);
  EXPECT_THAT(errors_, HasSubstr("the labeller found nothing"));
  EXPECT_EQ(ask("echo '{\"attribute\":\"size\",\"value\":\"1\"}'; echo hello; "
                "echo '{\"attribute\":\"name\",\"value\":\"a chair\"}'; "
                "echo '{\"attribute\":\"name\",\"line\":99}'"),
            5);
  for (const char* said : {"no such attribute", "not JSON", "no such text", "no such line"})
    EXPECT_THAT(errors_, HasSubstr(said));
  EXPECT_EQ(run({"label", path("site"), "--labeller", "true"}), 2);
  EXPECT_THAT(errors_, HasSubstr("needs --schema"));
}

}  // namespace
}  // namespace weft::cli
