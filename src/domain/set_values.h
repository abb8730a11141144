// Set values: attributes that a thing has several of, each an item of a list on its page: ingredients, steps.
//
//   <h2>Ingredients</h2><ul><li>2 eggs<li>1 cup flour</ul>    ingredient: the two <li>
//
// Works on one page alone. An item is an element, and its whole text is the value.
#pragma once

#include <cstdint>
#include <vector>

#include "annotate/recognizer.h"
#include "dom/document.h"

namespace weft::domain {

struct SetValues {
  uint32_t attribute = 0;          // Of the domain; one with the flag `set`.
  std::vector<dom::NodeId> items;  // In document order; none within another.
  double confidence = 0;
};

// Those that are found, in the order of the domain. `annotations` as recognizer.annotate() gives them.
std::vector<SetValues> find_set_values(const dom::Document& doc,
                                       const annotate::Recognizer& recognizer,
                                       const std::vector<annotate::Annotation>& annotations);

}  // namespace weft::domain
