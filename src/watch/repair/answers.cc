// 1. group      candidates that give the same words on every page are one answer: two that only differ
//               in a mark would take half of the probability each
// 2. features   each answer against what is known, who gives it, and what the others say
// 3. weigh      a score s for each answer, linear in its features (answer_weights.inc); its
//               probability is exp(s) over the sum of all, and of 1 for "none of them"; where one
//               page is all that is known, a text without a word of what is known is not believed
//
// Bounds are Wilson's, one deviation below: 1 of 1 is 0.5, 10 of 10 is 0.91. Values, words and pages are
// counted alike, so that a list of twelve lines on one page says as much as twelve pages with a title.

#include "watch/repair/answers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/hash.h"
#include "base/strings.h"
#include "value/words.h"
#include "watch/page_values.h"
#include "watch/repair/known_pages.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

struct Weight {
  double mean, deviation, weight;
};
struct AnswerModel {
  std::array<Weight, kAnswerFeatureCount> features;
  double offset;
};
constexpr AnswerModel kModel = {
#include "watch/repair/answer_weights.inc"
};
constexpr double kClip = 4;  // Deviations beyond which a feature says no more.

double score_of(const AnswerFeatures& features) {
  double score = kModel.offset;
  for (size_t i = 0; i < features.size(); ++i) {
    const Weight& one = kModel.features[i];
    score += one.weight * std::clamp((features[i] - one.mean) / one.deviation, -kClip, kClip);
  }
  return score;
}

double lower_bound(double part, double whole) {
  return whole <= 0 ? 0 : wilson_bound(std::max(0.0, part) / whole, whole, -1);
}

using Texts = std::vector<std::string>;

constexpr double kRight = 0.9;  // Of a page's values, edits included: it is right.
constexpr double kHalf = 0.5;   // Of its values, or of fit.

std::vector<value::Word> all_words(const Texts& values) {
  std::vector<value::Word> all;
  for (const std::string& value : values) {
    for (const value::Word word : value::words_of(value)) all.push_back(word);
  }
  return all;
}

std::string all_numbers(const Texts& values) {
  std::string all;
  for (const std::string& value : values) all += numbers_of(value) + " ";
  return normalize_space(all);
}

uint64_t answer_key(const std::vector<Texts>& found) {
  uint64_t key = found.size();
  for (const Texts& page : found) {
    key = hash_combine(key, page.size());
    for (const std::string& value : page) key = hash_combine(key, value::words_key(value));
  }
  return key;
}

// Values that begin with a sign that ends something.
size_t count_cut(const Texts& values) {
  return static_cast<size_t>(
      std::count_if(values.begin(), values.end(), [](const std::string& value) {
        return !value.empty() &&
               std::string_view(",.;:)!?").find(value.front()) != std::string_view::npos;
      }));
}

// Whether what is known of a page can be compared with: what may change and is not on the page any
// more says nothing.
bool is_witness(const KnownPage& page, const AttributeHealth& health) {
  return !page.values.empty() && (health.constant || page.located);
}

// How one answer does against what is known.
class Account {
 public:
  explicit Account(const AttributeHealth& health) : health_(health) {}

  void add_page(const KnownPage& page, const Texts& found);
  // The features that need no other answer.
  void put_features(Answer& answer) const;

 private:
  void add_known(const KnownPage& page, const Texts& found);

  const AttributeHealth& health_;
  double pages_ = 0, pages_right_ = 0, items_ = 0, items_right_ = 0, words_ = 0, words_right_ = 0;
  double known_words_ = 0, absent_ = 0, others_ = 0, with_values_ = 0;
  AnswerFeatures sums_ = {};

  double& sum(AnswerFeature feature) { return sums_[static_cast<size_t>(feature)]; }
  [[nodiscard]] double mean(AnswerFeature feature, double of) const {
    return of == 0 ? 0 : sums_[static_cast<size_t>(feature)] / of;
  }
};

void Account::add_known(const KnownPage& page, const Texts& found) {
  const Texts& known = page.values;
  const double same = value_overlap(known, found, health_.type);
  const double alike = edited_overlap(known, found, health_.type);
  const auto longer = static_cast<double>(std::max(known.size(), found.size()));
  const std::vector<value::Word> then = all_words(known), now = all_words(found);
  const double shared = value::word_overlap(then, now);
  ++pages_;
  pages_right_ += alike >= kRight ? 1 : 0;
  items_ += longer;
  items_right_ += same * longer;
  words_ += static_cast<double>(std::max(then.size(), now.size()));
  words_right_ += shared * static_cast<double>(then.size() + now.size()) / 2;
  known_words_ += static_cast<double>(then.size());
  sum(AnswerFeature::kExact) += same;
  sum(AnswerFeature::kEdited) += alike;
  sum(AnswerFeature::kWords) += shared;
  sum(AnswerFeature::kWhole) += same == 1 ? 1 : 0;
  sum(AnswerFeature::kCount) += std::abs(
      std::log(static_cast<double>(found.size() + 1) / static_cast<double>(known.size() + 1)));
  if (const std::string numbers = all_numbers(known); !numbers.empty())
    sum(AnswerFeature::kNumbers) += numbers == all_numbers(found) ? 1 : -1;
  if (!found.empty() && count_cut(known) == 0)
    sum(AnswerFeature::kCut) +=
        static_cast<double>(count_cut(found)) / static_cast<double>(found.size());
}

