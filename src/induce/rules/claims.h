// Claims: a value belongs to one attribute. An optional attribute is learned from pages that have
// it; on the others its best rule may take a neighbour's value (the price, for want of a former
// price), and support on unlabelled pages even speaks for such a rule.
#pragma once

#include <span>
#include <vector>

#include "induce/rules/candidate_table.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

// Puts first, for each attribute, the best of its rules that takes nothing that is another's: a
// node that the other attribute's rule takes too, and that looks like the other's labelled nodes
// and unlike its own. Attributes none of whose rules is free of that stay as they are. A rule that
// takes several nodes, the first of them another's value, is made to give the last. `labelled`
// says for each unit whether it has labels; documents go by Unit::page.
void settle_claims(std::span<const dom::Document* const> documents, const std::vector<Unit>& units,
                   const std::vector<bool>& labelled,
                   std::vector<wrap::AttributeRules>& attributes);

}  // namespace weft::induce
