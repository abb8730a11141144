#include "mine/mine.h"

#include <algorithm>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dom/builder.h"
#include "html/parser.h"
#include "mine/region.h"

namespace weft::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string repeat(int count, const std::function<std::string(int)>& item) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += item(i);
  return text;
}

std::string number(int i) { return std::to_string(i); }

// A shop page: menu, results, footer.
std::string shop(const std::string& results) {
  return "<html><body><nav><ul class=menu>" +
         repeat(8,
                [](int i) {
                  return "<li><a href=/c" + number(i) + ">Category " + number(i) + "</a></li>";
                }) +
         "</ul></nav><main><h1>Lamps</h1>" + results + "</main><footer><ul>" +
         repeat(5,
                [](int i) {
                  return "<li><a href=/f" + number(i) + ">Legal " + number(i) + "</a></li>";
                }) +
         "</ul></footer></body></html>";
}

std::string card(int i) {
  return "<div class=product><img src=/i" + number(i) + ".jpg><h2><a href=/p" + number(i) +
         ">Lamp number " + number(i) + " of brass</a></h2><span class=price>$" + number(10 + i) +
         ".50</span><p class=text>A lamp for rooms with " + number(i) +
         " windows and a door</p></div>";
}

std::vector<std::string> texts(const dom::Document& doc, const Region& region) {
  std::vector<std::string> result;
  for (const RecordSpan record : region.records) result.push_back(record_text(doc, record));
  return result;
}

