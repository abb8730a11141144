// Agreement of a clustering with the truth. Both are given as one cluster number per item.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::eval {

struct ClusterAgreement {
  double purity = 0;  // Share of items that belong to their cluster's commonest class.
  // Mutual information over the mean of the two entropies.
  double normalized_mutual_information = 0;
  double adjusted_rand = 0;  // Hubert and Arabie's: 0 by chance, 1 for equality.
};

// REQUIRES: both have the same size. Nothing at all, and equal partitions, agree perfectly.
ClusterAgreement compare_clusters(const std::vector<uint32_t>& found,
                                  const std::vector<uint32_t>& truth);

}  // namespace weft::eval
