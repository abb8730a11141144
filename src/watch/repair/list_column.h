// List column: where a list of values stands on pages, told by the values that are known of it.
//
// A list without records of its own (titles and prices in one run of siblings, several rows a
// record) gives all its values as one attribute. After some visits a part of them has changed, and
// a list of which a part is labelled teaches an inducer that the rest is not meant. So the rest is
// found by where it stands: paths that are equal but for the indices of their steps, the last few
// aside, are a column.
//
//   /table/tr[4]/td[2]/b[1], /table/tr[7]/td[2]/b[1]      column  /table/tr/td[2]/b[1]
//
// Where an optional value shifts those behind it, the classes of the last elements tell instead.
//
//   1. keys     of every known value's places, with none to three indices kept, or with classes
//   2. choose   the key that holds nearly all known values on most pages, and not many other nodes
//   3. fill     the other nodes of the column are values, too, of which nothing is known
#pragma once

#include <vector>

#include "watch/found_values.h"
#include "watch/value_search.h"

namespace weft::watch {

struct ListOnPage {
  const ValueSearch* page = nullptr;
  std::vector<FoundValue> known;   // As recalled; their occurrences are narrowed to the column.
  std::vector<FoundValue> others;  // What else stands in the column.
};

// Whether there is a column; the lists are as they were if there is none. Lists of which nothing
// is located are left alone. O(nodes · depth).
bool complete_lists(std::vector<ListOnPage>& lists);

}  // namespace weft::watch
