// Which blocks are kept, from the probability of each that it is content.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "read/features.h"

namespace weft::read {

// Fitted by tools/train/fit_articles.cc --tune; cross-validated figures in bench/log/2026-11-18.md.
struct ChoiceParameters {
  // What blocks of the same tags and classes say counts so much: they are mostly kept or dropped together.
  float path_mix = 0.3F;
  // A heading between two chosen blocks is taken from this probability on, if it shares the next one's parent.
  float heading_least = 0.1F;
  // A page whose best choice is expected to be poorer than this has no main content that we know of: it is a shell that
  // scripts fill, a login form, an error. In cross-validation 5 of 11 such pages had none, and the others were all wrong.
  double least_expected = 0.2;
};

// Probabilities after the blocks alike have been heard.
std::vector<float> mixed(std::span<const Block> blocks, std::span<const uint32_t> path_groups,
                         std::span<const float> probabilities, const ChoiceParameters& parameters);

struct Choice {
  std::vector<uint8_t> chosen;  // By block: 1 if chosen.
  double expected_f1 = 0;       // If the probabilities are right.
};

// The blocks that make the expected F1 of words greatest, then headings between them.
Choice choose(const dom::Document& doc, std::span<const Block> blocks,
              std::span<const float> probabilities, const ChoiceParameters& parameters);

// Items of one list, and cells of one row, that are named alike belong together: where half of their words are chosen, all are
// that are not improbable. For content: an article's body is better without (bench/log/2026-11-19.md).
void complete_lists(const dom::Document& doc, std::span<const Block> blocks,
                    std::span<const uint32_t> path_groups, std::span<const float> probabilities,
                    std::vector<uint8_t>& chosen);

}  // namespace weft::read
