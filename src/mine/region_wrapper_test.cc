#include "mine/region_wrapper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dom/path.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "mine/node_paths.h"

namespace weft::mine {
namespace {

using ::testing::SizeIs;

model::Page page_of(int first, int count, bool sale) {
  std::string html =
      "<html><body><div class=head><a href=/>Home</a></div><div class=results><ol class=list>";
  for (int i = first; i < first + count; ++i) {
    const std::string n = std::to_string(i);
    html += "<li class=item><h3><a href=/b" + n + ">Book number " + n +
            "</a></h3><i class=author>Author of " + n + "</i><span class=cost>€ " + n +
            ".00</span>";
    if (sale && i % 2 == 0) html += "<em class=sale>Sale until May " + n + "</em>";
    html += "</li>";
  }
  model::Page page;
  page.id = "page " + std::to_string(first);
  page.document = html::parse(html + "</ol></div></body></html>").document;
  return page;
}

RegionWrapper learn(const model::Page& page) {
  const PageIndex index(page.document);
  return RegionWrapper(index, mine(page.document).at(0));
}

TEST(RegionWrapperTest, FindsTheRecordsOfAnotherPage) {
  const RegionWrapper wrapper = learn(page_of(1, 8, false));
  const auto extraction = wrapper.apply(page_of(20, 3, false));
  ASSERT_THAT(extraction.records, SizeIs(3));
  EXPECT_EQ(extraction.records[0].find("title")->text, "Book number 20");
  EXPECT_EQ(extraction.records[2].find("author")->text, "Author of 22");
}

TEST(RegionWrapperTest, SurvivesAJourneyThroughJson) {
  const RegionWrapper wrapper = learn(page_of(1, 8, false));
  const auto json = model::save_wrapper(wrapper);
  const auto loaded = model::load_wrapper(json);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(model::save_wrapper(**loaded), json);
  EXPECT_THAT((*loaded)->apply(page_of(5, 4, false)).records, SizeIs(4));
}

TEST(RegionWrapperTest, RefusesWhatItDidNotWrite) {
  for (const char* text :
       {R"({})", R"({"record":{"paths":[]}})", R"({"record":{"paths":["a"],"siblings":1}})",
        R"({"record":{"paths":["a"],"siblings":1},"columns":[{}]})"}) {
    const auto json = nlohmann::ordered_json::parse(text);
    EXPECT_FALSE(RegionWrapper::from_json(json).ok()) << text;
  }
}

TEST(RegionWrapperTest, MergesColumnsOfSeveralPages) {
  RegionWrapper wrapper = learn(page_of(1, 8, false));
  const size_t before = wrapper.columns().size();
  wrapper.merge(learn(page_of(1, 8, true)));
  EXPECT_EQ(wrapper.columns().size(), before + 1);
  const auto extraction = wrapper.apply(page_of(2, 2, true));
  ASSERT_THAT(extraction.records, SizeIs(2));
  ASSERT_NE(extraction.records[0].find("sale"), nullptr);
  EXPECT_EQ(extraction.records[1].find("sale"), nullptr);
}

TEST(RegionWrapperTest, FindsNothingOnAnotherTemplate) {
  model::Page other;
  other.document = html::parse("<p>One</p><p>Two</p>").document;
  const auto extraction = learn(page_of(1, 8, false)).apply(other);
  EXPECT_THAT(extraction.records, SizeIs(0));
  EXPECT_THAT(extraction.diagnostics, SizeIs(1));
}

TEST(RegionWrapperTest, ExplainsWhyAValueIsInItsColumn) {
  const model::Page page = page_of(1, 8, false);
  const RegionWrapper wrapper = learn(page);
  const auto extraction = wrapper.apply(page);
  const auto node = dom::resolve_indexed_path(
      page.document, extraction.records[1].find("author")->provenance.path);
  ASSERT_TRUE(node.ok());
  const auto explanations = wrapper.explain(page, *node);
  ASSERT_THAT(explanations, SizeIs(1));
  EXPECT_EQ(explanations[0].attribute, "author");
  EXPECT_TRUE(explanations[0].extracted);
}

TEST(NodePathsTest, AgreesWithIndexedPathOnEveryNode) {
  const model::Page page = page_of(1, 5, true);
  const NodePaths paths(page.document, dom::NodeId{page.document.size()});
  for (const dom::NodeId n : page.document.nodes()) {
    ASSERT_EQ(paths.path(n), dom::indexed_path(page.document, n));
  }
}

}  // namespace
}  // namespace weft::mine
