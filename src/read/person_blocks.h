// The blocks of a page that may be a field of a person: texts and pictures, with their places in the visual tree, and the twelve
// visual relations between them ([Zheng] 7.1.1, 7.3.1).
//
//   PersonPage page = person_blocks(doc, layout, BlockCut::kPieces, url);
//   relation(page, a, b)                     kLeft: a stands left of b
//
// Threads: pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/layout.h"
#include "read/v_wrapper.h"

namespace weft::read {

// As Table 7.1; the thesis says "title" for position and "telephone" for phone.
enum class PersonField : uint8_t {
  // clang-format off
  kName, kPosition, kAffiliation, kAddress, kPhone, kFax, kEmail, kPicture,
  // clang-format on
};
inline constexpr size_t kPersonFields = 8;
std::span<const std::string_view> names_of(PersonField);

enum class BlockCut : uint8_t {
  kLeaves,  // The thesis: a leaf of the visual tree is one block.
  kPieces,  // A text is cut where a telephone number, an address or a separator says that another field begins.
};

struct PersonBlock {
  dom::NodeId node;    // A text or an <img>.
  uint32_t begin = 0;  // Bytes of the node's text; 0 and 0 for a picture.
  uint32_t end = 0;
  std::string text;  // White space folded; of a picture its alternative text.
  bool picture = false;
  bool line_start = true;  // First of its line, as the tree says.
  bool phone = false;      // A number that can be dialled.
  std::string email;       // The address, where it is one.
  bool holder = false;     // Whose rights they are: behind "©" or "Copyright".
  uint32_t leaf = 0;       // Of PersonPage::tree.
  // Tags and classes of the elements around it: alike for alike fields of a list.
  uint64_t path = 0;
};

struct PersonPage {
  std::vector<VisualBlock> tree;    // visual_blocks(), hidden ones included.
  std::vector<PersonBlock> blocks;  // In document order.
  std::string title;                // <title>
  std::string url;
};

// "Copyright © 2012-2014 Acme Ltd. All rights reserved": the name between; empty without a sign of rights.
std::string_view holder_of_rights(std::string_view text);

// REQUIRES: layout.size() == doc.size(). At most kMostPersonBlocks blocks, the first ones.
inline constexpr size_t kMostPersonBlocks = 20'000;
PersonPage person_blocks(const dom::Document& doc, const dom::Layout& layout, BlockCut cut,
                         std::string_view url);

// R(a, b), Fig. 7.3: what a is, seen from b. Each relation's inverse is the one beside it.
enum class VisualRelation : uint8_t {
  // clang-format off
  kLeft, kRight, kAbove, kBelow,
  kUpLeft, kRightDown, kUpRight, kLeftDown, kUpAbove, kBelowDown, kUpBelow, kAboveDown,
  // clang-format on
  kNone,
};
inline constexpr size_t kVisualRelations = 12;
std::span<const std::string_view> names_of(VisualRelation);
VisualRelation inverse(VisualRelation relation);

// How far "up" reaches, in levels of the visual tree without blocks that have one child only (docs/adr/0061).
struct RelationParameters {
  uint32_t levels = 3;
  uint32_t neighbours = 24;  // Siblings looked at on either side.
};

// The visual tree without chains, its inner blocks parted across or down.
class RelationTree {
 public:
  explicit RelationTree(const PersonPage& page, const RelationParameters& parameters = {});

  // kNone where no relation of the twelve holds.
  [[nodiscard]] VisualRelation relation(uint32_t a, uint32_t b) const;
  // Calls seen(b', R(b', b)) for all blocks b' that have a relation to b.
  template <typename Seen>
  void for_each_related(uint32_t b, Seen seen) const;

 private:
  struct Inner {
    int32_t parent = -1;
    uint32_t depth = 0;
    uint32_t place = 0;  // Among the children of its parent.
    std::vector<uint32_t> children;
    std::vector<uint32_t> blocks;  // Of the page, if it is a leaf.
    bool across = false;           // An h-block: its children stand side by side.
  };
  [[nodiscard]] VisualRelation between(uint32_t a, uint32_t b, bool same_leaf) const;

  RelationParameters parameters_;
  std::vector<Inner> tree_;
  std::vector<uint32_t> place_of_;    // By block of the page: in tree_.
  std::vector<uint32_t> block_rank_;  // By block of the page: among those of its leaf.
};

template <typename Seen>
void RelationTree::for_each_related(uint32_t b, Seen seen) const {
  // From the leaf of b up: what hangs below the siblings of each ancestor. A relation needs one of the two to be a child of the
  // common ancestor, so deeper levels of the siblings count at the first step only.
  const uint32_t leaf = place_of_[b];
  for (const uint32_t other : tree_[leaf].blocks) {
    if (other != b) seen(other, between(other, b, true));
  }
  int32_t at = static_cast<int32_t>(leaf);
  for (uint32_t up = 0; up <= parameters_.levels; ++up) {
    const int32_t parent = tree_[static_cast<size_t>(at)].parent;
    if (parent < 0) break;
    const Inner& above = tree_[static_cast<size_t>(parent)];
    const uint32_t place = tree_[static_cast<size_t>(at)].place;
    const uint32_t first = place > parameters_.neighbours ? place - parameters_.neighbours : 0;
    const uint32_t last =
        std::min(place + parameters_.neighbours + 1, static_cast<uint32_t>(above.children.size()));
    std::vector<std::pair<uint32_t, uint32_t>> stack;
    for (uint32_t i = first; i < last; ++i) {
      if (i != place) stack.emplace_back(above.children[i], 0);
    }
    while (!stack.empty()) {
      const auto [node, depth] = stack.back();
      stack.pop_back();
      for (const uint32_t other : tree_[node].blocks) {
        const VisualRelation found = relation(other, b);
        if (found != VisualRelation::kNone) seen(other, found);
      }
      if (up > 0 || depth >= parameters_.levels) continue;
      for (const uint32_t child : tree_[node].children) stack.emplace_back(child, depth + 1);
    }
    at = parent;
  }
}

}  // namespace weft::read
