// Baselines that people use in place of learned rules, each behind the interface of all inducers,
// so that `weft eval history` can say how long their rules live:
//
//   absolute-xpath  the indexed path of the labelled node: /html[1]/body[1]/div[2]/h1[1]
//   id-class        from the nearest element with an id down by tags and classes, as a browser's
//                   "copy selector" gives it
//   similarity      the element most like the labelled one: tag, attributes, text, path, parent and
//                   neighbours, as adaptive scrapers do
//
// They learn from the first labelled page; a list is one rule for each of its items.
#pragma once

#include <string_view>

#include "base/result.h"
#include "model/inducer.h"

namespace weft::eval {

// Fails with kInvalidArgument for other names.
Result<model::Inducer> baseline_inducer(std::string_view name);

}  // namespace weft::eval
