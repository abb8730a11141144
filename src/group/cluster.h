// Pages that share a template, from their shingle vectors alone ([Vertex] III-A, Algorithm 1).
//
// Every vector is covered by 37 masked vectors: itself, 8 with one byte open, 28 with two. Each
// page votes for all that cover it; then every distinct vector keeps its vote with the most popular
// of them and withdraws the others. What keeps enough votes is a cluster: its masked vector is the
// signature by which later pages are recognised, its votes are its importance.
//
//   const Clustering clustering = cluster_pages(vectors);
//   clustering.clusters[clustering.assignment[page]].signature
//
// Cost: O(n log n); about 45 bytes a page besides the input. Tested by cluster_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dom/shingle.h"

namespace weft::group {

inline constexpr uint32_t kUnassigned = UINT32_MAX;

struct ClusterOptions {
  // Masked vectors with fewer votes after the second pass are dropped. At least 1. Ties, which the
  // paper leaves open, go to the signature with more fixed bytes, then to the lesser value.
  uint32_t min_count = 20;
};

struct Cluster {
  dom::MaskedShingle signature;
  uint64_t importance = 0;  // Votes after the second pass; not always the size.
  uint64_t size = 0;        // Pages assigned in the third pass.
};

struct Clustering {
  std::vector<Cluster> clusters;     // By decreasing importance.
  std::vector<uint32_t> assignment;  // For each page its cluster, or kUnassigned.
};

Clustering cluster_pages(std::span<const dom::ShingleVector> pages,
                         const ClusterOptions& options = {});

// The cluster whose signature covers `v`, the most important where there are several; kUnassigned
// if none. For pages that were not in the sample. O(clusters).
uint32_t find_cluster(std::span<const Cluster> clusters, dom::ShingleVector v);

// How many of a site's pages to cluster: 20 %, at most 20,000 ([Vertex] III-A); never fewer than
// 2,000 (its small sites), since below that sampling saves nothing.
uint64_t clustering_sample_size(uint64_t site_pages);

// The vote threshold for a sample: 20, the paper's, from 2,000 pages on; 1 % of smaller samples, at
// least 2.
uint32_t default_min_count(uint64_t sample_pages);

}  // namespace weft::group
