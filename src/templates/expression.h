// Expressions: grammars while they are being found. Nodes never change and share their children, so
// that a search can try one way and go back to another at no cost.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/page.h"
#include "templates/templates.h"
#include "wrap/grammar/grammar.h"
#include "wrap/grammar/page_view.h"

namespace weft::templates {

using wrap::GrammarKind;

struct PlacedNode {
  uint32_t page = 0;
  dom::NodeId node = dom::kNoNode;
};

struct Expression {
  GrammarKind kind = GrammarKind::kElement;
  std::string name;      // Element: its tag. Text: the text.
  std::string spelling;  // Element: as in wrap::GrammarNode.
  std::vector<std::string> attributes;
  bool implied = false;
  PlacedNode example;  // A node that it stands for; of groups, the first within.
  std::vector<uint32_t> children;
  uint64_t hash = 0;    // Equal for equal expressions.
  uint32_t tokens = 0;  // Texts and tags in it.
};

// An element or a text of a page, without children.
Expression node_expression(const dom::Document& doc, PlacedNode placed);
// Takes from the expression of an element what another of its tag does not have; `alike`: spelt
// alike (wrap/tag_spelling.h).
void keep_common(Expression& element, const dom::Document& doc, dom::NodeId other, bool alike);

// Owns the nodes; positions stay valid.
class Expressions {
 public:
  [[nodiscard]] const Expression& at(uint32_t n) const { return nodes_[n]; }
  // Fills in hash and tokens, and the example of a group.
  uint32_t add(Expression node);
  uint32_t add_group(GrammarKind kind, std::vector<uint32_t> children);
  uint32_t add_field(PlacedNode example);
  // An element or a text of a page, with these children.
  uint32_t add_node(const dom::Document& doc, PlacedNode placed, std::vector<uint32_t> children);
  // An element like both a and b, with these children. REQUIRES: elements of one tag.
  uint32_t add_element_of(uint32_t a, uint32_t b, std::vector<uint32_t> children);

 private:
  std::vector<Expression> nodes_;
};

// The views of the pages, in their order.
using PageViews = std::vector<std::unique_ptr<wrap::PageView>>;
PageViews views_of(const std::vector<const model::Page*>& pages);
// Nodes by page and number.
using NodeFlags = std::vector<std::vector<bool>>;

// The expression as a wrapper, its columns named, with their schema. Fails with kNotFound if it has
// no field. REQUIRES: root is an element; examples lie on the pages.
Result<PageTemplate> template_of(const Expressions& expressions, uint32_t root,
                                 const PageViews& pages, std::vector<std::string> problems);

// What a list of an expression has on the pages; without the lists in it.
struct ListOnPages {
  size_t items = 0;
  std::vector<std::vector<PlacedNode>> fields;  // The texts of each.
  size_t columns = 0;                           // With those of the lists in it.
};
// The same, of chosen lists alone: other lists are passed through, fields outside lists have no name and are no
// columns. No attributes in the schema if no list is chosen.
struct ListTemplate {
  PageTemplate found;
  NodeFlags inside;  // What stands in an item of a chosen list.
};
using ChooseLists = std::function<std::vector<bool>(const std::vector<ListOnPages>&)>;
Result<ListTemplate> lists_of(const Expressions& expressions, uint32_t root, const PageViews& pages,
                              std::vector<std::string> problems, const ChooseLists& choose);

}  // namespace weft::templates
