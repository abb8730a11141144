// NET for a set of detail pages ([Liu], Given a set of detail pages): the pages are the children of an
// artificial root, so that what NET does with records it does with pages.
//
//   page 1: <h1>Pen</h1> <ul> <li>a <li>b </ul>        h1 #title, ul ( li #text )+, p? "Sale"
//   page 2: <h1>Ink</h1> <ul> <li>c </ul> <p>Sale</p>
//
//   1  Each page is walked children first: neighbours that match (normalised tree matching above τ) are
//      a list and are collapsed to one node template, by partial tree alignment.
//   2  The collapsed pages, the children of the artificial root, are aligned in the same way; the final
//      seed is their node template.
//   3  A text that all pages have alike is the template's, others are fields; a collapsed node is a
//      list; what a page lacks whose parent it has is optional.
//
// DEVIATION: a list's records are one node each; records of several nodes are siblings. Texts are left
// out of what is matched but for their place, as in NET.
//
// Tested by net_pages_test.cc.

#include <algorithm>
#include <unordered_set>

#include "align/partial_tree_alignment.h"
#include "align/simple_tree_matching.h"
#include "base/strings.h"
#include "templates/expression.h"
#include "templates/templates.h"
#include "wrap/grammar/page_view.h"
#include "wrap/tag_spelling.h"

namespace weft::templates {
namespace {

using align::Tree;

struct NetPagesOptions {
  double threshold = 0.7;   // τ, as in mine/net.
  uint32_t least_size = 2;  // Nodes of a list's records: a run of texts, or of <br>, is no list.
  align::AlignLimits limits = {.max_cells = 16 * 1024 * 1024, .max_steps = 1'000'000'000};
};
constexpr NetPagesOptions kNetPages;

// Step 1 for one page.
class CollapsedPage {
 public:
  explicit CollapsedPage(const wrap::PageView& view)
      : view_(view), doc_(view.document()), matcher_(kNetPages.limits) {}

  // What could not be matched within the limits is not collapsed.
  Tree collapse() {
    views_.resize(doc_.size());
    for (uint32_t i = doc_.size(); i-- > 1;) visit(dom::NodeId{i});
    return std::move(views_[dom::index(view_.root())]);
  }

  [[nodiscard]] bool is_list(dom::NodeId n) const { return lists_.contains(n); }
  // Whether a text differs from one that was collapsed with it.
  [[nodiscard]] bool varies(dom::NodeId n) const { return varying_.contains(n); }

 private:
  void visit(dom::NodeId n) {
    if (!view_.keeps(n)) return;
    Tree& view = views_[dom::index(n)];
    const bool text = doc_.is_text(n);
    view.append(text ? align::kTextSymbol : static_cast<align::Symbol>(doc_.name(n)), 0, n);
    std::vector<dom::NodeId> children = text ? std::vector<dom::NodeId>() : view_.children(n);
    for (size_t begin = 0; begin < children.size();) {
      size_t end = begin + 1;
      while (end < children.size() && matches(children[end - 1], children[end])) ++end;
      const Tree below = end - begin > 1 ? template_of_run({&children[begin], end - begin})
                                         : std::move(views_[dom::index(children[begin])]);
      for (uint32_t i = 0; i < below.size(); ++i)
        view.append(below.label[i], below.depth[i] + 1, below.origin[i]);
      for (; begin < end; ++begin) views_[dom::index(children[begin])] = Tree();
    }
    view.close_ends();
  }

  bool matches(dom::NodeId a, dom::NodeId b) {
    const Tree& x = views_[dom::index(a)];
    const Tree& y = views_[dom::index(b)];
    if (x.label[0] != y.label[0] || std::min(x.size(), y.size()) < kNetPages.least_size)
      return false;
    const double mean = (x.size() + y.size()) / 2.0;
    if (std::min(x.size(), y.size()) <= kNetPages.threshold * mean) return false;
    steps_ += uint64_t{x.size()} * y.size();
    if (steps_ > kNetPages.limits.max_steps) return false;
    const auto score = matcher_.score(x, y);
    return score.ok() && *score > kNetPages.threshold * mean;
  }

  Tree template_of_run(std::span<const dom::NodeId> run) {
    std::vector<Tree> trees;
    for (const dom::NodeId n : run) trees.push_back(views_[dom::index(n)]);
    const auto alignment = align::partial_tree_alignment(trees, kNetPages.limits);
    if (!alignment.ok()) return trees.front();
    lists_.insert(alignment->seed.origin[0]);
    for (size_t t = 0; t < trees.size(); ++t) {
      for (uint32_t i = 0; i < trees[t].size(); ++i) {
        const uint32_t s = alignment->node[t][i];
        if (s == align::kUnaligned) continue;
        const dom::NodeId seed = alignment->seed.origin[s];
        if (is_list(trees[t].origin[i])) lists_.insert(seed);
        if (trees[t].label[i] == align::kTextSymbol &&
            (varies(trees[t].origin[i]) ||
             view_.first_text(seed) != view_.first_text(trees[t].origin[i])))
          varying_.insert(seed);
      }
    }
    return alignment->seed;
  }

