// Consistency: whether the rules so far extract the rest of the sample as the labels lead one to
// expect.
//
// Labels arrive one page at a time ([Vertex] III-B): after each, the rules are learned again and
// tried on the other sample pages. If all of them come out well nobody needs to label more; if not,
// the page with most doubts is the next to label.
#pragma once

#include <string>
#include <vector>

#include "model/label.h"
#include "model/page.h"
#include "model/wrapper.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

struct Doubt {
  std::string attribute;
  std::string message;  // "no value, but every labelled record has one"
};

struct PageConsistency {
  std::string page;
  bool labelled = false;
  std::vector<Doubt> doubts;  // None: the page is extracted consistently.
  size_t attributes = 0;      // Looked at, in all records of the page.
  // Of these, with a doubt that makes them less likely right. A text on many pages asks for a
  // label, but is mostly right.
  size_t doubtful = 0;
};

// One entry per page, in order. An attribute is doubtful on a page if it is missing though every
// labelled record has it, if several values are found where labelled pages have one, if its value
// is unlike the labelled ones, if a text that no label has is given on many pages, or if a rule
// that is nearly as good finds another value though no labelled record has two.
std::vector<PageConsistency> check_consistency(const wrap::RecordRules& rules,
                                               const std::vector<const model::Page*>& pages,
                                               const std::vector<model::Label>& labels);

// The page with most doubts, whose labels teach most; null if no more labels are needed.
const PageConsistency* next_to_label(const std::vector<PageConsistency>& pages);

// Partial lists: list pages of which only some records seem to be labelled.
//
// Labels of a list page are taken as complete: a record that stands there without a label counts
// against the rules that find it. Where records have elements of their own, a rule may find them
// all the same; where they have none, three labelled records of twenty can leave no rule that finds
// even the three. In both cases whoever labelled them should be told.

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
