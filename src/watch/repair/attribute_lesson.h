// Attribute lesson: step 2 of repair.h. Which pages teach the new rule of an attribute, and what.
//
//   1. choose            half of the pages on which the known values were found, complete ones
//                        first; the others are kept for proof
//   2. counterexamples   pages known not to have the attribute teach as much, but need some label
//                        to count as labelled: that of the key attribute. Every other one of them
//                        is kept for proof
//   3. learn             the inducer that made the wrapper, with labels for the places wanted
//
// Tested by repair_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "watch/repair/attribute_case.h"

namespace weft::watch {

class AttributeLesson {
 public:
  // Steps 1 and 2. REQUIRES: `about` outlives the lesson, and the same pages stay located.
  explicit AttributeLesson(const AttributeCase& about);

  // Whether page i is learned from: by its values…
  [[nodiscard]] bool chosen(size_t i) const { return chosen_[i]; }
  // …or as one without the attribute.
  [[nodiscard]] bool is_counterexample(size_t i) const { return counterexamples_[i]; }
  [[nodiscard]] size_t size() const { return size_; }  // Chosen pages.

  // Takes a page and a label on it.
  using Keep = std::function<bool(size_t, const model::Label&)>;
  // Step 3, with the labels that `keep` takes. Null when there are none, or no rule for them.
  [[nodiscard]] std::shared_ptr<const model::Wrapper> learn(const Keep& keep) const;

 private:
  void choose_pages();
  void find_counterexamples();
  [[nodiscard]] std::vector<model::Label> labels(const Keep& keep) const;

  const AttributeCase& about_;
  std::vector<bool> chosen_;
  std::vector<bool> counterexamples_;
  size_t size_ = 0;
  std::vector<model::Label> key_labels_;  // On chosen pages and counterexamples, if there are any.
};

}  // namespace weft::watch
