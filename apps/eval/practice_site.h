// The list pages of a practice site, with their truth.
#pragma once

#include "base/limits.h"
#include "eval/labelled_lists.h"
#include "practice/options.h"

namespace weft::eval {

// Named by domain and seed: "cars-1", "cars-1-crossed".
ListSite practice_lists(const practice::Options& options, const Limits& limits = {});

}  // namespace weft::eval
