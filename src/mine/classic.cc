// MDR as a method of mine(): data regions, their records, most words first.

#include "mine/classic.h"

#include <algorithm>

#include "mine/core_paths.h"
#include "mine/features.h"
#include "mine/ranker.h"

namespace weft::mine {
namespace {

double confidence_of(const PageIndex& page, const Region& region) {
  if (region.records.size() < 2) return 0;
  CorePathCounter counter(page);
  const CoreSummary core = counter.summarize(region.records, 60, 300);
  double cohesion = 0;
  for (const float share : core.share) cohesion += share;
  const ListCandidate candidate{Grouping::kSiblings, region.records, core.paths, core.text_paths,
                                cohesion / static_cast<double>(region.records.size())};
  const RankerModel& ranker = default_ranker();
  return ranker.confidence(ranker.score(FeatureExtractor(page).extract(candidate)));
}

}  // namespace

Region region_of(const std::vector<MdrRecord>& records, std::string_view found_by) {
  Region region;
  region.found_by = found_by;
  bool apart = false;
  for (const MdrRecord& record : records) {
    region.records.push_back(record.front());
    region.further.emplace_back(record.begin() + 1, record.end());
    apart |= record.size() > 1;
  }
  if (!apart) region.further.clear();
  return region;
}

void rank_by_words(const PageIndex& page, const MineOptions& options,
                   std::vector<Region>& regions) {
  for (Region& region : regions) {
    for (const RecordSpan r : region.records) region.score += page.tokens(r);
    for (const auto& parts : region.further) {
      for (const RecordSpan r : parts) region.score += page.tokens(r);
    }
  }
  std::erase_if(regions, [](const Region& r) { return r.score == 0 || r.records.size() < 2; });
  std::stable_sort(regions.begin(), regions.end(),
                   [](const Region& a, const Region& b) { return a.score > b.score; });
  if (regions.size() > options.max_regions) regions.resize(options.max_regions);
  for (Region& region : regions) {
    region.confidence = confidence_of(page, region);
    region.reasons.push_back({"words in the region", region.score, region.score});
  }
  std::erase_if(regions, [&](const Region& r) { return r.confidence < options.min_confidence; });
}

std::vector<Region> mine_mdr(const PageIndex& page, const MineOptions& options,
                             Diagnostics* diagnostics) {
  const MdrOptions mdr;
  std::vector<Region> regions;
  for (const DataRegion& found : find_data_regions(page.document(), mdr, diagnostics)) {
    regions.push_back(region_of(records_of(page.document(), found, mdr), "mdr"));
  }
  rank_by_words(page, options, regions);
  for (Region& region : regions) fill_table(page, options, region);
  return regions;
}

}  // namespace weft::mine
