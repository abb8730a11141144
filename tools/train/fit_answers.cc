// weft_fit_answers: fits the weights by which a repair weighs answers
// (src/watch/repair/answer_weights.inc) and says honestly how good they are.
//
//   weft-eval history --json > history.json
//   weft-eval redesigns --seed 50 --json > redesigns.json       (a seed that no floor uses)
//   weft_fit_answers history.json redesigns.json                cross-validation by host
//   weft_fit_answers … --emit src/watch/repair/answer_weights.inc
//
// A task's report has its decisions: {"group": host, "survived": …, "answers": [{"features": […],
// "main": …, "right": …}, …]}. The fit maximises
//
//   sum over decisions of log(probability of the right answers, or of none)  -  l2 |w|²,
//
// where answers share the probability by their scores and "none is right" has the score 0. Features
// are standardised and clipped to ±4. The two sets have about as many answers; a second seed made
// history worse. Five folds, whole hosts; figures of a decision always come from
// weights that never saw its host, and are means of six ways to fold: one alone is off by five.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/pointers.h"
#include "watch/repair/answers.h"

namespace weft {
namespace {

using watch::AnswerFeatures;
using watch::kAnswerFeatureCount;

constexpr size_t kFolds = 5;
constexpr size_t kFoldings = 6;                     // Ways to fold.
constexpr size_t kTerms = kAnswerFeatureCount + 1;  // The last is the offset.
constexpr double kClip = 4;
constexpr int kSteps = 1500;
constexpr double kRate = 0.05;

struct Option {
  AnswerFeatures features = {};
  bool main = false;
  bool right = false;
};

struct Decision {
  std::string set;
  uint64_t group = 0;
  bool survived = false;
  std::vector<Option> options;

  [[nodiscard]] size_t fold(size_t folding) const { return hash_combine(group, folding) % kFolds; }
};

struct Model {
  std::array<double, kTerms> mean = {}, deviation = {}, weight = {};

  [[nodiscard]] std::array<double, kTerms> terms(const AnswerFeatures& features) const {
    std::array<double, kTerms> out = {};
    for (size_t i = 0; i < kAnswerFeatureCount; ++i)
      out[i] = std::clamp((features[i] - mean[i]) / deviation[i], -kClip, kClip);
    out[kAnswerFeatureCount] = 1;
    return out;
  }
  // Of each answer of a decision; what is missing to 1 is that none is right.
  [[nodiscard]] std::vector<double> probabilities(const Decision& decision) const {
    std::vector<double> all;
    double sum = 1;
    for (const Option& option : decision.options) {
      double score = 0;
      const auto own = terms(option.features);
      for (size_t i = 0; i < kTerms; ++i) score += weight[i] * own[i];
      sum += all.emplace_back(std::exp(score));
    }
    for (double& one : all) one /= sum;
    return all;
  }
};

// Of log(the probability that a right answer is chosen), or that none is where none is right.
void add_gradient(const Model& model, const Decision& decision, std::array<double, kTerms>& out) {
  const std::vector<double> p = model.probabilities(decision);
  double right = 0;
  for (size_t k = 0; k < p.size(); ++k) right += decision.options[k].right ? p[k] : 0;
  for (size_t k = 0; k < p.size(); ++k) {
    const double wanted = decision.options[k].right ? p[k] / right : 0;
    const auto own = model.terms(decision.options[k].features);
    for (size_t i = 0; i < kTerms; ++i) out[i] += (wanted - p[k]) * own[i];
  }
}

void standardise(const std::vector<const Decision*>& decisions, Model& model) {
  double count = 0;
  std::array<double, kTerms> squares = {};
  for (const Decision* one : decisions) {
    for (const Option& option : one->options) {
      ++count;
      for (size_t i = 0; i < kAnswerFeatureCount; ++i) {
        model.mean[i] += option.features[i];
        squares[i] += option.features[i] * option.features[i];
      }
    }
  }
  for (size_t i = 0; i < kAnswerFeatureCount; ++i) {
    model.mean[i] /= count;
    const double variance = squares[i] / count - model.mean[i] * model.mean[i];
    model.deviation[i] = variance < 1e-9 ? 1 : std::sqrt(variance);
  }
}

// Adam's steps up the likelihood.
Model fit(const std::vector<const Decision*>& decisions, double l2) {
  Model model;
  standardise(decisions, model);
  const auto count = static_cast<double>(decisions.size());
  std::array<double, kTerms> first = {}, second = {};
  for (int step = 1; step <= kSteps; ++step) {
    std::array<double, kTerms> gradient = {};
    for (const Decision* one : decisions) add_gradient(model, *one, gradient);
    const double rate = 3 * step < 2 * kSteps ? kRate : kRate / 10;
    for (size_t i = 0; i < kTerms; ++i) {
      const double penalty = i < kAnswerFeatureCount ? l2 * model.weight[i] : 0;
      const double slope = gradient[i] / count - penalty;
      first[i] = 0.9 * first[i] + 0.1 * slope;
      second[i] = 0.999 * second[i] + 0.001 * slope * slope;
      model.weight[i] += rate * first[i] / (1 - std::pow(0.9, step)) /
                         (std::sqrt(second[i] / (1 - std::pow(0.999, step))) + 1e-8);
    }
  }
  return model;
}

bool read_decisions(const char* path, std::vector<Decision>& decisions) {
  const auto bytes = read_file(path);
  const auto json = bytes.ok() ? parse_json(*bytes) : Result<Json>(bytes.error());
  if (!json.ok()) {
    std::fprintf(stderr, "%s: %s\n", path, json.error().message.c_str());
    return false;
  }
  for (const Json& one : (*json)["details"]["decisions"]) {
    Decision decision{.set = (*json)["task"].get<std::string>(),
                      .group = hash_bytes(one["group"].get<std::string>()),
                      .survived = one["survived"].get<bool>(),
                      .options = {}};
    for (const Json& answer : one["answers"]) {
      Option option{.main = answer["main"].get<bool>(), .right = answer["right"].get<bool>()};
      size_t i = 0;
      for (const Json& value : answer["features"])
        if (i < kAnswerFeatureCount) option.features[i++] = value.get<double>();
      decision.options.push_back(option);
    }
    if (!decision.options.empty()) decisions.push_back(std::move(decision));
  }
  return true;
}

// What a threshold does to the decisions of one set.
struct Tally {
  size_t right = 0, wrong = 0, none = 0, broken = 0, noticed = 0, repaired = 0, held = 0,
         alarms = 0;

