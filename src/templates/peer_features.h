// Features of two nodes that may be peers ([Fiva] Table 1): 19 discrete ones; 4 of the picture, 9 of the
// tree, 6 of the content.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "align/tree.h"
#include "ml/decision_tree.h"
#include "model/page.h"
#include "templates/template_blocks.h"
#include "templates/tree_merging.h"

namespace weft::templates {

inline constexpr size_t kPeerFeatures = 19;
inline constexpr size_t kVisualFeatures = 4;  // The first ones,
inline constexpr size_t kTreeFeatures = 9;    // these behind them, then those of the content.

// Names and values, as a model has them.
const std::vector<ml::TreeAttribute>& peer_attributes();

// FiVaTech2 with another tree over these attributes, its first label "no", or other template blocks:
// for those who compare (tools/train/fit_peers.cc).
Result<PageTemplate> find_by_peers(const std::vector<const model::Page*>& pages,
                                   const ml::DecisionTree& tree, const BlockOptions& options = {});

// Knows what the features need of every node. Linear in the pages.
class PeerFeatures {
 public:
  // REQUIRES: pages and views, in the same order, outlive it.
  PeerFeatures(const std::vector<const model::Page*>& pages, const PageViews& views);

  // REQUIRES: elements of one tag.
  std::array<float, kPeerFeatures> compare(const PlacedNode& a, const PlacedNode& b);

 private:
  struct Facts {
    bool leaf = true;     // No element below it.
    uint32_t nodes = 1;   // In its subtree.
    uint32_t height = 0;  // Levels below it.
    // Of leaves:
    uint32_t tokens = 0;
    uint32_t digits = 0;
    uint32_t letters = 0;
    uint32_t upper = 0;
    uint32_t lower = 0;
    uint8_t category = 0;
    std::string text;
    // Where it would be drawn, if the page has no layout: estimated from the tree.
    uint32_t left = 0;
    uint32_t top = 0;
    uint32_t width = 0;
    uint64_t path = 0;  // Numbered tag, and that of the parent.
    uint64_t spelling = 0;
    uint64_t shape = 0;  // Of the tags in its subtree.
  };

  void read(uint32_t page, const wrap::PageView& view);
  [[nodiscard]] const Facts& facts(const PlacedNode& at) const {
    return facts_[at.page][number_[at.page][dom::index(at.node)]];
  }
  [[nodiscard]] std::array<bool, kVisualFeatures> same_box(const PlacedNode& a,
                                                           const PlacedNode& b) const;
  double tree_distance(const PlacedNode& a, const PlacedNode& b);
  [[nodiscard]] align::Tree small_tree(const PlacedNode& at) const;

  const std::vector<const model::Page*>& pages_;
  const PageViews& views_;
  std::vector<std::vector<Facts>> facts_;           // By page and element.
  std::vector<std::vector<uint32_t>> number_;       // By page and node.
  std::unordered_map<uint64_t, double> distances_;  // By two shapes.
};

}  // namespace weft::templates
