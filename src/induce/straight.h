// Learning from crossed records: labels whose records cross each other on the page, and no longer do
// once its crossed tables are put straight, are learned from there (wrap/straight).
#pragma once

#include <memory>
#include <vector>

#include "model/inducer.h"
#include "wrap/straight/straight_pages.h"

namespace weft::induce {

// The straight pages of one lesson, kept for the next, for an inducer that knows its pages again.
class KeptStraightPages {
 public:
  // Those of the call before where the pages are the same. REQUIRES: the pages outlive the next call.
  const wrap::StraightPages& of(const std::vector<const model::Page*>& pages);

 private:
  std::vector<const model::Page*> pages_;
  std::unique_ptr<const wrap::StraightPages> straight_;
};

// What `inducer` learns, from the pages as they are or put straight; the wrapper is of kind
// "straight" then. Fails as the inducer does.
Result<model::Induced> learn_straight(const model::Inducer& inducer,
                                      const model::InducerInput& input);
Result<model::Induced> learn_straight(const model::Inducer& inducer,
                                      const model::InducerInput& input, KeptStraightPages& kept);

}  // namespace weft::induce
