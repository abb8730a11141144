#include "group/sample.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::group {
namespace {

using dom::testing::tree;

std::vector<PageOutline> outlines(const std::vector<std::string>& pages,
                                  PathStyle style = PathStyle::kClasses) {
  std::vector<PageOutline> result;
  for (const auto& page : pages) result.push_back(outline_of(tree(page), style));
  return result;
}

TEST(InformativenessTest, IsLowForRepeatedAndHighForVaryingText) {
  const std::vector<uint32_t> everywhere_the_same = {100};
  const std::vector<uint32_t> always_different(100, 1);
  EXPECT_DOUBLE_EQ(informativeness(everywhere_the_same, 100), 0);
  EXPECT_DOUBLE_EQ(informativeness(always_different, 100), 0.99);
  EXPECT_DOUBLE_EQ(informativeness(std::vector<uint32_t>{60, 20}, 100), 1 - 80.0 / 200);
}

TEST(OutlineTest, ListsTextByPlaceAndLeavesScriptsOut) {
  const auto page = tree("html(body(p.a('x') p.a('y') p.b('x') script('var') div(' ')))");
  EXPECT_EQ(outline_of(page, PathStyle::kTags).size(), 2u);     // body/p: x, y
  EXPECT_EQ(outline_of(page, PathStyle::kClasses).size(), 3u);  // p.a: x, y; p.b: x
  EXPECT_EQ(outline_of(page, PathStyle::kIndexed).size(), 3u);
  EXPECT_EQ(outline_of(tree("b(i('x') i('x'))"), PathStyle::kIndexed).size(), 2u);
  EXPECT_EQ(outline_of(tree("b(i('x') i('x'))"), PathStyle::kClasses).size(), 1u);
}

TEST(ChoosePagesTest, WeighsVaryingTextAboveMuchFurniture) {
  // Pages 1 to 19 share four paths that never vary; page 0 has only the two that do.
  std::vector<std::string> texts = {"r(b('0') i('0'))"};
  for (int i = 1; i < 20; ++i) {
    const std::string number = std::to_string(i);
    texts.push_back("r(p.f1('same') p.f2('same') p.f3('same') p.f4('same') " +
                    (i % 2 == 0 ? "b('" + number + "')" : "i('" + number + "')") + ")");
  }
  const auto pages = outlines(texts);
  EXPECT_EQ(choose_pages(pages, {.method = SampleMethod::kWeighted, .size = 1})[0].page, 0u);
  EXPECT_EQ(choose_pages(pages, {.method = SampleMethod::kGreedy, .size = 1})[0].page, 1u);
}

TEST(ChoosePagesTest, StopsWhenEverythingIsCovered) {
  const auto pages = outlines({"r(a('1'))", "r(a('2') b('1'))", "r(b('2'))"});
  const auto picks = choose_pages(pages, {.size = 0});
  ASSERT_EQ(picks.size(), 1u);
  EXPECT_EQ(picks[0].page, 1u);
  EXPECT_DOUBLE_EQ(picks[0].covered, 1);
}

TEST(ChoosePagesTest, GoesOnFromPagesThatAreLabelled) {
  const auto pages = outlines({"r(a('1') b('1'))", "r(a('2') b('2') c('1'))", "r(d('2') a('3'))"});
  const std::vector<uint32_t> labelled = {1, 99};
  const auto picks = choose_pages(pages, {.size = 5}, labelled);
  ASSERT_EQ(picks.size(), 1u);
  EXPECT_EQ(picks[0].page, 2u);
}

TEST(ChoosePagesTest, OnePageAndNoPagesAreFine) {
  EXPECT_TRUE(choose_pages({}).empty());
  EXPECT_EQ(choose_pages(outlines({"r(a('1'))"})).size(), 1u);
}

// Algorithm 2 as written: every page's gain anew in every round.
std::vector<uint32_t> by_definition(const std::vector<PageOutline>& pages, size_t size) {
  std::set<uint64_t> uncovered;
  for (const auto& page : pages) {
    for (const auto& entry : page) uncovered.insert(entry.path);
  }
  const auto paths_of = [](const PageOutline& page) {
    std::set<uint64_t> paths;
    for (const auto& entry : page) paths.insert(entry.path);
    return paths;
  };
  const auto weight = [&](uint64_t path) {
    double frequency = 0, sum = 0;
    std::set<uint64_t> contents;
    for (const auto& page : pages) {
      frequency += paths_of(page).contains(path) ? 1 : 0;
      for (const auto& entry : page) {
        if (entry.path != path) continue;
        contents.insert(entry.content);
        sum += 1;
      }
    }
    return frequency *
           (1 - sum / (static_cast<double>(pages.size()) * static_cast<double>(contents.size())));
  };
  std::vector<uint32_t> taken;
  while (!uncovered.empty() && taken.size() < size) {
    uint32_t best = 0;
    double best_weight = -1;
    size_t best_paths = 0;
    for (uint32_t p = 0; p < pages.size(); ++p) {
      double gain = 0;
      size_t added = 0;
      for (const uint64_t path : paths_of(pages[p])) {
        if (!uncovered.contains(path)) continue;
        gain += weight(path);
        ++added;
      }
      if (added == 0) continue;
      if (gain > best_weight + 1e-9 || (gain > best_weight - 1e-9 && added > best_paths)) {
        best = p, best_weight = gain, best_paths = added;
      }
    }
    taken.push_back(best);
    for (const uint64_t path : paths_of(pages[best])) uncovered.erase(path);
  }
  return taken;
}

TEST(ChoosePagesTest, AgreesWithTheDefinitionOnRandomPages) {
  std::mt19937 random(17);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<PageOutline> pages(1 + random() % 8);
    for (auto& page : pages) {
      std::set<PathContent> entries;
      const auto wanted = random() % 8;
      for (unsigned i = 0; i < wanted; ++i) entries.insert({random() % 10, random() % 3});
      page.assign(entries.begin(), entries.end());
    }
    std::vector<uint32_t> picks;
    for (const auto& pick : choose_pages(pages, {.size = 4})) picks.push_back(pick.page);
    ASSERT_EQ(picks, by_definition(pages, 4));
  }
}

}  // namespace
}  // namespace weft::group
