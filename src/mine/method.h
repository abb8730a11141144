// What a method of mine() is made of, and what its methods share. For the rooms of src/mine only.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "mine/mine.h"
#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

// A method: regions of an indexed page, best first, as many as `options` ask for.
using MineMethod = std::vector<Region> (*)(const PageIndex& page, const MineOptions& options,
                                           Diagnostics* diagnostics);

std::vector<Region> mine_ranked_groups(const PageIndex&, const MineOptions&, Diagnostics*);
std::vector<Region> mine_mdr(const PageIndex&, const MineOptions&, Diagnostics*);
std::vector<Region> mine_depta(const PageIndex&, const MineOptions&, Diagnostics*);
std::vector<Region> mine_net(const PageIndex&, const MineOptions&, Diagnostics*);

// Fills columns and nested tables of a region whose records are set, as `options` ask.
void fill_table(const PageIndex& page, const MineOptions& options, Region& region);

// For the methods of the papers, which do not rank: scores regions by their words, gives each the
// confidence that the default ranker has in the same records, orders them and keeps as many as
// `options` ask for.
void rank_by_words(const PageIndex& page, const MineOptions& options, std::vector<Region>& regions);

}  // namespace weft::mine
