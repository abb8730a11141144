// Range pruner ([Vertex] III-C.4): the part of a node's text that is the value.
//
// The paper gives offsets in words from the beginning or the end of the text: in "Our Price:
// $25.99" the price is word 3 from the beginning and word 1 from the end; whichever is the same for
// all labels is kept. Where words do not separate the value ("$25.99" when "25.99" is wanted) the
// texts around it do: what stands directly left and right of it on every labelled page. Lines that
// are the value are counted before its words: addresses have as many words as they like. Where parts
// of the text come and go, landmarks find it ([Liu], Stalker). Of what gives the labelled values, that
// is taken which gives most like them from the texts of other pages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/label.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

// One label inside a text: the node's (dom::value_lines), and the part of it that is the value.
struct RangeExample {
  std::string text;
  model::TextSpan span;
};

// The range that gives every example's value, judged by `others`: texts of unlabelled pages in the
// place of the examples', if there are any. Nothing when no kind of range does, or there are no
// examples.
std::optional<wrap::TextRange> learn_range(const std::vector<RangeExample>& examples,
                                           const std::vector<std::string>& others = {});

}  // namespace weft::induce
