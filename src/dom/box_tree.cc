// Nesting from containment ([Liu], Building tree using tags & visual cues, Fig. 23).
//
// Idea: browsers draw pages rightly whose tags are wrong. Each element is drawn as a rectangle, and
// rectangles that contain each other are elements that contain each other. So tags need not be closed:
//
//   table   200,300 .. 600,500         table
//     tr    200,300 .. 600,400           tr  td td
//     td    200,300 .. 400,400           tr  td td
//     …
//
//   1  boxes from the largest to the smallest, in the order of the page where they are equal
//   2  each goes down from the root: to the smallest child that covers it, as long as there is one
//   3  what is not drawn, and texts, go where their element went
//   4  the tree is written in document order
//
// DEVIATION: an element that nothing but the page covers (text that runs out of its box) stays with its
// parent by tags. Tested by box_tree_test.cc.

#include "dom/box_tree.h"

#include <algorithm>

#include "base/check.h"
#include "dom/rearrange.h"

namespace weft::dom {
namespace {

constexpr float kSlack = 1;  // Browsers round.

bool covers(const Box& outer, const Box& inner) {
  return outer.left <= inner.left + kSlack && outer.top <= inner.top + kSlack &&
         outer.right() + kSlack >= inner.right() && outer.bottom() + kSlack >= inner.bottom();
}

class BoxNesting {
 public:
  BoxNesting(const Document& doc, const Layout& layout)
      : doc_(doc), layout_(layout), parent_(doc.size(), index(kRoot)), children_(doc.size()) {}

  // By node, the node it is in; kRoot for itself.
  std::vector<uint32_t> run() {
    std::vector<uint32_t> order;
    for (uint32_t i = 1; i < doc_.size(); ++i) {
      if (doc_.is_element(NodeId{i}) && !layout_.box(NodeId{i}).empty()) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {  // 1
      return layout_.box(NodeId{a}).area() > layout_.box(NodeId{b}).area();
    });
    for (uint32_t i = 1; i < doc_.size(); ++i) parent_[i] = index(doc_.parent(NodeId{i}));  // 3
    for (const uint32_t i : order) parent_[i] = index(kRoot);
    for (const uint32_t i : order) put(i);  // 2
    return std::move(parent_);
  }

 private:
  void put(uint32_t i) {
    const Box& box = layout_.box(NodeId{i});
    uint32_t at = index(kRoot);
    while (true) {
      uint32_t smallest = UINT32_MAX;
      for (const uint32_t child : children_[at]) {
        if (!covers(layout_.box(NodeId{child}), box)) continue;
        if (smallest == UINT32_MAX ||
            layout_.box(NodeId{child}).area() <= layout_.box(NodeId{smallest}).area())
          smallest = child;
      }
      if (smallest == UINT32_MAX) break;
      at = smallest;
    }
    children_[at].push_back(i);
    const Atom name = doc_.name(NodeId{at});
    const bool alone = at == index(kRoot) || name == atoms::kHtml || name == atoms::kBody;
    const uint32_t by_tags = index(doc_.parent(NodeId{i}));
    // Where it would become part of itself, the next best is taken.
    if (alone || is_below(at, i)) at = by_tags;
    parent_[i] = is_below(at, i) ? index(kRoot) : at;
  }

  // Whether n is below `top`, or is it, as far as is known.
  [[nodiscard]] bool is_below(uint32_t n, uint32_t top) const {
    for (uint32_t steps = 0; n != index(kRoot) && steps <= doc_.size(); ++steps) {
      if (n == top) return true;
      n = parent_[n];
    }
    return false;
  }

  const Document& doc_;
  const Layout& layout_;
  std::vector<uint32_t> parent_;
  std::vector<std::vector<uint32_t>> children_;  // By boxes alone.
};

}  // namespace

BoxTree tree_of_boxes(const Document& doc, const Layout& layout) {
  WEFT_CHECK(layout.size() == doc.size());
  const std::vector<uint32_t> parent = BoxNesting(doc, layout).run();
  std::vector<std::vector<uint32_t>> children(doc.size());
  for (uint32_t i = doc.size(); i-- > 1;) children[parent[i]].push_back(i);  // Last first.
  BoxTree tree;
  std::vector<uint32_t> parents;
  std::vector<std::pair<uint32_t, uint32_t>> pending = {
      {0, 0}};                // A node, and where its parent is.
  while (!pending.empty()) {  // 4
    const auto [n, above] = pending.back();
    pending.pop_back();
    const auto at = static_cast<uint32_t>(tree.original.size());
    tree.original.push_back(NodeId{n});
    parents.push_back(above);
    for (const uint32_t child : children[n]) pending.emplace_back(child, at);
  }
  WEFT_CHECK(tree.original.size() == doc.size());
  tree.document = rearranged(doc, tree.original, parents);
  tree.layout = Layout(tree.document);
  for (uint32_t i = 0; i < tree.document.size(); ++i)
    tree.layout.copy(NodeId{i}, layout, tree.original[i]);
  return tree;
}

}  // namespace weft::dom
