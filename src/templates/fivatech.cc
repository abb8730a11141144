// FiVaTech ([Fiva] 3): templates by merging trees whose peer nodes are found by tree matching.
//
//   ul(li li li)  and  ul(li li)   are peers: what is in one has its like in the other
//   td(b br)      and  td(b span)  are not: too much of either has none
//
// The matching score is made so that sets of different lengths score high: a child may match several.
//
//   1  Different tags: 0. Equal subtrees (tags alone): 1.
//   2  Else every different child of one finds its best match in the other, and the reverse; the score
//      is the share of nodes that are matched so, by size, the roots included.
//   3  Below kScoreDepth levels the tags of the children are compared alone.
//
// DEVIATION: [Fiva] prints no formula of its modified tree edit distance; this one keeps what it
// states. The threshold lies above the score of the two cells of a row in Fig. 1 (0.5).
//
// Tested by fivatech_test.cc; measured by `weft eval templates --method fivatech`.

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/hash.h"
#include "templates/templates.h"
#include "templates/tree_merging.h"

namespace weft::templates {
namespace {

constexpr double kPeerScore = 0.55;
constexpr int kScoreDepth = 5;
constexpr size_t kMaxChildTypes = 24;  // Different children of a node that are compared.

class TreeScores final : public PeerTest {
 public:
  explicit TreeScores(const PageViews& views) : views_(views) {
    for (const auto& view : views) types_.push_back(hash_trees(*view));
  }

  bool are_peers(const PlacedNode& a, const PlacedNode& b) override {
    return score(type_of(a), type_of(b), 0) >= kPeerScore;
  }

 private:
  // A tree of tags; equal trees are one.
  struct Type {
    dom::Atom tag = dom::kNoAtom;
    std::vector<uint32_t> children;  // Different ones.
    double size = 1;                 // Nodes, of different children alone.
  };

  [[nodiscard]] uint32_t type_of(const PlacedNode& at) const {
    return types_[at.page][dom::index(at.node)];
  }

  std::vector<uint32_t> hash_trees(const wrap::PageView& view) {
    const dom::Document& doc = view.document();
    std::vector<uint32_t> types(doc.size(), 0);
    if (view.root() == dom::kNoNode) return types;
    std::vector<std::vector<uint32_t>> children(doc.size());
    for (uint32_t i = dom::index(doc.end(view.root())); i-- > dom::index(view.root());) {
      const dom::NodeId n{i};
      if (!view.keeps(n)) continue;
      std::vector<uint32_t>& below = children[i];
      std::sort(below.begin(), below.end());
      below.erase(std::unique(below.begin(), below.end()), below.end());
      const dom::Atom tag = doc.name(n);
      auto hash = static_cast<uint64_t>(tag);
      for (const uint32_t child : below) hash = hash_combine(hash, child);
      const auto [it, fresh] = known_.try_emplace(hash, static_cast<uint32_t>(all_.size()));
      if (fresh) {
        Type type{tag, below, 1};
        if (type.children.size() > kMaxChildTypes) type.children.resize(kMaxChildTypes);
        for (const uint32_t child : type.children) type.size += all_[child].size;
        all_.push_back(std::move(type));
      }
      types[i] = it->second;
      if (n != view.root()) children[dom::index(doc.parent(n))].push_back(it->second);
      below = {};
    }
    return types;
  }

  // Recurses kScoreDepth deep.
  double score(uint32_t a, uint32_t b, int depth) {
    if (a == b) return 1;
    if (all_[a].tag != all_[b].tag) return 0;
    if (a > b) std::swap(a, b);
    const uint64_t key = (uint64_t{a} << 32 | b) * 8 + static_cast<uint64_t>(depth);
    if (const auto it = scores_.find(key); it != scores_.end()) return it->second;
    const double matched = 2 + matched_in(a, b, depth) + matched_in(b, a, depth);
    const double result = matched / (all_[a].size + all_[b].size);
    scores_.emplace(key, result);
    return result;
  }

  // The size of the children of a, as far as they match one of b.
  double matched_in(uint32_t a, uint32_t b, int depth) {
    double sum = 0;
    for (const uint32_t x : all_[a].children) {
      double best = 0;
      for (const uint32_t y : all_[b].children) {
        if (best == 1) break;
        const double one = depth < kScoreDepth          ? score(x, y, depth + 1)
                           : all_[x].tag == all_[y].tag ? 1.0
                                                        : 0.0;
        best = std::max(best, one);
      }
      sum += best * all_[x].size;
    }
    return sum;
  }

  const PageViews& views_;
  std::unordered_map<uint64_t, uint32_t> known_;  // By hash.
  std::vector<Type> all_;
  std::vector<std::vector<uint32_t>> types_;  // By page and node.
  std::unordered_map<uint64_t, double> scores_;
};

}  // namespace

Result<MergedTree> merge_by_scores(const PageViews& views, const MergeOptions& options) {
  NodeFlags none;
  for (const auto& view : views) none.emplace_back(view->document().size(), false);
  TreeScores scores(views);
  return merge_trees(views, none, scores, options);
}

Result<PageTemplate> find_by_fivatech(const std::vector<const model::Page*>& pages) {
  const PageViews views = views_of(pages);
  WEFT_ASSIGN(MergedTree merged, merge_by_scores(views));
  return template_of(merged.expressions, merged.root, views, std::move(merged.problems));
}

}  // namespace weft::templates
