// Choosing columns. See choice.h.
//
//   1. Score of a column for an attribute: weights times evidence.
//   2. The subject chooses first, then the others, the surest first; a column whose texts are taken
//      is left to who took it, unless everything nearly as good is taken, too.
//   3. Confidence: softmax over all columns, and over there being none, whose score is 0; columns
//      that give the same values are one answer.
//   4. Fill-in: pages without the chosen column take the value of the next columns that agree with
//      it, or that stand beside the same label on other pages.
//
// Tested by choice_test.cc; measured by `weft eval domain`.

#include "domain/choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft::domain {
namespace {

constexpr size_t kLooked = 60;  // Best columns that are compared with the chosen one.

#include "domain/column_weights.inc"

struct Ranked {
  std::vector<double> scores;       // By column.
  std::vector<uint32_t> order;      // Columns, the best first.
  std::vector<double> probability;  // By column.
};

Ranked rank(const std::vector<EvidenceRow>& rows,
            const std::array<float, kEvidenceCount>& weights) {
  Ranked ranked;
  for (const EvidenceRow& row : rows)
    ranked.scores.push_back(std::inner_product(row.begin(), row.end(), weights.begin(), 0.0));
  ranked.order.resize(rows.size());
  std::iota(ranked.order.begin(), ranked.order.end(), 0U);
  std::stable_sort(ranked.order.begin(), ranked.order.end(),
                   [&](uint32_t a, uint32_t b) { return ranked.scores[a] > ranked.scores[b]; });
  const double most = std::max(0.0, rows.empty() ? 0 : ranked.scores[ranked.order.front()]);
  double sum = std::exp(-most);
  for (const double score : ranked.scores) {
    ranked.probability.push_back(std::exp(score - most));
    sum += ranked.probability.back();
  }
  for (double& p : ranked.probability) p /= sum;
  return ranked;
}

class Chooser {
 public:
  Chooser(const SiteColumns& site, const ChoiceParameters& parameters)
      : site_(site), parameters_(parameters) {}

  Choice choose(size_t attribute, const Ranked& ranked) {
    Choice choice{.attribute = attribute};
    if (ranked.order.empty()) return choice;
    choice.column = static_cast<int32_t>(ranked.order.front());
    const double best = ranked.scores[ranked.order.front()];
    for (const uint32_t c : ranked.order) {
      if (ranked.scores[c] < best - parameters_.shared_within) break;
      if (is_taken(c)) continue;
      choice.column = static_cast<int32_t>(c);
      break;
    }
    const auto column = static_cast<uint32_t>(choice.column);
    taken_.push_back(column);
    choice.score = ranked.scores[column];
    choice.nodes = site_.columns[column].nodes;
    set_confidence(ranked, choice);
    fill_in(ranked, choice);
    return choice;
  }

 private:
  [[nodiscard]] const TextNode* node(uint32_t column, size_t page) const {
    const int32_t n = site_.columns[column].nodes[page];
    return n < 0 ? nullptr : &site_.nodes[static_cast<size_t>(n)];
  }

  // The same text on more than half of the pages of either.
  [[nodiscard]] bool is_taken(uint32_t c) const {
    return std::any_of(taken_.begin(), taken_.end(), [&](uint32_t other) {
      uint32_t same = 0;
      for (size_t p = 0; p < site_.pages.size(); ++p) {
        const TextNode* a = node(c, p);
        const TextNode* b = node(other, p);
        same += a != nullptr && b != nullptr && a->text == b->text ? 1 : 0;
      }
      return 2 * same > std::min(site_.columns[c].pages, site_.columns[other].pages);
    });
  }

  struct Agreement {
    uint32_t both = 0;
    uint32_t same = 0;
  };
  [[nodiscard]] Agreement compare(uint32_t a, uint32_t b) const {
    Agreement agreement;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      const TextNode* x = node(a, p);
      const TextNode* y = node(b, p);
      if (x == nullptr || y == nullptr) continue;
      ++agreement.both;
      agreement.same += x->value == y->value ? 1 : 0;
    }
    return agreement;
  }

  // The label that all texts of a column stand beside; 0 if they do not.
  [[nodiscard]] uint32_t label_of(uint32_t column) const {
    uint32_t label = 0;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      const TextNode* text = node(column, p);
      if (text == nullptr) continue;
      const uint32_t beside = text->own_label != 0 ? text->own_label : text->before;
      if (label != 0 && beside != label) return 0;
      label = beside;
    }
    return label;
  }

  void set_confidence(const Ranked& ranked, Choice& choice) const {
    const auto chosen = static_cast<uint32_t>(choice.column);
    for (size_t i = 0; i < std::min(kLooked, ranked.order.size()); ++i) {
      const uint32_t c = ranked.order[i];
      const Agreement agreement = compare(chosen, c);
      const bool same = c == chosen || (agreement.both > 0 &&
                                        agreement.same >= parameters_.same_answer * agreement.both);
      if (same)
        choice.confidence += ranked.probability[c];
      else if (choice.second < 0)
        choice.second = static_cast<int32_t>(c);
    }
    choice.confidence = std::min(choice.confidence, 1.0);
  }

  void fill_in(const Ranked& ranked, Choice& choice) const {
    const auto chosen = static_cast<uint32_t>(choice.column);
    for (size_t i = 0; i < std::min(kLooked, ranked.order.size()); ++i) {
      const uint32_t c = ranked.order[i];
      if (ranked.scores[c] < choice.score - parameters_.fill_within) break;
      if (c == chosen) continue;
      const Agreement agreement = compare(chosen, c);
      const bool agrees = agreement.both == 0
                              ? label_of(c) != 0 && label_of(c) == label_of(chosen)
                              : agreement.same >= parameters_.fill_agreement * agreement.both;
      if (!agrees) continue;
      for (size_t p = 0; p < site_.pages.size(); ++p) {
        if (choice.nodes[p] < 0) choice.nodes[p] = site_.columns[c].nodes[p];
      }
    }
  }

  const SiteColumns& site_;
  const ChoiceParameters& parameters_;
  std::vector<uint32_t> taken_;
};

}  // namespace

const ColumnWeights& shipped_weights() { return kColumnWeights; }

std::vector<Choice> choose_columns(const SiteColumns& site, const annotate::Recognizer& recognizer,
                                   const Evidence& evidence, const ColumnWeights& weights,
                                   const ChoiceParameters& parameters) {
  const size_t count = evidence.rows.size();
  std::vector<Ranked> ranked;
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t a = 0; a < count; ++a)
    ranked.push_back(rank(evidence.rows[a], weights[static_cast<size_t>(kind_of(recognizer, a))]));
  const auto turn = [&](size_t a) {
    const bool subject = kind_of(recognizer, a) == AttributeKind::kSubject;
    const double best = site.columns.empty() ? 0 : ranked[a].scores[ranked[a].order.front()];
    return std::pair(!subject, -best);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return turn(a) < turn(b); });
  Chooser chooser(site, parameters);
  std::vector<Choice> choices(count);
  for (const size_t a : order) {
    choices[a].attribute = a;
    // A picture is no text.
    if (recognizer.domain().attributes[a].type != annotate::EntityType::kImage)
      choices[a] = chooser.choose(a, ranked[a]);
  }
  return choices;
}

}  // namespace weft::domain
