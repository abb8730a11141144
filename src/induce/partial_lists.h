// Partial lists: list pages of which only some records seem to be labelled.
//
// Labels of a list page are taken as complete: a record that stands there without a label counts
// against the rules that find it. Where records have elements of their own, a rule may find them
// all the same; where they have none, three labelled records of twenty can leave no rule that finds
// even the three. In both cases whoever labelled them should be told.
#pragma once

#include <string>
#include <vector>

#include "model/label.h"
#include "model/page.h"
#include "model/wrapper.h"

namespace weft::induce {

struct PartialList {
  std::string page;
  size_t labelled = 0;  // Records with a label…
  size_t found = 0;     // …and those that the wrapper finds.
};

// Pages with several labelled records on which the wrapper, learned from these labels, finds twice
// as many or more, or half as many or fewer; in the order of `pages`.
std::vector<PartialList> partial_lists(const model::Wrapper& wrapper,
                                       const std::vector<const model::Page*>& pages,
                                       const std::vector<model::Label>& labels);

}  // namespace weft::induce
