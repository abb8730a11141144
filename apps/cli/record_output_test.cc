// Whatever verb gives records writes every format, by the ending of the output.

#include <fmt/format.h>

#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class RecordOutputTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    std::string list;
    for (int i = 0; i < 8; ++i) {
      list += fmt::format(
          "<li class=card><img src=/{0}.png><h3><a href=/l{0}>Desk lamp number {0}</a></h3><p>In "
          "stock</p>"
          "<p class=price>£ {0}.50</p><p>Rating: 4.5</p></li>",
          i + 10);
    }
    page_ = write("list.html", "<h1>Lamps</h1><ul>" + list + "</ul>");
  }

  void expect_every_format(const std::vector<std::string>& arguments) {
    for (const auto& [ending, begin] : {std::pair{"jsonl", "{"},
                                        {"csv", ""},
                                        {"xml", "<?xml"},
                                        {"sqlite", "SQLite format 3"},
                                        {"parquet", "PAR1"},
                                        {"csv.gz", "\x1f\x8b"}}) {
      const std::string name = std::string("records.") + ending;
      std::vector<std::string> all = arguments;
      all.insert(all.end(), {"-q", "-o", path(name)});
      EXPECT_EQ(run(all), 0) << ending << ": " << errors_;
      EXPECT_THAT(read(name), StartsWith(begin)) << ending;
      EXPECT_FALSE(read(name).empty()) << ending;
    }
  }

  std::string page_;
};

TEST_F(RecordOutputTest, MineWritesEveryFormat) { expect_every_format({"mine", page_}); }

TEST_F(RecordOutputTest, AutoWritesEveryFormat) {
  expect_every_format({"auto", "--domain", "products", page_});
}

TEST_F(RecordOutputTest, RowsOfSelectorsAreWrittenInEveryFormat) {
  expect_every_format({"select", "--each", ".card", "-e", "title=a", "-e", "price=p", page_});
}

TEST_F(RecordOutputTest, ADatabaseIsAFile) {
  EXPECT_EQ(run({"mine", "--format", "sqlite", page_}), 2);
  EXPECT_THAT(errors_, HasSubstr("give -o FILE"));
}

TEST_F(RecordOutputTest, AFileIsLeftAsItWasWhereNothingIsFound) {
  write("rows.csv", "title\r\nTea\r\n");
  EXPECT_EQ(run({"select", "--each", ".none", "-e", "title=a", "-o", path("rows.csv"), page_}), 5);
  EXPECT_EQ(read("rows.csv"), "title\r\nTea\r\n");
}

}  // namespace
}  // namespace weft::cli
