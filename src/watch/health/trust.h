// Trust: whether values extracted from a page may be delivered as an attribute's: the field test of
// one page and attribute. What cannot be trusted is withheld, not guessed.
#pragma once

#include <string>
#include <vector>

#include "watch/health/health_model.h"

namespace weft::watch {

struct TrustOptions {
  double least_agreement = 0.8;  // Of a list that does not change with the one known.
  // Lists that were edited: so much must be as it was, and nearly all of it like what it was.
  double least_unchanged = 0.4;
  double least_edited = 0.9;
  double least_overlap = 0.7;  // Of a value with what it was, to be taken for an edit of it.
  double least_fit = 0.6;      // Of values of which nothing is known.
};

// How far `found` is what is `known`, edits included: matched values over the longer of both, 0 to
// 1. Both empty: 1. O(known · found) for what is not equal; at most 256 of each are compared so.
double soft_agreement(const std::vector<std::string>& known, const std::vector<std::string>& found,
                      model::ValueType type, double least_overlap);

// `known`: what the page is known to have had; empty when nothing is known.
bool trusted(const AttributeHealth& health, const std::vector<std::string>& known,
             const std::vector<std::string>& found, const TrustOptions& options = {});

}  // namespace weft::watch
