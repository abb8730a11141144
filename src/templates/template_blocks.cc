// filteringTemplateBlocks ([Fiva] Fig. 5).
//
//   body:  div.head 9 %  div.nav 15 %  div.main 70 %  div.foot 6 %
//   div.main is the biggest, and entered; of the others those go that all pages have alike.
//
//   B2  the child of greatest area, in per cent of <body>
//   B3  below 40 %: the end
//   B4-B7  every other child that has an equal at the same path of every other page is a block
//   B8  the same for the biggest child
//
// The area is that of the box where the page has a layout, else the length of the text.
//
// [Fiva] compares pictures of blocks (BlockOptions::look): what is hidden in blocks that are drawn alike goes with them.
// DEVIATION: where pages are not drawn, subtrees with equal tags and texts are equal.
//
// Tested by fivatech2_test.cc.

#include "templates/template_blocks.h"

#include <algorithm>

#include "base/hash.h"

namespace weft::templates {
namespace {

// By node: the length of the text below, and a hash of tags and texts.
struct BlockFacts {
  std::vector<double> area;
  std::vector<uint64_t> hash;

  BlockFacts(const model::Page& page, const wrap::PageView& view)
      : area(page.document.size(), 0), hash(page.document.size(), 0) {
    const dom::Document& doc = page.document;
    if (view.root() == dom::kNoNode) return;
    for (uint32_t i = dom::index(doc.end(view.root())); i-- > dom::index(view.root());) {
      const dom::NodeId n{i};
      if (!view.keeps(n)) continue;
      if (doc.is_text(n)) {
        area[i] = static_cast<double>(doc.text(n).size());
        hash[i] = view.first_text(n);
      } else {
        hash[i] = hash_combine(hash[i], hash_bytes(doc.name_text(n)));
      }
      if (n != view.root()) {
        const uint32_t parent = dom::index(doc.parent(n));
        area[parent] += area[i];
        hash[parent] = hash_combine(hash[parent], hash[i]);
      }
    }
    if (!page.layout) return;
    for (uint32_t i = 0; i < doc.size(); ++i) area[i] = page.layout->box(dom::NodeId{i}).area();
  }
};

// The n-th element of a tag among the children.
dom::NodeId child_at(const wrap::PageView& view, dom::NodeId parent, std::string_view tag,
                     uint32_t nth) {
  for (const dom::NodeId c : view.children(parent)) {
    if (view.document().name_text(c) == tag && nth-- == 0) return c;
  }
  return dom::kNoNode;
}

}  // namespace

TemplateBlocks find_template_blocks(const std::vector<const model::Page*>& pages,
                                    const PageViews& views, const BlockOptions& options) {
  TemplateBlocks out;
  std::vector<BlockFacts> facts;
  std::vector<dom::NodeId> at;
  for (size_t p = 0; p < pages.size(); ++p) {
    out.fixed.emplace_back(pages[p]->document.size(), false);
    facts.emplace_back(*pages[p], *views[p]);
    const dom::NodeId root = views[p]->root();
    at.push_back(root == dom::kNoNode ? root : child_at(*views[p], root, "body", 0));
    if (at.back() == dom::kNoNode) return out;
  }
  if (pages.size() < 2) return out;
  const double whole = facts[0].area[dom::index(at[0])];
  while (true) {
    out.way.push_back(at[0]);
    out.rich = at;
    const dom::Document& doc = pages[0]->document;
    std::vector<dom::NodeId> children = views[0]->children(at[0]);
    std::erase_if(children, [&](dom::NodeId n) { return !doc.is_element(n); });
    if (children.empty()) return out;
    const dom::NodeId biggest =
        *std::max_element(children.begin(), children.end(), [&](dom::NodeId x, dom::NodeId y) {
          return facts[0].area[dom::index(x)] < facts[0].area[dom::index(y)];
        });                                                                           // B2
    if (facts[0].area[dom::index(biggest)] < options.least_area * whole) return out;  // B3
    std::vector<dom::NodeId> next;
    for (size_t k = 0; k < children.size(); ++k) {
      const std::string_view tag = doc.name_text(children[k]);
      const auto nth = static_cast<uint32_t>(
          std::count_if(children.begin(), children.begin() + static_cast<long>(k),
                        [&](dom::NodeId n) { return doc.name_text(n) == tag; }));
      std::vector<dom::NodeId> places = {children[k]};
      for (size_t p = 1; p < pages.size(); ++p)
        places.push_back(child_at(*views[p], at[p], tag, nth));
      if (children[k] == biggest) {
        next = places;
        continue;
      }
      const auto sign_of = [&](size_t p) {
        return options.look ? options.look(*pages[p], places[p])
                            : facts[p].hash[dom::index(places[p])];
      };
      bool same = !options.look || sign_of(0) != 0;
      for (size_t p = 1; p < pages.size() && same; ++p)
        same = places[p] != dom::kNoNode && sign_of(p) == sign_of(0);
      for (size_t p = 0; p < pages.size() && same; ++p)
        out.fixed[p][dom::index(places[p])] = true;  // B6
    }
    if (std::find(next.begin(), next.end(), dom::kNoNode) != next.end()) return out;
    at = std::move(next);  // B8
  }
}

}  // namespace weft::templates
