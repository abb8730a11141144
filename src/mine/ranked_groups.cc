// Weft's own miner: nodes that a template made alike are grouped, and the groups are ranked.
//
//   <nav>a a a a</nav>  <ul>li li li li</ul>  <div class=ad>…</div>
//
// Four links of a menu and four items of a list are both groups of like nodes. Which of them
// somebody wants, a linear model says from what a person would look at: how many words they hold,
// whether each has a link of its own, whether "nav" or "results" is written above them.
//
//   1. Index the page, find candidates.
//   2. Take candidates by descending score, leaving out those that repeat a better one: more than
//      half of its records are records of the better one, and the rest does not add to them.
//      OPTIMIZATION: scores are bounded from cheap features first, see Ranking.
//      One whose records are parts of runs of siblings, at most one of each run and behind what leads
//      it, gives way to the runs: mails of people whose names stand before them.
//   3. Straighten the borders of those that are runs of siblings (record_shape.cc), and make a table of
//      each that is kept (columns.cc, nested.cc).
//
// The methods of the papers do not rank; rank_by_words() orders their regions and asks the same
// model how sure it is of them.
//
// Tested by mine_test.cc; measured by `weft eval records`.

#include <algorithm>
#include <optional>

#include "mine/candidates.h"
#include "mine/columns.h"
#include "mine/features.h"
#include "mine/method.h"
#include "mine/ranker.h"
#include "mine/record_shape.h"

