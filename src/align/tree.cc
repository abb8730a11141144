#include "align/tree.h"

#include "base/strings.h"

namespace weft::align {
namespace {

void append_subtree(Tree& tree, const dom::Document& doc, dom::NodeId root, uint32_t root_depth,
                    TextNodes text) {
  for (const dom::NodeId n : doc.subtree(root)) {
    const uint32_t depth = doc.depth(n) - doc.depth(root) + root_depth;
    if (doc.is_element(n)) {
      tree.append(static_cast<Symbol>(doc.name(n)), depth, n);
    } else if (text == TextNodes::kKeep && doc.is_text(n) && !trim(doc.text(n)).empty()) {
      tree.append(kTextSymbol, depth, n);
    }
  }
}

}  // namespace

void Tree::append(Symbol symbol, uint32_t at_depth, dom::NodeId from) {
  label.push_back(symbol);
  depth.push_back(at_depth);
  origin.push_back(from);
}

void Tree::close_ends() {
  end.assign(size(), size());
  std::vector<uint32_t> open;  // The path to the current node.
  for (uint32_t i = 0; i < size(); ++i) {
    while (!open.empty() && depth[open.back()] >= depth[i]) {
      end[open.back()] = i;
      open.pop_back();
    }
    open.push_back(i);
  }
}

Tree tree_of(const dom::Document& doc, dom::NodeId n, TextNodes text) {
  Tree tree;
  append_subtree(tree, doc, n, 0, text);
  tree.close_ends();
  return tree;
}

Tree tree_of(const dom::Document& doc, std::span<const dom::NodeId> roots, TextNodes text) {
  Tree tree;
  tree.append(0, 0);
  for (const dom::NodeId root : roots) append_subtree(tree, doc, root, 1, text);
  tree.close_ends();
  return tree;
}

}  // namespace weft::align
