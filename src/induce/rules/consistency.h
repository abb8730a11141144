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

}  // namespace weft::induce
