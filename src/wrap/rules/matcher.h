// Matcher: rules compiled to run on pages, all of them in one pass over the nodes.
//
// On whole pages most rules are run from their anchors (anchor.h) instead: only nodes that stand
// where a rule can hold are tested.
//
// The reading of a rule here and in its XPath (rule_xpath.h) is the same; export_test.cc holds
// them together.
//
// Threads: const after construction; any number of threads may call select().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "select/query.h"
#include "wrap/rules/anchor.h"
#include "wrap/rules/rule.h"

namespace weft::wrap {

// A feature ready to be tested on nodes.
class Condition {
 public:
  explicit Condition(const Feature& feature);

  // True if the feature holds at n. `before` is the nearest visible text node before n, or kNoNode.
  // `top` is the highest node that may be looked at as an ancestor.
  [[nodiscard]] bool holds(const dom::Document& doc, dom::NodeId n, dom::NodeId before,
                           dom::NodeId top) const;
  // As above, but at level 2 and more any ancestor from the second on will do (NodeClassifier).
  [[nodiscard]] bool holds_at_any_ancestor(const dom::Document& doc, dom::NodeId n,
                                           dom::NodeId before, dom::NodeId top) const;
  // Rough time of a test; cheaper conditions are tested first.
  [[nodiscard]] int expense() const;
  // Whether holds() asks for `before`.
  [[nodiscard]] bool looks_left() const { return axis_ == Axis::kLeft; }

 private:
  [[nodiscard]] bool holds_at(const dom::Document& doc, dom::NodeId n) const;
  [[nodiscard]] bool element_holds(const dom::Document& doc, dom::NodeId element) const;
  [[nodiscard]] bool own_text_holds(const dom::Document& doc, dom::NodeId n) const;
  [[nodiscard]] bool text_holds(const dom::Document& doc, dom::NodeId text) const;
  [[nodiscard]] bool accepts(std::string_view value) const;

  Axis axis_;
  Test test_;
  uint8_t level_;
  uint8_t offset_;
  dom::Atom attribute_ = dom::kNoAtom;
  std::vector<dom::Atom> tags_;
  std::vector<std::string> values_;
};

class Matcher {
 public:
  // Rules without features select every candidate of their target.
  explicit Matcher(const std::vector<const Rule*>& rules);

  // For every rule, in the order given, the nodes it selects in the subtree of `root`, in document
  // order; position and classifier applied. One pass over the subtree.
  [[nodiscard]] std::vector<std::vector<dom::NodeId>> select(const dom::Document& doc,
                                                             dom::NodeId root = dom::kRoot) const;

  // The nodes of the first rule alone.
  [[nodiscard]] std::vector<dom::NodeId> select_first(const dom::Document& doc,
                                                      dom::NodeId root = dom::kRoot) const {
    return std::move(select(doc, root).front());
  }

 private:
  struct Compiled {
    Target::Kind target;
    dom::Atom attribute;
    std::vector<Condition> conditions;
    int position;
    bool looks_left = false;  // some condition asks for the text before
    bool classified = false;
    double prior = 0;
    struct Term {
      Condition condition;
      double present;
      double absent;
    };
    std::vector<Term> terms;
    std::optional<select::Query> query;  // In the place of all of this.
  };
  using Selected = std::vector<std::vector<dom::NodeId>>;
  // Tests every node of the subtree against the given rules.
  void scan(const dom::Document& doc, dom::NodeId root, const std::vector<size_t>& rules,
            Selected& selected) const;
  // Tests the nodes that the anchors lead to; returns the rules left to scan().
  std::vector<size_t> select_at_anchors(const dom::Document& doc, Selected& selected) const;
  void select_near(const dom::Document& doc, const Anchor& anchor, dom::NodeId found,
                   const Compiled& rule, std::vector<dom::NodeId>& nodes) const;
  static void select_by_query(const dom::Document& doc, dom::NodeId root, const Compiled& rule,
                              std::vector<dom::NodeId>& nodes);
  static void test(const dom::Document& doc, dom::NodeId n, dom::NodeId before, dom::NodeId root,
                   const Compiled& rule, std::vector<dom::NodeId>& nodes);
  void classify(const Compiled& rule, const dom::Document& doc, dom::NodeId root,
                std::vector<dom::NodeId>& nodes) const;

  std::vector<Compiled> rules_;
  std::vector<size_t> anchored_;    // rules with an anchor, in the order of finder_
  std::vector<size_t> unanchored_;  // the others, without
  std::vector<size_t> queries_;     // those that a person wrote
  AnchorFinder finder_;
};

// Whether a feature holds at one node of the subtree of `root`.
bool feature_holds(const Feature& feature, const dom::Document& doc, dom::NodeId n,
                   dom::NodeId root = dom::kRoot);
// Whether the node is of the rule's target and all features hold there; position and classifier,
// which look at other nodes, are left out.
bool rule_holds(const Rule& rule, const dom::Document& doc, dom::NodeId n,
                dom::NodeId root = dom::kRoot);

// What stands at a node of the target: the text as a value (dom::value_text), or the attribute's value,
// normalised.
std::string target_text(const Target& target, const dom::Document& doc, dom::NodeId n);
// The same, cut to the rule's range if it has one.
std::string rule_text(const Rule& rule, const dom::Document& doc, dom::NodeId n);

}  // namespace weft::wrap
