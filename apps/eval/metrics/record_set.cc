// The record-set metric.
//
//   1. Normalise to word tokens.
//   2. A found and a truth record are eligible when the found one covers at least 80 % of the
//      truth's tokens.
//   3. Match one to one, greedily: largest overlap first, then smallest difference in length.
//   4. A matched record fails as merged when, after taking its truth tokens away, the rest still
//      holds half the tokens and the whole first field of a truth record that nobody claimed.
//
// Example: truth {"Red Lamp 10", "Blue Lamp 12"}; found {"Red Lamp 10 Blue Lamp 12"}: eligible for
// both, matched to one, and the rest holds the other: merged, so nothing is right.

#include "eval/metrics/record_set.h"

#include <algorithm>

#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

struct TruthBags {
  TokenBag all;
  TokenBag first_field;
};

struct Pair {
  uint32_t found;
  uint32_t truth;
  uint64_t overlap;
  uint64_t length_difference;
};

// Step 2. Integers: 5 * shared >= 4 * size is 80 %.
std::vector<Pair> eligible_pairs(const std::vector<TokenBag>& found,
                                 const std::vector<TruthBags>& truth) {
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < found.size(); ++i) {
    for (uint32_t j = 0; j < truth.size(); ++j) {
      const size_t size = truth[j].all.size();
      if (size == 0 || 5 * found[i].size() < 4 * size) continue;
      const uint64_t shared = overlap(found[i], truth[j].all);
      if (5 * shared < 4 * size) continue;
      const size_t length = found[i].size();
      pairs.push_back({i, j, shared, length > size ? length - size : size - length});
    }
  }
  return pairs;
}

// Step 3. Ties beyond the two criteria go to document order.
std::vector<int> match_greedily(std::vector<Pair> pairs, size_t found_count, size_t truth_count) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    if (a.overlap != b.overlap) return a.overlap > b.overlap;
    if (a.length_difference != b.length_difference)
      return a.length_difference < b.length_difference;
    return a.found != b.found ? a.found < b.found : a.truth < b.truth;
  });
  std::vector<int> truth_of(found_count, -1);
  std::vector<bool> claimed(truth_count, false);
  for (const Pair& pair : pairs) {
    if (truth_of[pair.found] >= 0 || claimed[pair.truth]) continue;
    truth_of[pair.found] = static_cast<int>(pair.truth);
    claimed[pair.truth] = true;
  }
  return truth_of;
}

// Step 4.
bool swallowed_another(const TokenBag& found, const TruthBags& own,
                       const std::vector<TruthBags>& truth, const std::vector<bool>& claimed) {
  const TokenBag rest = difference(found, own.all);
  for (size_t j = 0; j < truth.size(); ++j) {
    if (claimed[j] || truth[j].all.empty()) continue;
    const bool half = 2 * overlap(rest, truth[j].all) >= truth[j].all.size();
    const bool named = overlap(rest, truth[j].first_field) == truth[j].first_field.size();
    if (half && named) return true;
  }
  return false;
}

}  // namespace

RecordSetMatch match_record_set(const std::vector<std::string>& found,
                                const std::vector<TruthRecord>& truth) {
  Vocabulary vocabulary;
  std::vector<TokenBag> found_bags;
  std::vector<TruthBags> truth_bags;
  for (const std::string& text : found) found_bags.push_back(vocabulary.bag(text));
  for (const TruthRecord& record : truth) {
    truth_bags.push_back({vocabulary.bag(record.text), vocabulary.bag(record.first_field)});
  }

  RecordSetMatch match;
  match.truth_of =
      match_greedily(eligible_pairs(found_bags, truth_bags), found.size(), truth.size());
  std::vector<bool> claimed(truth.size(), false);
  for (const int j : match.truth_of) {
    if (j >= 0) claimed[static_cast<size_t>(j)] = true;
  }
  match.counts = {0, found.size(), truth.size()};
  for (size_t i = 0; i < found.size(); ++i) {
    RecordFate fate = RecordFate::kUnmatched;
    if (match.truth_of[i] >= 0) {
      const TruthBags& own = truth_bags[static_cast<size_t>(match.truth_of[i])];
      match.length_ratios.push_back(static_cast<double>(found_bags[i].size()) /
                                    static_cast<double>(own.all.size()));
      const bool merged = swallowed_another(found_bags[i], own, truth_bags, claimed);
      fate = merged ? RecordFate::kMerged : RecordFate::kCorrect;
    }
    match.counts.correct += fate == RecordFate::kCorrect ? 1 : 0;
    match.fates.push_back(fate);
  }
  return match;
}

void RecordSetScore::add(const RecordSetMatch& page) {
  *this += {page.counts, {page.counts.f1()}, page.length_ratios};
}

RecordSetScore& RecordSetScore::operator+=(const RecordSetScore& other) {
  counts += other.counts;
  page_f1.insert(page_f1.end(), other.page_f1.begin(), other.page_f1.end());
  length_ratios.insert(length_ratios.end(), other.length_ratios.begin(), other.length_ratios.end());
  return *this;
}

}  // namespace weft::eval
