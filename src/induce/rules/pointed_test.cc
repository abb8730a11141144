// Labels point at nodes: what is learned from them, and what they do not say.

#include <fmt/format.h>

#include "base/pointers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {
namespace {

// Pages learned from, and what the wrapper then gives on any page.
struct PointedSite {
  std::vector<model::Page> pages;
  std::vector<model::Label> labels;

  static model::Page parsed(const std::string& id, const std::string& html) {
    return model::html_page(html, {.id = id});
  }
  void add(const std::string& html) {
    pages.push_back(parsed(fmt::format("p{}", pages.size()), html));
  }
  void label(size_t page, const std::string& attribute, const std::string& value,
             const std::string& path = "") {
    labels.push_back(
        {.page = fmt::format("p{}", page), .attribute = attribute, .path = path, .value = value});
  }
  [[nodiscard]] std::string value(const std::string& attribute, const std::string& html) const {
    model::InducerInput input{.pages = pointers_to(pages)};
    input.labels = labels;
    const auto learned = learn(input);
    if (!learned.ok()) return learned.error().message;
    const auto extraction = wrap::RulesWrapper(learned->rules).apply(parsed("later", html));
    const model::Value* value =
        extraction.records.empty() ? nullptr : extraction.records[0].find(attribute);
    return value == nullptr ? "" : value->text;
  }
};

TEST(PointedTest, TheTextBehindAnEmptyValueIsNone) {
  const auto book = [](const std::string& publisher) {
    return fmt::format("<p><b>Publisher:</b> <i>{}</i><br><b>Printed:</b> <i>19{}</i></p>",
                       publisher, publisher.size() + 40);
  };
  PointedSite site;
  for (const char* name : {"Ace", "Bantam", "Corgi Books", "Dell", "Everyman", "Faber"})
    site.add(book(name));
  site.label(0, "publisher", "Ace");
  site.label(2, "publisher", "Corgi Books");
  EXPECT_EQ(site.value("publisher", book("Penguin")), "Penguin");
  EXPECT_EQ(site.value("publisher", book("")), "");
}

// A value may be some lines of an element that has others, too.
TEST(PointedTest, LinesOfAnElementAreAValue) {
  const auto shop = [](const std::string& name, const std::string& address,
                       const std::string& phone) {
    return fmt::format(
        "<div class=nav>Home<br>Shops</div><p class=card>{}<br>{}<br>Phone {}</p><p>Open daily</p>",
        name, address, phone);
  };
  PointedSite site;
  site.add(shop("Acme", "12 Main St<br>Springfield", "555-0100"));
  site.add(
      shop("Bo &amp; Sons Ltd", "Mill House<br>4 Mill Lane<br>Upper <b>Bray</b>", "555 01 11"));
  site.add(shop("Cane", "9 High Rd, Ware", "555-0122"));
  site.add(shop("Dell", "1 Elm St<br>Ware", "555-0133"));
  site.label(0, "address", "12 Main St Springfield");
  site.label(1, "address", "Mill House 4 Mill Lane Upper Bray");
  EXPECT_EQ(site.value("address", shop("East of Eden", "77 Sunset Blvd<br>Los Angeles", "1")),
            "77 Sunset Blvd Los Angeles");
  EXPECT_EQ(site.value("address", shop("Fay", "2 Oak Ave", "2 3")), "2 Oak Ave");
  site.label(2, "address", "9 High Rd, Ware");  // One line: a text of its own.
  EXPECT_EQ(site.value("address", shop("East of Eden", "77 Sunset Blvd<br>Los Angeles", "1")),
            "77 Sunset Blvd Los Angeles");
}

TEST(PointedTest, PartsOfLinesOfAnElementAreAValue) {
  const auto shop = [](const std::string& address, const std::string& phone) {
    return fmt::format("<div>Address: {} Phone: {}<i>ring first</i></div>", address, phone);
  };
  PointedSite site;
  site.add(shop("12 Main St<br>Springfield", "555-0100"));
  site.add(shop("Mill House<br>4 Mill Lane<br>Bray", "555 01 11"));
  site.add(shop("1 Elm St<br>Ware", "555-0133"));
  site.label(0, "address", "12 Main St Springfield");
  site.label(1, "address", "Mill House 4 Mill Lane Bray");
  EXPECT_EQ(site.value("address", shop("77 Sunset Blvd<br>Los Angeles", "1")),
            "77 Sunset Blvd Los Angeles");
}

TEST(PointedTest, WhatLabelsHappenToBeginWithIsNoCondition) {
  PointedSite site;
  for (const char* model : {"Recertified: X1", "Recertified: X2", "Canon A4", "Canon A5",
                            "Nikon B6", "Nikon B7", "Sony C8", "Sony C9"})
    site.add(fmt::format("<div id=main><h2>{}</h2><p>Ships today</p></div>", model));
  site.label(0, "model", "Recertified: X1");
  site.label(1, "model", "Recertified: X2");
  EXPECT_EQ(site.value("model", "<div id=main><h2>Leica D1</h2><p>Ships today</p></div>"),
            "Leica D1");
}

// A reference manual: several declarations a page, each a row; some rows have one cell.
std::string manual_page(const std::vector<std::string>& rows) {
  std::string html = "<h1>Manual</h1><table class=decls>";
  for (const std::string& row : rows) html += "<tr class=decl>" + row + "</tr>";
  return html +
         "</table><p>Parameters</p><table class=params><tr><td>x</td><td>a "
         "number</td></tr></table>";
}

// Two paragraphs were pointed at; what was predicted for the other record and taken is a text.
TEST(PointedTest, WhatIsTakenBesideElementsMeansElements) {
  const auto list = [](const std::string& third) {
    std::string html = "<table>";
    for (const std::string& what : {std::string("Adds numbers"), std::string("Takes roots"), third})
      html += "<tr><td><p class=name>f</p><p>" + what + "</p></td></tr>";
    return html + "</table>";
  };
  PointedSite site;
  site.add(list("Rounds up"));
  site.add(list("Rounds <b>down</b> to a whole"));
  site.add(list("Divides; <i>x</i> is not zero"));
  for (int i = 1; i <= 3; ++i) {
    const std::string row = fmt::format("/html[1]/body[1]/table[1]/tbody[1]/tr[{}]/td[1]", i);
    const char* values[] = {"Adds numbers", "Takes roots", "Rounds up"};
    site.label(0, "name", "f", row + "/p[1]");
    site.labels.back().record = std::to_string(i);
    site.label(0, "does", values[i - 1], row + (i < 3 ? "/p[2]" : "/p[2]/text()[1]"));
    site.labels.back().record = std::to_string(i);
  }
  EXPECT_EQ(site.value("does",
                       "<table><tr><td><p class=name>f</p><p>Sorts <b>fast</b> and well"
                       "</p></td></tr><tr><td><p class=name>f</p><p>Ends</p></td></tr></table>"),
            "Sorts fast and well");
}

// One labelled page, on which every function has one signature: others have two, and what follows a
// signature is then the second.
TEST(PointedTest, WhatLooksLikeAnothersIsNotGiven) {
  const auto does = [](int i) {
    constexpr const char* kVerbs[] = {"Adds", "Takes", "Gives", "Sorts", "Finds", "Cuts", "Joins"};
    return fmt::format("{} {}.", kVerbs[i % 7], i);
  };
  const auto row = [&](int i, bool two) {
    const std::string second = two ? fmt::format("<p class=sig>f{}(long)</p>", i) : "";
    return fmt::format("<tr><td><p class=sig>f{0}(int)</p>{1}<p>{2}</p><p>f{0}(1) is {0}</p>", i,
                       second, does(i));
  };
  PointedSite site;
  for (int p = 0; p < 5; ++p) {
    std::string html = "<table>";
    for (int i = 0; i < 4; ++i) html += row(10 * p + i, p > 0 && i % 2 == 1);
    site.add(html + "</table>");
  }
  for (int i = 0; i < 4; ++i) {
    const std::string cell = fmt::format("/html[1]/body[1]/table[1]/tbody[1]/tr[{}]/td[1]", i + 1);
    site.label(0, "signature", fmt::format("f{}(int)", i), cell + "/p[1]");
    site.label(0, "does", does(i), cell + "/p[2]");
    site.label(0, "example", fmt::format("f{0}(1) is {0}", i), cell + "/p[3]");
    for (size_t l = site.labels.size() - 3; l < site.labels.size(); ++l)
      site.labels[l].record = std::to_string(i);
  }
  const std::string two = "<table>" + row(7, true) + row(8, false) + "</table>";
  EXPECT_EQ(site.value("signature", two), "f7(int)");
  EXPECT_EQ(site.value("does", two), does(7));
  EXPECT_EQ(site.value("example", two), "f7(1) is 7");
}

TEST(PointedTest, TheLabelledCellIsLearnedNotItsRow) {
  PointedSite site;
  site.add(manual_page({"<td><b>int</b> f(int x);</td>"}));
  site.add(manual_page({"<td><b>double</b> g(int);</td><td>(1)</td><td>(until 11)</td>",
                        "<td><b>float</b> g(float);</td><td>(2)</td><td>(since 11)</td>"}));
  site.add(manual_page({"<td><b>long</b> h();</td><td>(1)</td>", "<td>long k();</td>"}));
  site.add(manual_page({"<td><b>char</b> c();</td><td>(1)</td>"}));
  site.add(manual_page({"<td><b>void</b> v();</td>", "<td><b>void</b> w();</td><td>(2)</td>"}));
  site.label(0, "declaration", "int f(int x);", "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]");
  EXPECT_EQ(site.value("declaration",
                       manual_page({"<td><b>bool</b> b();</td><td>(1)</td><td>(since 20)</td>",
                                    "<td><b>bool</b> c();</td><td>(2)</td>"})),
            "bool b();");
}

// The first cell of the first declaration: nothing but its position tells it from those that follow.
TEST(PointedTest, TheFirstOfItsKindIsLearnedAndNothingElseWhereThereIsNone) {
  const auto rows = [](const std::vector<std::string>& declarations) {
    std::vector<std::string> cells;
    for (const std::string& text : declarations)
      cells.push_back(fmt::format("<td><b>int</b> {};</td><td>({})</td>", text, cells.size() + 1));
    return cells;
  };
  PointedSite site;
  const std::string cell = "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]";
  site.add(manual_page(rows({"f()", "f(int)"})));
  site.add(manual_page(rows({"g(double)", "g(float)", "g(long)"})));
  for (const char* name : {"h", "k", "m", "n"})
    site.add(manual_page(rows({fmt::format("{}()", name), fmt::format("{}(int)", name)})));
  site.label(0, "declaration", "int f();", cell);
  site.label(1, "declaration", "int g(double);", cell);
  EXPECT_EQ(site.value("declaration", manual_page(rows({"s(char)", "s()", "s(int)", "s(long)"}))),
            "int s(char);");
  EXPECT_EQ(site.value("declaration", manual_page({})), "");
}

// A note stands at the place of the text: one page is said to have none.
TEST(PointedTest, WhatIsFoundOnAPageThatIsSaidToHaveNoneIsWrong) {
  const auto page = [](const std::string& below) {
    return "<h1>f</h1><hr>" + below + "<h2>Notes</h2>";
  };
  const auto say = [](const std::string& text) { return "<p>" + text + "</p>"; };
  const std::string note = "<div>This page lacks a text.</div>";
  PointedSite site;  // As texts: whoever points at a paragraph has said that a note is none.
  for (const char* text : {"Sorts numbers.", "Finds the first.", "Adds them all.", "Counts words."})
    site.add(page(say(text)));
  site.add(page(note));
  site.add(page(note));
  site.label(0, "text", "Sorts numbers.");
  EXPECT_EQ(site.value("text", page(note)), "This page lacks a text.");
  site.label(4, "text", "");
  EXPECT_EQ(site.value("text", page(note)), "");
  EXPECT_EQ(site.value("text", page(say("Moves on."))), "Moves on.");
}

// What was pointed at is a paragraph: other elements at its place are none.
TEST(PointedTest, AnotherElementAtTheSamePlaceIsNotMeant) {
  const auto page = [](const std::string& below) {
    return "<h1>f</h1><hr>" + below + "<h2>Notes</h2>";
  };
  PointedSite site;
  for (const char* text : {"Sorts numbers.", "Finds the first.", "Adds them all.", "Counts words."})
    site.add(page(fmt::format("<p>{}</p>", text)));
  for (const char* text : {"Nothing is said.", "See the index.", "To be written."})
    site.add(page(fmt::format("<div>{}</div>", text)));
  site.label(0, "text", "Sorts numbers.", "/html[1]/body[1]/p[1]");
  EXPECT_EQ(site.value("text", page("<p>Moves on.</p>")), "Moves on.");
  EXPECT_EQ(site.value("text", page("<div>Nothing is known.</div>")), "");
}

// "std::" is a part of the name, not a label before it.
TEST(PointedTest, AColonWithinANameIsNoCondition) {
  PointedSite site;
  const auto page = [](const std::string& name) {
    return fmt::format("<div id=top><h1>{}</h1></div><p>Manual</p>", name);
  };
  for (const char* name : {"std::sort", "std::find", "std::fill", "std::copy", "std::move"})
    site.add(page(name));
  site.label(0, "name", "std::sort");
  site.label(1, "name", "std::find");
  EXPECT_EQ(site.value("name", page("CLOCKS_PER_SEC")), "CLOCKS_PER_SEC");
}

TEST(PointedTest, AnElementThatHasMoreTextsElsewhereIsGivenWhole) {
  PointedSite site;
  site.add("<p>Header</p><div class=name>sort</div><p>Defined in</p>");
  site.add("<p>Header</p><div class=name><b>stable</b> sort</div><p>Defined in</p>");
  site.add("<p>Header</p><div class=name><b>partial</b> sort</div><p>Defined in</p>");
  site.add("<p>Header</p><div class=name>find</div><p>Defined in</p>");
  site.label(0, "name", "sort", "/html[1]/body[1]/div[1]");
  EXPECT_EQ(site.value("name", "<p>Header</p><div class=name><b>nth</b> element</div>"),
            "nth element");
}

}  // namespace
}  // namespace weft::induce
