#include "group/cluster.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace weft::group {
namespace {

using dom::MaskedShingle;
using dom::ShingleVector;

// Example 3.1 of the paper.
const ShingleVector kV1 = ShingleVector::of({0, 0, 0, 0, 0, 1, 2, 4});
const ShingleVector kV2 = ShingleVector::of({0, 0, 0, 0, 0, 1, 5, 3});
const ShingleVector kV3 = ShingleVector::of({0, 0, 0, 0, 0, 6, 2, 3});

// The clusters as text: "signature x votes: pages", sorted.
std::string describe(const Clustering& clustering) {
  std::vector<std::string> lines;
  for (uint32_t c = 0; c < clustering.clusters.size(); ++c) {
    std::string pages;
    for (size_t p = 0; p < clustering.assignment.size(); ++p) {
      if (clustering.assignment[p] == c) pages += " v" + std::to_string(p + 1);
    }
    const Cluster& cluster = clustering.clusters[c];
    lines.push_back(to_string(cluster.signature) + " x " + std::to_string(cluster.importance) +
                    ":" + pages);
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

TEST(ClusterPagesTest, Example31EndsAsThePaperSays) {
  // A pair under the vector they share, with two votes, and the third page alone, with one; which of
  // the three pairs it is depends on how ties are broken. (The paper writes v2 and v3 the wrong way
  // round in the last steps: what it calls v2 is covered by mv2 and mv3, which is v3.)
  const std::vector<ShingleVector> pages = {kV1, kV2, kV3};
  const Clustering result = cluster_pages(pages, {.min_count = 1});
  ASSERT_EQ(result.clusters.size(), 2u) << describe(result);
  EXPECT_EQ(result.clusters[0].importance, 2u);
  EXPECT_EQ(result.clusters[0].size, 2u);
  EXPECT_EQ(result.clusters[1].importance, 1u);
  EXPECT_EQ(result.clusters[1].size, 1u);
}

// Algorithm 1 as written: slow, obviously right. Ties as documented.
Clustering by_definition(const std::vector<ShingleVector>& pages, uint32_t min_count) {
  std::vector<uint8_t> masks;
  for (int bits = 8; bits >= 6; --bits) {
    std::vector<uint8_t> of_size;
    for (unsigned m = 0; m < 256; ++m) {
      if (std::popcount(m) == bits) of_size.push_back(static_cast<uint8_t>(m));
    }
    // The order in which two open bytes (i, j) are listed.
    std::sort(of_size.begin(), of_size.end(), [](uint8_t a, uint8_t b) {
      for (int i = 0; i < 8; ++i) {
        if ((a >> i & 1) != (b >> i & 1)) return (a >> i & 1) < (b >> i & 1);
      }
      return false;
    });
    masks.insert(masks.end(), of_size.begin(), of_size.end());
  }
  std::map<std::string, int64_t> votes;
  std::map<uint64_t, int64_t> multiplicity;
  for (const ShingleVector v : pages) {
    ++multiplicity[v.packed];
    for (const uint8_t mask : masks) ++votes[to_string(MaskedShingle::of(v, mask))];
  }
  const auto best = [&](ShingleVector v) {
    std::string chosen;
    for (const uint8_t mask : masks) {
      const std::string candidate = to_string(MaskedShingle::of(v, mask));
      if (!votes.contains(candidate)) continue;
      if (chosen.empty() || votes[candidate] > votes[chosen]) chosen = candidate;
    }
    return chosen;
  };
  std::vector<std::pair<int64_t, uint64_t>> order;
  for (const auto& [vector, count] : multiplicity) order.push_back({count, vector});
  std::sort(order.begin(), order.end());
  for (const auto& [count, vector] : order) {
    const std::string kept = best({vector});
    for (const uint8_t mask : masks) {
      const std::string candidate = to_string(MaskedShingle::of({vector}, mask));
      if (candidate != kept) votes[candidate] -= count;
    }
  }
  std::erase_if(votes, [&](const auto& entry) { return entry.second < min_count; });

  Clustering result;
  std::map<std::string, uint32_t> index;
  for (const auto& [signature, count] : votes) {
    index[signature] = static_cast<uint32_t>(result.clusters.size());
    result.clusters.push_back({*dom::parse_shingle(signature), static_cast<uint64_t>(count), 0});
  }
  for (const ShingleVector v : pages) {
    const std::string chosen = best(v);
    result.assignment.push_back(chosen.empty() ? kUnassigned : index[chosen]);
  }
  return result;
}

TEST(ClusterPagesTest, AgreesWithTheDefinitionOnRandomVectors) {
  std::mt19937 random(301);
  for (int trial = 0; trial < 300; ++trial) {
    const auto spread = 1 + random() % 4, pages_wanted = 1 + random() % 40, open = 1 + random() % 8;
    std::vector<ShingleVector> pages;
    for (unsigned p = 0; p < pages_wanted; ++p) {
      std::array<uint8_t, 8> bytes{};
      for (unsigned i = 0; i < open; ++i) bytes[i] = static_cast<uint8_t>(random() % spread);
      pages.push_back(ShingleVector::of(bytes));
    }
    const uint32_t min_count = 1 + random() % 6;
    ASSERT_EQ(describe(cluster_pages(pages, {.min_count = min_count})),
              describe(by_definition(pages, min_count)));
  }
}

TEST(ClusterPagesTest, DropsRareVectorsAndLeavesTheirPagesUnassigned) {
  std::vector<ShingleVector> pages(25, kV1);
  pages.insert(pages.end(), 5, ShingleVector::of({9, 9, 9, 9, 9, 9, 9, 9}));
  const Clustering result = cluster_pages(pages);
  ASSERT_EQ(result.clusters.size(), 1u);
  EXPECT_EQ(to_string(result.clusters[0].signature), to_string(kV1));
  EXPECT_EQ(result.clusters[0].importance, 25u);
  EXPECT_EQ(result.assignment.back(), kUnassigned);
  EXPECT_EQ(find_cluster(result.clusters, kV1), 0u);
  EXPECT_EQ(find_cluster(result.clusters, kV3), kUnassigned);
}

TEST(ClusterPagesTest, NoPagesGiveNoClusters) {
  const Clustering result = cluster_pages({});
  EXPECT_TRUE(result.clusters.empty());
  EXPECT_TRUE(result.assignment.empty());
}

TEST(SamplingRuleTest, TakesAFifthBetweenTwoAndTwentyThousand) {
  EXPECT_EQ(clustering_sample_size(150), 150u);
  EXPECT_EQ(clustering_sample_size(8'000), 2'000u);
  EXPECT_EQ(clustering_sample_size(50'000), 10'000u);
  EXPECT_EQ(clustering_sample_size(10'000'000), 20'000u);
  EXPECT_EQ(default_min_count(20'000), 20u);
  EXPECT_EQ(default_min_count(50), 2u);
}

}  // namespace
}  // namespace weft::group
