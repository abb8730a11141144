// [Vertex] Algorithm 1, Cluster_Pages.
//
// First pass: count, for every masked vector, the pages it covers.
//   OPTIMIZATION: equal vectors are counted once, with their multiplicity. One mask at a time, the
//   distinct vectors are masked and sorted, and runs are summed, so that the 37 n candidates never
//   exist together. Masked vectors below the threshold are left out at once: votes only fall in the
//   second pass, so they could not survive, and a vector that none above the threshold covers
//   changes nothing that could.
// Second pass: distinct vectors in increasing order of multiplicity; each keeps its votes with the
//   covering masked vector that has most, and takes them from the others.
//   DEVIATION: it takes its own multiplicity, as the text and Example 3.1 say; the pseudo-code's
//   "v''s count" is a slip.
// Deletion of masked vectors below the threshold.
// Third pass: each page joins the covering masked vector with most votes, which no longer change.

#include "group/cluster.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/hash.h"

namespace weft::group {
namespace {

using dom::MaskedShingle;
using dom::ShingleVector;

constexpr size_t kMasks = 1 + 8 + 28;

// Which bytes are fixed: all, then all but one, then all but two.
constexpr std::array<uint8_t, kMasks> masks() {
  std::array<uint8_t, kMasks> result{};
  size_t at = 0;
  result[at++] = 0xFF;
  for (unsigned i = 0; i < 8; ++i) result[at++] = static_cast<uint8_t>(0xFF ^ (1U << i));
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned j = i + 1; j < 8; ++j)
      result[at++] = static_cast<uint8_t>(0xFF ^ (1U << i) ^ (1U << j));
  }
  return result;
}
constexpr std::array<uint8_t, kMasks> kAllMasks = masks();

// A distinct vector and the pages that have it.
struct Counted {
  uint64_t packed;
  uint32_t pages;
};

bool by_vector(const Counted& a, const Counted& b) { return a.packed < b.packed; }

// Merges neighbours with equal vectors. REQUIRES: sorted.
void merge_equal(std::vector<Counted>& sorted) {
  size_t kept = 0;
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (kept != 0 && sorted[kept - 1].packed == sorted[i].packed) {
      sorted[kept - 1].pages += sorted[i].pages;
    } else {
      sorted[kept++] = sorted[i];
    }
  }
  sorted.resize(kept);
}

std::vector<Counted> distinct_vectors(std::span<const ShingleVector> pages) {
  std::vector<Counted> vectors;
  vectors.reserve(pages.size());
  for (const ShingleVector v : pages) vectors.push_back({v.packed, 1});
  std::sort(vectors.begin(), vectors.end(), by_vector);
  merge_equal(vectors);
  return vectors;
}

// Masked shingle vectors with their votes. An open-addressing hash table of 16-byte slots, because
// there may be as many masked vectors as pages and the budget is 64 bytes a page.
class VoteTable {
 public:
  struct Slot {
    uint64_t packed;
    uint32_t votes;
    uint8_t fixed;  // 0 marks an empty slot.
  };

  // REQUIRES: `masked` is not in the table, and has a fixed byte.
  void insert(const dom::MaskedShingle& masked, uint32_t votes);
  // Null if it is not in the table. Valid until the next insert.
  [[nodiscard]] Slot* find(const dom::MaskedShingle& masked);

  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  [[nodiscard]] size_t home(const dom::MaskedShingle& masked) const;
  void place(const Slot& slot);
  void grow();

  std::vector<Slot> slots_;  // A power of two.
  size_t size_ = 0;
};

size_t VoteTable::home(const dom::MaskedShingle& masked) const {
  return mix64(masked.packed + 0x9e3779b97f4a7c15ULL * masked.fixed) & (slots_.size() - 1);
}

void VoteTable::place(const Slot& slot) {
  size_t at = home({slot.packed, slot.fixed});
  while (slots_[at].fixed != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = slot;
}

void VoteTable::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2, Slot{0, 0, 0});
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.fixed != 0) place(slot);
  }
}

void VoteTable::insert(const dom::MaskedShingle& masked, uint32_t votes) {
  if ((size_ + 1) * 4 > slots_.size() * 3) grow();
  place({masked.packed, votes, masked.fixed});
  ++size_;
}

VoteTable::Slot* VoteTable::find(const dom::MaskedShingle& masked) {
  if (slots_.empty()) return nullptr;
  for (size_t at = home(masked); slots_[at].fixed != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].packed == masked.packed && slots_[at].fixed == masked.fixed) return &slots_[at];
  }
  return nullptr;
}

VoteTable first_pass(const std::vector<Counted>& vectors, uint32_t min_count) {
  VoteTable table;
  std::vector<Counted> masked;
  for (const uint8_t fixed : kAllMasks) {
    const uint64_t bits = dom::mask_bits(fixed);
    masked.assign(vectors.begin(), vectors.end());
    for (Counted& entry : masked) entry.packed &= bits;
    std::sort(masked.begin(), masked.end(), by_vector);
    merge_equal(masked);
    for (const Counted& entry : masked) {
      if (entry.pages >= min_count) table.insert({entry.packed, fixed}, entry.pages);
    }
  }
  return table;
}

