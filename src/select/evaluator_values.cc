// Booleans and numbers. Every instruction can be asked for a value of the type its user wants, and
// takes the shortest way there: a node-set asked for a boolean stops at its first node, an
// attribute test looks at the bytes of the page, strings are views where they can be.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/strings.h"
#include "select/evaluator.h"
#include "select/find_text.h"
#include "select/number.h"

namespace weft::select {
namespace {

bool is_true(double value) { return value != 0 && !std::isnan(value); }

bool is_separator(char c, Separators separators) {
  switch (separators) {
    case Separators::kSpace:
      return c == ' ';
    case Separators::kXmlSpace:
      return is_xml_space(c);
    case Separators::kHtmlSpace:
      return is_html_space(c);
  }
  return false;
}

Type type_of_value(const Value& value) {
  static constexpr Type kTypes[] = {Type::kBoolean, Type::kNumber, Type::kString, Type::kNodes};
  return kTypes[value.index()];
}

}  // namespace

bool has_word(std::string_view text, std::string_view word, Separators separators) {
  const auto separates = [&](char c) { return is_separator(c, separators); };
  if (word.empty() || std::any_of(word.begin(), word.end(), separates)) return false;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || is_separator(text[at - 1], separators)) &&
        (end == text.size() || is_separator(text[end], separators))) {
      return true;
    }
  }
  return false;
}

Evaluator::Evaluator(const Plan& plan, const dom::Document& doc, Scratch::State& scratch,
                     uint64_t max_visits)
    : plan_(plan), doc_(doc), columns_(doc), scratch_(scratch), max_visits_(max_visits) {
  scratch.strings.release({});
  scratch.text_index.forget();
  scratch.type_index.start_run();
  if (scratch.sibling_memos.size() < plan.sibling_memos)
    scratch.sibling_memos.resize(plan.sibling_memos);
  for (uint32_t i = 0; i < plan.sibling_memos; ++i) scratch.sibling_memos[i].start_run();
  if (scratch.fixed_paths.size() < plan.path_memos) scratch.fixed_paths.resize(plan.path_memos);
  for (uint32_t i = 0; i < plan.path_memos; ++i) {
    scratch.fixed_paths[i].known = false;
    scratch.fixed_paths[i].nodes.clear();
  }
}

Status Evaluator::bind(const Variables* variables) {
  scratch_.variables.clear();
  for (const PlanVariable& wanted : plan_.variables) {
    if (variables == nullptr || !variables->contains(wanted.name)) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("xpath: the variable ${} has no value", wanted.name)};
    }
    const Value& value = variables->find(wanted.name)->second;
    if (wanted.must_be_nodes && !std::holds_alternative<NodeSet>(value)) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("xpath: the variable ${} must be a node-set, not a {}", wanted.name,
                               type_name(type_of_value(value)))};
    }
    scratch_.variables.push_back(&value);
  }
  return {};
}

Type Evaluator::type_of(uint32_t at) const {
  const Instruction& in = instruction(at);
  return in.type == Type::kAny ? type_of_value(variable(in)) : in.type;
}

std::string_view Evaluator::view(dom::StringRef text) const {
  const char* base =
      (text.offset & dom::kArenaBit) == 0 ? doc_.source().data() : doc_.storage().arena.data();
  return {base + (text.offset & ~dom::kArenaBit), text.length};
}

const dom::AttributeEntry* Evaluator::find_attribute(const PlanTest& test, NodeRef node) const {
  if (node.is_attribute() || !columns_.is_element(index(node.node))) return nullptr;
  const dom::Storage& storage = doc_.storage();
  const uint32_t count = storage.payload_size[index(node.node)];
  const dom::AttributeEntry* entry = storage.attributes.data() + storage.payload[index(node.node)];
  for (uint32_t i = 0; i < count; ++i, ++entry) {
    if (entry->name == test.name || entry->name == test.exact) return entry;
  }
  return nullptr;
}