const Column* column(const Region& region, std::string_view name) {
  for (const Column& c : region.columns) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

TEST(MineTest, PutsTheMainListBeforeMenuAndFooter) {
  const dom::Document doc = html::parse(shop(repeat(6, card))).document;
  const auto regions = mine(doc);
  ASSERT_FALSE(regions.empty());
  ASSERT_THAT(regions[0].records, SizeIs(6));
  EXPECT_THAT(texts(doc, regions[0])[0], HasSubstr("Lamp number 1 of brass"));
  EXPECT_GT(regions[0].confidence, kPresentableConfidence);
}

TEST(MineTest, NamesAndTypesColumns) {
  const dom::Document doc = html::parse(shop(repeat(6, card))).document;
  const Region region = mine(doc).at(0);
  ASSERT_NE(column(region, "title"), nullptr);
  EXPECT_EQ(column(region, "title")->cells[1].text, "Lamp number 2 of brass");
  ASSERT_NE(column(region, "price"), nullptr);
  EXPECT_EQ(column(region, "price")->type, model::ValueType::kMoney);
  ASSERT_NE(column(region, "url"), nullptr);
  EXPECT_EQ(column(region, "url")->cells[2].text, "/p3");
  ASSERT_NE(column(region, "image"), nullptr);
  EXPECT_EQ(column(region, "image")->cells[0].text, "/i1.jpg");
}

// A link on a size is not the main one, and how a cell looks names no column.
TEST(MineTest, NamesSayWhatValuesAre) {
  const std::string list = "<ul>" +
                           repeat(6,
                                  [](int i) {
                                    return "<li><div class='col-md-6 d-flex'>Decision " +
                                           number(i) +
                                           " on fees</div><div class='row info-text'>For " +
                                           number(i) + " years</div><a href=/d" + number(i) +
                                           ".pdf>" + number(285 + i) + " KB</a></li>";
                                  }) +
                           "</ul>";
  const dom::Document doc = html::parse(shop(list)).document;
  const Region region = mine(doc).at(0);
  EXPECT_EQ(column(region, "title"), nullptr);
  EXPECT_EQ(column(region, "col_md_6"), nullptr);
  ASSERT_NE(column(region, "text"), nullptr);
  EXPECT_EQ(column(region, "text")->cells[1].text, "Decision 2 on fees");
  EXPECT_NE(column(region, "info_text"), nullptr);
}

std::vector<std::string> values(const Column* column) {
  std::vector<std::string> values;
  for (const Cell& cell : column->cells) values.push_back(cell.text);
  return values;
}

TEST(MineTest, CellsStayInTheirColumns) {
  const std::string table =
      "<table><thead><tr><th rowspan=2>City</th><th colspan=2>People</th><th rowspan=2>River</th>"
      "</tr><tr><th>2010</th><th>2020</th></tr></thead><tbody>"
      "<tr><td rowspan=2>Ulm and around</td><td>117</td><td></td><td>Danube</td></tr>"
      "<tr><td colspan=2>never counted</td><td>Blau <a href=/b>brook</a></td></tr>"
      "<tr><td>Jena</td><td>104</td><td>111</td><td>Danube</td></tr></tbody></table>";
  const dom::Document doc = html::parse(shop(table)).document;
  const std::vector<Region> regions = mine(doc);
  const auto region = std::find_if(regions.begin(), regions.end(),
                                   [](const Region& r) { return column(r, "city") != nullptr; });
  ASSERT_NE(region, regions.end());
  ASSERT_NE(column(*region, "people_2020"), nullptr);
  EXPECT_THAT(values(column(*region, "city")),
              ElementsAre("Ulm and around", "Ulm and around", "Jena"));
  EXPECT_THAT(values(column(*region, "people_2010")), ElementsAre("117", "never counted", "104"));
  EXPECT_THAT(values(column(*region, "people_2020")), ElementsAre("", "never counted", "111"));
  EXPECT_THAT(values(column(*region, "river")), ElementsAre("Danube", "Blau brook", "Danube"));
  EXPECT_EQ(column(*region, "people_2020")->path, "td[3]");
}

TEST(MineTest, WordsAndNumbersOfALineStayApart) {
  const std::string list = repeat(6, [](int i) {
    return "<li><a href=/p" + number(i) + ">Lamp " + number(i) +
           " of brass and glass</a><div class=cost><span>$</span><span>19</span><span>9" +
           number(i) + "</span><span style='display:none'>sort 199" + number(i) +
           "</span></div><div class=old>was $21<sup>5" + number(i) + "</sup></div></li>";
  });
  const dom::Document doc = html::parse(shop("<ul class=results>" + list + "</ul>")).document;
  const Region region = mine(doc).at(0);
  ASSERT_NE(column(region, "cost"), nullptr);
  EXPECT_EQ(column(region, "cost")->cells[2].text, "$19 93");
  ASSERT_NE(column(region, "old"), nullptr);
  EXPECT_EQ(column(region, "old")->cells[2].text, "was $21 53");
}

TEST(MineTest, HostileSpansCostLittle) {
  std::string table =
      "<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan=65534 colspan=2>";
  for (int i = 0; i < 3'000; ++i) table += "<b>x</b><i></i>";
  table += "</td><td>1</td></tr>";
  for (int r = 0; r < 10'000; ++r) table += "<tr><td>" + number(r) + "</td></tr>";
  const dom::Document doc = html::parse(table + "</table>").document;
  const auto regions = mine(doc, {.max_regions = 1});
  ASSERT_FALSE(regions.empty());
  EXPECT_THAT(regions[0].records, SizeIs(10'001));
}

TEST(MineTest, ATableThatIsThePageIsFoundWithConfidence) {
  std::string table = "<table><tr>";
  for (int c = 1; c <= 8; ++c) table += "<th>Measure " + number(c) + "</th>";
  table += "</tr>";
  for (int r = 1; r <= 25; ++r) {
    table += "<tr>";
    for (int c = 1; c <= 8; ++c) table += "<td>" + number(r * c) + "</td>";
    table += "</tr>";
  }
  const dom::Document doc =
      html::parse("<html><body><h1>Measures</h1>" + table + "</table></body></html>").document;
  const auto regions = mine(doc);
  ASSERT_FALSE(regions.empty());
  EXPECT_THAT(regions[0].records, SizeIs(25));
  EXPECT_GT(regions[0].confidence, 0.9);
  ASSERT_THAT(regions[0].columns, SizeIs(8));
  EXPECT_EQ(regions[0].columns[7].name, "measure_8");
  EXPECT_EQ(regions[0].columns[7].cells[2].text, "24");
}

TEST(MineTest, AWholeLineIsAValueBesideItsParts) {
  const std::string list = repeat(6, [](int i) {
    return "<li><p class=who><a href=/p" + number(i) + ">Person number " + number(i) +
           "</a>, lives in house " + number(20 + i) + "</p></li>";
  });
  const dom::Document doc = html::parse(shop("<ul class=results>" + list + "</ul>")).document;
  const Region region = mine(doc).at(0);
  ASSERT_NE(column(region, "title"), nullptr);
  EXPECT_EQ(column(region, "title")->cells[1].text, "Person number 2");
  ASSERT_NE(column(region, "who"), nullptr);
  EXPECT_EQ(column(region, "who")->cells[1].text, "Person number 2, lives in house 22");
}

TEST(PageIndexTest, WhatShowsNothingIsNoWord) {
  const auto parsed = html::parse(
      "<p>two\u00A0words</p><p>\u00A0 \u200B\uFEFF</p><p>\u200Bone\u200F</p><p>na\u00EFve "
      "\uFF21</p>");
  const PageIndex page(parsed.document);
  std::vector<uint32_t> words;
  for (const dom::NodeId n : parsed.document.nodes()) {
    if (parsed.document.name(n) == dom::atoms::kP) words.push_back(page.tokens(page.span(n)));
  }
  EXPECT_THAT(words, ElementsAre(2, 0, 1, 2));
}

TEST(MineTest, ALineIsWholeWhereItIsOneText) {
  const std::string list = repeat(8, [](int i) {
    const std::string word = i % 3 == 0 ? "<em class=match>brass</em>"
                             : i % 3 == 1
                                 ? "<b>brass</b>"  // The text is the link's, as its target is.
                                 : "brass";
    return "<li><h3><a href=/p" + number(i) + ">A " + word + " lamp " + number(i) +
           "</a></h3><p class=by>by <a href=/m" + number(i) + ">Maker " + number(i) +
           "</a></p></li>";
  });
  const auto parsed = html::parse(shop("<ul class=results>" + list + "</ul>"));
  const Region region = mine(parsed.document).at(0);
  ASSERT_NE(column(region, "title"), nullptr);
  const auto titles = values(column(region, "title"));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(titles.at(static_cast<size_t>(i)), "A brass lamp " + number(i + 1));
  // "by" says nothing that the line and the name do not.
  const Column* by = column(region, "by");
  ASSERT_NE(by, nullptr);
  EXPECT_EQ(by->cells[2].text, "by Maker " + number(3));
  for (const Column& each : region.columns) EXPECT_NE(each.cells[0].text, "by") << each.path;
}

TEST(MineTest, AnElementAroundTheContentOfSomeRecordsPartsNoColumns) {
  const std::string list = repeat(8, [](int i) {
    const std::string content = "<p class=name><a href=/p" + number(i) + ">Lamp " + number(i) +
                                "</a></p><p class=price>$" + number(i) + ".50</p>";
    return "<li>" + (i % 2 == 0 ? content : "<div class=box>" + content + "</div>") + "</li>";
  });
  const auto parsed = html::parse(shop("<ul class=results>" + list + "</ul>"));
  const Region region = mine(parsed.document).at(0);
  EXPECT_EQ(region.columns.size(), 3U);
  ASSERT_NE(column(region, "price"), nullptr);
  EXPECT_EQ(column(region, "price")->cells[2].text, "$" + number(3) + ".50");
  EXPECT_EQ(column(region, "price")->cells[3].text, "$" + number(4) + ".50");
}

TEST(MineTest, ElementsThatHtmlDoesNotKnowAreInline) {
  const std::string list = repeat(6, [](int i) {
    return "<li><a href=/p" + number(i) + ">Lamp " + number(i) +
           "</a><div class=age>made <relative-time>" + number(i) +
           " days ago</relative-time></div></li>";
  });
  const auto parsed = html::parse(shop("<ul class=results>" + list + "</ul>"));
  const Region region = mine(parsed.document).at(0);
  ASSERT_NE(column(region, "age"), nullptr);
  EXPECT_EQ(column(region, "age")->cells[2].text, "made " + number(3) + " days ago");
}

TEST(MineTest, ACountStaysApartFromWhatIsCounted) {
  const std::string list = repeat(6, [](int i) {
    return "<li><a href=/p" + number(i) + ">Lamp " + number(i) + "</a><p class=votes><b>" +
           number(i) + "</b>answers</p><p class=place><b>" + number(i) + "</b>th</p></li>";
  });
  const auto parsed = html::parse(shop("<ul class=results>" + list + "</ul>"));
  const Region region = mine(parsed.document).at(0);
  ASSERT_NE(column(region, "votes"), nullptr);
  EXPECT_EQ(column(region, "votes")->cells[2].text, number(3) + " answers");
  ASSERT_NE(column(region, "place"), nullptr);
  EXPECT_EQ(column(region, "place")->cells[2].text, number(3) + "th");
}

TEST(MineTest, SkipsAdvertsBetweenRecords) {
  std::string list = repeat(3, card) + "<div class=advert><a href=/ad>Buy now</a></div>" +
                     repeat(6, card).substr(repeat(3, card).size());
  const dom::Document doc = html::parse(shop(list)).document;
  EXPECT_THAT(mine(doc).at(0).records, SizeIs(6));
}

TEST(MineTest, FindsTheCellsOfAGridNotItsRows) {
  std::string grid;
  for (int row = 0; row < 3; ++row) {
    grid += "<div class=row>" + card(4 * row + 1) + card(4 * row + 2) + card(4 * row + 3) +
            card(4 * row + 4) + "</div>";
  }
  const dom::Document doc = html::parse(shop(grid)).document;
  EXPECT_THAT(mine(doc).at(0).records, SizeIs(12));
}

TEST(MineTest, TakesColumnNamesFromHeaderRows) {
  const std::string table =
      "<table><thead><tr><th>Name</th><th>Year built</th><th>Height</th></tr></thead><tbody>" +
      repeat(8,
             [](int i) {
               return "<tr><td><a href=/t" + number(i) + ">Tower number " + number(i) +
                      "</a></td><td>19" + number(10 + i) + "</td><td>" + number(300 + i) +
                      " m</td></tr>";
             }) +
      "</tbody></table>";
  const dom::Document doc = html::parse(shop(table)).document;
  const Region region = mine(doc).at(0);
  ASSERT_THAT(region.records, SizeIs(8));
  ASSERT_NE(column(region, "year_built"), nullptr);
  EXPECT_EQ(column(region, "year_built")->cells[0].text, "1911");
  ASSERT_NE(column(region, "name"), nullptr);
}

// Manuals set what would be three columns into the lines of one.
TEST(MineTest, FindsATableOfOneColumnThatIsThePage) {
  const std::string page =
      "<h1>Columns of the view</h1><table><thead><tr><th><p>Column "
      "Type<p>Description</th></tr></thead>"
      "<tbody>" +
      repeat(9,
             [](int i) {
               return "<tr><td><p><code>name" + number(i) +
                      "</code> <code>text</code></p><p>What the column number " + number(i) +
                      " of the view says</p></td></tr>";
             }) +
      "</tbody></table>";
  const Region region = mine(html::parse(page).document).at(0);
  EXPECT_GT(region.confidence, 0.9);
  ASSERT_THAT(region.records, SizeIs(9));
  EXPECT_EQ(column(region, "column_type_description")->cells[1].text,
            "name2 text What the column number 2 of the view says");
}

TEST(MineTest, ASmallTableThatIsThePageIsFoundAsWell) {
  const std::string table =
      "<table><tr><th>Phone<th>Date<th>Code<tr><td>805-948-5093<td>2024-01-02<td>0A000"
      "<tr><td>805-948-5094<td>2024-02-03<td>0100C<tr><td>805-948-5095<td>2024-03-04<td>007</"
      "table>";
  const auto found = mine(html::parse("<h1>Things</h1>" + table).document);
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found[0].records, SizeIs(3));
  EXPECT_GT(found[0].confidence, kPresentableConfidence);
  std::string text;
  for (int i = 0; i < 20; ++i) text += "<p>What is said here is no table but a running text.</p>";
  const auto beside = mine(html::parse("<h1>Things</h1>" + text + table).document);
  EXPECT_TRUE(beside.empty() || beside[0].confidence < 0.9);
}

// For narrow screens some say the header again in every cell.
TEST(MineTest, HeadersSaidAgainInCellsAreNoValues) {
  const std::string table =
      "<table><thead><tr><th>Bid</th><th>Buyer</th><th>Awarded</th></tr></thead><tbody>" +
      repeat(8,
             [](int i) {
               return "<tr><td><span>Bid</span><a href=/b" + number(i) + ">24DPP" + number(i) +
                      "</a></td><td><span>Buyer</span>Ann " + number(i) +
                      "</td><td><span>Awarded</span></td></tr>";
             }) +
      "</tbody></table>";
  const Region region = mine(html::parse(shop(table)).document).at(0);
  std::vector<std::string> names;
  for (const Column& one : region.columns) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("bid", "bid_url", "buyer"));
  EXPECT_EQ(column(region, "bid")->cells[1].text, "24DPP2");
  EXPECT_EQ(column(region, "buyer")->cells[1].text, "Ann 2");
}

TEST(MineTest, ValuesThatReadLikeTheirHeaderStay) {
  const std::string table =
      "<table><thead><tr><th>Type</th><th>Download</th></tr></thead><tbody>" +
      repeat(8,
             [](int i) {
               return std::string("<tr><td><i class=t>") + (i == 3 ? "Type" : "Rule " + number(i)) +
                      "</i></td><td><a href=/f" + number(i) + ">Download</a></td></tr>";
             }) +
      "</tbody></table>";
  const Region region = mine(html::parse(shop(table)).document).at(0);
  ASSERT_NE(column(region, "type"), nullptr);
  EXPECT_EQ(column(region, "type")->cells[2].text, "Type");
  ASSERT_NE(column(region, "download"), nullptr);
  EXPECT_EQ(column(region, "download")->cells[0].text, "Download");
}

TEST(MineTest, JoinsSiblingsIntoRecords) {
  const std::string list = "<dl>" +
                           repeat(7,
                                  [](int i) {
                                    return "<dt><a href=/w" + number(i) + ">Word number " +
                                           number(i) + "</a></dt><dd>The meaning of word " +
                                           number(i) + " is explained in this text</dd>";
                                  }) +
                           "</dl>";
  const dom::Document doc = html::parse(shop(list)).document;
  const auto regions = mine(doc);
  bool found = false;
  for (size_t i = 0; i < std::min<size_t>(3, regions.size()); ++i) {
    const auto words = texts(doc, regions[i]);
    found |= words.size() == 7 && words[0].find("Word number 1 The meaning") != std::string::npos;
  }
  EXPECT_TRUE(found) << "among the first three";
}

TEST(MineTest, ReturnsListsInsideRecords) {
  const std::string list = repeat(5, [](int i) {
    return "<div class=product><h2><a href=/p" + number(i) + ">Product number " + number(i) +
           "</a></h2><ul class=sizes>" +
           repeat(1 + i % 3,
                  [&](int k) {
                    return "<li>Size " + number(k) + " <b>$" + number(10 * i + k) + "</b></li>";
                  }) +
           "</ul></div>";
  });
  const dom::Document doc = html::parse(shop(list)).document;
  const Region region = mine(doc).at(0);
  ASSERT_THAT(region.records, SizeIs(5));
  ASSERT_THAT(region.nested, SizeIs(1));
  EXPECT_EQ(region.nested[0].name, "sizes");
  EXPECT_THAT(region.nested[0].owner, ElementsAre(0, 0, 1, 1, 1, 2, 3, 3, 4, 4, 4));
}

TEST(MineTest, PrefersTheVisibleListToAHiddenOne) {
  const std::string lists =
      "<div style='display: none'>" + repeat(9, card) + "</div><div>" + repeat(6, card) + "</div>";
  const dom::Document doc = html::parse(shop(lists)).document;
  EXPECT_THAT(mine(doc).at(0).records, SizeIs(6));
}

TEST(MineTest, IsHonestAboutPagesWithoutAList) {
  for (const std::string page :
       {"", "<p>Hello", "<html></html>", "plain text", "<body><h1>A</h1><p>One paragraph.</p>"}) {
    const dom::Document doc = html::parse(page).document;
    EXPECT_THAT(mine(doc, {.min_confidence = kPresentableConfidence}), IsEmpty()) << page;
  }
}

TEST(MineTest, MinesTenThousandRecords) {
  const dom::Document doc = html::parse(shop(repeat(10'000, card))).document;
  const auto regions = mine(doc);
  EXPECT_THAT(regions.at(0).records, SizeIs(10'000));
}

TEST(MineTest, MinesOneHugeTable) {
  const std::string table =
      "<table>" +
      repeat(3'000,
             [](int i) {
               return "<tr><td>" + number(i) + "</td><td>value of " + number(i) + "</td></tr>";
             }) +
      "</table>";
  const dom::Document doc = html::parse(table).document;
  EXPECT_THAT(mine(doc).at(0).records, SizeIs(3'000));
}

TEST(MineTest, SurvivesATreeOf100000Levels) {
  dom::DocumentBuilder builder;
  for (int i = 0; i < 100'000; ++i) {
    builder.open("div").attribute("class", "a");
    builder.open("p").attribute("class", "b").text("word " + number(i)).close();
  }
  const dom::Document doc = builder.finish();
  EXPECT_FALSE(mine(doc, {.nested = false}).empty());
}

TEST(MineTest, AnswersSensiblyForListsNestedFiveDeep) {
  std::string nested;
  for (int i = 0; i < 5; ++i)
    nested += "<ul><li>Level " + number(i) + " text</li><li>Item one</li><li>Item two";
  EXPECT_FALSE(mine(html::parse(nested).document).empty());
}

TEST(MineTest, SaysWhenItStoppedLooking) {
  Diagnostics diagnostics;
  const dom::Document doc = html::parse(shop(repeat(100, card))).document;
  const std::vector<Region> regions = mine(doc, {.max_nodes = 200}, &diagnostics);
  ASSERT_FALSE(regions.empty());
  EXPECT_GT(regions[0].records.size(), 5U);
  EXPECT_LE(index(regions[0].records.back().end), 200U);
  ASSERT_THAT(diagnostics, SizeIs(1));
  EXPECT_EQ(diagnostics[0].kind, DiagnosticKind::kLimit);
}

TEST(MineTest, KeepsTheSpacesAroundMarksInsideAPhrase) {
  std::string rows;
  for (int i = 0; i < 6; ++i)
    rows += "<li><p class=by>Song " + number(i) +
            " by&nbsp;<b>Ann</b> <i>Lee</i>, re<b>mix</b></p></li>";
  const dom::Document doc = html::parse("<ul>" + rows + "</ul>").document;
  EXPECT_EQ(mine(doc).at(0).columns.at(0).cells.at(2).text,
            "Song " + number(2) + " by Ann Lee, remix");
}

TEST(MineTest, TurnsARegionIntoLabelsAndRecords) {
  model::Page page =
      model::html_page(shop(repeat(6, card)), {.id = "shop", .url = "https://shop.example/lamps"});
  const Region region = mine(page.document).at(0);
  const auto extraction = to_extraction(page, region);
  ASSERT_THAT(extraction.records, SizeIs(6));
  EXPECT_EQ(extraction.records[0].find("price")->normalized, "$ 11.50");
  EXPECT_EQ(extraction.records[0].find("url")->normalized, "https://shop.example/p1");
  const auto labels = to_labels(page, region);
  EXPECT_THAT(labels, SizeIs(6 * region.columns.size()));
  EXPECT_EQ(labels[0].source, model::LabelSource::kMiner);
}

Region with_columns(std::initializer_list<std::pair<const char*, const char*>> columns) {
  Region region;
  for (const auto& [name, path] : columns) {
    region.columns.push_back({name, model::ValueType::kText, "", path, {}, {}});
  }
  return region;
}

// A page of two sections, each with `before`, three titled entries, and `after`; "#" is the section.
std::string in_sections(const std::string& before, const std::string& middle,
                        const std::string& after) {
  std::string page;
  for (int s = 0; s < 2; ++s) {
    std::string section = "<section>" + before + "<ul>";
    for (int i = 0; i < 6; ++i) {
      if (i == 3) section += "</ul>" + middle + "<ul>";
      section += "<li><a href=/" + number(6 * s + i) + ">Report " + number(6 * s + i) +
                 "</a><p>All about matter " + number(6 * s + i) + "</p></li>";
    }
    section += "</ul>" + after + "</section>";
    std::replace(section.begin(), section.end(), '#', static_cast<char>('A' + s));
    page += section;
  }
  return page;
}

bool says(const Region& region, size_t record, std::string_view text) {
  return std::any_of(region.columns.begin(), region.columns.end(),
                     [&](const Column& column) { return column.cells.at(record).text == text; });
}

TEST(MineTest, AMarkWithAClassIsAFieldOfItsOwn) {
  std::string page = "<ul>";
  for (int i = 10; i < 18; ++i)
    page += "<li><a href=/" + number(i) + ">Lamp <b>number</b> " + number(i) +
            "</a> <i class=stock>In stock</i> <b class=price>\u00a3" + number(i) + ".50</b></li>";
  const auto doc = html::parse(page);
  const Region region = mine(doc.document).at(0);
  ASSERT_EQ(region.records.size(), 8U);
  for (const char* text : {"Lamp number 10", "In stock", "\u00a310.50"})
    EXPECT_TRUE(says(region, 0, text)) << text;
}

TEST(SectionsTest, AHeadingStandsBesideTheRecordsOfItsSection) {
  const auto doc = html::parse(in_sections("<h2>Year #</h2>", "", "<p><a href=/#>More #</a></p>"));
  const Region region = mine(doc.document).at(0);
  ASSERT_EQ(region.records.size(), 12U);
  EXPECT_TRUE(says(region, 5, "Year A"));
  EXPECT_TRUE(says(region, 6, "Year B"));
  EXPECT_FALSE(says(region, 5, "More A"));  // It follows the records, and is not about them.
}

TEST(SectionsTest, ASecondHeadingInASectionIsNobodysNeighbour) {
  const auto doc = html::parse(in_sections("<h2>Year #</h2>", "<h3>Laws #</h3>", ""));
  const Region region = mine(doc.document).at(0);
  ASSERT_EQ(region.records.size(), 12U);
  for (const char* text : {"Year A", "Laws A"}) EXPECT_FALSE(says(region, 4, text)) << text;
}

TEST(RegionTest, ColumnsAtOnePathTakeOneName) {
  const Region known = with_columns({{"title", "h2/a"}, {"price", "b"}});
  Region other = with_columns({{"name", "h2/a"}, {"price", "i"}});
  EXPECT_TRUE(take_names(known, other));
  EXPECT_EQ(other.columns[0].name, "title");
  EXPECT_EQ(other.columns[1].name, "price_2");
  Region foreign = with_columns({{"name", "h2/a"}, {"x", "u"}, {"y", "s"}});
  EXPECT_FALSE(take_names(known, foreign));
  EXPECT_EQ(foreign.columns[0].name, "name");
}

TEST(RegionTest, AValueOfSeveralTextsIsLabelledAtItsElement) {
  std::string html = "<ul>";
  for (const char* n : {"one", "two", "three", "four"}) {
    html += std::string("<li><h3><a href=/") + n + ">Lamp <b>number " + n +
            "</b></a></h3> <p>of brass " + n + "</p></li>";
  }
  model::Page page = model::html_page(html + "</ul>");
  const auto regions = mine(page.document);
  ASSERT_FALSE(regions.empty());
  const auto labels = to_labels(page, regions[0]);
  const auto title = std::find_if(labels.begin(), labels.end(),
                                  [](const auto& l) { return l.value == "Lamp number two"; });
  ASSERT_NE(title, labels.end());
  EXPECT_TRUE(title->path.ends_with("/li[2]/h3[1]/a[1]")) << title->path;
}

TEST(RegionTest, AColumnWhoseTextsAreSplitByMarksHasNoLabels) {
  std::string html = "<ul>";
  for (const char* n : {"one", "two", "three", "four", "five"}) {
    const bool marked = std::string_view(n) == "three";
    html += std::string("<li><h3><a href=/") + n + ">Lamp " + n +
            "</a></h3><div>It is <i>very</i> " + (marked ? "<b>" : "") + n +
            (marked ? "</b>" : "") + " indeed<p>brass " + n + "</p></div></li>";
  }
  model::Page page = model::html_page(html + "</ul>");
  const auto regions = mine(page.document);
  ASSERT_FALSE(regions.empty());
  std::map<std::string, size_t> cells;
  for (const Column& column : regions[0].columns) {
    for (const Cell& cell : column.cells) cells[column.name] += cell.node != dom::kNoNode ? 1 : 0;
  }
  std::map<std::string, size_t> labelled;
  for (const model::Label& label : to_labels(page, regions[0])) ++labelled[label.attribute];
  EXPECT_LT(labelled.size(), cells.size()) << "the split column";
  for (const auto& [name, count] : labelled) EXPECT_EQ(count, cells[name]) << name;
}

}  // namespace
}  // namespace weft::mine
