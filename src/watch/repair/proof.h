// Proof: what the pages (or records) that a new rule was not learned from say about it. A repair
// counts only when all kinds of witness agree.
//
//   known    their value was found on the page: the rule must give it
//   absent   they are known to have no value: the rule must give none
//   other    nothing is known, or what was known is not on the page any more: what the rule gives
//            must look as the attribute's values do
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "watch/health/health_model.h"
#include "watch/repair/parameters.h"
#include "watch/share.h"

namespace weft::watch {

// The guard that a new rule stands behind (docs/adr/0033): values are let through that look as they
// were known to, and those that look as known values are written now, by two witnesses at least: one
// alone may be a mistake. `spellings`: what known values are written like, by page or record.
value::ValueGuard widened(value::ValueGuard guard,
                          const std::vector<std::vector<std::string>>& spellings);

class Proof {
 public:
  void add_known(bool right) { add(known_, right); }
  void add_absent(bool right) { add(absent_, right); }
  // `known`: values that are not on the page any more; may be empty. A constant may have been
  // translated, but numbers are the same in every language: other ones are wrong.
  void add_other(const std::vector<std::string>& known, const std::vector<std::string>& found,
                 const AttributeHealth& health, const ProofLimits& limits = {});

  [[nodiscard]] uint64_t known() const { return known_.all; }
  [[nodiscard]] uint64_t reproduced() const { return known_.right; }

  // Why the rule is not proved, in one sentence; empty if nothing speaks against it. `witness`
  // names what was asked: "pages". A single other witness decides nothing.
  [[nodiscard]] std::string objection(const ProofLimits& limits, std::string_view witness) const;

 private:
  struct Count {
    uint64_t all = 0;
    uint64_t right = 0;

    [[nodiscard]] bool below(double share) const { return !reaches(right, share, all); }
  };
  static void add(Count& count, bool right) {
    ++count.all;
    count.right += right ? 1 : 0;
  }

  Count known_, absent_, other_;
};

}  // namespace weft::watch
