#include "watch/health/bellwether.h"

#include <algorithm>
#include <array>
#include <map>

#include "dom/path.h"

namespace weft::watch {
namespace {

using PathSet = std::vector<uint64_t>;  // Sorted, distinct.

PathSet paths_of(const dom::Document& doc) {
  const auto hashes = dom::tag_path_hashes(doc);
  PathSet paths;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.is_element(n)) paths.push_back(hashes[n]);
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

// Jaccard's: 1 for equal sets.
double similarity(const PathSet& a, const PathSet& b) {
  PathSet shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  const size_t all = a.size() + b.size() - shared.size();
  return all == 0 ? 1 : static_cast<double>(shared.size()) / static_cast<double>(all);
}

// Paths that most candidates have: what a typical page is made of.
PathSet common_paths(const std::vector<PathSet>& sets) {
  std::map<uint64_t, size_t> counts;
  for (const PathSet& set : sets) {
    for (const uint64_t path : set) ++counts[path];
  }
  PathSet common;
  for (const auto& [path, count] : counts) {
    if (2 * count > sets.size()) common.push_back(path);
  }
  return common;
}

// The unused one with the greatest value; SIZE_MAX if there is none.
size_t best_unused(const std::vector<double>& values, const std::vector<bool>& used) {
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!used[i] && (best == SIZE_MAX || values[i] > values[best])) best = i;
  }
  return best;
}

}  // namespace

std::vector<uint32_t> choose_bellwethers(std::span<const dom::Document* const> pages,
                                         const BellwetherOptions& options) {
  const size_t candidates = std::min(pages.size(), options.max_candidates);
  std::vector<uint32_t> index;
  std::vector<PathSet> sets;
  for (size_t i = 0; i < candidates; ++i) {
    index.push_back(static_cast<uint32_t>(i * pages.size() / candidates));
    sets.push_back(paths_of(*pages[index.back()]));
  }
  const PathSet common = common_paths(sets);
  std::vector<double> typical, distance(candidates, 2);
  for (const PathSet& set : sets) typical.push_back(similarity(set, common));
  std::vector<bool> used(candidates, false);
  std::vector<uint32_t> chosen;
  while (chosen.size() < std::min(options.count, candidates)) {
    const size_t next = best_unused(chosen.size() % 2 == 0 ? typical : distance, used);
    used[next] = true;
    chosen.push_back(index[next]);
    for (size_t i = 0; i < candidates; ++i)
      distance[i] = std::min(distance[i], 1 - similarity(sets[i], sets[next]));
  }
  return chosen;
}

dom::MaskedShingle covering_signature(std::span<const dom::ShingleVector> vectors, double share) {
  if (vectors.empty()) return {};
  // The commonest value of each byte, and how common it is.
  dom::ShingleVector commonest;
  std::array<size_t, dom::kShingleBytes> agreeing{};
  for (unsigned b = 0; b < dom::kShingleBytes; ++b) {
    std::array<size_t, 256> counts{};
    for (const dom::ShingleVector v : vectors) ++counts[v.byte(b)];
    const auto most = std::max_element(counts.begin(), counts.end());
    agreeing[b] = *most;
    commonest.packed |= static_cast<uint64_t>(most - counts.begin()) << (8 * b);
  }
  // Bytes are opened, the least common first, until enough vectors are covered.
  uint8_t fixed = 0xFF;
  const double enough = share * static_cast<double>(vectors.size());
  while (std::popcount(fixed) > 1) {
    const auto signature = dom::MaskedShingle::of(commonest, fixed);
    const auto covered = std::count_if(vectors.begin(), vectors.end(),
                                       [&](dom::ShingleVector v) { return signature.covers(v); });
    if (static_cast<double>(covered) >= enough) break;
    unsigned worst = 0;
    for (unsigned b = 0; b < dom::kShingleBytes; ++b) {
      if ((fixed >> b & 1) != 0 && ((fixed >> worst & 1) == 0 || agreeing[b] < agreeing[worst]))
        worst = b;
    }
    fixed = static_cast<uint8_t>(fixed & ~(1U << worst));
  }
  return dom::MaskedShingle::of(commonest, fixed);
}

}  // namespace weft::watch
