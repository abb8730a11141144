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

TEST_F(TemplateVerbTest, OnePageIsTooFew) {
  EXPECT_NE(run({"template", write("p.html", "<h1>Lamp</h1>")}), 0);
  EXPECT_THAT(errors_, HasSubstr("at least two"));
}

}  // namespace
}  // namespace weft::cli
