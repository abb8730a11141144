// Trust: whether values extracted from a page may be delivered as an attribute's: the field test of
// one page and attribute. What cannot be trusted is withheld, not guessed.
#pragma once

#include <string>
#include <vector>

#include "watch/health/health_model.h"
#include "watch/health/parameters.h"

namespace weft::watch {

// How far `found` is what is `known`, edits included: matched values over the longer of both, 0 to
// 1. Both empty: 1. O(known · found) for what is not equal; at most options.max_edited of each are compared so.
double edited_overlap(const std::vector<std::string>& known, const std::vector<std::string>& found,
                      model::ValueType type, const TrustOptions& options = {});

// `known`: what the page is known to have had; empty when nothing is known.
bool trusted(const AttributeHealth& health, const std::vector<std::string>& known,
             const std::vector<std::string>& found, const TrustOptions& options = {});

}  // namespace weft::watch