bool Evaluator::boolean(uint32_t at, const Focus& focus) {
  const Instruction& in = instruction(at);
  switch (in.op) {
    case Op::kOr:
      for (uint32_t i = 0; i < in.argument_count; ++i) {
        if (boolean(argument(in, i), focus)) return true;
      }
      return false;
    case Op::kAnd:
      for (uint32_t i = 0; i < in.argument_count; ++i) {
        if (!boolean(argument(in, i), focus)) return false;
      }
      return true;
    case Op::kNot:
      return !boolean(argument(in, 0), focus);
    case Op::kConstant:
      return in.number != 0;
    case Op::kToBoolean:
      return boolean(argument(in, 0), focus);
    case Op::kCompare:
      return compare(in, focus);
    case Op::kAttributeExists:
      return find_attribute(in.attribute, focus.node) != nullptr;
    case Op::kAttributeEquals: {
      const dom::AttributeEntry* attribute = find_attribute(in.attribute, focus.node);
      return attribute != nullptr && view(attribute->value) == in.text;
    }
    case Op::kHasToken: {
      const dom::AttributeEntry* attribute = find_attribute(in.attribute, focus.node);
      return attribute != nullptr && has_word(view(attribute->value), in.text, in.separators);
    }
    case Op::kHasClass:
      return has_classes(in, focus);
    case Op::kSiblingExists:
      return sibling_exists(in, focus.node);
    case Op::kContains:
    case Op::kStartsWith:
    case Op::kEndsWith:
    case Op::kLang:
    case Op::kRegexTest:
      break;
    default:
      switch (type_of(at)) {
        case Type::kNumber:
          return is_true(number(at, focus));
        case Type::kNodes:
          return for_each(at, focus, [](NodeRef) { return true; });
        case Type::kString: {
          const StringScope scope(scratch_.strings);
          return !string(at, focus).empty();
        }
        default:
          return std::get<bool>(variable(in));
      }
  }
  const StringScope scope(scratch_.strings);
  const std::string_view text = string(argument(in, 0), focus);
  if (in.op == Op::kLang) return in_language(text, focus.node);
  if (in.op == Op::kRegexTest) {
    const auto pattern = regex(in, focus);
    return pattern != nullptr &&
           RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern);
  }
  const std::string_view part = string(argument(in, 1), focus);
  if (in.op == Op::kContains) return find_text(text, part) != std::string_view::npos;
  return in.op == Op::kStartsWith ? text.starts_with(part) : text.ends_with(part);
}

bool Evaluator::has_classes(const Instruction& in, const Focus& focus) {
  const PlanTest test{
      .kind = TestKind::kName, .name = dom::atoms::kClass, .exact = dom::atoms::kClass};
  const dom::AttributeEntry* attribute = find_attribute(test, focus.node);
  if (attribute == nullptr) return false;
  const StringScope scope(scratch_.strings);
  for (uint32_t i = 0; i < in.argument_count; ++i) {
    if (!has_word(view(attribute->value), string(argument(in, i), focus), Separators::kHtmlSpace))
      return false;
  }
  return true;
}

// The nearest lang attribute on the way up is `wanted`, or begins with it and a hyphen.
bool Evaluator::in_language(std::string_view wanted, NodeRef node) const {
  const dom::Atom xml_lang = dom::atom_of("xml:lang");
  for (uint32_t n = index(node.node); n != index(dom::kNoNode); n = columns_.parent(n)) {
    auto language = doc_.attribute(dom::NodeId{n}, xml_lang);
    if (!language) language = doc_.attribute(dom::NodeId{n}, dom::atoms::kLang);
    if (!language) continue;
    return equals_ignoring_ascii_case(language->substr(0, wanted.size()), wanted) &&
           (language->size() == wanted.size() || (*language)[wanted.size()] == '-');
  }
  return false;
}

