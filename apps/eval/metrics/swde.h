// The SWDE metric: per attribute over the pages of a site, page by page and value by value.
#pragma once

#include <string>
#include <vector>

#include "eval/metrics/counts.h"

namespace weft::eval {

struct SwdeCounts {
  // A page counts as found when a value is given, as correct when the value equals one of the
  // truth's. Where several are given the first stands for the page.
  Counts pages;
  // Every value of every page, as multisets: what lists lose shows here.
  Counts values;

  SwdeCounts& operator+=(const SwdeCounts& other);
};

// One page and attribute. Compared by comparable_value(); empty values are no values.
SwdeCounts compare_swde(const std::vector<std::string>& found,
                        const std::vector<std::string>& truth);

}  // namespace weft::eval
