// People in layout tables and grids: whatever stands in rows and cells, a record is a person.

#include <gmock/gmock.h>

#include "dom/crossed.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "mine/region.h"

namespace weft::mine {
namespace {

struct Person {
  const char* name;
  const char* title;
  const char* mail;  // Empty: none.
};
constexpr Person kPeople[] = {
    {"Ann Miller", "Principal", "ann.miller"}, {"Bob Stone", "Secretary", "bob.stone"},
    {"Carla Reyes", "School Nurse", ""},       {"Dan Woods", "Building Engineer", "dan.woods"},
    {"Eve Park", "Registrar", "eve.park"},     {"Finn Ohara", "Counselor", ""},
    {"Gina Lopez", "Librarian", "gina.lopez"}, {"Hal Young", "Coach", "hal.young"}};

std::string link(const Person& p) {
  return std::string("<a href=\"mailto:") + p.mail + "@hill.example\">" + p.mail +
         "@hill.example</a>";
}

// `before`, then name and title between these marks, then the mail, if there is one, in others.
std::string lines(const Person& p, const std::string& before, const std::string& open,
                  const std::string& close) {
  const std::string mail = *p.mail == 0 ? "" : open + link(p) + close;
  return before + open + p.name + close + open + p.title + close + mail;
}

std::string picture(const Person& p) {
  return std::string("<img src=/") + p.title[0] + p.name[0] + ".jpg>";
}

// Rows of so many people; each gives its cells. Empty ones fill the last row.
std::string table(size_t a_row, const std::string& empty, std::string (*cells)(const Person&)) {
  std::string html = "<table>";
  for (size_t i = 0; i < std::size(kPeople); i += a_row) {
    html += "<tr>";
    for (size_t k = i; k < i + a_row; ++k)
      html += k < std::size(kPeople) ? cells(kPeople[k]) : empty;
  }
  return html + "</table>";
}

std::string page(const std::string& body) {
  std::string menu;
  for (const char* word : {"Home", "About us", "Calendar", "News", "Contact", "Parents", "Jobs"})
    menu += std::string("<li><a href=/") + word[0] + ">" + word + "</a>";
  return "<ul>" + menu +
         "</ul><h1>Staff of Hill School</h1><p>The office is open on school days.</p>" + body +
         "<p>Hill School, 1 Hill Road</p>";
}

// The first region holds every person in a record of its own, whole, and nothing of another.
void expect_people(const std::string& body) {
  const dom::Document doc = html::parse(page(body)).document;
  const std::vector<Region> regions = mine(doc, {.max_regions = 1});
  ASSERT_EQ(regions.size(), 1U);
  std::vector<size_t> records_of(std::size(kPeople), 0);
  for (const std::string& text : record_texts(doc, regions[0])) {
    size_t names = 0;
    for (size_t p = 0; p < std::size(kPeople); ++p) {
      const auto has = [&](const std::string& part) {
        return text.find(part) != std::string::npos;
      };
      if (!has(kPeople[p].name)) continue;
      ++names;
      ++records_of[p];
      EXPECT_TRUE(has(kPeople[p].title)) << text;
      EXPECT_EQ(has("@"), *kPeople[p].mail != 0) << text;
      EXPECT_TRUE(has(kPeople[p].mail)) << text;
    }
    EXPECT_LE(names, 1U) << text;
  }
  EXPECT_THAT(records_of, ::testing::Each(1U));
}

TEST(LayoutTables, PeopleInCells) {
  expect_people(table(3, "<td>&nbsp;", [](const Person& p) {
    return "<td>" + lines(p, "", "<p>", "</p>") + "</td>";
  }));
}

TEST(LayoutTables, PicturesAndLinesInCells) {
  expect_people(table(4, "<td>", [](const Person& p) {
    return "<td>" + lines(p, picture(p), "<br>", "") + "</td>";
  }));
}

// The third row of pictures is empty, as is a cell of the first.
TEST(LayoutTables, ARowOfPicturesAboveARowOfPeople) {
  std::string html = "<table>";
  for (size_t i = 0; i < std::size(kPeople); i += 3) {
    std::string pictures, people;
    for (size_t k = i; k < i + 3; ++k) {
      const bool some = k < std::size(kPeople);
      pictures +=
          "<td>" + (some && i < 6 && *kPeople[k].mail != 0 ? picture(kPeople[k]) : "&nbsp;");
      people += "<td>" + (some ? lines(kPeople[k], "", "<p>", "</p>") : "&nbsp;");
    }
    html += "<tr>" + pictures + "<tr>" + people;
  }
  expect_people(html + "</table>");
}

TEST(LayoutTables, PicturesBesidePeopleTwoToARow) {
  expect_people(table(2, "", [](const Person& p) {
    return "<td>" + picture(p) + "<td>" + lines(p, "", "<div>", "</div>");
  }));
}

TEST(LayoutTables, OnePersonARow) {
  expect_people(table(1, "", [](const Person& p) {
    return "<td>" + picture(p) + "<td>" + lines(p, "", "<div>", "</div>");
  }));
}

TEST(LayoutTables, CellsOfOneLineStayTogether) {
  const char* matches =
      "<table><tr><td><img src=a><td>Ayr<td><img src=b><td>Bute"
      "<tr><td><img src=c><td>Cults<td><img src=d><td>Dyce"
      "<tr><td><img src=e><td>Elgin<td><img src=f><td>Forres</table>";
  EXPECT_FALSE(dom::straighten_crossed(html::parse(matches).document).has_value());
}

TEST(Grids, CardsWithoutAPart) {
  std::string html = "<div class=grid>";
  for (const Person& p : kPeople)
    html += "<div class=card>" + lines(p, picture(p), "<div>", "</div>") + "</div>";
  expect_people(html + "</div>");
}

// Nothing is around a person, and the mail of some is absent: what follows does not move up.
TEST(Grids, FlatWithoutAPart) {
  std::string html = "<div class=grid>";
  for (const Person& p : kPeople) {
    html +=
        std::string("<div class=name>") + p.name + "</div><div class=title>" + p.title + "</div>";
    if (*p.mail != 0) html += "<div class=mail>" + link(p) + "</div>";
  }
  expect_people(html + "</div>");
}

}  // namespace
}  // namespace weft::mine
