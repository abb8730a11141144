// An expression becomes a grammar, and the grammar's fields a schema.
//
//   1  The expression is copied in document order: what was shared is no longer.
//   2  Fields are named: by the fixed text before them if it looks like a label, else by what is
//      around them, else by the type of what they say on the pages. Lists by the class or id of what
//      repeats.
//   3  A list is a set of its fields, a field within an option is optional, fields of different
//      branches are alternatives.
//
// Tested by roadrunner_test.cc and fivatech_test.cc.

#include "templates/expression.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "templates/column_names.h"
#include "value/identifier.h"
#include "value/whole_value.h"
#include "wrap/grammar/grammar_wrapper.h"
#include "wrap/tag_spelling.h"

namespace weft::templates {
namespace {

constexpr size_t kMaxFieldLabel = 50;   // Bytes.
constexpr size_t kTypedTexts = 60;      // Of a field, about: more tell the same type.
constexpr uint32_t kMaxFields = 2'000;  // Fields behind them have no name: nobody reads as many.

bool is_leaf_kind(GrammarKind kind) {
  return kind == GrammarKind::kText || kind == GrammarKind::kField;
}

}  // namespace

Expression node_expression(const dom::Document& doc, PlacedNode placed) {
  const dom::NodeId n = placed.node;
  if (doc.is_text(n))
    return {.kind = GrammarKind::kText, .name = normalize_space(doc.text(n)), .example = placed};
  const dom::SourceRange range = doc.source_range(n);
  Expression element{.name = std::string(doc.name_text(n)),
                     .spelling = wrap::tag_spelling(doc, n),
                     .implied = range.begin == range.end,
                     .example = placed};
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i)
    element.attributes.emplace_back(doc.attribute_at(n, i).name_text);
  return element;
}

void keep_common(Expression& element, const dom::Document& doc, dom::NodeId other, bool alike) {
  if (!alike) element.spelling.clear();
  std::erase_if(element.attributes, [&](const std::string& name) {
    for (uint32_t i = 0; i < doc.attribute_count(other); ++i) {
      if (doc.attribute_at(other, i).name_text == name) return false;
    }
    return true;
  });
  const dom::SourceRange range = doc.source_range(other);
  element.implied = element.implied && range.begin == range.end;
}

uint32_t Expressions::add(Expression node) {
  node.hash = hash_combine(static_cast<uint64_t>(node.kind), hash_bytes(node.name));
  node.tokens = node.kind == GrammarKind::kElement ? 2 : is_leaf_kind(node.kind) ? 1 : 0;
  for (const uint32_t child : node.children) {
    node.hash = hash_combine(node.hash, nodes_[child].hash);
    node.tokens += nodes_[child].tokens;
    if (node.example.node == dom::kNoNode) node.example = nodes_[child].example;
  }
  nodes_.push_back(std::move(node));
  return static_cast<uint32_t>(nodes_.size() - 1);
}

uint32_t Expressions::add_group(GrammarKind kind, std::vector<uint32_t> children) {
  return add({.kind = kind, .children = std::move(children)});
}

uint32_t Expressions::add_field(PlacedNode example) {
  return add({.kind = GrammarKind::kField, .example = example});
}

uint32_t Expressions::add_node(const dom::Document& doc, PlacedNode placed,
                               std::vector<uint32_t> children) {
  Expression node = node_expression(doc, placed);
  node.children = std::move(children);
  return add(std::move(node));
}

uint32_t Expressions::add_element_of(uint32_t a, uint32_t b, std::vector<uint32_t> children) {
  Expression element = nodes_[a];
  const Expression& other = nodes_[b];
  if (element.spelling != other.spelling) element.spelling.clear();
  std::erase_if(element.attributes, [&](const std::string& name) {
    return std::find(other.attributes.begin(), other.attributes.end(), name) ==
           other.attributes.end();
  });
  element.implied = element.implied && other.implied;
  element.children = std::move(children);
  return add(std::move(element));
}

namespace {

class TemplateMaker {
 public:
  TemplateMaker(const Expressions& expressions, const PageViews& pages)
      : expressions_(expressions), pages_(pages) {}

