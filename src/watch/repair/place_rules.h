// Place rules: simple rules that find the places at which values stand, each by one thing that the
// places have in common.
//
//   <h2>You need</h2> <ul class="box"><li class="item big">flour <li class="item big">salt</ul>
//
//   li with class "item big"      li with the token "item"       li below class "box"
//   li below ul                   li whose parent stands after "You need"
//
// Learned rules are few and sure; these are many, and each may break alone. Rules that gave what is
// known of the old page are asked again on the new one: what most of them still give is right more
// often than what any one of them gives. Rules for the places at which known values stand now are
// candidates for what comes next (answers.h).
//
// Tested by answers_test.cc.
#pragma once

#include <vector>

#include "watch/found_values.h"
#include "watch/value_search.h"
#include "wrap/rules/rule.h"

namespace weft::watch {

// Rules under which at least half of the values found have a place, those with most first. Values
// that are parts of texts, or attributes of elements, have none.
std::vector<wrap::Rule> rules_for_places(const ValueSearch& page,
                                         const std::vector<FoundValue>& values);

}  // namespace weft::watch
