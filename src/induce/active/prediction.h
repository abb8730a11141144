// Prediction: how good a wrapper is likely to be, judged on pages that nobody labelled, so that a
// person knows when to stop ([Zheng] 10.3.3).
//
// The assumption of the paper: a record that a wrapper matches perfectly is extracted rightly. What
// "perfectly" means depends on the wrapper: brooms and page trees find everything on the way to
// their labels as it was on labelled pages; rules find each attribute once and alike
// (consistency.h); votes are as good as the best of those who vote. Departures from the paper, all
// because its formula takes short pages and rare records for mistakes (docs/adr/0034):
//   1. a record counts by its share of such values, as in (10.2), instead of not at all;
//   2. a page that is smaller than the labelled ones is expected to hold fewer records;
//   3. a wrapper that does not give back the labels it learned from will not do better elsewhere.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "induce/rules/consistency.h"
#include "model/label.h"
#include "model/page.h"
#include "model/wrapper.h"

namespace weft::induce {

enum class PredictionMethod : uint8_t {
  kWeft,
  kPaper,  // (10.3) as it stands.
};

// What is expected of one unlabelled page.
struct PagePrediction {
  std::string page;
  double records = 0;   // Extracted.
  double right = 0;     // Of these, expected to be right: the sum of Rec(r_e).
  double expected = 0;  // Records that the page is taken to hold: N_t(p).
  double doubt = 0;     // 0: as good as certain; larger is worse.
  std::string reason;   // Of the doubt, one sentence; may be empty.
};

struct Prediction {
  double recall = 0;     // (10.2); by the paper (10.3). At most 1.
  double precision = 0;  // (10.1): the share of the extracted records that is expected to be right.
                         // The paper counts perfect matches alone, so that its is 1.
  double records_per_page = 1;  // N̄, of the labelled pages.
  std::vector<PagePrediction> pages;
  std::vector<PageConsistency> consistency;  // Of rules: of all pages, as check_consistency says.

  // The page that the wrapper handles worst, of those not labelled that are `wanted`; null when none
  // is in doubt.
  [[nodiscard]] const PagePrediction* worst(
      const std::function<bool(const std::string& page)>& wanted) const;
};

// `labels` are those the wrapper was learned from; pages that have some are left out. Less than
// about a hundred pages are enough ([Zheng] 10.3.3). `records`: how many the wrapper finds on each page, if that is
// known; empty: it is found out.
Prediction predict(const model::Wrapper& wrapper, const std::vector<const model::Page*>& pages,
                   const std::vector<model::Label>& labels,
                   PredictionMethod method = PredictionMethod::kWeft,
                   const std::vector<size_t>& records = {});

// What recall is at least, with nine chances in ten. A prediction says how alike the pages are; it
// cannot know that the pages it learned from were like them. So it is bounded twice:
//   1. by how many pages were looked at: Wilson's lower bound of the predicted recall;
//   2. by the attribute seen on the fewest labelled pages: what is not known of it halves with every
//      page on which a person pointed at it or said that it is absent (1/2, 3/4, 7/8, …).
struct RecallBound {
  double recall = 0;
  std::string attribute;  // Seen on the fewest pages.
  size_t pages = 0;       // How many.
};
// `seen`: pages on which each attribute was labelled or declined.
RecallBound bound_recall(const Prediction& prediction, const std::map<std::string, size_t>& seen);

}  // namespace weft::induce
