// Plan: a query compiled for running: flat arrays of instructions, paths, steps and predicates.
//
// Threads: const once compiled; shared by any number of evaluators.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <re2/re2.h>

#include "base/result.h"
#include "dom/atom.h"
#include "dom/document.h"
#include "select/ast.h"
#include "select/functions.h"

namespace weft::select {

// A node test with its names as atoms.
struct PlanTest {
  TestKind kind = TestKind::kNode;
  dom::Atom name = dom::kNoAtom;  // Lower case in HTML.
  dom::Atom exact =
      dom::kNoAtom;  // As written, for SVG's foreignObject and the like; often equal to name.
  bool any_namespace = true;
  bool never = false;  // Matches nothing: a processing instruction, an unknown namespace.
  dom::Namespace name_space = dom::Namespace::kHtml;
};

enum class PredicateKind : uint8_t {
  kFilter,      // a property of the node alone
  kIndex,       // [n]
  kUpTo,        // [position() <= n]
  kLast,        // [last()]
  kPositional,  // depends on position()
  kSized,       // depends on last()
};

struct PlanPredicate {
  PredicateKind kind = PredicateKind::kFilter;
  uint32_t expr = 0;  // Instruction.
  uint32_t n = 0;
};

struct PlanStep {
  Axis axis = Axis::kChild;
  PlanTest test;
  uint32_t first_predicate = 0;
  uint32_t predicate_count = 0;
  bool positional = false;  // Some predicate is not kFilter.
  bool sized = false;  // Some predicate is kLast or kSized, or there are too many to count inline.
};

struct PlanPath {
  PathStart start = PathStart::kContext;
  uint32_t start_expr = 0;
  uint32_t first_step = 0;
  uint32_t step_count = 0;
  bool streams = false;  // Its nodes can be visited one by one without sets in between…
  bool ordered = false;  // …and come in document order, without duplicates.
  bool fixed = false;    // Does not depend on the context: computed once a run.
  uint32_t memo = 0;     // Where, if fixed.
};

enum class Op : uint8_t {
  // booleans
  kOr,
  kAnd,
  kNot,
  kConstant,         // number != 0
  kCompare,          // comparison of arguments 0 and 1
  kAttributeExists,  // @x
  kAttributeEquals,  // @x = 'text'
  kHasToken,         // a class test on @x: text is one of its words
  kSiblingExists,    // whether the step of `path` finds anything; memo
  kContains,
  kStartsWith,
  kEndsWith,
  kHasClass,
  kLang,
  kRegexTest,
  kToBoolean,
  // numbers
  kNumber,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kNegate,
  kPosition,
  kLast,
  kCount,
  kSiblingCount,  // how many nodes the step of `path` finds; memo
  kTypeIndex,     // memo
  kTypeIndexFromEnd,
  kSum,
  kFloor,
  kCeiling,
  kRound,
  kStringLength,
  kToNumber,
  // strings
  kString,
  kAttributeString,  // string(@x)
  kToString,
  kConcat,
  kSubstring,
  kSubstringBefore,
  kSubstringAfter,
  kNormalizeSpace,
  kTranslate,
  kName,
  kLocalName,
  kNamespaceUri,
  kRegexMatch,
  kRegexReplace,
  // nodes
  kPath,
  kFilter,  // predicates over argument 0
  kUnion,
  kId,
  // any
  kVariable,
};

// What separates the words of a token test.
enum class Separators : uint8_t { kSpace, kXmlSpace, kHtmlSpace };

struct Instruction {
  Op op = Op::kConstant;
  Type type = Type::kBoolean;
  ExprKind comparison = ExprKind::kEqual;
  Separators separators = Separators::kHtmlSpace;
  uint32_t first_argument = 0;  // In Plan::arguments.
  uint32_t argument_count = 0;
  uint32_t path = 0;  // In Plan::paths; kFilter: first predicate.
  uint32_t memo = 0;  // kFilter: number of predicates; kVariable: index.
  PlanTest attribute;
  double number = 0;
  std::string text;
  std::shared_ptr<const RE2> regex;  // Compiled when the pattern is a literal.
};

struct PlanVariable {
  std::string name;
  bool must_be_nodes = false;
};

struct Plan {
  std::vector<Instruction> instructions;
  std::vector<uint32_t> arguments;
  std::vector<PlanPath> paths;
  std::vector<PlanStep> steps;
  std::vector<PlanPredicate> predicates;
  std::vector<PlanVariable> variables;
  uint32_t sibling_memos = 0;
  uint32_t path_memos = 0;
  uint32_t root = 0;  // The instruction that is the query.
  bool xml_names = false;
};

struct CompileOptions {
  bool xml_names = false;
  // Prefixes and what they stand for.
  std::map<std::string, std::string> namespaces;
};

// Names, argument counts and types of a parsed tree. Fails with kInvalidArgument and the column.
Status check(const Expr& expr, const CompileOptions& options);

// REQUIRES: check() passed, before simplification. Fails with kInvalidArgument for a bad regular
// expression.
Result<Plan> compile(const Expr& expr, const CompileOptions& options);

// RE2 with the flags of EXSLT ("i", "g", also "m", "s"); null if the pattern is not valid.
std::shared_ptr<const RE2> compile_regex(std::string_view pattern, std::string_view flags);

}  // namespace weft::select