  void copy(uint32_t root) {                                                  // Step 1.
    std::vector<std::pair<uint32_t, uint32_t>> stack = {{root, UINT32_MAX}};  // And its parent.
    while (!stack.empty()) {
      const auto [from, parent] = stack.back();
      stack.pop_back();
      const Expression& node = expressions_.at(from);
      const auto at = static_cast<uint32_t>(grammar.nodes.size());
      grammar.nodes.push_back(
          {node.kind, node.name, node.spelling, node.attributes, node.implied, {}});
      examples_.push_back(node.example);
      if (parent != UINT32_MAX) grammar.nodes[parent].children.push_back(at);
      for (size_t i = node.children.size(); i-- > 0;) stack.emplace_back(node.children[i], at);
    }
  }

  // What the pages have of the fields and lists; or of lists alone.
  void read(bool lists_alone) {
    count_fields();
    std::vector<bool> entered;
    if (lists_alone) entered = holds_lists();
    items_.assign(grammar.nodes.size(), 0);
    texts_.assign(grammar.nodes.size(), {});
    const wrap::GrammarMatcher matcher(grammar);
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      parses_.push_back(matcher.parse(*pages_[p], entered));
      for (const wrap::GrammarEvent& event : parses_[p].events) {
        const GrammarKind kind = grammar.nodes[event.grammar].kind;
        if (event.step == wrap::GrammarStep::kEnter && kind == GrammarKind::kList)
          ++items_[event.grammar];
        if (event.step == wrap::GrammarStep::kText && kind == GrammarKind::kField)
          texts_[event.grammar].push_back({p, event.node});
      }
    }
  }

  // Nodes in lists with fields, and around them.
  [[nodiscard]] std::vector<bool> holds_lists() const {
    std::vector<bool> out(grammar.nodes.size(), false);
    for (uint32_t n = 0; n < out.size(); ++n) {  // Within.
      out[n] = out[n] || is_list(n);
      for (const uint32_t child : grammar.nodes[n].children) out[child] = out[n];
    }
    for (size_t n = out.size(); n-- > 0;) {  // Around.
      for (const uint32_t child : grammar.nodes[n].children) out[n] = out[n] || out[child];
    }
    return out;
  }

  // Only chosen lists, with the lists in them.
  void choose_lists(const ChooseLists& choose) {
    std::vector<uint32_t> at;
    std::vector<ListOnPages> lists;
    for (uint32_t n = 0; n < grammar.nodes.size(); ++n) {
      if (!is_list(n)) continue;
      at.push_back(n);
      lists.push_back(list_on_pages(n));
    }
    const std::vector<bool> wanted = choose(lists);
    chosen_.emplace(grammar.nodes.size(), false);
    for (size_t i = 0; i < at.size(); ++i) (*chosen_)[at[i]] = wanted[i];
    std::vector<bool> within(grammar.nodes.size(), false);  // A chosen list.
    for (uint32_t n = 0; n < grammar.nodes.size(); ++n) {
      if (is_list(n) && within[n]) (*chosen_)[n] = true;
      for (const uint32_t child : grammar.nodes[n].children)
        within[child] = within[n] || (*chosen_)[n];
    }
  }

  [[nodiscard]] ListOnPages list_on_pages(uint32_t n) const {
    ListOnPages list{.items = items_[n], .fields = {}, .columns = fields_[n]};
    std::vector<uint32_t> inside = grammar.nodes[n].children;
    while (!inside.empty()) {
      const uint32_t at = inside.back();
      inside.pop_back();
      if (is_list(at)) continue;
      if (grammar.nodes[at].kind == GrammarKind::kField) list.fields.push_back(texts_[at]);
      inside.insert(inside.end(), grammar.nodes[at].children.begin(),
                    grammar.nodes[at].children.end());
    }
    return list;
  }

