// Comparison: the same entities, then and now. What the field test looks at.
//
// Where a page is one record, the page is the entity. Where a page lists records, entities are
// found again by their key (the constant attribute that tells them apart best), on whatever page
// they are now.
#pragma once

#include <string>
#include <vector>

#include "model/extraction.h"
#include "watch/health/health_model.h"
#include "watch/page_values.h"

namespace weft::watch {

struct Pairing {
  Seen before;
  Seen now;  // Without values if the page gave no record.
};

struct Comparison {
  std::vector<Pairing> pairs;
  std::vector<Seen> now;      // Every entity of the fresh pages.
  uint64_t before_count = 0;  // Entities known on the pages that were read again.
};

// Only golden extractions of pages among `fresh` count.
Comparison compare_entities(const std::vector<model::Extraction>& golden,
                            const std::vector<model::Extraction>& fresh, const HealthModel& health);

}  // namespace weft::watch
