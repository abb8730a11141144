// Prediction: how good a wrapper is likely to be, judged on pages that nobody labelled, so that a
// person knows when to stop ([Zheng] 10.3.3).
//
// The assumption of the paper: a record that a wrapper matches perfectly is extracted rightly. What
// "perfectly" means depends on the wrapper: brooms find everything on the way to their labels as it
// was on labelled pages; rules, which know attributes alone, find each once and alike
// (consistency.h), and a record counts by its share of such attributes; page trees and votes are at
// distance 0, or of one mind.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/label.h"
#include "model/page.h"
#include "model/wrapper.h"

namespace weft::induce {

// What is expected of one unlabelled page.
struct PagePrediction {
  std::string page;
  double records = 0;  // Extracted.
  double perfect = 0;  // Of these, matched perfectly: N_e(p) at threshold 0.
  double doubt = 0;    // 0: as good as certain; larger is worse.
  std::string reason;  // Of the doubt, one sentence; may be empty.
};

struct Prediction {
  double recall = 0;     // (10.3): perfect matches over |D| · N̄, at most 1.
  double precision = 0;  // Share of the extracted records that match perfectly. (10.1) counts only
                         // those, and is 1.
  double records_per_page = 1;  // N̄, of the labelled pages.
  std::vector<PagePrediction> pages;

  // The signal to stop labelling.
  [[nodiscard]] bool enough(double target = 0.98) const { return recall >= target; }
  // The page that the wrapper handles worst, among those not labelled; null when none is in doubt.
  [[nodiscard]] const PagePrediction* worst() const;
};

// `labels` are those the wrapper was learned from; pages that have some are left out. Less than
// about a hundred pages are enough ([Zheng] 10.3.3).
Prediction predict(const model::Wrapper& wrapper, const std::vector<const model::Page*>& pages,
                   const std::vector<model::Label>& labels);

}  // namespace weft::induce
