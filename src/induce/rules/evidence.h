// Evidence: what the labels say about the candidates of a sample, for one attribute.
#pragma once

#include <cstdint>
#include <vector>

#include "induce/rules/bit_set.h"
#include "induce/rules/sample.h"

namespace weft::induce {

// One labelled unit. Each value lists its occurrences: the candidates that give it. A label that
// was pointed at has one; a value known only as a string has as many as the unit shows. No values:
// the attribute is absent.
struct LabelledUnit {
  uint32_t unit = 0;
  std::vector<std::vector<Sample::Candidate>> values;
};

struct Evidence {
  std::vector<LabelledUnit> labelled;
  std::vector<uint32_t> unlabelled;  // Units nobody labelled: they only give support.
  // Occurrences, and other candidates of labelled units with the same text, which are neither right
  // nor wrong.
  BitSet harmless;
  // All values of a unit are wanted (a list of authors), not any one of them (two renderings of a
  // title).
  bool list = false;
};

// Fills Evidence::harmless from the labelled values.
void mark_harmless(const Sample& sample, Evidence& evidence);

// True if `bits` selects, in every labelled unit that has values, all of them (list) or one.
bool selects_labels(const Evidence& evidence, const BitSet& bits);

// Candidates of labelled units that `bits` selects and that are not harmless. Units without values
// do not count.
uint32_t count_false(const Sample& sample, const Evidence& evidence, const BitSet& bits);

}  // namespace weft::induce
