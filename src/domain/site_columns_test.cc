#include "domain/site_columns.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "html/parser.h"

namespace weft::domain {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

std::vector<model::Page> pages_of(const std::vector<std::string>& bodies) {
  std::vector<model::Page> pages;
  for (size_t i = 0; i < bodies.size(); ++i) {
    model::Page page;
    page.id = std::to_string(i);
    page.document = html::parse("<title>t</title>" + bodies[i]).document;
    pages.push_back(std::move(page));
  }
  return pages;
}

// The values of every column, page by page.
std::vector<std::string> columns_of(const std::vector<std::string>& bodies) {
  const std::vector<model::Page> pages = pages_of(bodies);
  std::vector<const model::Page*> pointers;
  for (const model::Page& page : pages) pointers.push_back(&page);
  const SiteColumns site = find_columns(pointers, {.least_pages = 2});
  std::vector<std::string> columns;
  for (const Column& column : site.columns) {
    std::string values;
    for (const int32_t n : column.nodes) {
      values += n < 0 ? "-" : site.strings.text(site.nodes[static_cast<size_t>(n)].value);
      values += '|';
    }
    columns.push_back(values);
  }
  return columns;
}

TEST(SiteColumnsTest, TheSamePlaceIsAColumn) {
  EXPECT_THAT(columns_of({"<h1>Lamp</h1><p>Red</p>", "<h1>Chair</h1><p>Blue</p>"}),
              ::testing::UnorderedElementsAre("Lamp|Chair|", "Red|Blue|"));
}

TEST(SiteColumnsTest, ALabelFindsItsValueWhereverItStands) {
  EXPECT_THAT(
      columns_of(
          {"<dl><dt>Price</dt><dd>5</dd><dt>Size</dt><dd>XL</dd></dl>",
           "<dl><dt>Size</dt><dd>M</dd><dt>Price</dt><dd>7</dd></dl>",
           "<dl><dt>Colour</dt><dd>red</dd><dt>Size</dt><dd>S</dd><dt>Price</dt><dd>9</dd></dl>"}),
      Contains("5|7|9|"));
}

TEST(SiteColumnsTest, OwnLabelsArePartOfNoValue) {
  EXPECT_THAT(columns_of({"<p>By: Ann</p><p>x</p>", "<p>By: Bob</p><p>y</p>"}),
              Contains("Ann|Bob|"));
}

TEST(SiteColumnsTest, ALabelOfOnePageAloneIsPartOfTheValue) {
  EXPECT_THAT(
      columns_of({"<h1>Kit: Many Happy Returns</h1>", "<h1>Emma</h1>", "<h1>Dune: Part Two</h1>"}),
      Contains("Kit: Many Happy Returns|Emma|Dune: Part Two|"));
}

TEST(SiteColumnsTest, WhatNeverChangesIsNoData) {
  const std::vector<std::string> bodies = {"<b>Shop</b><i>1</i>", "<b>Shop</b><i>2</i>",
                                           "<b>Shop</b><i>3</i>", "<b>Shop</b><i>4</i>"};
  EXPECT_THAT(columns_of(bodies), ElementsAre("1|2|3|4|"));
}

TEST(SiteColumnsTest, DepthAndEmptyPagesAreNoDanger) {
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += "<div>";
  EXPECT_THAT(columns_of({deep + "a", deep + "b", ""}), Contains("a|b|-|"));
  EXPECT_THAT(columns_of({}), ElementsAre());
}

}  // namespace
}  // namespace weft::domain
