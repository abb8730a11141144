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

TEST_F(DomainVerbTest, StructuredDataAndProgramsAnnotateToo) {
  const std::string page = write(
      "p.html",
      "<script type='application/ld+json'>{\"@type\":\"Book\",\"publisher\":\"Gannet & Sons\","
      "\"author\":\"Nobody Here\"}</script><h1>The Quiet River</h1><p>Gannet &amp; Sons<p>bound in "
      "blue");
  ASSERT_EQ(weft({"annotate", "--domain", "books", page}), 0) << errors_;
  EXPECT_THAT(read("out"), HasSubstr("publisher                0.70  Gannet & Sons"));
  EXPECT_THAT(read("out"), Not(HasSubstr("Nobody Here")));  // Not on the page.
  ASSERT_EQ(weft({"annotate", "--domain", "books", "--annotator",
                  "echo '{\"attribute\":\"title\",\"value\":\"The Quiet River\"}'", page}),
            0)
      << errors_;
  EXPECT_THAT(read("out"), HasSubstr("The Quiet River"));
  EXPECT_EQ(weft({"annotate", "--domain", "books", "--annotator", "exit 7", page}), 1);
  EXPECT_THAT(errors_, HasSubstr("ended with code 7"));
}

TEST_F(DomainVerbTest, CompiledGazetteersAreMappedUntilTheyChange) {
  write("shop.domain.toml", "[attributes.town]\ngazetteer = 'towns.txt'\n");
  const std::string towns = write("towns.txt", "Oxford\n");
  const std::string page = write("p.html", "<p>in Oxford<p>in Bath");
  const auto found = [&] {
    EXPECT_EQ(weft({"annotate", "--domain", path("shop.domain.toml"), page}), 0) << errors_;
    return read("out");
  };
  const std::string as_text = found();
  EXPECT_THAT(as_text, HasSubstr("Oxford"));
  ASSERT_EQ(weft({"domain", "compile", towns}), 0) << errors_;
  EXPECT_EQ(found(), as_text);
  write("towns.txt", "Bath\n");
  EXPECT_THAT(found(), HasSubstr("Bath"));
  write("towns.txt.terms", "Bath\n");
  EXPECT_EQ(weft({"annotate", "--domain", path("shop.domain.toml"), page}), 2);
  EXPECT_THAT(errors_, HasSubstr("towns.txt.terms: no compiled terms"));
  EXPECT_THAT(errors_, HasSubstr("weft domain compile"));
  EXPECT_EQ(weft({"domain", "compile"}), 2);
}

TEST_F(DomainVerbTest, AProgramHelpsToChoose) {
  write_books();
  ASSERT_EQ(
      run({"auto", "--domain", "books", "--annotator",
           "sed -n 's/.*\"text\":\"\\(by\\)\".*/{\"attribute\":\"author\",\"value\":\"by\"}/p'",
           path("books"), "-o", path("r.jsonl")}),
      0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"),
              HasSubstr(isbn(7)));  // What is the same on all pages is not believed.
  EXPECT_EQ(run({"auto", "--domain", "books", "--annotator", "exit 7", path("books")}), 1);
  EXPECT_THAT(errors_, HasSubstr("ended with code 7"));
  EXPECT_EQ(run({"auto", "--annotator", "true", path("books")}), 2);
  EXPECT_THAT(errors_, HasSubstr("need --domain"));
}

