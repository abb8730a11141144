// Algorithm 9; the numbers are its lines. Tested by broom_test.cc.

#include "induce/broom/incremental_update.h"

#include "induce/tree/fold.h"
#include "induce/tree/ww_alignment.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::induce {
namespace {

// Lines 17 to 33: wrappers that have come near enough become one with `at`.
void merge_neighbours(std::vector<wrap::WrapperTree>& wrappers, size_t at,
                      const wrap::BroomOptions& options, wrap::Vocabulary& vocabulary) {
  for (bool again = true; again;) {  // 19
    again = false;
    for (size_t i = 0; i < wrappers.size(); ++i) {                               // 21
      if (i == at) continue;                                                     // 22
      auto merged = merge(wrappers[i], wrappers[at], options.tree, vocabulary);  // 23
      if (!merged || merged->distance >= options.merge_theta) continue;          // 24
      wrappers[i] = std::move(merged->tree);                                     // 25
      wrappers.erase(wrappers.begin() + static_cast<std::ptrdiff_t>(at));        // 26, 27
      at = i < at ? i : i - 1;                                                   // 28
      again = true;                                                              // 29
      break;
    }
  }
}

}  // namespace

void update_wrappers(std::vector<wrap::WrapperTree>& wrappers, const wrap::DomTree& record,
                     const TemplateTexts& texts, const wrap::BroomOptions& options,
                     wrap::Vocabulary& vocabulary) {
  wrap::WrapperTree fresh = fold(record, texts, options.tree, vocabulary);
  size_t nearest = wrappers.size();
  double least = 2;                               // 7
  for (size_t i = 0; i < wrappers.size(); ++i) {  // 8-14
    const wrap::WdAligner aligner(wrappers[i], vocabulary, options.tree);
    const wrap::WdMatch match = aligner.align(record);
    const double distance = match.distance(aligner.costs());
    if (!match.exceeded_limit && distance < least) least = distance, nearest = i;
  }
  if (least < options.merge_theta) {  // 15
    if (auto merged = merge(wrappers[nearest], fresh, options.tree, vocabulary)) {
      wrappers[nearest] = std::move(merged->tree);  // 16
      merge_neighbours(wrappers, nearest, options, vocabulary);
      return;
    }
  }
  wrappers.push_back(std::move(fresh));  // 35-37
}

}  // namespace weft::induce
