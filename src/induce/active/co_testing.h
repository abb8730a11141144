// Co-testing: two wrappers learned from the same labels in different ways. Where they agree they are
// probably right; where they do not, one of them is wrong, and a label there teaches most ([Liu],
// Active learning: co-testing).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/inducer.h"
#include "model/page.h"
#include "model/wrapper.h"

namespace weft::induce {

// The views: conditions on a node's surroundings, and the shape of the record around it.
// DEVIATION: the slides' views are forward and backward rules of one learner; two learners err less
// alike.
inline constexpr const char* kFirstView = "rules";
inline constexpr const char* kSecondView = "broom";

struct ContendedPage {
  std::string page;
  size_t attributes = 0;  // On which the wrappers disagree.
  // One of them, and what each has; empty for nothing.
  std::string attribute;
  std::string first;
  std::string second;
};

// Pages without labels on which two wrappers disagree, those with most attributes first.
std::vector<ContendedPage> contended_pages(const model::Wrapper& first,
                                           const model::Wrapper& second,
                                           const std::vector<const model::Page*>& pages,
                                           const std::vector<model::Label>& labels);

// Learns by both views and compares. Fails as the inducers do.
Result<std::vector<ContendedPage>> co_test(const model::InducerInput& input,
                                           std::string_view first_view = kFirstView,
                                           std::string_view second_view = kSecondView);

}  // namespace weft::induce