  // Steps 2 and 3.
  void name() {
    struct Visit {
      uint32_t node;
      bool leaving;
      bool optional;
      std::string group;
    };
    std::vector<Visit> stack = {{0, false, false, ""}};
    std::vector<Scope> scopes(1);
    std::string label;
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      wrap::GrammarNode& node = grammar.nodes[visit.node];
      if (visit.leaving) {
        Scope inner = std::move(scopes.back());
        scopes.pop_back();
        add_list(visit.node, visit.optional, visit.group, std::move(inner), scopes.back());
        continue;
      }
      if (node.kind == GrammarKind::kText) label = is_label(node.name) ? node.name : "";
      const bool wanted = node.kind == GrammarKind::kField && (!chosen_ || scopes.size() > 1);
      if (wanted && ++named_ <= kMaxFields) {
        const PlacedNode& at = examples_[visit.node];
        const model::ValueType type = type_of(texts_[visit.node]);
        node.name = scopes.back().names.take(
            column_name(places_of(texts_[visit.node], at), {.label = label}, type));
        label.clear();
        scopes.back().attributes.push_back({.name = node.name,
                                            .type = type,
                                            .optional = visit.optional,
                                            .whole = type != model::ValueType::kText,
                                            .alternative_group = visit.group});
      }
      Visit below{0, false, visit.optional, visit.group};
      if (node.kind == GrammarKind::kOption || node.kind == GrammarKind::kChoice)
        below.optional = true;
      if (node.kind == GrammarKind::kChoice && fields_[visit.node] > 0)
        below.group = fmt::format("choice_{}", ++choices_);
      if (is_list(visit.node) && (!chosen_ || (*chosen_)[visit.node])) {
        stack.push_back({visit.node, true, visit.optional, visit.group});
        scopes.emplace_back();
        below.optional = false;
        below.group.clear();
      }
      for (size_t i = node.children.size(); i-- > 0;) {
        below.node = node.children[i];
        stack.push_back(below);
      }
    }
    schema.attributes = std::move(scopes[0].attributes);
  }

  // What stands in chosen lists.
  [[nodiscard]] NodeFlags inside_lists() const {
    NodeFlags out;
    for (size_t p = 0; p < pages_.size(); ++p) {
      const dom::Document& doc = pages_[p]->document();
      out.push_back(parses_[p].conformity() < wrap::GrammarWrapper::kLeastConformity
                        ? std::vector<bool>(doc.size(), false)
                        : wrap::nodes_in_lists(grammar, parses_[p], doc));
    }
    return out;
  }

  [[nodiscard]] bool reads_a_page() const {
    return std::any_of(parses_.begin(), parses_.end(), [](const wrap::GrammarParse& parse) {
      return parse.conformity() >= wrap::GrammarWrapper::kLeastConformity;
    });
  }
  [[nodiscard]] bool has_too_many_fields() const { return named_ > kMaxFields; }

  wrap::Grammar grammar;
  model::Schema schema;

 private:
  struct Scope {
    std::vector<model::Attribute> attributes;
    UniqueNames names;
  };

  void count_fields() {
    fields_.assign(grammar.nodes.size(), 0);
    for (size_t i = fields_.size(); i-- > 0;) {
      fields_[i] = grammar.nodes[i].kind == GrammarKind::kField ? 1 : 0;
      for (const uint32_t child : grammar.nodes[i].children) fields_[i] += fields_[child];
    }
  }
  [[nodiscard]] bool is_list(uint32_t n) const {
    return grammar.nodes[n].kind == GrammarKind::kList && fields_[n] > 0;
  }

  [[nodiscard]] model::ValueType type_of(const std::vector<PlacedNode>& nodes) const {
    std::vector<std::string> texts;
    for (size_t i = 0; i < nodes.size(); i += 1 + nodes.size() / kTypedTexts)
      texts.push_back(normalize_space(pages_[nodes[i].page]->document().text(nodes[i].node)));
    const std::vector<std::string_view> cells(texts.begin(), texts.end());
    return value::column_type(cells);
  }

  // Of a field, some of its elements on the pages; the example if no page has it.
  [[nodiscard]] std::vector<ColumnPlace> places_of(const std::vector<PlacedNode>& nodes,
                                                   const PlacedNode& example) const {
    std::vector<ColumnPlace> out;
    const auto add = [&](const PlacedNode& at) {
      const dom::Document& doc = pages_[at.page]->document();
      out.push_back({&doc, doc.parent(at.node)});
    };
    for (size_t i = 0; i < nodes.size(); i += 1 + nodes.size() / kNamingPlaces) add(nodes[i]);
    if (out.empty()) add(example);
    return out;
  }

  static bool is_label(const std::string& text) {
    return text.size() <= kMaxFieldLabel && std::any_of(text.begin(), text.end(), is_ascii_alpha);
  }

  // The class or id of the first element that repeats, or of the one around it; else "items".
  [[nodiscard]] std::string list_name(uint32_t list) const {
    const PlacedNode& at = examples_[list];
    if (at.node == dom::kNoNode) return "items";
    const dom::Document& doc = pages_[at.page]->document();
    dom::NodeId n = at.node;
    for (int up = 0; up < 2 && n != dom::kRoot; ++up, n = doc.parent(n)) {
      for (const std::string_view token : dom::class_tokens(doc, n)) {
        if (std::string name = value::identifier_of_class(token); !name.empty()) return name;
      }
      if (const auto id = doc.attribute(n, dom::atoms::kId)) {
        if (std::string name = value::identifier_of(*id); !name.empty()) return name;
      }
    }
    return "items";
  }

  void add_list(uint32_t list, bool optional, const std::string& group, Scope inner, Scope& outer) {
    std::string name = list_name(list);
    model::Attribute attribute;
    if (inner.attributes.size() == 1 && inner.attributes[0].attributes.empty() &&
        !inner.attributes[0].set) {
      if (inner.attributes[0].name != "text") name = inner.attributes[0].name;
      attribute.type = inner.attributes[0].type;
      attribute.whole = inner.attributes[0].whole;
    } else {
      attribute.attributes = std::move(inner.attributes);
    }
    attribute.name = outer.names.take(name);
    attribute.set = true;
    attribute.optional = optional;
    attribute.alternative_group = group;
    grammar.nodes[list].name = attribute.name;
    outer.attributes.push_back(std::move(attribute));
  }

  const Expressions& expressions_;
  const PageViews& pages_;
  std::vector<PlacedNode> examples_;  // By node of the grammar.
  // By node of the grammar: fields in it, turns of lists and texts of fields on the pages, lists
  // chosen.
  std::vector<uint32_t> fields_;
  std::vector<size_t> items_;
  std::vector<std::vector<PlacedNode>> texts_;
  std::optional<std::vector<bool>> chosen_;
  std::vector<wrap::GrammarParse> parses_;  // By page.
  uint32_t choices_ = 0;
  uint32_t named_ = 0;
};

