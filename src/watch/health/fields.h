// Field test: do the extractions of an attribute still hold? ([Vertex] IV-B, and beyond it.)
//
// The paper's test: mandatory attributes are there, constant ones equal the golden extraction.
// Beyond it, so that attributes that may change are judged too:
//   presence   values that were there are gone on more pages than pages lose them
//   fit        values no longer look as they did (health model)
//   writing    values are written as none was: the same number without its unit
//   kinship    values have nothing to do with those the same entities had: equal no more often than
//              by chance, and numbers in no related order. Catches the wrong price.
//
// An example, the prices of some entities, then and now (kinship asks for eight or more):
//
//   then        10     20     30     40
//   now         11     19     33     38        healthy: they change, but keep their order
//   now          5      5      5      5        broken: no kin (the postage, it seems)
//   now        ten     20     30      -        drifting: one gone, one looks unlike a price
#pragma once

#include "watch/health/comparison.h"
#include "watch/health/parameters.h"
#include "watch/health/verdict.h"

namespace weft::watch {

// Judges one attribute over the compared entities.
AttributeVerdict test_field(const AttributeHealth& health, const Comparison& comparison,
                            const FieldTestOptions& options = {});
// The same by the paper's field test: all mandatory values are there, no constant differs.
AttributeVerdict test_field_as_paper(const AttributeHealth& health, const Comparison& comparison);

// How much two readings of one attribute of the same entities have to do with each other: the
// larger of equality beyond chance (0 by chance, 1 all equal) and the rank correlation of their
// numbers. REQUIRES: both have the same size.
double kinship(const std::vector<std::string>& before, const std::vector<std::string>& now,
               model::ValueType type, const FieldTestOptions& options = {});

}  // namespace weft::watch
