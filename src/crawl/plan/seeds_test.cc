#include "crawl/plan/seeds.h"

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

using Links = std::vector<std::pair<Vertex, Vertex>>;

// The graph of [Zheng] Fig. 4.1 as the text describes it: node 1 links to 3, 4, 5, 6 and 11; node 2
// has four links, most of them to the same pages; node 9 has three to pages of its own.
LinkGraph figure_4_1() {
  return LinkGraph::from_links({{1, 3},
                                {1, 4},
                                {1, 5},
                                {1, 6},
                                {1, 11},
                                {2, 4},
                                {2, 5},
                                {2, 6},
                                {2, 7},
                                {9, 8},
                                {9, 10},
                                {9, 12}});
}

std::vector<float> ones(const LinkGraph& graph) { return std::vector<float>(graph.size(), 1.0F); }

TEST(SeedsTest, Figure41TellsOutDegreeFromMaxOut) {
  const LinkGraph graph = figure_4_1();
  const auto choose = [&](SeedMethod method) {
    return select_seeds(graph, ones(graph), {.method = method, .seeds = 2, .hops = 1});
  };
  EXPECT_EQ(choose(SeedMethod::kOutDegree), (std::vector<Vertex>{1, 2}));
  EXPECT_EQ(choose(SeedMethod::kMaxOut), (std::vector<Vertex>{1, 9}));
}

LinkGraph random_graph(Vertex size, double links_per_page, uint64_t seed) {
  Links links;
  const auto count = static_cast<uint64_t>(size * links_per_page);
  for (uint64_t i = 0; i < count; ++i) {
    links.emplace_back(hash_combine(seed, 2 * i) % size, hash_combine(seed, 2 * i + 1) % size);
  }
  return LinkGraph::from_links(std::move(links), size);
}

// Algorithm 1 and 3 as written: every weight computed anew in every round.
std::vector<Vertex> greedy_by_definition(const LinkGraph& graph, std::vector<float> values,
                                         uint32_t k, uint32_t hops, uint32_t depth) {
  Walker walker(graph);
  std::vector<Vertex> seeds;
  while (seeds.size() < k &&
         std::any_of(values.begin(), values.end(), [](float v) { return v > 0; })) {
    Vertex best = 0;
    double best_weight = -1e30;
    for (Vertex v = 0; v < graph.size(); ++v) {
      double weight = 0;
      for (const Vertex u : walker.within(v, depth)) weight += values[u];
      if (weight > best_weight) {
        best = v;
        best_weight = weight;
      }
    }
    for (const Vertex u : walker.within(best, hops)) values[u] = 0;
    seeds.push_back(best);
  }
  return seeds;
}

TEST(SeedsTest, LazyWeightsChooseWhatTheDefinitionChooses) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const LinkGraph graph = random_graph(30, 1.5, seed);
    std::vector<float> values(graph.size());
    for (Vertex v = 0; v < graph.size(); ++v) {
      values[v] = page_value(
          {.spam = hash_combine(seed, v) % 9 == 0, .clicked = hash_combine(seed, v) % 7 == 0});
    }
    for (const uint32_t depth : {1U, 2U, 3U}) {
      ASSERT_EQ(
          select_seeds(graph, values,
                       {.method = SeedMethod::kMaxWeight, .seeds = 6, .hops = 3, .depth = depth}),
          greedy_by_definition(graph, values, 6, 3, depth))
          << "seed " << seed << " depth " << depth;
    }
  }
}

TEST(SeedsTest, EveryMethodReturnsDistinctPagesAndStopsWhenAllIsCovered) {
  const LinkGraph graph = random_graph(200, 3, 5);
  for (int m = 0; m <= static_cast<int>(SeedMethod::kSketch); ++m) {
    const auto seeds =
        select_seeds(graph, ones(graph), {.method = SeedMethod(m), .seeds = 1000, .hops = 2});
    EXPECT_EQ(std::set<Vertex>(seeds.begin(), seeds.end()).size(), seeds.size())
        << name_of(SeedMethod(m));
    EXPECT_DOUBLE_EQ(coverage(graph, ones(graph), seeds, 2).back().pages, 1.0)
        << name_of(SeedMethod(m));
  }
}

