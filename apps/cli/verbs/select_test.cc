#include <gmock/gmock.h>

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

TEST_F(SelectVerbTest, ValuesArePartedWhereLinesEndAndStringsAreWhatXPathSays) {
  const std::string lines = write(
      "lines.html", "<p>12 Main St<br>Springfield<script>x()</script></p><script>y()</script>");
  EXPECT_EQ(select({"p", lines}), "12 Main St Springfield\n");
  EXPECT_EQ(select({"--each", "body", "-e", "address=p", lines}),
            "{\"address\":\"12 Main St Springfield\"}\n");
  EXPECT_EQ(select({"string(//p)", lines}), "12 Main StSpringfieldx()\n");
  EXPECT_EQ(select({"//p/text()", lines}), "12 Main St\nSpringfield\n");
  EXPECT_EQ(select({"p", "--raw", lines}), "12 Main StSpringfieldx()\n");
  EXPECT_EQ(select({"body > script", lines}), "y()\n") << "what is asked for by name";
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

// Rows: one for each card, what is missing is null, links are absolute.
TEST_F(SelectVerbTest, EachGivesRows) {
  const std::string shop =
      write("shop.html",
            "<div class=card><h2>Tea</h2><p class=price>2,50</p><a href='/tea?a=1'>more</a></div>"
            "<div class=card><h2>Pot, \"blue\"</h2><a href='pot'><img src='/p.png'></a></div>");
  const std::vector<std::string> rows = {"--each", ".card",          "-e", "title=h2",
                                         "-e",     "price=.price",   "-e", "url=a::attr(href)",
                                         "--base", "http://h/shop/", shop};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), rows.begin(), rows.end());
    return select(std::move(more));
  };
  EXPECT_EQ(with({}),
            "{\"title\":\"Tea\",\"price\":\"2,50\",\"url\":\"http://h/tea?a=1\"}\n"
            "{\"title\":\"Pot, \\\"blue\\\"\",\"price\":null,\"url\":\"http://h/shop/pot\"}\n");
  EXPECT_EQ(with({"--format", "csv"}),
            "title,price,url\r\nTea,\"2,50\",http://h/tea?a=1\r\n"
            "\"Pot, \"\"blue\"\"\",,http://h/shop/pot\r\n");
  EXPECT_THAT(with({"--format", "table"}), ::testing::HasSubstr("Tea"));
  const std::string file = with({"--format", "parquet"});
  EXPECT_TRUE(file.starts_with("PAR1") && file.ends_with("PAR1"));
  EXPECT_EQ(select({"--each", ".none", "-e", "title=h2", shop}), "");
  EXPECT_EQ(code_, ExitCode::kNothing);
  EXPECT_EQ(select({"--each", "//div[", "-e", "title=h2", shop}), "");
  EXPECT_EQ(code_, ExitCode::kUsage);
}

TEST_F(SelectVerbTest, ADamagedArchiveIsSaid) {
  const std::string archive = write("broken.warc",
                                    "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 5\r\n"
                                    "Content-Type: text/html\r\nWARC-Target-URI: http://h/\r\n\r\n"
                                    "<h1>x\r\n\r\nnot a record at all\r\n\r\n");
  select({"h1", archive});
  EXPECT_EQ(code_, ExitCode::kPartial);
  EXPECT_THAT(errors_, ::testing::HasSubstr("damaged"));
}

}  // namespace
}  // namespace weft::cli
