// WrapperTree: a page or record with the differences of several taken in ([Zheng] 8.2.2).
//
// An ordered tree of tag nodes, each with a sign (sign.h), and of parentheses nodes that hold a run
// of siblings to which their sign applies together: dl((dt dd)+). Nodes that carry labels say what
// to extract. Flat columns in preorder; the subtree of i is [i, end). Node 0 is a root that is not
// compared, like that of a DomTree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "dom/atom.h"
#include "wrap/tree/sign.h"
#include "wrap/tree/vocabulary.h"

namespace weft::wrap {

struct WrapperNode {
  enum class Kind : uint8_t { kTag, kParentheses };
  Kind kind = Kind::kTag;
  bool pruned = false;    // Matches whatever is below.
  bool exclusive = true;  // What it matches belongs to one record ([Zheng] 9.2.2).
  Sign sign;
  dom::Atom tag = dom::kNoAtom;  // kNoAtom: a text.
  LabelSet labels = 0;
  TokenSet tokens = 0;  // Classes that all nodes it was made of share.
  uint64_t text = 0;    // Hash of the text that all of them share; 0: none.
  uint32_t depth = 0;
  uint32_t end = 0;
  uint32_t weight = 0;        // [Zheng] Definition 8.
  uint64_t labels_below = 0;  // A bit for each label set in the subtree; sets may share one.
};

struct WrapperTree {
  std::vector<WrapperNode> nodes;
  uint32_t level = 1;  // Pages or records it was learned from.

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(nodes.size()); }
  [[nodiscard]] bool is_leaf(uint32_t i) const { return nodes[i].end == i + 1; }
  // The weight of the forest below the root ([Zheng] Definition 11).
  [[nodiscard]] uint32_t weight() const;
  // Appends in preorder; `depth` must be set. finish() computes ends and weights.
  void append(WrapperNode node) { nodes.push_back(node); }
  void finish();
};

// "div(h1('Title') (dt dd)+ p?)": the forest as text, for people and tests. Labels follow an equals
// sign: #text=price, a@href=url.
std::string to_text(const WrapperTree& tree, const Vocabulary& vocabulary);

// A flat list of nodes with depths: pages are deep, JSON readers are not.
nlohmann::ordered_json to_json(const WrapperTree& tree, const Vocabulary& vocabulary);
// Fails with kInvalidArgument for what to_json did not write.
Result<WrapperTree> wrapper_tree_from_json(const nlohmann::ordered_json& json,
                                           Vocabulary& vocabulary);

}  // namespace weft::wrap
