// As many labels as help.
//
// A tree that stands for ten pages must stand for the odd ones among them, too: what they lack
// becomes optional, what they add may be taken for something else. Then the tree of five is better:
//
//   learned from    labels of 10 pages given back    values on 25 others that look like labels
//   10 pages        0.97                              0.78
//   5 pages         0.96                              0.99     kept
//
// 1. Learn from the first 1, 2, 3, 5, 8 … labelled pages, and from all.
// 2. Each wrapper runs on all labelled pages, where it is right as far as it gives the labels
//    (label_fit.h), and on the others, where a value counts as far as it looks like labelled ones.
// 3. The mean over pages and attributes decides. Fewer labels must do better by a margin.
//
// Tested by combine_test.cc.

#include "induce/combine/fewer_labels.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "induce/combine/label_fit.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {
namespace {

using model::InducerInput;
using model::Label;

struct FewerLabelsParameters {
  size_t max_unlabelled = 25;  // Pages looked at.
  // What a labelled page counts beside an unlabelled one: most wrappers were learned from it.
  double labelled_weight = 0.2;
  double margin = 0.004;  // What fewer labels must do better by: a value in 250.
};
constexpr FewerLabelsParameters kFewer;

std::vector<const model::Page*> without_labels(const InducerInput& input) {
  std::set<std::string> labelled;
  for (const Label& label : input.labels) labelled.insert(label.page);
  std::vector<const model::Page*> pages;
  for (const model::Page* page : input.pages) {
    if (!labelled.contains(page->id) && pages.size() < kFewer.max_unlabelled) pages.push_back(page);
  }
  return pages;
}

class Judge {
 public:
  Judge(const InducerInput& input, const Places& places)
      : input_(input), places_(places), unlabelled_(without_labels(input)) {
    for (const Label& label : input.labels) looks_[label.attribute];
    for (const PlacedLabel& label : places.labels) looks_[label.attribute].add(label.value.value);
    for (auto& [attribute, look] : looks_) look.forget_prefix();
  }

  // Step 2.
  [[nodiscard]] double judge(const model::Wrapper& wrapper) const {
    double right = 0, seen = 0;
    for (const auto& [attribute, tally] : label_fit(input_, places_, wrapper)) {
      right += kFewer.labelled_weight * tally.right;
      seen += kFewer.labelled_weight * tally.seen;
    }
    for (const model::Page* page : unlabelled_) {
      const model::Extraction extraction = wrapper.apply(*page);
      for (const auto& [attribute, look] : looks_) {
        right += likeness(extraction, attribute, look);
        ++seen;
      }
    }
    return right / seen;
  }

 private:
  static double likeness(const model::Extraction& extraction, const std::string& attribute,
                         const wrap::ValueProfile& look) {
    if (extraction.records.empty()) return 0;
    const std::set<std::string> texts = texts_of(&extraction.records.front(), attribute);
    double sum = 0;
    for (const std::string& text : texts) sum += look.likeness(text);
    return texts.empty() ? 0 : sum / static_cast<double>(texts.size());
  }

  const InducerInput& input_;
  const Places& places_;
  std::vector<const model::Page*> unlabelled_;
  std::map<std::string, wrap::ValueProfile> looks_;  // By attribute.
};

InducerInput first_pages(const InducerInput& input, const std::vector<PageRecords>& pages,
                         size_t count) {
  std::set<std::string> kept;
  for (size_t p = 0; p < count; ++p) kept.insert(pages[p].page);
  InducerInput fewer = input;
  std::erase_if(fewer.labels, [&](const Label& label) { return !kept.contains(label.page); });
  return fewer;
}

}  // namespace

Result<model::Induced> learn_from_as_many_as_help(const model::Inducer& inducer,
                                                  const InducerInput& input) {
  WEFT_ASSIGN(model::Induced best, inducer(input));
  if (has_lists(input.labels)) return best;
  const std::vector<PageRecords> pages = labelled_records(input.labels);
  WEFT_ASSIGN(const Places places, place_labels(input.pages, input.labels));
  const Judge judge(input, places);
  double highest = judge.judge(*best.wrapper) + kFewer.margin;
  for (size_t count = 1, next = 2; count < pages.size();) {  // Step 1.
    auto induced = inducer(first_pages(input, pages, count));
    const double score = induced.ok() ? judge.judge(*induced->wrapper) : 0;
    if (score > highest) {  // Step 3.
      highest = score;
      best.wrapper = std::move(induced->wrapper);
    }
    count = std::exchange(next, count + next);
  }
  return best;
}

}  // namespace weft::induce
