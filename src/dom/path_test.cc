#include "dom/path.h"

#include <map>

#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

using testing::tree;

TEST(PathTest, IndexedPathsCountLikeSiblings) {
  const Document doc = tree("html(body(div p('x' b 'y') div))");
  std::vector<std::string> paths;
  for (const NodeId n : doc.nodes()) paths.push_back(indexed_path(doc, n));
  const std::vector<std::string> expected = {"/",
                                             "/html[1]",
                                             "/html[1]/body[1]",
                                             "/html[1]/body[1]/div[1]",
                                             "/html[1]/body[1]/p[1]",
                                             "/html[1]/body[1]/p[1]/text()[1]",
                                             "/html[1]/body[1]/p[1]/b[1]",
                                             "/html[1]/body[1]/p[1]/text()[2]",
                                             "/html[1]/body[1]/div[2]"};
  EXPECT_EQ(paths, expected);
  EXPECT_EQ(tag_path(doc, NodeId{6}), "html/body/p/b");
}

TEST(PathTest, ResolvingInvertsIndexedPathOnAllSmallTrees) {
  for (const Document& doc : testing::all_trees(5, "ab")) {
    for (const NodeId n : doc.nodes())
      ASSERT_EQ(*resolve_indexed_path(doc, indexed_path(doc, n)), n);
  }
}

TEST(PathTest, SaysWhatIsWrongWithAPath) {
  const Document doc = tree("html(body)");
  EXPECT_EQ(resolve_indexed_path(doc, "/html/body[2]").error().code, ErrorCode::kNotFound);
  for (const char* bad : {"", "html", "/html[", "/html[0]", "//html", "/html[1]x"}) {
    EXPECT_EQ(resolve_indexed_path(doc, bad).error().code, ErrorCode::kInvalidArgument) << bad;
  }
}

TEST(PathTest, HashesAreEqualExactlyForEqualTagPaths) {
  const auto trees = testing::all_trees(4, "ab");
  std::map<uint64_t, std::string> seen;
  for (const Document& doc : trees) {
    const auto hashes = tag_path_hashes(doc);
    for (const NodeId n : doc.nodes()) {
      const auto [it, inserted] = seen.emplace(hashes[n], tag_path(doc, n));
      ASSERT_EQ(it->second, tag_path(doc, n));
    }
  }
}

TEST(PathTest, PathsOfManyNodesAgreeWithThoseOfOne) {
  const Document doc = tree("html(body(div p('x' b 'y') div(a a('z'))))");
  const IndexedPaths paths(doc, NodeId{doc.size()});
  for (const NodeId n : doc.nodes()) ASSERT_EQ(paths.path(n), indexed_path(doc, n));
  EXPECT_EQ(paths.path(NodeId{3}, atoms::kHref), "/html[1]/body[1]/div[1]/@href");
  for (const Document& small : testing::all_trees(4, "ab")) {
    const IndexedPaths all(small, NodeId{small.size()});
    for (const NodeId n : small.nodes()) ASSERT_EQ(all.path(n), indexed_path(small, n));
  }
}

TEST(PathTest, SurvivesDeepTrees) {
  constexpr uint32_t kDepth = 200'000;
  const Document deep = testing::chain(kDepth);
  const std::string path = indexed_path(deep, NodeId{kDepth});
  EXPECT_EQ(path.size(), kDepth * 5U);  // "/a[1]"
  EXPECT_EQ(*resolve_indexed_path(deep, path), NodeId{kDepth});
  EXPECT_EQ(tag_path(deep, NodeId{kDepth}).size(), kDepth * 2U - 1);
  EXPECT_NE(tag_path_hashes(deep)[NodeId{kDepth}], tag_path_hashes(deep)[NodeId{kDepth - 1}]);
  EXPECT_EQ(IndexedPaths(deep, NodeId{kDepth + 1}).path(NodeId{kDepth}), path);
}

}  // namespace
}  // namespace weft::dom