  const wrap::PageView& view_;
  const dom::Document& doc_;
  align::TreeMatcher matcher_;
  uint64_t steps_ = 0;
  std::vector<Tree> views_;
  std::unordered_set<dom::NodeId> lists_;
  std::unordered_set<dom::NodeId> varying_;
};

// Step 3: the seed as an expression.
class SeedExpression {
 public:
  SeedExpression(const std::vector<const model::Page*>& pages,
                 const std::vector<std::unique_ptr<CollapsedPage>>& collapsed,
                 const std::vector<Tree>& trees, const align::PartialAlignment& alignment)
      : pages_(pages), collapsed_(collapsed), seed_(alignment.seed), places_(seed_.size()) {
    for (uint32_t t = 0; t < trees.size(); ++t) {
      for (uint32_t i = 0; i < trees[t].size(); ++i) {
        if (alignment.node[t][i] != align::kUnaligned)
          places_[alignment.node[t][i]].push_back({t, trees[t].origin[i]});
      }
    }
  }

  // Of the whole seed.
  uint32_t build() {
    std::vector<uint32_t> made(seed_.size());
    for (uint32_t s = seed_.size(); s-- > 0;) {
      if (places_[s].empty()) continue;  // A page that was aligned again left it.
      std::vector<uint32_t> children;
      for (uint32_t c = seed_.first_child(s); c < seed_.end[s]; c = seed_.next_sibling(c)) {
        if (places_[c].empty()) continue;
        uint32_t child = made[c];
        if (is_list(c)) child = expressions.add_group(GrammarKind::kList, {child});
        if (places_[c].size() < places_[s].size())
          child = expressions.add_group(GrammarKind::kOption, {child});
        children.push_back(child);
      }
      made[s] = seed_.label[s] == align::kTextSymbol ? text(s) : element(s, std::move(children));
    }
    return made[0];
  }

  Expressions expressions;

 private:
  [[nodiscard]] const dom::Document& document(const PlacedNode& at) const {
    return pages_[at.page]->document;
  }
  [[nodiscard]] bool is_list(uint32_t s) const {
    return std::any_of(places_[s].begin(), places_[s].end(),
                       [&](const PlacedNode& at) { return collapsed_[at.page]->is_list(at.node); });
  }

  uint32_t text(uint32_t s) {
    const PlacedNode& first = places_[s][0];
    const std::string words = normalize_space(document(first).text(first.node));
    for (const PlacedNode& at : places_[s]) {
      if (collapsed_[at.page]->varies(at.node) ||
          normalize_space(document(at).text(at.node)) != words)
        return expressions.add_field(first);
    }
    return expressions.add_node(document(first), first, {});
  }

  // Spelt as all pages spell it.
  uint32_t element(uint32_t s, std::vector<uint32_t> children) {
    const PlacedNode& first = places_[s][0];
    const std::string spelling = wrap::tag_spelling(document(first), first.node);
    for (const PlacedNode& at : places_[s]) {
      if (wrap::tag_spelling(document(at), at.node) == spelling) continue;
      return expressions.add_element_of(expressions.add_node(document(first), first, {}),
                                        expressions.add_node(document(at), at, {}),
                                        std::move(children));
    }
    return expressions.add_node(document(first), first, std::move(children));
  }

  const std::vector<const model::Page*>& pages_;
  const std::vector<std::unique_ptr<CollapsedPage>>& collapsed_;
  const Tree& seed_;
  std::vector<std::vector<PlacedNode>> places_;  // By node of the seed.
};

}  // namespace

Result<PageTemplate> find_by_net(const std::vector<const model::Page*>& pages) {
  if (pages.empty()) return Error{ErrorCode::kInvalidArgument, "no pages to compare"};
  const PageViews views = views_of(pages);
  std::vector<std::unique_ptr<CollapsedPage>> collapsed;
  std::vector<Tree> trees;
  for (size_t p = 0; p < pages.size(); ++p) {
    if (views[p]->root() == dom::kNoNode)
      return Error{ErrorCode::kNotFound, pages[p]->id + " shows nothing: leave it out"};
    collapsed.push_back(std::make_unique<CollapsedPage>(*views[p]));
    trees.push_back(collapsed.back()->collapse());
  }
  WEFT_ASSIGN(const align::PartialAlignment alignment,
              align::partial_tree_alignment(trees, kNetPages.limits));  // Step 2.
  SeedExpression seed(pages, collapsed, trees, alignment);
  const uint32_t root = seed.build();
  std::vector<std::string> problems;
  if (!alignment.complete)
    problems.emplace_back("net: pages were aligned until the budget was spent");
  return template_of(seed.expressions, root, views, std::move(problems));
}

}  // namespace weft::templates
