#include "cli/context.h"
#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

const char* const kPage =
    "<html><body><h1>  Tea\n shop</h1><ul><li class=a>one</li><li>two <b>2</b></li></ul><a "
    "href=/x>X</a></body></html>";

// Runs `weft select` on the page and on an empty one; keeps what it wrote and how it ended.
class SelectVerbTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    write("page.html", kPage);
    write("empty.html", "");
  }

  [[nodiscard]] std::string page() const { return path("page.html"); }
  [[nodiscard]] std::string empty() const { return path("empty.html"); }

  std::string select(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"select", "-j", "2"});
    return output_of(std::move(arguments));
  }
};

TEST_F(SelectVerbTest, PrintsALineAMatch) {
  EXPECT_EQ(select({"li", page()}), "one\ntwo 2\n");
  EXPECT_EQ(code_, ExitCode::kGood);
  EXPECT_EQ(select({"//h1", page()}), "Tea shop\n");
  EXPECT_EQ(select({"//h1", "--raw", page()}), "  Tea\n shop\n");
  EXPECT_EQ(select({"li:has(b)", "--html", page()}), "<li>two <b>2</b></li>\n");
  EXPECT_EQ(select({"a", "--attr", "href", page()}), "/x\n");
  EXPECT_EQ(select({"a::attr(href)", page()}), "/x\n");
  EXPECT_EQ(select({"count(//li)", page()}), "2\n");
  EXPECT_EQ(select({"li", "--count", page(), empty()}), "2\n0\n");
  EXPECT_EQ(select({"li", "--first", "-H", page()}), page() + ":one\n");
}

TEST_F(SelectVerbTest, NamedExpressionsGiveOneObjectAPage) {
  EXPECT_EQ(select({"-e", "t=h1", "-e", "items=//li", page(), empty()}),
            "{\"t\":[\"Tea shop\"],\"items\":[\"one\",\"two 2\"]}\n{\"t\":[],\"items\":[]}\n");
  EXPECT_EQ(select({"-e", "t=h1", "-e", "n=count(//li)", "--first", page(), empty()}),
            "{\"t\":\"Tea shop\",\"n\":2}\n{\"t\":null,\"n\":0}\n");
}

TEST_F(SelectVerbTest, JsonTellsWhereAMatchIs) {
  EXPECT_EQ(select({"li.a", page(), "--json"}),
            "{\"page\":\"" + page() +
                "\",\"path\":\"/html[1]/body[1]/ul[1]/li[1]\",\"text\":\"one\",\"name\":\"li\","
                "\"attributes\":{\"class\":\"a\"}}\n");
}

TEST_F(SelectVerbTest, ExitCodesSayHowItWent) {
  EXPECT_EQ(select({"table", page()}), "");
  EXPECT_EQ(code_, ExitCode::kNothing);
  select({"//a[", page()});
  EXPECT_EQ(code_, ExitCode::kUsage);
  select({"a", path("missing.html")});
  EXPECT_EQ(code_, ExitCode::kFailed);
  select({});
  EXPECT_EQ(code_, ExitCode::kUsage);
}

TEST_F(SelectVerbTest, GoesOnWhenOneOfManyInputsIsMissing) {
  const std::string missing = path("missing.html");
  EXPECT_EQ(select({"h1", missing, page()}), "Tea shop\n");
  EXPECT_EQ(code_, ExitCode::kPartial);
}

}  // namespace
}  // namespace weft::cli
