// Field test: do the extractions of an attribute still hold? ([Vertex] IV-B, and beyond it.)
//
// The paper's test: mandatory attributes are there, constant ones equal the golden extraction.
// Beyond it, so that attributes that may change are judged too:
//   presence   values that were there are gone on more pages than pages lose them
//   fit        values no longer look as they did (health model)
//   kinship    values have nothing to do with those the same entities had: equal no more often than
//              by chance, and numbers in no related order. Catches the wrong price.
#pragma once

#include "watch/health/comparison.h"
#include "watch/health/verdict.h"

namespace weft::watch {

struct FieldTestOptions {
  double broken_share = 0.5;    // Of the entities failing: broken.
  double drifting_share = 0.1;  // And at least two: drifting.
  double varying_gone = 0.25;   // Of a varying attribute's values gone: drifting.
  double fit_drop = 0.2;        // Mean fit below what it was.
  uint64_t min_kinship = 8;     // Entities needed to test kinship.
  // Compare only constants and mandatory attributes, as the paper does.
  bool paper_only = false;
};

// Judges one attribute over the compared entities.
AttributeVerdict test_field(const AttributeHealth& health, const Comparison& comparison,
                            const FieldTestOptions& options = {});

// How much two readings of one attribute of the same entities have to do with each other: the
// larger of equality beyond chance (0 by chance, 1 all equal) and the rank correlation of their
// numbers. REQUIRES: both have the same size.
double kinship(const std::vector<std::string>& before, const std::vector<std::string>& now,
               model::ValueType type);

}  // namespace weft::watch
