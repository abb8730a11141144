// The algorithm of Fig. 8.5; the numbers are its lines. Tested by tree_test.cc.
//
// DEVIATION: where several trees are near enough (line 14) the nearest is taken, so that the result
// depends on the random first tree alone.
// OPTIMIZATION: trees of one shape (equal when folded) are at the same distance from everything, so
// one of each shape is aligned and the others follow it.

#include "induce/tree/wrapper_induction.h"

#include <algorithm>
#include <map>
#include <random>

#include "base/hash.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::induce {
namespace {

uint64_t shape_hash(const wrap::WrapperTree& tree) {
  uint64_t hash = tree.size();
  for (const wrap::WrapperNode& node : tree.nodes) {
    hash = hash_combine(hash, (uint64_t{node.depth} << 32) | static_cast<uint32_t>(node.tag));
    hash = hash_combine(hash, (uint64_t{node.labels} << 32) | node.tokens);
    hash = hash_combine(hash, node.text);
    hash = hash_combine(hash, (uint64_t{node.sign.count} << 3) | (node.pruned ? 4U : 0U) |
                                  (node.exclusive ? 2U : 0U) |
                                  (node.kind == wrap::WrapperNode::Kind::kTag ? 1U : 0U));
  }
  return hash;
}

struct Shape {
  wrap::WrapperTree folded;
  std::vector<uint32_t> members;
};

std::vector<Shape> find_shapes(const std::vector<wrap::DomTree>& trees, const TemplateTexts& texts,
                               const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary) {
  std::vector<Shape> shapes;
  std::map<uint64_t, size_t> index;
  for (uint32_t t = 0; t < trees.size(); ++t) {
    wrap::WrapperTree folded = fold(trees[t], texts, options, vocabulary);
    const auto [it, fresh] = index.try_emplace(shape_hash(folded), shapes.size());
    if (fresh) shapes.push_back({std::move(folded), {}});
    shapes[it->second].members.push_back(t);
  }
  return shapes;
}

class Clustering {
 public:
  Clustering(const std::vector<wrap::DomTree>& trees, std::vector<Shape> shapes,
             const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary)
      : trees_(trees), shapes_(std::move(shapes)), options_(options), vocabulary_(vocabulary) {}

  std::vector<PageCluster> run() {
    std::mt19937_64 random(options_.seed);
    for (uint32_t s = 0; s < shapes_.size(); ++s) left_.push_back(s);
    std::vector<PageCluster> clusters;
    while (!left_.empty()) {                                  // 4
      const size_t first = random() % left_.size();           // 6
      PageCluster cluster{shapes_[left_[first]].folded, {}};  // 5, 7
      take(first, cluster);                                   // 8
      size_t nearest = absorb(cluster);                       // 9-13
      while (nearest != left_.size()) {                       // 14
        auto merged = merge(cluster.wrapper, shapes_[left_[nearest]].folded, options_, vocabulary_);
        if (!merged) break;
        cluster.wrapper = std::move(merged->tree);  // 15-17
        take(nearest, cluster);                     // 18
        nearest = absorb(cluster);                  // 19-23
      }
      cluster.wrapper.level = static_cast<uint32_t>(cluster.members.size());
      clusters.push_back(std::move(cluster));  // 25
    }
    return clusters;  // 27
  }

 private:
  void take(size_t position, PageCluster& cluster) {
    const auto& members = shapes_[left_[position]].members;
    cluster.members.insert(cluster.members.end(), members.begin(), members.end());
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(position));
  }

  // Moves the trees at distance 0 into the cluster; the position of the nearest of the others if it
  // is within epsilon, else the number of those left.
  size_t absorb(PageCluster& cluster) {
    const wrap::WdAligner aligner(cluster.wrapper, vocabulary_, options_);
    double least = options_.epsilon;
    size_t nearest = SIZE_MAX;
    for (size_t i = 0; i < left_.size();) {
      const wrap::WdMatch match = aligner.align(trees_[shapes_[left_[i]].members[0]]);
      const double distance = match.exceeded_limit ? 1 : match.distance(aligner.costs());
      if (distance == 0) {
        take(i, cluster);
        continue;
      }
      if (distance < least) least = distance, nearest = i;
      ++i;
    }
    return std::min(nearest, left_.size());
  }

  const std::vector<wrap::DomTree>& trees_;
  std::vector<Shape> shapes_;
  const wrap::TreeOptions& options_;
  wrap::Vocabulary& vocabulary_;
  std::vector<uint32_t> left_;  // Shapes in no cluster yet (D).
};

}  // namespace

std::vector<PageCluster> cluster_pages(const std::vector<wrap::DomTree>& trees,
                                       const TemplateTexts& texts, const wrap::TreeOptions& options,
                                       wrap::Vocabulary& vocabulary) {
  auto shapes = find_shapes(trees, texts, options, vocabulary);
  return Clustering(trees, std::move(shapes), options, vocabulary).run();
}

}  // namespace weft::induce
