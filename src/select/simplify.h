// Rewrites a syntax tree into a cheaper one with the same value everywhere.
#pragma once

#include "select/ast.h"

namespace weft::select {

// See the list at the top of simplify.cc. Simplifying twice gives the same as once.
Expr simplify(Expr expr);

}  // namespace weft::select
