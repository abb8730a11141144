// What MDR, DEPTA and NET share: from records to regions in the order of the words they hold.
#pragma once

#include <string_view>
#include <vector>

#include "mine/mdr/mdr.h"
#include "mine/mine.h"
#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

// A region of these records, without columns. REQUIRES: no record is empty.
Region region_of(const std::vector<MdrRecord>& records, std::string_view found_by);

// Scores regions by their words, gives each the default ranker's confidence, orders them and keeps
// as many as `options` ask for.
void rank_by_words(const PageIndex& page, const MineOptions& options, std::vector<Region>& regions);

}  // namespace weft::mine
