// Answers: what rules of all kinds give for one attribute on the new pages, and how likely each of
// them is right. Keeping a rule and repairing it are one decision.
//
// Rules that give the same words on every page give one answer. Who is asked:
//
//   main      the rule in force
//   old       simple rules that gave what is known of the pages as they were (place_rules.h)
//   learned   rules that the inducer learned from where known values stand now
//   place     simple rules for these places
//
// An answer is believed for what it says and for who gives it. One page, a title that was edited:
//
//   known: Best Oat Pancakes        exact  words  old rules that give it
//   "The Best Oat Pancakes"          0      0.86   12 of 20                → 0.93
//   "Best Oat Pancakes" (a link)     1      1       0 of 20                → 0.71
//
// All of this is a few numbers (AnswerFeatures), of which a logistic function, fitted to real
// redesigns and generated ones by tools/train/fit_answers.cc, makes a probability.
//
// Tested by answers_test.cc.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/wrapper.h"
#include "watch/health/health_model.h"
#include "wrap/rules/rule.h"

namespace weft::watch {

struct KnownPage;

// What an answer is judged by. Means over pages with a known value, unless it says otherwise.
enum class AnswerFeature : uint8_t {
  kExact,         // Known values that come out, over the longer of both lists.
  kEdited,        // The same, edits counted as the values they were.
  kWords,         // Shared words over the mean of both.
  kWhole,         // Whether all known values come out, and no others.
  kWordBound,     // Lower bound, over all pages, of the share of words that come out,
  kPageBound,     // and of pages beyond the first that come out right.
  kAbsentWrong,   // Of pages known to have no value: whether it gets one.
  kOthersUnlike,  // Of pages of which nothing is known: whether nothing fits.
  kNumbers,       // 1: the numbers in it are the known ones, -1: others.
  kCount,         // How far the number of values changed, as a logarithm.
  kFit,           // To what values look like; of pages that get one.
  kCut,           // Share of values that begin with a comma, say, though no known one does.
  kMargin,        // kExact, less that of the best other answer.
  kWordMargin,    // kWords, likewise.
  kMain,          // The rule in force gives it: what follows is judged otherwise then.
  kMainItems,     // If so, lower bound, over all pages, of the share of values that come out,
  kMainOldShare,  // and old rules that give it, of all.
  kOldCount,      // Old rules that give it, as a logarithm.
  kNewShare,      // Place rules that give it, of all.
  kLearned,       // A learned rule gives it.
  kKnownWords,    // How many words are known of a page, as a logarithm.
};
inline constexpr size_t kAnswerFeatureCount = 21;
using AnswerFeatures = std::array<double, kAnswerFeatureCount>;

enum class RuleSource : uint8_t { kMain, kOld, kLearned, kPlace };

// A rule that was asked.
struct Candidate {
  RuleSource source = RuleSource::kPlace;
  // A wrapper that gives the attribute, among others perhaps; null for a simple rule.
  std::shared_ptr<const model::Wrapper> wrapper = nullptr;
  wrap::Rule rule = {};
  std::vector<std::vector<std::string>> found = {};  // Its values, by page.
};

struct Answer {
  std::vector<std::vector<std::string>> found;  // By page.
  std::vector<size_t> candidates;               // Who gives it; the one to put in force first.
  AnswerFeatures features = {};
  double probability = 0;

  [[nodiscard]] bool has_values() const;
  [[nodiscard]] double& operator[](AnswerFeature feature) {
    return features[static_cast<size_t>(feature)];
  }
  [[nodiscard]] double operator[](AnswerFeature feature) const {
    return features[static_cast<size_t>(feature)];
  }
};

// For tools/train/fit_answers.cc: features and truth.
Json to_json(const Answer& answer, bool right);

// The answers of the candidates, the most probable first. `pages`: what is known of the attribute on
// each page of the candidates' values.
std::vector<Answer> weigh_answers(std::span<const Candidate> candidates,
                                  const std::vector<KnownPage>& pages,
                                  const AttributeHealth& health);

}  // namespace weft::watch