void Account::add_page(const KnownPage& page, const Texts& found) {
  if (!found.empty()) {
    ++with_values_;
    sum(AnswerFeature::kFit) += health_.fit(found);
  }
  if (is_witness(page, health_)) {
    add_known(page, found);
  } else if (page.judged && page.values.empty() && !health_.mandatory) {
    ++absent_;
    sum(AnswerFeature::kAbsentWrong) += found.empty() ? 0 : 1;
  } else {
    ++others_;
    sum(AnswerFeature::kOthersUnlike) += found.empty() || health_.fit(found) < kHalf ? 1 : 0;
  }
}

void Account::put_features(Answer& answer) const {
  for (const AnswerFeature one :
       {AnswerFeature::kExact, AnswerFeature::kEdited, AnswerFeature::kWords, AnswerFeature::kWhole,
        AnswerFeature::kNumbers, AnswerFeature::kCount, AnswerFeature::kCut})
    answer[one] = mean(one, pages_);
  answer[AnswerFeature::kWordBound] = lower_bound(words_right_, words_);
  answer[AnswerFeature::kPageBound] = lower_bound(pages_right_ - 1, pages_ - 1);
  answer[AnswerFeature::kAbsentWrong] = mean(AnswerFeature::kAbsentWrong, absent_);
  answer[AnswerFeature::kOthersUnlike] = mean(AnswerFeature::kOthersUnlike, others_);
  answer[AnswerFeature::kFit] = mean(AnswerFeature::kFit, with_values_);
  answer[AnswerFeature::kMainItems] = lower_bound(items_right_, items_);
  answer[AnswerFeature::kKnownWords] = pages_ == 0 ? 0 : std::log1p(known_words_ / pages_);
}

using Count = std::map<RuleSource, double>;

// Who gives an answer, of those asked.
void put_givers(std::span<const Candidate> candidates, Count& asked, Answer& answer) {
  Count given;
  for (const size_t c : answer.candidates) ++given[candidates[c].source];
  const auto share_of = [&](RuleSource source) {
    return asked[source] == 0 ? 0 : given[source] / asked[source];
  };
  const double main = given[RuleSource::kMain];
  answer[AnswerFeature::kMain] = main;
  answer[AnswerFeature::kMainItems] *= main;
  answer[AnswerFeature::kMainOldShare] = main * share_of(RuleSource::kOld);
  answer[AnswerFeature::kOldCount] = std::log1p(given[RuleSource::kOld]);
  answer[AnswerFeature::kNewShare] = share_of(RuleSource::kPlace);
  answer[AnswerFeature::kLearned] = given[RuleSource::kLearned] > 0 ? 1 : 0;
}

// An answer beside the others.
void put_margins(std::vector<Answer>& answers) {
  for (Answer& answer : answers) {
    double exact = 0, words = 0;
    for (const Answer& other : answers) {
      if (&other == &answer) continue;
      exact = std::max(exact, other[AnswerFeature::kExact]);
      words = std::max(words, other[AnswerFeature::kWords]);
    }
    answer[AnswerFeature::kMargin] = answer[AnswerFeature::kExact] - exact;
    answer[AnswerFeature::kWordMargin] = answer[AnswerFeature::kWords] - words;
  }
}

}  // namespace

bool Answer::has_values() const {
  return std::any_of(found.begin(), found.end(), [](const Texts& page) { return !page.empty(); });
}

Json to_json(const Answer& answer, bool right) {
  return {{"features", std::vector<double>(answer.features.begin(), answer.features.end())},
          {"main", answer[AnswerFeature::kMain] != 0},
          {"right", right}};
}

std::vector<Answer> weigh_answers(std::span<const Candidate> candidates,
                                  const std::vector<KnownPage>& pages,
                                  const AttributeHealth& health) {
  // Step 1.
  std::vector<Answer> answers;
  std::map<uint64_t, size_t> by_key;
  Count asked;
  for (size_t c = 0; c < candidates.size(); ++c) {
    ++asked[candidates[c].source];
    const auto [known, added] = by_key.try_emplace(answer_key(candidates[c].found), answers.size());
    if (added) answers.push_back({.found = candidates[c].found});
    answers[known->second].candidates.push_back(c);
  }
  std::erase_if(answers, [](const Answer& answer) { return !answer.has_values(); });
  // Step 2.
  for (Answer& answer : answers) {
    Account account(health);
    for (size_t i = 0; i < pages.size(); ++i) account.add_page(pages[i], answer.found[i]);
    account.put_features(answer);
    put_givers(candidates, asked, answer);
  }
  put_margins(answers);
  // Step 3. Without a page to compare with, nothing is known of any answer.
  const auto witnesses = std::count_if(
      pages.begin(), pages.end(), [&](const KnownPage& page) { return is_witness(page, health); });
  if (witnesses == 0) return answers;
  double all = 1;  // That none is right has the score 0.
  for (Answer& answer : answers) {
    answer.probability = std::exp(score_of(answer.features));
    all += answer.probability;
  }
  for (Answer& answer : answers) {
    const bool shares = answer[AnswerFeature::kWords] > 0 || answer[AnswerFeature::kEdited] > 0;
    answer.probability = witnesses == 1 && !shares ? 0 : answer.probability / all;
  }
  std::stable_sort(answers.begin(), answers.end(),
                   [](const Answer& a, const Answer& b) { return a.probability > b.probability; });
  return answers;
}

}  // namespace weft::watch
