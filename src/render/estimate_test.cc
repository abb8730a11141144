#include "render/estimate.h"

#include "gtest/gtest.h"
#include "html/parser.h"
#include "render/style_sheet.h"

namespace weft::render {
namespace {

struct Estimated {
  dom::Document document;
  dom::Layout layout;

  [[nodiscard]] dom::NodeId at(std::string_view id) const {
    for (const dom::NodeId n : document.nodes()) {
      if (document.attribute(n, dom::atoms::kId) == id) return n;
    }
    return dom::kNoNode;
  }
  // Of the text in the element.
  [[nodiscard]] bool visible(std::string_view id) const {
    return layout.visible(document.first_child(at(id)));
  }
  [[nodiscard]] float size(std::string_view id) const { return layout.style(at(id)).font_size; }
  [[nodiscard]] const dom::Box& box(std::string_view id) const { return layout.box(at(id)); }
};

Estimated estimate(std::string_view html, const EstimateOptions& options = {}) {
  Estimated estimated{html::parse(html).document, {}};
  estimated.layout = estimate_layout(estimated.document, options);
  return estimated;
}

TEST(EstimateTest, TagsHaveTheSizesThatBrowsersGiveThem) {
  const auto page = estimate("<h1 id=h>a</h1><p id=p>b<small id=s>c</small><b id=b>d</b></p>");
  EXPECT_EQ(page.size("h"), 32);
  EXPECT_EQ(page.size("p"), 16);
  EXPECT_NEAR(page.size("s"), 13.33, 0.01);
  EXPECT_EQ(page.layout.style(page.at("b")).font_weight, 700);
  EXPECT_TRUE(page.visible("h"));
}

TEST(EstimateTest, TheStrongerRuleWins) {
  const auto page = estimate(
      "<style>p{font-size:10px} .big{font-size:20px} #one{font-size:30px}"
      "p.big{font-size:25px} b{font-size:40px !important} div > i{font-size:50px}"
      "ul i{font-size:60px} a:not(.x){font-size:12px} h2 + em{font-size:70px}</style>"
      "<p id=a>a</p><p id=b class=big>b</p><p id=one class=big>c</p><b id=d "
      "style='font-size:1px'>d</b>"
      "<div><i id=e>e</i><u><i id=f>f</i></u></div><a id=g>g</a><a id=h class=x>h</a>"
      "<h2>h</h2><em id=i>i</em>");
  EXPECT_EQ(page.size("a"), 10);
  EXPECT_EQ(page.size("b"), 25);
  EXPECT_EQ(page.size("one"), 30);
  EXPECT_EQ(page.size("d"), 40);
  EXPECT_EQ(page.size("e"), 50);
  EXPECT_EQ(page.size("f"), 16);
  EXPECT_EQ(page.size("g"), 12);
  EXPECT_EQ(page.size("h"), 16);
  EXPECT_EQ(page.size("i"), 70);
}

TEST(EstimateTest, MediaQueriesAndVariablesAreRead) {
  const auto page = estimate(
      "<style>:root{--large:22px} @media (max-width:600px){#a{font-size:1px}}"
      "@media screen and (min-width:1000px){#b{font-size:21px}} @media print{#b{display:none}}"
      "#c{font-size:var(--large)} #d{font-size:var(--none, 1.5em)} @font-face{font-size:3px}"
      "#e::before{font-size:2px} #e:hover{display:none}</style>"
      "<p id=a>a<p id=b>b<p id=c>c<p id=d>d<p id=e>e");
  EXPECT_EQ(page.size("a"), 16);
  EXPECT_EQ(page.size("b"), 21);
  EXPECT_EQ(page.size("c"), 22);
  EXPECT_EQ(page.size("d"), 24);
  EXPECT_TRUE(page.visible("e"));
}

TEST(EstimateTest, WhatNobodySeesIsNotVisible) {
  const auto page = estimate(
      "<style>.none{display:none} .sr{position:absolute;width:1px;height:1px;overflow:hidden}"
      ".off{position:absolute;left:-9999px} .hid{visibility:hidden}</style>"
      "<p id=a class=none>a</p><p id=b class=sr>b</p><p id=c class=off>c</p>"
      "<div class=hid><p id=d>d</p><p id=e style='visibility:visible'>e</p></div>"
      "<p id=f hidden>f</p><details><summary id=g>g</summary><p id=h>h</p></details>"
      "<p id=i style='opacity:0'>i</p><noscript id=j>j</noscript><p id=k "
      "style='text-indent:-999em'>k");
  for (const char* id : {"a", "b", "c", "d", "f", "h", "i", "k"})
    EXPECT_FALSE(page.visible(id)) << id;
  for (const char* id : {"e", "g", "j"}) EXPECT_TRUE(page.visible(id)) << id;
  EXPECT_FALSE(estimate("<body><noscript id=j>j</noscript>", {.scripts = true}).visible("j"));
}

TEST(EstimateTest, ColumnsStandBesideEachOther) {
  const auto floats = estimate(
      "<!doctype html><body style='margin:0'><div style='width:1000px;margin:0 auto'>"
      "<div id=l style='float:left;width:700px'>left</div>"
      "<div id=r style='float:right;width:280px'>right</div></div>");
  EXPECT_EQ(floats.box("l").left, 183);
  EXPECT_EQ(floats.box("l").width, 700);
  EXPECT_EQ(floats.box("r").left, 183 + 720);
  EXPECT_EQ(floats.box("r").top, floats.box("l").top);

  const auto row = estimate(
      "<!doctype html><body style='margin:0'><div style='display:flex'>"
      "<div id=l style='width:300px'>a</div><div id=r style='flex:1'>b</div></div>");
  EXPECT_EQ(row.box("r").left, 300);
  EXPECT_NEAR(row.box("r").right(), 1366, 1);

  const auto table = estimate(
      "<!doctype html><body style='margin:0'><table width=1000><tr><td id=l width=250>a<td id=r "
      "width=750>b<tr><td id=below>c<td>d</table>");
  EXPECT_NEAR(table.box("r").left, 250, 2);
  EXPECT_NEAR(table.box("below").width, 250, 2);
  EXPECT_GT(table.box("below").top, table.box("l").top);
}

TEST(EstimateTest, BlocksFollowEachOtherAndTextFillsLines) {
  const std::string words(20'000, 'x');
  const auto page =
      estimate("<p id=a>" + words + "</p><p id=b>end</p><p id=c style='text-align:center'>x");
  EXPECT_GT(page.box("a").height, 1000);
  EXPECT_GE(page.box("b").top, page.box("a").bottom());
  EXPECT_GT(page.layout.box(page.document.first_child(page.at("c"))).left, 600);
}

TEST(EstimateTest, LinkedStyleSheetsCountWhereTheyAreAtHand) {
  EstimateOptions options;
  options.style_sheets = {"/* all */ p { display: none } /* not closed"};
  EXPECT_FALSE(estimate("<p id=a>a", options).visible("a"));
}

TEST(EstimateTest, DeepPagesAndBrokenSheetsTakeBoundedTime) {
  std::string html =
      "<style>}}{{ a { b: c; } @media { p { :not(:not( } x y z > > { } .a:is(b) "
      "{display:none}</style>";
  for (int i = 0; i < 5'000; ++i) html += "<div><span>";
  const auto page = estimate(html + "text");
  EXPECT_EQ(page.layout.size(), page.document.size());
}

}  // namespace
}  // namespace weft::render
