// weft template as a person runs it.

#include <iostream>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TemplateVerbTest : public ProgramFixture {
 protected:
  // Runs weft label --columns with these commands.
  int name_columns(const std::string& commands, const std::vector<std::string>& options) {
    std::istringstream in(commands);
    std::streambuf* before = std::cin.rdbuf(in.rdbuf());
    std::vector<std::string> command = {"label", "--columns", "-o", path("labels.jsonl")};
    command.insert(command.end(), options.begin(), options.end());
    const int code = run(command);
    std::cin.rdbuf(before);
    std::cin.clear();
    return code;
  }
};

TEST_F(TemplateVerbTest, PrintsColumnsWithExamplesAndWritesAWrapper) {
  std::vector<std::string> command = {"template"};
  for (const char* n : {"1", "2", "3", "4"}) {
    command.push_back(
        write(std::string("p") + n + ".html",
              std::string("<h1>Lamp ") + n + "</h1><table><tr><th>Price<td>$" + n + "0</table>"));
  }
  command.insert(command.end(), {"--wrapper", path("t.json"), "-o", path("schema.txt")});
  EXPECT_EQ(run(command), 0) << errors_;
  EXPECT_THAT(read("schema.txt"), HasSubstr("price"));
  EXPECT_THAT(read("schema.txt"), HasSubstr("money      4 of 4   $10 · $20 · $30"));
  EXPECT_EQ(run({"extract", "--wrapper", path("t.json"), path("p2.html"), "-o", path("r.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"), HasSubstr("\"text\":\"$20\""));
}

TEST_F(TemplateVerbTest, GrammarsHaveListsAndOptionsAndReadOtherPages) {
  const std::string one = write(
      "1.html", "<h1>Ann</h1><ul><li><b>Tea</b><i>$5</i></li><li><b>Oil</b></li></ul><p>End</p>");
  const std::string two =
      write("2.html",
            "<h1>Bob</h1><ul><li><b>Ink</b><i>$7</i></li><li><b>Pen</b><i>$9</i></li>"
            "<li><b>Cup</b><i>$3</i></li></ul><p>End</p>");
  for (const char* method : {"weft", "roadrunner", "fivatech", "fivatech2"}) {
    EXPECT_EQ(run({"template", one, two, "--method", method, "--wrapper", path("g.json"), "-o",
                   path("schema.txt")}),
              0)
        << errors_;
    EXPECT_THAT(read("schema.txt"), HasSubstr("{ }")) << method;
    EXPECT_EQ(run({"extract", "--wrapper", path("g.json"), two, "-o", path("g.jsonl"), "--force"}),
              0)
        << errors_;
    EXPECT_THAT(read("g.jsonl"), HasSubstr("\"title\":\"Bob\"")) << method;
    EXPECT_THAT(read("g.jsonl"), HasSubstr("Cup")) << method;
  }
}

// Two shops with other markup; names given in one are proposed in the other.
TEST_F(TemplateVerbTest, ColumnsOfASiteAreNamedAndTheirNamesProposedOnTheNext) {
  for (int i = 1; i <= 14; ++i) {
    write(fmt::format("a/{:02}.html", i),
          fmt::format("<title>Lamp {0} - A</title><h1>Lamp {0}</h1><p>In stock: <i>{2}</i></p>"
                      "<p>Price: <b>${1}.50</b></p>",
                      i, 10 + 7 * i, 3 * i));
    write(fmt::format("b/{:02}.html", i),
          fmt::format("<title>Chair {0} | B</title><h2>Chair {0}</h2>"
                      "<table><tr><th>Our price<td>${1}.99</table>",
                      i, 20 + 9 * i));
  }
  ASSERT_EQ(run({"template", path("a"), "--site", path("a.site"), "-o", path("a.txt")}), 0)
      << errors_;
  EXPECT_THAT(read("a.txt"), HasSubstr("$17.50 · $24.50"));
  EXPECT_THAT(errors_, HasSubstr("weft label --columns"));
  ASSERT_EQ(name_columns("price = cost\ntitle = name\nend\n", {"--site", path("a.site")}), 0)
      << errors_;
  EXPECT_THAT(read("labels.jsonl"), HasSubstr("\"attribute\":\"cost\""));
  ASSERT_EQ(run({"extract", "--site", path("a.site"), path("a/03.html"), "-o", path("a.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("a.jsonl"), HasSubstr("\"name\":\"Lamp 3\""));
  EXPECT_THAT(read("a.jsonl"), HasSubstr("31.50"));
  EXPECT_THAT(read("a.jsonl"), Not(HasSubstr("stock")));
  // Rules that somebody made are not replaced by columns that nobody named.
  EXPECT_NE(run({"template", path("a"), "--site", path("a.site")}), 0);
  EXPECT_THAT(errors_, HasSubstr("--force"));

  ASSERT_EQ(run({"template", path("b"), "--site", path("b.site"), "-o", path("b.txt")}), 0)
      << errors_;
  ASSERT_EQ(name_columns("ok\n", {"--site", path("b.site"), "--like", path("a.site")}), 0)
      << errors_;
  ASSERT_EQ(run({"extract", "--site", path("b.site"), path("b/03.html"), "-o", path("b.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("b.jsonl"), HasSubstr("\"name\":\"Chair 3\""));
  EXPECT_THAT(read("b.jsonl"), HasSubstr("47.99"));
}

TEST_F(TemplateVerbTest, SaysWhichColumnsThereAreToName) {
  EXPECT_NE(name_columns("end\n", {"--site", path("none.site")}), 0);
  for (int i = 1; i <= 4; ++i)
    write(fmt::format("a/{}.html", i), fmt::format("<h1>Lamp {0}</h1><p>${0}</p>", i));
  ASSERT_EQ(run({"template", path("a"), "--site", path("a.site"), "-o", path("a.txt")}), 0);
  EXPECT_EQ(
      name_columns("c9 = price\nwhat\nc1 = none\nc1 = !!\nshow\n", {"--site", path("a.site")}), 5);
  EXPECT_THAT(errors_, HasSubstr("there is no column c9"));
  EXPECT_THAT(errors_, HasSubstr("'what' is no command"));
  EXPECT_THAT(errors_, HasSubstr("c1 has no name"));
  EXPECT_THAT(errors_, HasSubstr("letters or digits"));
  EXPECT_THAT(errors_, HasSubstr("the site stays as it is"));
}

TEST_F(TemplateVerbTest, GivesTheTreeAsJson) {
  std::vector<std::string> command = {"template", "--json", "-o", path("t.json")};
  for (const char* n : {"1", "2", "3", "4"})
    command.push_back(write(std::string(n) + ".html", std::string("<p>Price: <b>$") + n + "</b>"));
  ASSERT_EQ(run(command), 0) << errors_;
  EXPECT_THAT(read("t.json"), HasSubstr("\"type\":\"money\""));
  EXPECT_THAT(read("t.json"), HasSubstr("\"pages\":4"));
}

TEST_F(TemplateVerbTest, OnePageIsTooFew) {
  EXPECT_NE(run({"template", write("p.html", "<h1>Lamp</h1>")}), 0);
  EXPECT_THAT(errors_, HasSubstr("at least two"));
}

}  // namespace
}  // namespace weft::cli