bool Evaluator::sibling_exists(const Instruction& in, NodeRef node) {
  if (node.is_attribute() || node.node == dom::kRoot || exhausted()) return false;
  const PlanStep& step = plan_.steps[plan_.paths[in.path].first_step];
  const auto match = [&](uint32_t child) {
    ++visits_;
    return matches(columns_, step.test, child) && passes(step, detail::node_at(child));
  };
  SiblingMemo& memo = scratch_.sibling_memos[in.memo];
  return step.axis == Axis::kPrecedingSibling ? memo.any_before(columns_, index(node.node), match)
                                              : memo.any_after(columns_, index(node.node), match);
}

double Evaluator::sibling_count(const Instruction& in, NodeRef node) {
  if (node.is_attribute() || node.node == dom::kRoot || exhausted()) return 0;
  const PlanStep& step = plan_.steps[plan_.paths[in.path].first_step];
  const auto match = [&](uint32_t child) {
    ++visits_;
    return matches(columns_, step.test, child) && passes(step, detail::node_at(child));
  };
  SiblingMemo& memo = scratch_.sibling_memos[in.memo];
  return step.axis == Axis::kPrecedingSibling ? memo.count_before(columns_, index(node.node), match)
                                              : memo.count_after(columns_, index(node.node), match);
}

double Evaluator::type_index(const Instruction& in, NodeRef node) {
  const uint32_t n = index(node.node);
  if (node.is_attribute() || !columns_.is_element(n) || exhausted()) return 0;
  return scratch_.type_index.index(columns_, n, in.op == Op::kTypeIndexFromEnd, visits_);
}

double Evaluator::number(uint32_t at, const Focus& focus) {
  const Instruction& in = instruction(at);
  const auto operand = [&](uint32_t i) { return number(argument(in, i), focus); };
  switch (in.op) {
    case Op::kNumber:
      return in.number;
    case Op::kAdd:
      return operand(0) + operand(1);
    case Op::kSubtract:
      return operand(0) - operand(1);
    case Op::kMultiply:
      return operand(0) * operand(1);
    case Op::kDivide:
      return operand(0) / operand(1);
    case Op::kModulo:
      return std::fmod(operand(0), operand(1));
    case Op::kNegate:
      return -operand(0);
    case Op::kPosition:
      return focus.position;
    case Op::kLast:
      return focus.size;
    case Op::kCount: {
      Buffer found(scratch_);
      nodes(argument(in, 0), focus, *found);
      return static_cast<double>(found->size());
    }
    case Op::kSiblingCount:
      return sibling_count(in, focus.node);
    case Op::kTypeIndex:
    case Op::kTypeIndexFromEnd:
      return type_index(in, focus.node);
    case Op::kSum:
      return sum(argument(in, 0), focus);
    case Op::kFloor:
      return std::floor(operand(0));
    case Op::kCeiling:
      return std::ceil(operand(0));
    case Op::kRound:
      return round_half_up(operand(0));
    case Op::kStringLength: {
      const StringScope scope(scratch_.strings);
      return character_count(string(argument(in, 0), focus));
    }
    case Op::kToNumber:
      return operand(0);
    default:
      break;
  }
  switch (type_of(at)) {
    case Type::kBoolean:
      return boolean(at, focus) ? 1 : 0;
    case Type::kNumber:
      return std::get<double>(variable(in));
    default: {
      const StringScope scope(scratch_.strings);
      return string_to_number(to_string(at, focus));
    }
  }
}

double Evaluator::sum(uint32_t at, const Focus& focus) {
  Buffer found(scratch_);
  nodes(at, focus, *found);
  double total = 0;
  for (const NodeRef node : *found) {
    const StringScope scope(scratch_.strings);
    total += string_to_number(string_of(node));
  }
  return total;
}

Value Evaluator::value(uint32_t at, const Focus& focus) {
  switch (type_of(at)) {
    case Type::kBoolean:
      return boolean(at, focus);
    case Type::kNumber:
      return number(at, focus);
    case Type::kString:
      return std::string(string(at, focus));
    default:
      break;
  }
  NodeSet found;
  nodes(at, focus, found);
  return found;
}

}  // namespace weft::select
