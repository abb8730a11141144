// weft template as a person runs it.

#include <gmock/gmock.h>

#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

class TemplateVerbTest : public ProgramFixture {};

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
  EXPECT_THAT(read("schema.txt"), HasSubstr("4 of 4    $10 · $20 · $30"));
  EXPECT_EQ(run({"extract", "--wrapper", path("t.json"), path("p2.html"), "-o", path("r.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"), HasSubstr("\"price\":\"$20\""));
}

TEST_F(TemplateVerbTest, GrammarsHaveListsAndOptionsAndReadOtherPages) {
  const std::string one = write(
      "1.html", "<h1>Ann</h1><ul><li><b>Tea</b><i>$5</i></li><li><b>Oil</b></li></ul><p>End</p>");
  const std::string two =
      write("2.html",
            "<h1>Bob</h1><ul><li><b>Ink</b><i>$7</i></li><li><b>Pen</b><i>$9</i></li>"
            "<li><b>Cup</b><i>$3</i></li></ul><p>End</p>");
  for (const char* method : {"roadrunner", "fivatech", "fivatech2"}) {
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

TEST_F(TemplateVerbTest, OnePageIsTooFew) {
  EXPECT_NE(run({"template", write("p.html", "<h1>Lamp</h1>")}), 0);
  EXPECT_THAT(errors_, HasSubstr("at least two"));
}

}  // namespace
}  // namespace weft::cli
