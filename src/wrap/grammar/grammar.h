// Grammar: a template as a regular expression over the tree of a page ([Liu], Templates as regular
// expressions; [Fiva] 3.1): elements around fixed texts and fields, which may be optional, repeated
// or one of several.
//
//   <ul> ( <li><i>Title:</i> #title </li> )+ </ul>
//
//   0 element ul        children 1
//   1 list books        children 2
//   2 element li        children 3 5
//   3 element i         children 4
//   4 text "Title:"
//   5 field title
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "dom/document.h"
#include "wrap/grammar/page_view.h"

namespace weft::wrap {

enum class GrammarKind : uint8_t {
  kElement,  // its children between its tags
  kText,     // this text
  kField,    // any text
  kOption,   // its children, or nothing
  kList,     // its children, once or more
  kChoice,   // one of its children, which are branches
  kBranch,   // its children, one after the other
};
std::span<const std::string_view> names_of(GrammarKind kind);

struct GrammarNode {
  GrammarKind kind = GrammarKind::kElement;
  std::string name;  // Element: its tag. Text: the text. Field and list: the column; without
  // one a field is no data, and a list is passed through.
  // Element: as its author named it (wrap/tag_spelling.h), where all examples agree; else empty.
  std::string spelling;
  std::vector<std::string> attributes;  // Element: names that all examples have; for people.
  bool implied = false;                 // Element: made up by the parser; not printed.
  std::vector<uint32_t> children;       // Positions in the grammar, greater than its own.
};
void describe(JsonFields& json, GrammarNode& node);

// Options, lists and choices within each other, without an element between.
inline constexpr uint32_t kMaxGroupDepth = 64;

// Node 0 is the element of the whole page; every other node is the child of one before it.
struct Grammar {
  std::vector<GrammarNode> nodes;

  // kInvalidArgument for children that are no tree, a root that is no element, or groups nested too
  // deep.
  [[nodiscard]] Status check() const;
  // As the slides print it: "<ul>( <li><i>Title:</i>#title</li> )+</ul>".
  [[nodiscard]] std::string to_string() const;
};

enum class GrammarStep : uint8_t {
  kOpen,     // element `grammar` begins at `node`
  kClose,    // … ends
  kText,     // text or field `grammar` is `node`
  kEnter,    // option, branch or one more turn of a list begins
  kLeave,    // … ends
  kExtra,    // `node` is not in the grammar
  kMissing,  // element, text or field `grammar` is not on the page
};
struct GrammarEvent {
  GrammarStep step;
  uint32_t grammar = 0;
  dom::NodeId node = dom::kNoNode;
};

struct GrammarParse {
  std::vector<GrammarEvent> events;  // In document order.
  uint32_t matched = 0;              // Elements and texts of the page that the grammar has.
  uint32_t page_nodes = 0;           // All of them.
  uint32_t missing = 0;
  bool complete = true;  // False if a limit was reached.
  // 1 for a page that is a sentence of the grammar, 0 for one that has nothing of it.
  [[nodiscard]] double conformity() const;
};

// Reads pages by a grammar. The children of every element are aligned with those of the grammar by
// the cheapest path, so that a page which departs from the grammar in one place is still read
// everywhere else. Linear in the page: at most (size of the grammar) steps a node, and max_cells in
// all.
class GrammarMatcher {
 public:
  // REQUIRES: `grammar` passes check() and outlives it.
  explicit GrammarMatcher(const Grammar& grammar);

  // `entered`: by node of the grammar, elements that are; what is in others counts as matched. Empty: all.
  [[nodiscard]] GrammarParse parse(const PageView& view,
                                   const std::vector<bool>& entered = {}) const;

 private:
  friend class GrammarRun;
  enum class Op : uint8_t { kAtom, kSplit, kBegin, kLoop, kChoose, kJump, kLeave, kEnd };
  struct Instruction {
    Op op;
    uint32_t node = 0;             // Of the grammar.
    uint32_t target = 0;           // Where else it may lead; of a choice its number in branches_.
    dom::Atom tag = dom::kNoAtom;  // Of an atom that is an element.
    uint32_t least = 0;            // Atoms from here to the end, at least
    uint32_t most = 0;             // and at most.
  };
  struct Atom {               // What is known of an element, a text or a field from its parent.
    uint64_t spelling = 0;    // Hash; 0 for any.
    uint64_t first_text = 0;  // Hash, where it is fixed; else 0.
    Sketch must;              // What is always below it,
    Sketch may;               // and all that can be.
  };
  void learn_atom(uint32_t node);
  void compile(uint32_t element);
  void count_atoms(std::vector<Instruction>& program) const;
  void compile_group(const std::vector<uint32_t>& children, std::vector<Instruction>& program);
  // Adds what is in the children of `node`, groups opened, to the sketches of an atom.
  void sketch_children(uint32_t node, bool always, Atom& atom) const;

  const Grammar& grammar_;
  std::vector<Atom> atoms_;                         // By node.
  std::vector<std::vector<Instruction>> programs_;  // By element.
  std::vector<std::vector<uint32_t>> branches_;     // Of choices, where they begin.
};

}  // namespace weft::wrap
