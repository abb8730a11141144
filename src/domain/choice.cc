// Choosing columns. See choice.h.
//
//   1. Score of a column for an attribute: weights times evidence.
//   2. The subject chooses first, then the others, the surest first; a column whose texts are taken
//      is left to who took it, unless everything nearly as good is taken, too. A column gains where it stands beside attributes
//      that the domain says occur together with this one, and loses where its values contradict those of an attribute that they
//      must not be more than: a price above the list price.
//   3. Confidence: softmax over all columns, and over there being none, whose score is 0; columns
//      that give the same values are one answer.
//   4. Fill-in: pages without the chosen column take the value of the next columns that agree with
//      it, or that stand beside the same label on other pages.
//
// Tested by choice_test.cc; measured by `weft eval domain`.

#include "domain/choice.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/strings.h"
#include "value/normalize.h"

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

// How much a text says, to compare with others of its type: of "EUR 12.50" the amount, of "2024-03-12" days, of "PT1H30M" seconds,
// both roughly. Nothing if it says nothing.
std::optional<double> magnitude(value::ValueType type, std::string_view text) {
  const auto normal = value::normalize(type, text);
  if (!normal) return std::nullopt;
  const bool date = type == value::ValueType::kDate;
  if (!date && type != value::ValueType::kDuration) {
    const std::string_view amount = std::string_view(*normal).substr(normal->rfind(' ') + 1);
    double number = 0;
    const auto read = std::from_chars(amount.data(), amount.data() + amount.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
  }
  // What each number counts: of a date by its turn, of a duration by the letter behind it.
  constexpr double kDays[] = {372, 31, 1};
  constexpr std::string_view kUnits = "DHMS";
  constexpr double kSeconds[] = {86'400, 3'600, 60, 1};
  double sum = 0;
  double number = 0;
  size_t place = 0;
  for (const char c : *normal + '-') {
    if (is_ascii_digit(c)) {
      number = number * 10 + (c - '0');
      continue;
    }
    if (date && place < std::size(kDays)) sum += number * kDays[place++];
    if (const size_t unit = kUnits.find(c); !date && unit != std::string_view::npos)
      sum += number * kSeconds[unit];
    number = 0;
  }
  return sum;
}

class Chooser {
 public:
  Chooser(const SiteColumns& site, const annotate::Domain& domain,
          const ChoiceParameters& parameters)
      : site_(site),
        domain_(domain),
        parameters_(parameters),
        column_of_(domain.attributes.size(), -1) {}

  Choice choose(size_t attribute, Ranked ranked) {
    Choice choice{.attribute = attribute};
    if (ranked.order.empty()) return choice;
    heed_company(attribute, ranked);
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
    column_of_[attribute] = choice.column;
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

  // What attributes that were chosen before say about the columns of this one.
  void heed_company(size_t a, Ranked& ranked) const {
    const annotate::AttributeKnowledge& own = domain_.attributes[a];
    const auto names = [](const std::vector<std::string>& list, const std::string& name) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    bool changed = false;
    for (size_t b = 0; b < column_of_.size(); ++b) {
      const annotate::AttributeKnowledge& other = domain_.attributes[b];
      if (column_of_[b] < 0) continue;
      const auto chosen = static_cast<uint32_t>(column_of_[b]);
      const bool together = names(own.together, other.name) || names(other.together, own.name);
      const bool below = names(own.at_most, other.name);
      const bool above = names(other.at_most, own.name);
      if (!together && !below && !above) continue;
      changed = true;
      const auto type = annotate::value_type_of(own.type);
      for (size_t i = 0; i < std::min(kLooked, ranked.order.size()); ++i) {
        const uint32_t c = ranked.order[i];
        if (together) ranked.scores[c] += parameters_.beside * share_beside(c, chosen);
        if ((below && !is_ordered(type, c, chosen)) || (above && !is_ordered(type, chosen, c)))
          ranked.scores[c] -= parameters_.shared_within + parameters_.beside;
      }
    }
    if (!changed) return;
    std::stable_sort(ranked.order.begin(), ranked.order.end(),
                     [&](uint32_t x, uint32_t y) { return ranked.scores[x] > ranked.scores[y]; });
  }

  // Of the pages of a column, those on which it stands beside another.
  [[nodiscard]] double share_beside(uint32_t c, uint32_t other) const {
    uint32_t beside = 0;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      const TextNode* x = node(c, p);
      const TextNode* y = node(other, p);
      if (x == nullptr || y == nullptr || x == y) continue;
      const uint32_t apart =
          std::max(x->position, y->position) - std::min(x->position, y->position);
      beside += apart <= parameters_.beside_texts ? 1 : 0;
    }
    return static_cast<double>(beside) / std::max(1U, site_.columns[c].pages);
  }

  [[nodiscard]] bool is_ordered(value::ValueType type, uint32_t less, uint32_t more) const {
    uint32_t both = 0;
    uint32_t ordered = 0;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      const TextNode* x = node(less, p);
      const TextNode* y = node(more, p);
      if (x == nullptr || y == nullptr) continue;
      const auto a = magnitude(type, site_.strings.text(x->value));
      const auto b = magnitude(type, site_.strings.text(y->value));
      if (!a || !b) continue;
      ++both;
      ordered += *a <= *b ? 1 : 0;
    }
    return ordered >= parameters_.least_ordered * both;
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
  const annotate::Domain& domain_;
  const ChoiceParameters& parameters_;
  std::vector<uint32_t> taken_;
  std::vector<int32_t> column_of_;  // By attribute; -1: not chosen yet.
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
  Chooser chooser(site, recognizer.domain(), parameters);
  std::vector<Choice> choices(count);
  for (const size_t a : order) {
    choices[a].attribute = a;
    // A picture is no text.
    if (recognizer.domain().attributes[a].type != annotate::EntityType::kImage)
      choices[a] = chooser.choose(a, std::move(ranked[a]));
  }
  return choices;
}

}  // namespace weft::domain
