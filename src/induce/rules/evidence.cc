#include "induce/rules/evidence.h"

#include <algorithm>

namespace weft::induce {

void mark_harmless(const Sample& sample, Evidence& evidence) {
  evidence.harmless = BitSet(sample.size());
  for (const LabelledUnit& labelled : evidence.labelled) {
    std::vector<Symbol> texts;
    for (const auto& occurrences : labelled.values) {
      for (const Sample::Candidate c : occurrences) {
        evidence.harmless.set(c);
        texts.push_back(sample.value(c));
      }
    }
    if (texts.empty()) continue;
    const Sample::Candidate first = sample.first(labelled.unit);
    for (Sample::Candidate c = first; c < first + sample.count(labelled.unit); ++c) {
      if (std::find(texts.begin(), texts.end(), sample.value(c)) != texts.end())
        evidence.harmless.set(c);
    }
  }
}

bool selects_labels(const Evidence& evidence, const BitSet& bits) {
  const auto selected = [&](const std::vector<Sample::Candidate>& occurrences) {
    return std::any_of(occurrences.begin(), occurrences.end(),
                       [&](Sample::Candidate c) { return bits.test(c); });
  };
  return std::all_of(
      evidence.labelled.begin(), evidence.labelled.end(), [&](const LabelledUnit& labelled) {
        if (labelled.values.empty()) return true;
        return evidence.list
                   ? std::all_of(labelled.values.begin(), labelled.values.end(), selected)
                   : std::any_of(labelled.values.begin(), labelled.values.end(), selected);
      });
}

uint32_t count_false(const Sample& sample, const Evidence& evidence, const BitSet& bits) {
  uint32_t count = 0;
  for (const LabelledUnit& labelled : evidence.labelled) {
    if (labelled.values.empty()) continue;
    const auto selected = sample.words_of(bits, labelled.unit);
    const auto harmless = sample.words_of(evidence.harmless, labelled.unit);
    for (size_t i = 0; i < selected.size(); ++i) count += count_bits(selected[i] & ~harmless[i]);
  }
  return count;
}

}  // namespace weft::induce
