// How much of a page's text was found: token F1 for main content, runs of four words for bodies.
#pragma once

#include <string_view>

#include "eval/metrics/counts.h"

namespace weft::eval {

// Precision and recall of one page.
struct TextScore {
  double precision = 0;
  double recall = 0;
  [[nodiscard]] double f1() const { return f1_of(precision, recall); }
};

// Words (runs of letters, digits, underscores), lower case, as multisets. An empty truth: 1 for an empty answer,
// else 0.
TextScore token_score(std::string_view found, std::string_view truth);

// Runs of four words, case kept, as multisets; of a text of fewer words the words it has, as one run: as
// article-extraction-benchmark counts.
TextScore shingle_score(std::string_view found, std::string_view truth);

}  // namespace weft::eval