TEST(SeedsTest, SketchesCoverNearlyWhatTheExactGreedyCovers) {
  const LinkGraph graph = random_graph(3000, 1.1, 9);
  const auto covered = [&](SeedMethod method) {
    const auto seeds = select_seeds(graph, ones(graph), {.method = method, .seeds = 5, .hops = 5});
    return coverage(graph, ones(graph), seeds, 5).back().value;
  };
  EXPECT_GE(covered(SeedMethod::kSketch), 0.9 * covered(SeedMethod::kGreedy));
}

TEST(SeedsTest, SketchesEstimateReachWithinTheirError) {
  const LinkGraph graph = random_graph(2000, 4, 3);
  Walker walker(graph);
  double ratio = 0;
  int counted = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {  // The ranks of one draw are shared by all pages.
    const auto estimate = estimate_reach(graph, ones(graph), 4, seed);
    for (Vertex v = 0; v < graph.size(); v += 10) {
      const auto exact = static_cast<double>(walker.within(v, 4).size());
      if (exact < 160) continue;
      ratio += estimate[v] / exact;
      ++counted;
    }
  }
  EXPECT_NEAR(ratio / counted, 1.0, 0.1);
}

TEST(LinkGraphTest, DropsDoubleLinksAndLinksToOneself) {
  const LinkGraph graph = LinkGraph::from_links({{0, 1}, {0, 1}, {0, 0}, {1, 1}, {0, 2}}, 5);
  EXPECT_EQ(graph.size(), 5U);
  EXPECT_EQ(graph.links(), 2U);
  EXPECT_EQ(std::vector<Vertex>(graph.out(0).begin(), graph.out(0).end()),
            (std::vector<Vertex>{1, 2}));
}

TEST(ComponentsTest, AgreeWithMutualReachabilityOnRandomGraphs) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const LinkGraph graph = random_graph(12, 1.6, seed);
    const Components components = strongly_connected_components(graph);
    Walker walker(graph);
    std::vector<std::set<Vertex>> reach;
    for (Vertex v = 0; v < graph.size(); ++v) {
      const auto reached = walker.within(v, UINT32_MAX);
      reach.emplace_back(reached.begin(), reached.end());
    }
    for (Vertex a = 0; a < graph.size(); ++a) {
      for (Vertex b = 0; b < graph.size(); ++b) {
        const bool mutual = reach[a].contains(b) && reach[b].contains(a);
        ASSERT_EQ(components.of[a] == components.of[b], mutual);
        if (reach[a].contains(b)) {
          ASSERT_GE(components.of[a], components.of[b]);
        }
      }
    }
  }
}

TEST(ComponentsTest, SurvivesAPathThatWouldOverflowTheStack) {
  Links links;
  for (Vertex v = 0; v < 300'000; ++v) links.emplace_back(v, v + 1);
  EXPECT_EQ(strongly_connected_components(LinkGraph::from_links(links)).count, 300'001U);
}

TEST(PageValueTest, FollowsTheRulesOfTheThesis) {
  EXPECT_EQ(page_value({}), 1);
  EXPECT_EQ(page_value({.spam = true}), -10);
  EXPECT_EQ(page_value({.error = true}), 0);
  EXPECT_EQ(page_value({.clicked = true, .uncrawled_links = 4}, {.unique_share = 0.5}), 12);
}

TEST(LinkGraphTest, CountsComponentsBySize) {
  // A ring of three that leads to a fourth; two that link one way; one alone.
  const auto graph = LinkGraph::from_links({{0, 1}, {1, 2}, {2, 0}, {2, 3}, {4, 5}}, 7);
  using Sizes = std::vector<std::pair<uint32_t, uint32_t>>;
  EXPECT_EQ(component_sizes(strongly_connected_components(graph)), (Sizes{{1, 4}, {3, 1}}));
  EXPECT_EQ(component_sizes(connected_components(graph)), (Sizes{{1, 1}, {2, 1}, {4, 1}}));
}

}  // namespace
}  // namespace weft::crawl