PageTemplate made_template(TemplateMaker& maker, std::vector<std::string> problems) {
  PageTemplate out;
  out.schema = std::move(maker.schema);
  out.problems = std::move(problems);
  if (maker.has_too_many_fields()) {
    out.problems.push_back(
        fmt::format("more than {} texts differ: the others are no columns", kMaxFields));
  }
  out.wrapper = std::make_unique<wrap::GrammarWrapper>(std::move(maker.grammar));
  return out;
}

}  // namespace

PageViews views_of(const std::vector<const model::Page*>& pages) {
  PageViews views;
  for (const model::Page* page : pages)
    views.push_back(std::make_unique<wrap::PageView>(page->document));
  return views;
}

Result<PageTemplate> template_of(const Expressions& expressions, uint32_t root,
                                 const PageViews& pages, std::vector<std::string> problems) {
  TemplateMaker maker(expressions, pages);
  maker.copy(root);
  WEFT_TRY(maker.grammar.check());
  maker.read(/*lists_alone=*/false);
  if (!maker.reads_a_page()) {
    return Error{
        ErrorCode::kLimitExceeded,
        "the pages differ in so many places that their template is too large to read them"};
  }
  maker.name();
  PageTemplate out = made_template(maker, std::move(problems));
  if (out.schema.attributes.empty()) {
    return Error{ErrorCode::kNotFound,
                 "nothing varies: the pages say the same, and no part of them repeats"};
  }
  return out;
}

Result<ListTemplate> lists_of(const Expressions& expressions, uint32_t root, const PageViews& pages,
                              std::vector<std::string> problems, const ChooseLists& choose) {
  TemplateMaker maker(expressions, pages);
  maker.copy(root);
  WEFT_TRY(maker.grammar.check());
  maker.read(/*lists_alone=*/true);
  maker.choose_lists(choose);
  maker.name();
  NodeFlags inside = maker.inside_lists();
  return ListTemplate{made_template(maker, std::move(problems)), std::move(inside)};
}

}  // namespace weft::templates
