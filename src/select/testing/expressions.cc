#include "select/testing/expressions.h"

namespace weft::select::testing {

std::string ExpressionGenerator::literal() {
  const std::string_view text = pick(vocabulary_.texts);
  const char quote = text.find('\'') == std::string_view::npos ? '\'' : '"';
  return quote + std::string(text) + quote;
}

std::string ExpressionGenerator::node_test() {
  switch (below(10)) {
    case 0:
      return "*";
    case 1:
      return "node()";
    case 2:
      return "text()";
    case 3:
      return below(4) == 0 ? "comment()" : "*";
    default:
      return std::string(pick(vocabulary_.elements));
  }
}

std::string ExpressionGenerator::step(int depth) {
  // The following axis of an attribute is where libxml2 departs from the recommendation, so an
  // attribute step is only ever the last one (see relative()).
  static const std::vector<std::string> kAxes = {"",
                                                 "",
                                                 "",
                                                 "",
                                                 "child::",
                                                 "parent::",
                                                 "ancestor::",
                                                 "ancestor-or-self::",
                                                 "self::",
                                                 "descendant::",
                                                 "descendant-or-self::",
                                                 "following-sibling::",
                                                 "preceding-sibling::",
                                                 "following::",
                                                 "preceding::"};
  std::string out;
  switch (below(14)) {
    case 0:
      return "..";
    case 1:
      return ".";
    default:
      out = pick(kAxes);
  }
  out += node_test();
  for (uint32_t i = below(5) >= 3 ? 1 + below(2) : 0; depth > 0 && i > 0; --i)
    out += predicate(depth - 1);
  return out;
}

std::string ExpressionGenerator::relative(int depth) {
  std::string out;
  const uint32_t steps = 1 + below(3);
  for (uint32_t i = 0; i < steps; ++i) {
    if (i != 0) out += below(4) == 0 ? "//" : "/";
    const bool last = i + 1 == steps;
    out += last && below(4) == 0
               ? '@' + std::string(below(5) == 0 ? "*" : pick(vocabulary_.attributes))
               : step(depth);
  }
  return out;
}

std::string ExpressionGenerator::path(int depth) {
  switch (below(8)) {
    case 0:
      return '/' + relative(depth);
    case 1:
      return relative(depth);
    case 2:
      return '(' + path(depth - 1) + ")[" + std::to_string(1 + below(3)) + ']';
    case 3:
      return depth > 0 ? path(depth - 1) + " | " + path(depth - 1) : "//" + relative(0);
    default:
      return "//" + relative(depth);
  }
}

std::string ExpressionGenerator::predicate(int depth) {
  switch (below(12)) {
    case 0:
      return '[' + std::to_string(1 + below(4)) + ']';
    case 1:
      return "[last()]";
    case 2:
      return "[position() " + std::string(below(2) == 0 ? "<=" : ">") + ' ' +
             std::to_string(1 + below(3)) + ']';
    case 3:
      return "[last() - " + std::to_string(below(3)) + ']';
    case 4:
      return "[position() mod 2 = " + std::to_string(below(2)) + ']';
    case 5:
      return '[' + number(depth) + ']';
    default:
      return '[' + boolean(depth) + ']';
  }
}

std::string ExpressionGenerator::boolean(int depth) {
  static const std::vector<std::string> kComparisons = {"=", "!=", "<", "<=", ">", ">=", "=", "="};
  if (depth <= 0) {
    const std::string attribute(pick(vocabulary_.attributes));
    switch (below(6)) {
      case 0:
        return '@' + attribute;
      case 1:
        return '@' + attribute + " = " + literal();
      case 2:
        return "contains(@" + attribute + ", " + literal() + ')';
      case 3:
        return "contains(., " + literal() + ')';
      case 4:
        return "preceding-sibling::" + node_test();
      default:
        return std::string(pick(vocabulary_.elements));
    }
  }
  switch (below(13)) {
    case 0:
      return "not(" + boolean(depth - 1) + ')';
    case 1:
      return boolean(depth - 1) + " and " + boolean(depth - 1);
    case 2:
      return boolean(depth - 1) + " or " + boolean(depth - 1);
    case 3:
      return number(depth - 1) + ' ' + std::string(pick(kComparisons)) + ' ' + number(depth - 1);
    case 4:
      return string(depth - 1) + " = " + string(depth - 1);
    case 5:
      return relative(depth - 1) + ' ' + std::string(pick(kComparisons)) + ' ' + literal();
    case 6:
      return relative(depth - 1) + ' ' + std::string(pick(kComparisons)) + ' ' +
             relative(depth - 1);
    case 7:
      return relative(depth - 1) + ' ' + std::string(pick(kComparisons)) + ' ' + number(depth - 1);
    case 8:
      return "starts-with(" + string(depth - 1) + ", " + string(depth - 1) + ')';
    case 9:
      return "contains(concat(' ', normalize-space(@class), ' '), ' " +
             std::string(pick(vocabulary_.texts)) + " ')";
    case 10:
      return "boolean(" + relative(depth - 1) + ") = " + boolean(depth - 1);
    default:
      return relative(depth - 1);
  }
}

std::string ExpressionGenerator::number(int depth) {
  if (depth <= 0) return std::to_string(below(5));
  switch (below(9)) {
    case 0:
      return "count(" + relative(depth - 1) + ')';
    case 1:
      return "string-length(" + string(depth - 1) + ')';
    case 2:
      return number(depth - 1) + " + " + number(depth - 1);
    case 3:
      return number(depth - 1) + " mod " + number(depth - 1);
    case 4:
      return "count(preceding-sibling::" + node_test() + ')';
    case 5:
      return "count(following-sibling::" + node_test() + ')';
    case 6:
      return "floor(" + number(depth - 1) + " div 2)";
    case 7:
      return "position()";
    default:
      return "sum(" + relative(0) + ')';
  }
}

std::string ExpressionGenerator::string(int depth) {
  if (depth <= 0)
    return below(3) == 0 ? literal() : '@' + std::string(pick(vocabulary_.attributes));
  switch (below(11)) {
    case 0:
      return "normalize-space(" + string(depth - 1) + ')';
    case 1:
      return "normalize-space(" + relative(depth - 1) + ')';
    case 2:
      return "concat(" + string(depth - 1) + ", " + string(depth - 1) + ')';
    case 3:
      return "substring(" + string(depth - 1) + ", " + std::to_string(below(4)) + ", " +
             std::to_string(below(6)) + ')';
    case 4:
      return "substring-before(" + string(depth - 1) + ", " + literal() + ')';
    case 5:
      return "substring-after(" + string(depth - 1) + ", " + literal() + ')';
    case 6:
      return "translate(" + string(depth - 1) + ", 'abc', 'AB')";
    case 7:
      return "name(" + relative(depth - 1) + ')';
    case 8:
      return "local-name()";
    default:
      return "string(" + relative(depth - 1) + ')';
  }
}

std::string ExpressionGenerator::expression(int depth) {
  switch (below(8)) {
    case 0:
      return "count(" + path(depth) + ')';
    case 1:
      return "string(" + path(depth) + ')';
    case 2:
      return "boolean(" + path(depth) + ')';
    default:
      return path(depth);
  }
}

}  // namespace weft::select::testing
