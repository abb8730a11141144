#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "dom/testing/tree.h"
#include "domain/amber/steps.h"

namespace weft::domain::amber {
namespace {

using ::testing::ElementsAre;

std::vector<dom::NodeId> elements_named(const dom::Document& doc, std::string_view name) {
  std::vector<dom::NodeId> nodes;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name_text(n) == name) nodes.push_back(n);
  }
  return nodes;
}

// Their ids, area by area: "p11 p12 p13".
std::vector<std::string> areas_of(const dom::Document& doc,
                                  const std::vector<dom::NodeId>& pivots) {
  std::vector<std::string> texts;
  for (const PivotSet& area : identify_areas(doc, pivots, {})) {
    std::string text;
    for (const dom::NodeId n : area.pivots) {
      if (!text.empty()) text += ' ';
      text += doc.attribute(n, dom::atoms::kId).value_or("?");
    }
    texts.push_back(fmt::format("{}: {}", doc.name_text(area.root), text));
  }
  return texts;
}

// [Amber] Figure 4.3: three prices six steps apart, two in another list, one too deep, one too far.
TEST(DataAreasTest, TheFigureHasTwoAreas) {
  const dom::Document doc = dom::testing::tree(
      "html(body(div(ul(li(i(b#p11)) li(i(b#p12)) li(i(b#p13))))"
      " div(ol(li(b#p21) li(b#p22)))"
      " div(div(div(div(div(div(div(b#p31)))))))"
      " div(div(div(div(b#p41))))))");
  EXPECT_THAT(areas_of(doc, elements_named(doc, "b")),
              ElementsAre("ul: p11 p12 p13", "ol: p21 p22"));
}

TEST(DataAreasTest, AGridIsOneArea) {
  const dom::Document doc = dom::testing::tree(
      "html(b#above table(tr(td(b#a) td(b#b)) tr(td(b#c) td(b#d)) tr(td(b#e))))");
  EXPECT_THAT(areas_of(doc, elements_named(doc, "b")), ElementsAre("table: a b c d e"));
}

TEST(DataAreasTest, DepthsMayDifferByOne) {
  const dom::Document doc = dom::testing::tree("ul(li(b#a) li(i(b#b)) li(b#c) li(i(i(i(b#d)))))");
  EXPECT_THAT(areas_of(doc, elements_named(doc, "b")), ElementsAre("ul: a b c"));
}

TEST(DataAreasTest, TagsAreNotMixed) {
  const dom::Document doc = dom::testing::tree("ul(li(b#a) li(i#b) li(b#c) li(i#d))");
  std::vector<dom::NodeId> pivots = elements_named(doc, "b");
  for (const dom::NodeId n : elements_named(doc, "i")) pivots.push_back(n);
  std::sort(pivots.begin(), pivots.end());
  EXPECT_THAT(areas_of(doc, pivots), ElementsAre("ul: a c", "ul: b d"));
}

bool is_consistent(const dom::Document& doc, const std::vector<dom::NodeId>& set) {
  uint32_t nearest = UINT32_MAX;
  uint32_t farthest = 0;
  for (size_t i = 0; i < set.size(); ++i) {
    for (size_t j = i + 1; j < set.size(); ++j) {
      const uint32_t meet = doc.depth(doc.lowest_common_ancestor(set[i], set[j]));
      const uint32_t distance = doc.depth(set[i]) + doc.depth(set[j]) - 2 * meet;
      nearest = std::min(nearest, distance);
      farthest = std::max(farthest, distance);
    }
  }
  return farthest - nearest <= 2;
}

// The slow twin: the largest consistent subset there is, for pivot nodes of one depth.
TEST(DataAreasTest, TheFirstAreaIsTheLargestConsistentSet) {
  size_t compared = 0;
  for (const dom::Document& doc : dom::testing::all_trees(9, "a")) {
    uint32_t deepest = 0;
    for (const dom::NodeId n : doc.nodes()) deepest = std::max(deepest, doc.depth(n));
    std::vector<dom::NodeId> pivots;
    for (const dom::NodeId n : doc.nodes()) {
      if (doc.depth(n) == deepest) pivots.push_back(n);
    }
    size_t largest = 0;
    for (uint32_t bits = 0; bits < 1U << pivots.size(); ++bits) {
      std::vector<dom::NodeId> set;
      for (size_t i = 0; i < pivots.size(); ++i) {
        if ((bits >> i & 1) != 0) set.push_back(pivots[i]);
      }
      if (set.size() >= 2 && is_consistent(doc, set)) largest = std::max(largest, set.size());
    }
    const auto areas = identify_areas(doc, pivots, {});
    ASSERT_EQ(areas.empty() ? 0 : areas[0].pivots.size(), largest)
        << dom::testing::to_string(doc, dom::NodeId{1});
    for (const PivotSet& area : areas) ASSERT_TRUE(is_consistent(doc, area.pivots));
    ++compared;
  }
  EXPECT_GT(compared, 1000U);
}

// Whatever the depths, an area is consistent.
TEST(DataAreasTest, AreasOfAllDepthsAreConsistent) {
  for (const dom::Document& doc : dom::testing::all_trees(7, "ab")) {
    std::vector<dom::NodeId> pivots;
    for (const dom::NodeId n : elements_named(doc, "b")) {
      const bool nested = std::any_of(pivots.begin(), pivots.end(),
                                      [&](dom::NodeId p) { return doc.contains(p, n); });
      if (!nested) pivots.push_back(n);
    }
    for (const PivotSet& area : identify_areas(doc, pivots, {}))
      ASSERT_TRUE(is_consistent(doc, area.pivots)) << dom::testing::to_string(doc, dom::NodeId{1});
  }
}

}  // namespace
}  // namespace weft::domain::amber
