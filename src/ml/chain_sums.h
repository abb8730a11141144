// The sums over all ways through a chain: what prediction and learning share. Internal to ml/chain*.cc.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace weft::ml {

class ChainSums {
 public:
  // `moves`: exponentials of the transitions of Chain; empty for items judged one by one. They must
  // outlive this.
  ChainSums(size_t classes, std::span<const float> moves) : classes_(classes), moves_(moves) {}

  // Fills `marginals`, and log_partition, for items with these scores: a row of classes an item.
  void run(std::span<const float> scores);

  // Adds factor * (what is expected of each transition) to `sums`. REQUIRES: run() was called.
  void add_expected_moves(double factor, std::span<float> sums) const;

  std::vector<float> marginals;
  double log_partition = 0;

 private:
  size_t classes_;
  std::span<const float> moves_;
  std::vector<float> potential_, alpha_, beta_, scale_;
};

}  // namespace weft::ml