// Calls use(slot) for every masked vector of the table that covers `packed`.
template <typename Use>
void for_each_covering(VoteTable& table, uint64_t packed, Use use) {
  for (const uint8_t fixed : kAllMasks) {
    if (VoteTable::Slot* slot = table.find(MaskedShingle::of({packed}, fixed)); slot != nullptr)
      use(*slot);
  }
}

// The covering masked vector with most votes; null if none is in the table. Candidates come with the
// more fixed first, and of equal ones the earlier stays.
VoteTable::Slot* best_covering(VoteTable& table, uint64_t packed) {
  VoteTable::Slot* best = nullptr;
  for_each_covering(table, packed, [&](VoteTable::Slot& slot) {
    if (best == nullptr || slot.votes > best->votes) best = &slot;
  });
  return best;
}

std::vector<uint32_t> in_increasing_order(const std::vector<Counted>& vectors) {
  std::vector<uint32_t> order(vectors.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return vectors[a].pages < vectors[b].pages; });
  return order;
}

void second_pass(VoteTable& table, const std::vector<Counted>& vectors) {
  for (const uint32_t i : in_increasing_order(vectors)) {
    const Counted& vector = vectors[i];
    const VoteTable::Slot* kept = best_covering(table, vector.packed);
    for_each_covering(table, vector.packed, [&](VoteTable::Slot& slot) {
      if (&slot != kept) slot.votes -= vector.pages;
    });
  }
}

// The masked vectors that keep enough votes, in a table of their own.
VoteTable without_rare(const VoteTable& table, uint32_t min_count) {
  VoteTable kept;
  for (const VoteTable::Slot& slot : table.slots()) {
    if (slot.fixed != 0 && slot.votes >= min_count)
      kept.insert({slot.packed, slot.fixed}, slot.votes);
  }
  return kept;
}

std::vector<Cluster> clusters_by_importance(const VoteTable& table) {
  std::vector<Cluster> clusters;
  for (const VoteTable::Slot& slot : table.slots()) {
    if (slot.fixed != 0) clusters.push_back({{slot.packed, slot.fixed}, slot.votes, 0});
  }
  std::sort(clusters.begin(), clusters.end(), [](const Cluster& a, const Cluster& b) {
    if (a.importance != b.importance) return a.importance > b.importance;
    if (a.signature.fixed != b.signature.fixed) return a.signature.fixed > b.signature.fixed;
    return a.signature.packed < b.signature.packed;
  });
  return clusters;
}

// For every distinct vector the index of its cluster.
std::vector<uint32_t> third_pass(VoteTable& table, const std::vector<Counted>& vectors,
                                 const std::vector<Cluster>& clusters) {
  VoteTable indices;
  for (uint32_t i = 0; i < clusters.size(); ++i) indices.insert(clusters[i].signature, i);
  std::vector<uint32_t> cluster_of(vectors.size(), kUnassigned);
  for (size_t i = 0; i < vectors.size(); ++i) {
    const VoteTable::Slot* best = best_covering(table, vectors[i].packed);
    if (best != nullptr) cluster_of[i] = indices.find({best->packed, best->fixed})->votes;
  }
  return cluster_of;
}

}  // namespace

Clustering cluster_pages(std::span<const ShingleVector> pages, const ClusterOptions& options) {
  const uint32_t min_count = std::max(1U, options.min_count);
  const std::vector<Counted> vectors = distinct_vectors(pages);

  VoteTable votes = first_pass(vectors, min_count);
  second_pass(votes, vectors);
  votes = without_rare(votes, min_count);
  Clustering result{clusters_by_importance(votes), {}};
  const std::vector<uint32_t> cluster_of = third_pass(votes, vectors, result.clusters);

  result.assignment.reserve(pages.size());
  for (const ShingleVector page : pages) {
    const auto it =
        std::lower_bound(vectors.begin(), vectors.end(), Counted{page.packed, 0}, by_vector);
    const uint32_t cluster = cluster_of[static_cast<size_t>(it - vectors.begin())];
    if (cluster != kUnassigned) ++result.clusters[cluster].size;
    result.assignment.push_back(cluster);
  }
  return result;
}

uint32_t find_cluster(std::span<const Cluster> clusters, ShingleVector v) {
  uint32_t best = kUnassigned;
  for (uint32_t i = 0; i < clusters.size(); ++i) {
    if (!clusters[i].signature.covers(v)) continue;
    if (best == kUnassigned || clusters[i].importance > clusters[best].importance) best = i;
  }
  return best;
}

uint64_t clustering_sample_size(uint64_t site_pages) {
  constexpr uint64_t kSmallest = 2'000, kLargest = 20'000;
  return std::min(site_pages, std::clamp(site_pages / 5, kSmallest, kLargest));
}

uint32_t default_min_count(uint64_t sample_pages) {
  return static_cast<uint32_t>(std::clamp<uint64_t>(sample_pages / 100, 2, 20));
}

}  // namespace weft::group
