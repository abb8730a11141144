// Agreement: what several wrappers, learned in different ways from the same labels, say about a
// page
// ([Liu] co-testing, with inducers as the views).
//
// Where independent wrappers agree a value is most likely right; where they differ at least one is
// wrong, so a label there teaches something whatever it is.
#pragma once

#include <string>
#include <vector>

#include "model/extraction.h"
#include "model/page.h"
#include "model/wrapper.h"
#include "wrap/tree/side_by_side.h"

namespace weft::induce {

struct Disagreement {
  std::string attribute;
  std::vector<std::string> values;  // One per wrapper, as value_key; empty: none.
};

struct PageAgreement {
  std::string page;
  double agreement = 1;  // Share of values on which all wrappers agree, 0 to 1.
  std::vector<Disagreement> disagreements;
};

// One entry per page, in order.
std::vector<PageAgreement> check_agreement(const std::vector<const model::Wrapper*>& wrappers,
                                           const std::vector<const model::Page*>& pages);

// The page with the least agreement, among those not in `labelled`; null when all agree everywhere.
const PageAgreement* most_contended(const std::vector<PageAgreement>& pages,
                                    const std::vector<std::string>& labelled);

}  // namespace weft::induce
