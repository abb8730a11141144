// A mined list becomes a wrapper that gives its cells again, on this page and on others.
#pragma once

#include <vector>

#include "base/result.h"
#include "mine/region.h"
#include "model/inducer.h"
#include "model/page.h"
#include "model/schema.h"

namespace weft::site {

struct MinedList {
  const model::Page* page = nullptr;
  const mine::Region* region = nullptr;
};

struct LearnedList {
  model::Induced induced;
  model::Schema schema;  // Names and types of the columns that the wrapper gives.
};

// Learns from lists whose columns share their names; the schema is that of the first. Fails as the
// inducer does; without one, that of brooms.
Result<LearnedList> learn_list(const std::vector<MinedList>& lists,
                               const model::Inducer& inducer = {});

}  // namespace weft::site
