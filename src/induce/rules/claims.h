// Claims: a value belongs to one attribute. An optional attribute is learned from pages that have
// it; on the others its best rule may take a neighbour's value (the price, for want of a former
// price), and support on unlabelled pages even speaks for such a rule.
#pragma once

#include <span>
#include <vector>

#include "induce/rules/attribute_learner.h"
#include "induce/rules/candidate_table.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

// Puts first, for each attribute, the best of its rules that takes nothing that is another's: a
// node unlike its own labelled ones that the other attribute's rule takes too, or that says the same
// as what that takes. Attributes none of whose rules is free of that stay as they are. A rule that
// takes several nodes, the first of them another's value, is made to give the last. `requests` go
// with `attributes`, documents by Unit::page.
void settle_claims(std::span<const dom::Document* const> documents, const std::vector<Unit>& units,
                   const std::vector<AttributeRequest>& requests,
                   std::vector<wrap::AttributeRules>& attributes);

}  // namespace weft::induce