namespace weft::mine {
namespace {

// Words covered, as pairs (first word, words), so that a wrapper and its only child are the same
// record. Sorted, each once.
std::vector<uint64_t> record_keys(const PageIndex& page, const ListCandidate& candidate) {
  std::vector<uint64_t> keys;
  for (const RecordSpan r : candidate.records) {
    keys.push_back((uint64_t{page.first_token(r.begin)} << 32) | page.tokens(r));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

bool repeats(const std::vector<uint64_t>& better, const std::vector<uint64_t>& other) {
  size_t shared = 0;
  for (auto b = better.begin(), o = other.begin(); b != better.end() && o != other.end();) {
    shared += *b == *o ? 1 : 0;
    const bool behind = *b < *o;
    if (*b <= *o) ++b;
    if (!behind) ++o;
  }
  // A superset by half its size or more is another reading, worth showing.
  return 2 * shared > other.size() && 2 * other.size() <= 3 * better.size();
}

// The runs of siblings of which the candidate's records are parts; the candidate where there are
// none. Half of the runs have to have the part.
const ListCandidate& whole_of(const PageIndex& page, const std::vector<ListCandidate>& candidates,
                              const ListCandidate& part) {
  const dom::Document& doc = page.document();
  const dom::NodeId parent = doc.parent(part.records.front().begin);
  const bool siblings =
      std::all_of(part.records.begin(), part.records.end(), [&](const RecordSpan& r) {
        return doc.end(r.begin) == r.end && doc.parent(r.begin) == parent;
      });
  if (!siblings) return part;
  for (const ListCandidate& runs : candidates) {
    if (runs.grouping != Grouping::kRuns || doc.parent(runs.records.front().begin) != parent ||
        runs.records.size() > 2 * part.records.size())
      continue;
    size_t inside = 0;
    for (auto run = runs.records.begin(), r = part.records.begin();
         run != runs.records.end() && r != part.records.end(); ++run) {
      if (r->begin <= run->begin || r->begin >= run->end) continue;
      ++inside;
      ++r;
    }
    if (inside == part.records.size()) return runs;
  }
  return part;
}

// Hands out candidates by descending score. Most candidates are far from winning: after a cheap
// look at all of them, only those are looked at closely whose score may still be the next.
class Ranking {
 public:
  Ranking(const PageIndex& page, const std::vector<ListCandidate>& candidates)
      : candidates_(candidates),
        extractor_(page),
        scorer_(default_ranker()),
        features_(candidates.size()) {
    const double gain = default_ranker().second_look_gain();
    entries_.reserve(candidates.size());
    for (size_t c = 0; c < candidates.size(); ++c) {
      features_[c] = extractor_.first_look(candidates[c]);
      entries_.push_back({scorer_.score(features_[c]) + gain, false, c});
    }
    std::make_heap(entries_.begin(), entries_.end());
  }

  struct Entry {
    double score = 0;    // At most this much,
    bool exact = false;  // or exactly.
    size_t candidate = 0;
    // The heap's order: what comes first is greatest.
    bool operator<(const Entry& other) const {
      if (score != other.score) return score < other.score;
      return exact != other.exact ? exact : candidate > other.candidate;
    }
  };

  // The next one; nothing when there are no more.
  std::optional<Entry> next() {
    while (!entries_.empty()) {
      std::pop_heap(entries_.begin(), entries_.end());
      Entry& top = entries_.back();
      if (top.exact) {
        const Entry entry = top;
        entries_.pop_back();
        return entry;
      }
      FeatureVector& f = features_[top.candidate];
      extractor_.second_look(candidates_[top.candidate], f);
      top = {scorer_.score(f), true, top.candidate};
      std::push_heap(entries_.begin(), entries_.end());
    }
    return std::nullopt;
  }

  // Of a candidate that next() gave.
  [[nodiscard]] const FeatureVector& features(size_t candidate) const {
    return features_[candidate];
  }

 private:
  const std::vector<ListCandidate>& candidates_;
  FeatureExtractor extractor_;
  Scorer scorer_;
  std::vector<FeatureVector> features_;
  std::vector<Entry> entries_;
};

double confidence_of(const PageIndex& page, const Region& region) {
  if (region.records.size() < 2) return 0;
  const RankerModel& ranker = default_ranker();
  const ListCandidate candidate = candidate_of(page, region.records);
  return ranker.confidence(ranker.score(FeatureExtractor(page).extract(candidate)));
}

void add_section_columns(const PageIndex& page, Region& region) {
  std::vector<Column> around = section_columns(page, region.records);
  if (around.empty()) return;
  // Names of records' own columns stay.
  region.columns.insert(region.columns.end(), std::make_move_iterator(around.begin()),
                        std::make_move_iterator(around.end()));
  make_names_unique(region.columns);
  std::rotate(region.columns.begin(),
              region.columns.end() - static_cast<std::ptrdiff_t>(around.size()),
              region.columns.end());
}

}  // namespace

void fill_table(const PageIndex& page, const MineOptions& options, Region& region) {
  if (options.columns) region.columns = build_columns(page, region.records);
  if (options.columns && options.nested) region.nested = find_nested(page, region.records);
}

std::vector<Region> mine_ranked_groups(const PageIndex& page, const MineOptions& options,
                                       Diagnostics* /*diagnostics*/) {
  const std::vector<ListCandidate> candidates = find_candidates(page, options.limits);
  Ranking ranking(page, candidates);
  const RankerModel& ranker = default_ranker();
  std::vector<Region> regions;
  std::vector<std::vector<uint64_t>> taken;
  while (regions.size() < options.max_regions) {
    const auto next = ranking.next();
    if (!next) break;
    const double confidence = ranker.confidence(next->score);
    if (confidence < options.min_confidence) break;
    const ListCandidate& candidate = whole_of(page, candidates, candidates[next->candidate]);
    auto keys = record_keys(page, candidate);
    if (std::any_of(taken.begin(), taken.end(),
                    [&](const auto& better) { return repeats(better, keys); }))
      continue;
    taken.push_back(std::move(keys));
    Region region;
    region.records = straightened(page, candidate.records);
    region.score = next->score;
    region.confidence = confidence;
    region.found_by = name_of(candidate.grouping);
    region.reasons = ranker.reasons(ranking.features(next->candidate));
    fill_table(page, options, region);
    if (options.columns) add_section_columns(page, region);
    regions.push_back(std::move(region));
  }
  return regions;
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

}  // namespace weft::mine