TEST_F(DomainVerbTest, OnePageOfARecipeGivesWholeLists) {
  const std::string page =
      write("cake.html",
            "<title>Plain Cake</title><h1>Plain Cake</h1><p>Serves 4 "
            "people</p><h2>Ingredients</h2><ul><li>2 cups "
            "<b>flour</b><li>1 cup sugar<li>a pinch of salt</ul><h2>Method</h2><ol><li>Mix it all "
            "well.<li>Bake it for an hour.</ol>");
  ASSERT_EQ(run({"auto", "--domain", "recipes", page, "-o", path("r.jsonl")}), 0) << errors_;
  EXPECT_THAT(read("r.jsonl"),
              HasSubstr(R"("ingredient":["2 cups flour","1 cup sugar","a pinch of salt"])"));
  EXPECT_THAT(read("r.jsonl"),
              HasSubstr(R"("instruction":["Mix it all well.","Bake it for an hour."])"));
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

// A portal: two list pages that lead to twelve houses each with a page of its own.
class PortalTest : public ProgramFixture {
 protected:
  static std::string street(int i) {
    static constexpr const char* kStreets[] = {"Mill Lane",   "High Street", "Station Road",
                                               "Park Avenue", "Church Hill", "Queen Street"};
    return fmt::format("{} {}", i + 3, kStreets[i % 6]);
  }

  void write_portal() {
    for (int page = 0; page < 2; ++page) {
      std::string list = "<title>Houses</title><h1>Houses for sale</h1><ul class=results>";
      for (int i = 6 * page; i < 6 * page + 6; ++i)
        list += fmt::format(
            "<li class=house><h3><a href=\"house-{0}.html\">{1}</a></h3><p class=price>£{2},000</p>"
            "<p class=beds>{3} bedrooms</p></li>",
            i, street(i), 200 + 15 * i, 1 + i % 5);
      write(fmt::format("portal/list-{}.html", page),
            list + "</ul><p>All prices are asking prices.");
    }
    for (int i = 0; i < 12; ++i)
      write(fmt::format("portal/house-{}.html", i),
            fmt::format(
                "<title>{0}</title><div class=top><a href=list-0.html>Back</a></div><h1>{0}</h1>"
                "<table><tr><th>Asking price<td>£{1},000<tr><th>Bedrooms<td>{2}"
                "<tr><th>Bathrooms<td>{3}<tr><th>Property type<td>{4}</table>",
                street(i), 200 + 15 * i, 1 + i % 5, 1 + i % 3,
                i % 2 == 0 ? "Terraced house" : "Flat"));
  }
};

TEST_F(PortalTest, ListsAndDetailsAreJoinedByTheirLinks) {
  write_portal();
  ASSERT_EQ(run({"auto", "--domain", "property", path("portal"), "--site", path("p.site"), "-o",
                 path("r.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(errors_, HasSubstr("12 of 12 things in lists have a detail page"));
  EXPECT_THAT(errors_, HasSubstr("100 % of the"));
  const std::string records = read("r.jsonl");
  EXPECT_EQ(std::count(records.begin(), records.end(), '\n'), 12);
  EXPECT_THAT(records, HasSubstr("GBP 365000"));
  // The bundle tells lists from details by itself.
  ASSERT_EQ(
      run({"extract", "--site", path("p.site"), path("portal/list-1.html"), "-o", path("x.jsonl")}),
      0)
      << errors_;
  const std::string listed = read("x.jsonl");
  EXPECT_EQ(std::count(listed.begin(), listed.end(), '\n'), 6);
}

TEST_F(PortalTest, WithoutADomainItSaysWhatTheSiteIsAbout) {
  write_portal();
  ASSERT_EQ(run({"auto", path("portal"), "-o", path("r.jsonl")}), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("taken for property"));
  ASSERT_EQ(run({"auto", path("portal"), "--json", "-o", path("r.json")}), 0) << errors_;
  EXPECT_THAT(read("r.json"), HasSubstr(R"("domain":"property")"));
}

TEST_F(PortalTest, AmberIsAMethod) {
  write_portal();
  ASSERT_EQ(run({"auto", "--domain", "property", "--method", "amber", path("portal"), "-o",
                 path("r.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"), HasSubstr("GBP 365000"));
}

TEST_F(PortalTest, SitesTeachADomainAndCanBeForgotten) {
  for (const char* site : {"one", "two"}) {
    write(fmt::format("{}.jsonl", site), R"({"title":"A 1","colour":"petrol blue"})"
                                         "\n"
                                         R"({"title":"A 2","colour":"petrol blue"})"
                                         "\n");
    ASSERT_EQ(run({"domain", "learn", "--domain", "cars", "--memory", path("m.json"), "--site",
                   site, path(fmt::format("{}.jsonl", site))}),
              0)
        << errors_;
  }
  ASSERT_EQ(run({"domain", "show", "--memory", path("m.json"), "-o", path("shown")}), 0) << errors_;
  EXPECT_THAT(read("shown"), HasSubstr("colour\tpetrol blue"));
  EXPECT_THAT(read("m.json"), HasSubstr("\"one\""));
  EXPECT_NE(run({"domain", "learn", "--domain", "books", "--memory", path("m.json"), "--site", "x",
                 path("one.jsonl")}),
            0);
  EXPECT_THAT(errors_, HasSubstr("is of cars"));
  ASSERT_EQ(run({"domain", "prune", "--memory", path("m.json"), "--forget", "two"}), 0) << errors_;
  ASSERT_EQ(run({"domain", "show", "--memory", path("m.json"), "-o", path("shown")}), 0) << errors_;
  EXPECT_THAT(read("shown"), Not(HasSubstr("petrol")));
  EXPECT_EQ(run({"domain", "show", "--memory", path("nowhere.json")}), 1);
}

TEST_F(PortalTest, ASiteIsRememberedAndAskedAbout) {
  write_portal();
  ASSERT_EQ(run({"auto", "--domain", "property", "--memory", path("m.json"), "--remember", "one",
                 path("portal"), "-o", path("r.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(read("m.json"), HasSubstr("\"values\""));
  EXPECT_THAT(read("m.json"), HasSubstr("\"l:bedrooms\""));
  ASSERT_EQ(run({"auto", "--domain", "property", "--memory", path("m.json"), path("portal"), "-o",
                 path("again.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(read("again.jsonl"), HasSubstr("GBP 365000"));
  EXPECT_EQ(run({"auto", "--domain", "property", "--remember", "one", path("portal")}), 2);
  EXPECT_EQ(run({"auto", "--memory", path("m.json"), path("portal")}), 2);

  write("colours.jsonl", R"({"title":"A 1","colour":"petrol blue"})"
                         "\n");
  ASSERT_EQ(run({"domain", "learn", "--domain", "cars", "--memory", path("c.json"), "--site", "one",
                 path("colours.jsonl")}),
            0)
      << errors_;
  EXPECT_EQ(run_typing("y\n", {"domain", "ask", "--memory", path("c.json")}), 0) << errors_;
  EXPECT_THAT(errors_, HasSubstr("is 'petrol blue' a colour?"));
  ASSERT_EQ(run({"domain", "show", "--memory", path("c.json"), "-o", path("shown")}), 0) << errors_;
  EXPECT_THAT(read("shown"), HasSubstr("petrol blue"));
  EXPECT_EQ(run({"domain", "ask", "--memory", path("c.json")}), 5);
  EXPECT_EQ(run({"domain", "ask", "--memory", path("c.json"), "--lower", "0.9", "--upper", "0.1"}),
            2);
}

TEST_F(PortalTest, ADescriptionIsDraftedFromRecords) {
  std::string lamps;
  for (int i = 0; i < 6; ++i)
    lamps += fmt::format(R"({{"name":"Lamp {0}","price":"{0}.50 EUR","colour":"{1}"}})"
                         "\n",
                         i + 1, i % 2 == 0 ? "red" : "blue");
  write("lamps.jsonl", lamps);
  ASSERT_EQ(run({"domain", "new", "--domain", "lamps", path("lamps.jsonl"), "-o",
                 path("lamps.domain.toml")}),
            0)
      << errors_;
  EXPECT_THAT(read("lamps.domain.toml"), HasSubstr("terms = [\"blue\", \"red\"]"));
  const std::string page = write("p.html", "<h1>Lamp 9</h1><p>colour: red<p>9.50 EUR");
  EXPECT_EQ(run({"annotate", "--domain", path("lamps.domain.toml"), page}), 0) << errors_;
  EXPECT_EQ(run({"domain", "new", "--domain", "lamps"}), 2);
}

}  // namespace
}  // namespace weft::cli
