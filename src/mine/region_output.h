// A mined region as what travels between stages: an extraction, labels, a schema.
#pragma once

#include <string>
#include <vector>

#include "mine/region.h"
#include "model/extraction.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"

namespace weft::mine {

enum class NestedOutput : uint8_t { kLeaveOut, kInclude };

// The records with provenance. Values of typed columns are normalised against the page's URL.
// Linear in the page and the table.
model::Extraction to_extraction(const model::Page& page, const Region& region,
                                NestedOutput nested = NestedOutput::kInclude);

// One label per cell, source kMiner, with the region's confidence: what an inducer can learn from.
std::vector<model::Label> to_labels(const model::Page& page, const Region& region);

// Attributes of the region's columns, and of its nested tables as sets.
model::Schema to_schema(const Region& region, NestedOutput nested = NestedOutput::kInclude);

}  // namespace weft::mine
