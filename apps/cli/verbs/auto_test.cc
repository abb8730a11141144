// weft annotate and weft auto as a person runs them: a domain instead of labels.

#include <fmt/format.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DomainVerbTest : public ProgramFixture {
 protected:
  // ISBN-13 of a made-up book, with its check digit.
  static std::string isbn(int i) {
    std::string digits = fmt::format("97801430{:04}", 1000 + 37 * i);
    int sum = 0;
    for (size_t d = 0; d < digits.size(); ++d) sum += (digits[d] - '0') * (d % 2 == 0 ? 1 : 3);
    return digits + static_cast<char>('0' + (10 - sum % 10) % 10);
  }
  static std::string title(int i) {
    static constexpr const char* kTitles[] = {
        "The Quiet River",   "A House of Salt",  "Winter in Lisbon",  "The Last Cartographer",
        "Songs for the Sea", "An Atlas of Rain", "The Glass Orchard", "Letters to Nobody"};
    return kTitles[i % 8];
  }

  void write_books() {
    for (int i = 0; i < 16; ++i) {
      write(fmt::format("books/{:02}.html", i),
            fmt::format(
                "<title>{0} - Shop</title><ul class=menu><li><a href=/>Home</a><li>Basket</ul>"
                "<h1>{0} {1}</h1><p class=by>by <a href=/a{1}>Ann Author{1}</a></p>"
                "<table><tr><td>ISBN-13:</td><td>{2}</td></tr>"
                "<tr><td>Publisher:</td><td>{3}</td></tr>"
                "<tr><td>Pages:</td><td>{4}</td></tr></table>",
                title(i), i, isbn(i), i % 2 == 0 ? "Penguin Books" : "Vintage", 210 + 13 * i));
    }
  }
};

TEST_F(DomainVerbTest, ShowsWhatADomainRecognises) {
  write_books();
  ASSERT_EQ(weft({"annotate", "--domain", "books", path("books/03.html")}), 0) << errors_;
  EXPECT_THAT(read("out"), HasSubstr(isbn(3)));
  EXPECT_THAT(read("out"), HasSubstr("isbn_13"));
  ASSERT_EQ(weft({"annotate", "--domain", "books", "--format", "html", path("books/03.html")}), 0);
  EXPECT_THAT(read("out"), HasSubstr("<mark"));
}

TEST_F(DomainVerbTest, GetsRecordsAndASiteWithNoLabel) {
  write_books();
  ASSERT_EQ(run({"auto", "--domain", "books", path("books"), "--site", path("books.site"), "-o",
                 path("r.jsonl")}),
            0)
      << errors_;
  const std::string records = read("r.jsonl");
  EXPECT_EQ(std::count(records.begin(), records.end(), '\n'), 16);
  for (int i = 0; i < 16; ++i) EXPECT_THAT(records, HasSubstr(isbn(i)));
  // Nobody's basket is a value.
  EXPECT_THAT(records, Not(HasSubstr("Basket")));
  // The bundle runs on.
  ASSERT_EQ(run({"extract", "--site", path("books.site"), path("books"), "-o", path("x.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("x.jsonl"), HasSubstr(isbn(7)));
}

TEST_F(DomainVerbTest, SaysSoWhereNothingIsOfTheDomain) {
  for (int i = 0; i < 6; ++i)
    write(fmt::format("blog/{}.html", i),
          fmt::format("<h1>Day {0}</h1><p>It rained {0} times.", i));
  EXPECT_EQ(run({"auto", "--domain", "property", path("blog")}), 3);
  EXPECT_THAT(errors_, HasSubstr("nothing of the domain"));
}

TEST_F(DomainVerbTest, NamesTheDomainsThatShipAndTheLineThatIsWrong) {
  EXPECT_NE(run({"annotate", "--domain", "nonsense", write("p.html", "<p>x")}), 0);
  EXPECT_THAT(errors_, HasSubstr("books"));
  const std::string bad =
      write("bad.domain.toml", "name = \"x\"\n[attributes.price]\ntype = \"lamp\"\n");
  EXPECT_NE(run({"annotate", "--domain", bad, path("p.html")}), 0);
  EXPECT_THAT(errors_, HasSubstr("3"));
  EXPECT_THAT(errors_, HasSubstr("lamp"));
}

}  // namespace
}  // namespace weft::cli
