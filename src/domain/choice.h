// Choosing columns: which of a site's columns is which attribute of the domain.
//
//   SiteColumns site = find_columns(pages);
//   Evidence evidence = weigh_columns(site, recognizer);
//   for (const Choice& choice : choose_columns(site, recognizer, evidence)) …
//
// Nothing is labelled. A column below the floor of confidence is "not found" rather than wrong; the
// caller sets the floor, or asks a person.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "domain/evidence.h"

namespace weft::domain {

// A weight for each piece of evidence and kind of attribute.
using ColumnWeights = std::array<std::array<float, kEvidenceCount>, kAttributeKinds>;

// What ships: fitted by tools/train/fit_columns.cc on all verticals that it has.
const ColumnWeights& shipped_weights();

struct ChoiceParameters {
  // A column with the texts of one that is taken is left, unless all within so much are taken: two
  // attributes may share a text.
  double shared_within = 1.5;
  // Pages without the column take the value of the next ones within so much of its score…
  double fill_within = 0.7;
  double fill_agreement = 0.8;  // …that agree with it on this share of the pages they share.
  // Columns that agree with the chosen one so far are the same answer, and their chances add up.
  double same_answer = 0.8;
  // What a column gains where it stands beside an attribute that it occurs together with: enough to part two that are alike.
  double beside = 0.7;
  uint32_t beside_texts = 6;   // So many texts apart is beside.
  double least_ordered = 0.5;  // Of the pages with both, so many must have them as `at_most` says.
};

// Below it a column is "not found": precision 0.97 on verticals that the weights have not seen.
inline constexpr double kDefaultFloor = 0.5;

struct Choice {
  size_t attribute = 0;   // Of the domain.
  int32_t column = -1;    // Of the site; -1: nothing at all to choose from.
  double confidence = 0;  // Softmax over the columns, those of the same answer together.
  double score = 0;
  std::vector<int32_t> nodes;  // By page, filled in; -1 for none.
  int32_t second = -1;         // The best column of another answer: what a question would be about.
};

// One choice for each attribute of the domain, in its order.
std::vector<Choice> choose_columns(const SiteColumns& site, const annotate::Recognizer& recognizer,
                                   const Evidence& evidence,
                                   const ColumnWeights& weights = shipped_weights(),
                                   const ChoiceParameters& parameters = {});

}  // namespace weft::domain
