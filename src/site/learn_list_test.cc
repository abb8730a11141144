#include "site/learn_list.h"

#include "gtest/gtest.h"
#include "html/parser.h"
#include "mine/mine.h"

namespace weft::site {
namespace {

// Titles, then perhaps a chapter, an author, perhaps reviews: links that only their order tells apart.
std::string stories() {
  std::string html = "<main><ul>";
  for (int i = 1; i <= 12; ++i) {
    const std::string n = std::to_string(i);
    html += "<li><h3><a href=/s/" + n + ">The long story number " + n + "</a></h3> <span>" + n +
            ".50</span> ";
    if (i % 3 == 0) html += "<a href=/c/" + n + ">chapter " + n + "</a> ";
    html += "<a href=/u/" + n + ">writer " + n + "</a> ";
    if (i % 2 == 0) html += "<a href=/r/" + n + ">reviews " + n + "</a>";
    html += "</li>";
  }
  return html + "</ul></main>";
}

TEST(LearnListTest, GivesWhatWasMinedOrNothing) {
  model::Page page = model::html_page(stories(), {.id = "stories.html"});
  const auto regions = mine::mine(page.document);
  ASSERT_FALSE(regions.empty());
  const auto mined = mine::to_extraction(page, regions[0], mine::NestedOutput::kLeaveOut).records;
  ASSERT_EQ(mined.size(), 12u);

  const auto learned = learn_list({{&page, &regions[0]}});
  ASSERT_TRUE(learned.ok());
  const auto found = learned->induced.wrapper->apply(page).records;
  ASSERT_EQ(found.size(), mined.size());
  size_t values = 0;
  for (size_t r = 0; r < found.size(); ++r) {
    for (const auto& field : found[r].fields) {
      const model::Value* there = mined[r].find(field.name);
      ASSERT_NE(there, nullptr) << field.name;
      EXPECT_EQ(there->text, field.value.text) << field.name;
      EXPECT_NE(learned->schema.find(field.name), nullptr);
      ++values;
    }
  }
  EXPECT_GE(values, 36u);  // At least title, its address and the number.
}

TEST(LearnListTest, FailsWithoutLabels) { EXPECT_FALSE(learn_list({}).ok()); }

}  // namespace
}  // namespace weft::site
