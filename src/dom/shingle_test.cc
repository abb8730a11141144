#include "dom/shingle.h"

#include <set>
#include <string>
#include <vector>

#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

using testing::tree;

// html(body(HEAD item item … FOOT)), with `items` list items.
Document page_with_items(int items, const std::string& item = "li(a('x') span(b('y')))") {
  std::string text = "html(head(title('t') meta link link) body(div#top(a('home') a('help')) ul(";
  for (int i = 0; i < items; ++i) text += item + " ";
  return tree(text + ") table(tbody(tr(td('1') td('2')))) div(p('end') form(input input))))");
}

TEST(ShingleTest, EqualTagsGiveEqualVectorsWhateverTheText) {
  const ShingleVector a = shingle_vector(tree("html(body(p('one') p('two')))"));
  const ShingleVector b = shingle_vector(tree("html(body(p('three') p()))"));
  EXPECT_EQ(a, b);
}

TEST(ShingleTest, AnEmptyPageIsZeroAndAShortPageIsOneShingle) {
  EXPECT_EQ(shingle_vector(Document()).packed, 0u);
  EXPECT_NE(shingle_vector(tree("a(b)")), shingle_vector(tree("a(c)")));
}

TEST(ShingleTest, AgreementEstimatesTheOverlapOfShingleSets) {
  // Two random pages of 400 tags that share a middle part of 300: Jaccard about 0.6.
  uint64_t state = 7;
  const auto random_tags = [&](int n) {
    std::vector<std::string> tags;
    for (int i = 0; i < n; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      tags.push_back("t" + std::to_string(state >> 59));
    }
    return tags;
  };
  const auto page = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::string text = "r(";
    for (const auto& tag : a) text += tag + " ";
    for (const auto& tag : b) text += tag + " ";
    return tree(text + ")");
  };
  int equal = 0;
  constexpr int kTrials = 100;
  for (int trial = 0; trial < kTrials; ++trial) {
    const auto shared = random_tags(300);
    const auto a = shingle_vector(page(shared, random_tags(100)));
    const auto b = shingle_vector(page(shared, random_tags(100)));
    equal += static_cast<int>(agreement(a, b));
  }
  // 292 shared shingles of 292 + 2 · 100: 0.59 of 800 bytes, standard deviation 14.
  EXPECT_NEAR(equal, 8 * kTrials * 0.59, 60);
}

TEST(ShingleTest, ByteHashesMakeEveryLargePageLookAlike) {
  // The weakness of the formula as written, and the reason for the default.
  std::string a = "r(", b = "r(";
  for (int i = 0; i < 3000; ++i) {
    a += "a" + std::to_string(i) + " ";
    b += "b" + std::to_string(i) + " ";
  }
  const Document first = tree(a + ")"), second = tree(b + ")");
  EXPECT_EQ(shingle_vector(first, {.byte_hashes = true}),
            shingle_vector(second, {.byte_hashes = true}));
  EXPECT_LE(agreement(shingle_vector(first), shingle_vector(second)), 2u);
}

TEST(ShingleTest, CollapsedAndPlacesIgnoreTheLengthOfLists) {
  for (const ShingleKind kind : {ShingleKind::kCollapsed, ShingleKind::kPlaces}) {
    EXPECT_EQ(shingle_vector(page_with_items(1), {.kind = kind}),
              shingle_vector(page_with_items(40), {.kind = kind}));
  }
}

TEST(ShingleTest, CollapsingReachesListsInsideLists) {
  const ShingleOptions collapsed{.kind = ShingleKind::kCollapsed, .length = 3};
  const auto one = shingle_vector(tree("ul(li(b b b) li(b))"), collapsed);
  const auto other = shingle_vector(tree("ul(li(b))"), collapsed);
  EXPECT_EQ(one, other);
  EXPECT_NE(one, shingle_vector(tree("ul(li(b c) li(b))"), collapsed));
}

TEST(ShingleTest, PlacesTellClassesApart) {
  const ShingleOptions places{.kind = ShingleKind::kPlaces};
  EXPECT_NE(shingle_vector(tree("a(b.x)"), places), shingle_vector(tree("a(b.y)"), places));
}

TEST(ShingleTest, SurvivesDeepPages) {
  const Document deep = testing::chain(200'000);
  for (const ShingleKind kind :
       {ShingleKind::kTags, ShingleKind::kCollapsed, ShingleKind::kPlaces}) {
    EXPECT_EQ(shingle_vector(deep, {.kind = kind}), shingle_vector(deep, {.kind = kind}));
  }
}

TEST(ShingleTest, PlacesIgnoreContentMarkupDeepInThePage) {
  const ShingleOptions places{.kind = ShingleKind::kPlaces};
  const auto with_text = [&](const std::string& text) {
    return shingle_vector(tree("a(b(c(d(e(f(g(h(i.text(" + text + ")))))))))"), places);
  };
  EXPECT_EQ(with_text("'one'"), with_text("p('one') p(b('two') br) ul(li('three'))"));
}

TEST(MaskedShingleTest, CoversTheVectorOfThePapersExample) {
  const auto masked = parse_shingle("1.2.*.4.5.*.7.8");
  ASSERT_TRUE(masked.ok());
  EXPECT_TRUE(masked->covers(ShingleVector::of({1, 2, 3, 4, 5, 6, 7, 8})));
  EXPECT_FALSE(masked->covers(ShingleVector::of({1, 2, 3, 4, 5, 6, 7, 9})));
  EXPECT_EQ(masked->agreeing(ShingleVector::of({1, 2, 3, 4, 5, 6, 7, 9})), 5u);
  EXPECT_EQ(masked->fixed_count(), 6u);
  EXPECT_EQ(to_string(*masked), "1.2.*.4.5.*.7.8");
}

TEST(MaskedShingleTest, RefusesWhatItDidNotWrite) {
  for (const char* text : {"", "1.2.3", "1.2.3.4.5.6.7.8.9", "1.2.3.4.5.6.7.256", "1..3.4.5.6.7.8",
                           "1.2.3.4.5.6.7.x"}) {
    EXPECT_FALSE(parse_shingle(text).ok()) << text;
  }
}

}  // namespace
}  // namespace weft::dom