  void add(const Decision& one, const Option& best, bool delivered) {
    ++(!delivered ? none : best.right ? right : wrong);
    const bool alarm = !delivered || !best.main;
    if (one.survived) {
      ++held;
      alarms += alarm ? 1 : 0;
    } else {
      ++broken;
      noticed += alarm ? 1 : 0;
      repaired += delivered && best.right ? 1 : 0;
    }
  }
};

// One model for each fold of each folding.
using Models = std::array<std::vector<Model>, kFoldings>;

void report(const std::vector<Decision>& decisions, const Models& models, const std::string& set) {
  for (const double threshold : {0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}) {
    Tally tally;
    for (size_t folding = 0; folding < kFoldings; ++folding) {
      for (const Decision& one : decisions) {
        if (one.set != set) continue;
        const std::vector<double> p = models[folding][one.fold(folding)].probabilities(one);
        const auto best = static_cast<size_t>(std::max_element(p.begin(), p.end()) - p.begin());
        tally.add(one, one.options[best], p[best] >= threshold);
      }
    }
    std::printf("%-10s at %.2f:", set.c_str(), threshold);
    for (const auto& [name, count] :
         {std::pair("right", tally.right), std::pair("wrong", tally.wrong),
          std::pair("none", tally.none), std::pair("; broken", tally.broken),
          std::pair("noticed", tally.noticed), std::pair("repaired right", tally.repaired),
          std::pair("; held", tally.held), std::pair("alarms", tally.alarms)})
      std::printf(" %s %.1f", name, static_cast<double>(count) / kFoldings);
    std::printf("\n");
  }
}

void write_table(const Model& model, const char* path) {
  std::FILE* out = std::fopen(path, "w");
  if (out == nullptr) return;
  std::fprintf(out,
               "// Written by `weft_fit_answers` (tools/train/fit_answers.cc), which says how.\n"
               "// Mean, deviation and weight of each feature, in the order of AnswerFeature.\n"
               ".features = {{\n");
  for (size_t i = 0; i < kAnswerFeatureCount; ++i) {
    std::fprintf(out, "    {%.6g, %.6g, %.4g},\n", model.mean[i], model.deviation[i],
                 model.weight[i]);
  }
  std::fprintf(out, "}},\n.offset = %.4g,\n", model.weight[kAnswerFeatureCount]);
  std::fclose(out);
}

int run(int argc, char** argv) {
  std::vector<Decision> decisions;
  std::vector<std::string> sets;
  const char* emit = nullptr;
  double l2 = 0.001;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--emit") == 0 && i + 1 < argc) {
      emit = argv[++i];
    } else if (std::strcmp(argv[i], "--l2") == 0 && i + 1 < argc) {
      l2 = std::atof(argv[++i]);
    } else if (!read_decisions(argv[i], decisions)) {
      return 1;
    }
  }
  if (decisions.empty()) {
    std::fprintf(stderr, "usage: weft_fit_answers REPORT.json… [--l2 X] [--emit FILE]\n");
    return 2;
  }
  Models models;
  for (size_t folding = 0; folding < kFoldings; ++folding) {
    for (size_t fold = 0; fold < kFolds; ++fold) {
      std::vector<const Decision*> others;
      for (const Decision& one : decisions) {
        if (one.fold(folding) != fold) others.push_back(&one);
      }
      models[folding].push_back(fit(others, l2));
    }
  }
  for (const Decision& one : decisions) {
    if (std::find(sets.begin(), sets.end(), one.set) == sets.end()) sets.push_back(one.set);
  }
  for (const std::string& set : sets) report(decisions, models, set);
  std::vector<const Decision*> all = pointers_to(decisions);
  const Model model = fit(all, l2);
  for (size_t i = 0; i < kAnswerFeatureCount; ++i)
    std::printf("feature %2zu %7.3f\n", i, model.weight[i]);
  if (emit != nullptr) write_table(model, emit);
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
