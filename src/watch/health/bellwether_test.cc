#include "watch/health/bellwether.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::watch {
namespace {

TEST(BellwetherTest, PagesOfEveryShapeAreChosen) {
  std::vector<dom::Document> docs;
  for (int i = 0; i < 40; ++i) {
    std::string html = "<body><h1>x</h1><p>y</p>";
    if (i == 7) html += "<table><tr><td>odd</table>";
    if (i == 30) html += "<dl><dt>odd<dd>too</dl>";
    docs.push_back(html::parse(html).document);
  }
  std::vector<const dom::Document*> pages;
  for (const dom::Document& doc : docs) pages.push_back(&doc);
  const auto chosen = choose_bellwethers(pages, {.count = 10});
  const std::set<uint32_t> set(chosen.begin(), chosen.end());
  EXPECT_EQ(set.size(), 10u);
  EXPECT_TRUE(set.contains(7));
  EXPECT_TRUE(set.contains(30));
}

TEST(BellwetherTest, FewPagesAreAllChosenAndNoneIsNone) {
  const dom::Document doc = html::parse("<p>x").document;
  const dom::Document* const pages[] = {&doc, &doc};
  EXPECT_EQ(choose_bellwethers(pages).size(), 2u);
  EXPECT_TRUE(choose_bellwethers({}).empty());
}

TEST(SignatureTest, OpensTheBytesInWhichPagesDiffer) {
  std::vector<dom::ShingleVector> vectors;
  for (uint8_t i = 0; i < 10; ++i)
    vectors.push_back(dom::ShingleVector::of({1, 2, 3, i, 5, 6, 7, 8}));
  EXPECT_EQ(dom::to_string(covering_signature(vectors)), "1.2.3.*.5.6.7.8");
  vectors.resize(1);
  EXPECT_EQ(covering_signature(vectors).fixed_count(), 8u);
  EXPECT_EQ(covering_signature({}).fixed_count(), 0u);
}

TEST(SignatureTest, OneOddPageInTenChangesNothing) {
  std::vector<dom::ShingleVector> vectors(9, dom::ShingleVector::of({1, 2, 3, 4, 5, 6, 7, 8}));
  vectors.push_back(dom::ShingleVector::of({9, 9, 9, 9, 9, 9, 9, 9}));
  EXPECT_EQ(covering_signature(vectors).fixed_count(), 8u);
}

}  // namespace
}  // namespace weft::watch
