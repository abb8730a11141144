// FiVaTech2 ([Fiva] 4): what is equal on all pages is set aside first (template_blocks.h); what is left is
// merged as by FiVaTech, with peer nodes found by a decision tree over the features of Table 1
// (peer_features.h). The tree: share/models/peers.model, by tools/train/fit_peers.cc.
//
// Tested by fivatech2_test.cc; measured by `weft eval templates --method fivatech2`.

#include <unordered_map>

#include "base/check.h"
#include "base/embedded_file.h"
#include "base/hash.h"
#include "templates/peer_features.h"
#include "templates/templates.h"

namespace weft::templates {

std::span<const EmbeddedFile> shipped_peer_model();

namespace {

const ml::DecisionTree& peer_tree() {
  static const ml::DecisionTree kTree = [] {
    auto read = ml::read_decision_tree(shipped_peer_model()[0].text);
    WEFT_CHECK(read.ok() && read->attributes() == peer_attributes());
    return *std::move(read);
  }();
  return kTree;
}

class PeersByTree final : public PeerTest {
 public:
  PeersByTree(const std::vector<const model::Page*>& pages, const PageViews& views,
              const ml::DecisionTree& tree)
      : features_(pages, views), tree_(tree) {}

  bool are_peers(const PlacedNode& a, const PlacedNode& b) override {
    return tree_.classify(features_.compare(a, b)).label == 1;
  }

 private:
  PeerFeatures features_;
  const ml::DecisionTree& tree_;
};

}  // namespace

Result<PageTemplate> find_by_fivatech2(const std::vector<const model::Page*>& pages,
                                       const LookOfNode& look) {
  return find_by_peers(pages, peer_tree(), {.look = look});
}

Result<PageTemplate> find_by_peers(const std::vector<const model::Page*>& pages,
                                   const ml::DecisionTree& tree, const BlockOptions& options) {
  const PageViews views = views_of(pages);
  const TemplateBlocks blocks = find_template_blocks(pages, views, options);
  PeersByTree peers(pages, views, tree);
  WEFT_ASSIGN(MergedTree merged, merge_trees(views, blocks.fixed, peers));
  return template_of(merged.expressions, merged.root, views, std::move(merged.problems));
}

}  // namespace weft::templates
