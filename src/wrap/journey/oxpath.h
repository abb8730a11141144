// Journeys as text: a subset of OXPath ([Amber] 5.2, Fig. 5.5), so that a person can read, edit and write one.
//
//   doc("http://homes.example/")
//   //input[@name='town']/{$town="London" /}
//   //form[@id='search']/{click /}
//   /(//a[@class='next']/{nextclick /})*
//   //li[@class='home']:<record>
//     [? .//b:<price=normalize-space(.)>]
//     [.//h3/a:<title>]
//
// What there is, with W for white space anywhere between tokens:
//
//   journey    doc(STRING) path ("|" doc(STRING) path)*     several ways, one start
//   path       (XPATH "/{" act "/}")* star? extraction
//   act        "click" | STRING | "$" NAME "=" STRING       a value; one that a run may change
//   star       "/(" XPATH "/{nextclick /}" ")*" | "/({next /})*"   the latter: wherever pagination is
//   extraction XPATH ":<record>" ("[" "?"? XPATH ":<" NAME ("=" EXPR)? ">" "]")*  |  "/{extract /}"
//
// A path in an act that does not begin with "//" goes on from the act before it. Fig. 5.5 abbreviates:
// prec-sibl, foll-sibl, norm(x), len(x) are read, and printed in full. `{extract /}` stands for a wrapper
// that is not written in XPath; it is given beside the text. Not there: nested records, conditions on
// pages, actions inside predicates, other actions; ":<data_area>[? …]" is read and passed over.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "wrap/journey/journey.h"

namespace weft::wrap {

// All paths with the records of one wrapper: what "xpath" wrappers say, else {extract /}.
std::string to_oxpath(const JourneyWrapper& journey);

// `inner` is what {extract /} means; may be null where records are written out. Fails with
// kInvalidArgument, naming line and column. Bounded: text of at most 1 MB, 1000 acts.
Result<std::unique_ptr<JourneyWrapper>> parse_oxpath(
    std::string_view text, std::shared_ptr<const model::Wrapper> inner = nullptr);

}  // namespace weft::wrap
