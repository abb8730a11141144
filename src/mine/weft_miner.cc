// Weft's own miner: candidates (candidates.cc), a linear ranker (ranker.cc), distinct regions,
// tables.
//
//   1. Index the page, find candidates, score each.
//   2. Take candidates by descending score, leaving out those that repeat a better one: more than
//   half of its
//      records are records of the better one, and the rest does not add to them.
//   3. Make a table of each that is kept (columns.cc, nested.cc).
//
// Tested by mine_test.cc; measured by `weft eval records`.

#include <algorithm>
#include <unordered_set>

#include "mine/columns.h"
#include "mine/features.h"
#include "mine/mine.h"
#include "mine/nested.h"
#include "mine/ranker.h"

namespace weft::mine {
namespace {

struct Scored {
  double score;
  size_t candidate;
};

// Words covered, as pairs (first word, words), so that a wrapper and its only child are the same
// record.
std::unordered_set<uint64_t> record_keys(const PageIndex& page, const Candidate& candidate) {
  std::unordered_set<uint64_t> keys;
  for (const RecordSpan r : candidate.records) {
    keys.insert((uint64_t{page.first_token(r.begin)} << 32) | page.tokens(r));
  }
  return keys;
}

bool repeats(const std::unordered_set<uint64_t>& better,
             const std::unordered_set<uint64_t>& other) {
  size_t shared = 0;
  for (const uint64_t key : other) shared += better.contains(key) ? 1 : 0;
  // A superset by half its size or more is another reading, worth showing.
  return 2 * shared > other.size() && 2 * other.size() <= 3 * better.size();
}

}  // namespace

void fill_table(const PageIndex& page, const MineOptions& options, Region& region) {
  if (options.columns) region.columns = build_columns(page, region.records);
  if (options.columns && options.nested) region.nested = find_nested(page, region.records);
}

std::vector<Region> mine_weft(const PageIndex& page, const MineOptions& options,
                              Diagnostics* diagnostics) {
  std::vector<Candidate> candidates = find_candidates(page, options.limits, diagnostics);
  FeatureExtractor extractor(page);
  std::vector<FeatureVector> features;
  std::vector<Scored> order;
  const RankerModel& ranker = default_ranker();
  for (size_t c = 0; c < candidates.size(); ++c) {
    features.push_back(extractor.extract(candidates[c]));
    order.push_back({ranker.score(features.back()), c});
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
  std::vector<Region> regions;
  std::vector<std::unordered_set<uint64_t>> taken;
  for (const auto& [score, c] : order) {
    if (regions.size() >= options.max_regions) break;
    const double confidence = ranker.confidence(score);
    if (confidence < options.min_confidence) break;
    auto keys = record_keys(page, candidates[c]);
    if (std::any_of(taken.begin(), taken.end(),
                    [&](const auto& better) { return repeats(better, keys); }))
      continue;
    taken.push_back(std::move(keys));
    Region region;
    region.records = std::move(candidates[c].records);
    region.score = score;
    region.confidence = confidence;
    region.found_by = grouping_name(candidates[c].grouping);
    region.reasons = ranker.reasons(features[c]);
    fill_table(page, options, region);
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace weft::mine
