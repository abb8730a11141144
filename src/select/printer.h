// Syntax trees back to XPath text.
#pragma once

#include <string>

#include "select/ast.h"

namespace weft::select {

enum class Dialect {
  kWeft,      // has-class('x') as it stands
  kStandard,  // extensions with an XPath 1.0 equivalent are spelled out, for other engines
};

// The canonical spelling: abbreviated where XPath has an abbreviation, one space around operators.
// A parsed tree prints to text that parses to the same tree; negative numbers come back as a
// negation.
std::string print(const Expr& expr, Dialect dialect = Dialect::kWeft);

// A string in the quotes it needs; concat(…) if it holds both kinds.
std::string quote(const std::string& text);

}  // namespace weft::select
