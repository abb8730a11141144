// XPath and CSS text to syntax trees.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "select/ast.h"

namespace weft::select {

// Bounds on one query. Reaching one fails with kLimitExceeded.
struct QueryLimits {
  uint32_t max_length = 256 * 1024;     // Bytes of the expression.
  uint32_t max_nesting = 128;           // Brackets within brackets.
  uint64_t max_visits = 4'000'000'000;  // Nodes looked at by one run.
};

// All of XPath 1.0's grammar. Function names and argument counts are checked by the compiler. Fails
// with kInvalidArgument, with the column: "xpath: expected ']' at column 17".
Result<Expr> parse_xpath(std::string_view text, const QueryLimits& limits = {});

// What a CSS selector means, twice over.
struct Selector {
  // From a context node: the matching nodes among it and its descendants.
  Expr select;
  // At a node: whether it matches. A call of false() for selectors that end in ::text or ::attr().
  Expr test;
};

// Selectors level 4 as listed in README.md, with parsel's ::text and ::attr(name). Fails with
// kInvalidArgument, with the column: "css: expected ')' at column 9".
Result<Selector> parse_css(std::string_view text, const QueryLimits& limits = {});

}  // namespace weft::select
