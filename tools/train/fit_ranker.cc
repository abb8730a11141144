// weft_fit_ranker: fits the miner's ranker (src/mine/ranker_weights.inc) and says honestly how good
// it is.
//
//   weft_fit_ranker                     cross-validation by site: its figures, and how often a
//                                       region of some confidence is right
//   weft_fit_ranker --emit FILE         also fits to all pages and writes the table
//   weft_fit_ranker --failures          lists the pages that lost most, with what was chosen and
//                                       what was there
//
// The weights that ship come from, in a build with WEFT_BENCH,
//
//   build/weft_fit_ranker --l2 0.01 --emit src/mine/ranker_weights.inc
//
// Pages: the sets `records` (micro and macro F1 of the main region) and `listings`. Every candidate
// region of a page gets its F1 against the truth. The fit maximises the expected quality of a
// page's choice,
//
//   sum over pages of log sum over candidates of softmax(score)_c * (F1_c / best F1)^4  -  l2 |w|^2,
//
// which is smooth in the weights and cares only about which candidate comes first. Features are
// standardised over all candidates and clipped to +-4. Ten folds, whole sites; a page's figure
// always comes from a model that never saw its site.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "base/pointers.h"
#include "eval/data.h"
#include "eval/import/listings.h"
#include "eval/import/records.h"
#include "eval/listing_truth.h"
#include "eval/metrics/record_set.h"
#include "html/parser.h"
#include "mine/candidates.h"
#include "mine/features.h"
#include "mine/ranker.h"
#include "mine/region.h"

namespace weft {
namespace {

using eval::Counts;
using mine::FeatureVector;
using mine::kFeatureCount;
using mine::RankerModel;

constexpr int kFolds = 10;
constexpr int kSteps = 600;

struct Option {
  FeatureVector features;
  Counts counts;
  double f1 = 0;
  std::string description;
};

struct Example {
  std::string set;
  std::string site;
  std::string page;
  std::vector<Option> options;
  double best = 0;
  double weight = 1;
  [[nodiscard]] int fold() const { return static_cast<int>(hash_bytes(site) % kFolds); }
};

std::string shorten(std::string text) { return text.size() > 60 ? text.substr(0, 60) + "…" : text; }

// Candidates of a page, judged by `judge(texts, records, document)`.
template <typename Judge>
Example examine(const std::string& html, Judge judge) {
  const dom::Document doc = html::parse(html).document;
  const mine::PageIndex page(doc);
  mine::FeatureExtractor extractor(page);
  Example example;
  for (const mine::ListCandidate& candidate : mine::find_candidates(page)) {
    std::vector<std::string> texts;
    for (const mine::RecordSpan r : candidate.records) texts.push_back(mine::record_text(doc, r));
    Option option{extractor.extract(candidate), judge(texts, candidate.records, doc), 0, ""};
    option.f1 = option.counts.f1();
    option.description =
        std::string(name_of(candidate.grouping)) + " x" + std::to_string(candidate.records.size()) +
        " <" + std::string(doc.name_text(candidate.records[0].begin)) + " " +
        std::string(doc.attribute(candidate.records[0].begin, dom::atoms::kClass).value_or("")) +
        "> " + shorten(texts[0]);
    example.best = std::max(example.best, option.f1);
    example.options.push_back(std::move(option));
  }
  return example;
}

void load_records(std::vector<Example>& examples) {
  const auto directory = eval::find_data_set("records");
  if (!directory) return;
  const auto pages = eval::import_records(*directory);
  if (!pages.ok()) return;
  for (const eval::RecordsPage& page : *pages) {
    std::vector<eval::TruthRecord> truth;
    for (const auto& row : page.rows) {
      std::string text;
      for (const std::string& field : row) text += field + " ";
      truth.push_back({text, row.front()});
    }
    const auto html = read_file(page.html);
    if (!html.ok()) continue;
    Example example = examine(*html, [&](const auto& texts, const auto&, const dom::Document&) {
      return eval::match_record_set(texts, truth).counts;
    });
    example.set = "records";
    example.site = page.site;
    example.page = page.name;
    example.weight = std::sqrt(static_cast<double>(truth.size()) / 20);
    examples.push_back(std::move(example));
  }
}

void load_listings(std::vector<Example>& examples) {
  const auto directory = eval::find_data_set("listings");
  if (!directory) return;
  const auto pages = eval::import_listings(*directory);
  if (!pages.ok()) return;
  for (const eval::ListingPage& page : *pages) {
    const auto truth = eval::listing_truth(page);
    const auto html = read_file(page.html);
    if (!html.ok() || (truth.size() < 2 && page.type != "detail")) continue;
    Example example =
        examine(*html, [&](const auto& texts, const auto& records, const dom::Document& doc) {
          return eval::match_listing(texts, eval::links_of(records, doc, page.url), truth);
        });
    example.set = page.type == "detail" ? "details" : "listings";
    example.site = page.site;
    example.page = page.id;
    example.weight = 0.7;
    examples.push_back(std::move(example));
  }
}

// Mean and deviation of every feature over all candidates of the pages.
RankerModel standardize(const std::vector<const Example*>& examples) {
  RankerModel model{};
  double count = 0;
  FeatureVector sum{}, squares{};
  for (const Example* example : examples) {
    for (const Option& option : example->options) {
      ++count;
      for (size_t i = 0; i < kFeatureCount; ++i) {
        sum[i] += option.features[i];
        squares[i] += option.features[i] * option.features[i];
      }
    }
  }
  for (size_t i = 0; i < kFeatureCount; ++i) {
    const double mean = sum[i] / count;
    const double variance = squares[i] / count - mean * mean;
    model.features[i] = {mean, variance > 1e-9 ? std::sqrt(variance) : 1.0, 0};
  }
  return model;
}

// Adam on the objective above.
RankerModel fit(const std::vector<const Example*>& examples, double l2) {
  RankerModel model = standardize(examples);
  struct Prepared {
    std::vector<FeatureVector> z;
    std::vector<double> gain;
    double weight;
  };
  std::vector<Prepared> prepared;
  for (const Example* example : examples) {
    if (example->best < 0.3) continue;  // Nothing to learn where no candidate is right.
    Prepared p;
    p.weight = example->weight;
    for (const Option& option : example->options) {
      FeatureVector z;
      for (size_t i = 0; i < kFeatureCount; ++i)
        z[i] = mine::standardized(model.features[i], option.features[i]);
      p.z.push_back(z);
      p.gain.push_back(std::pow(option.f1 / example->best, 4));
    }
    prepared.push_back(std::move(p));
  }
  FeatureVector w{}, momentum{}, second{};
  for (int step = 1; step <= kSteps; ++step) {
    FeatureVector gradient{};
    for (const Prepared& p : prepared) {
      std::vector<double> probability(p.z.size());
      double highest = -1e300, total = 0, expected = 0;
      for (size_t c = 0; c < p.z.size(); ++c) {
        double score = 0;
        for (size_t i = 0; i < kFeatureCount; ++i) score += w[i] * p.z[c][i];
        probability[c] = score;
        highest = std::max(highest, score);
      }
      for (double& q : probability) total += q = std::exp(q - highest);
      for (size_t c = 0; c < p.z.size(); ++c) {
        probability[c] /= total;
        expected += probability[c] * p.gain[c];
      }
      if (expected < 1e-12) expected = 1e-12;
      for (size_t c = 0; c < p.z.size(); ++c) {
        const double d = p.weight * probability[c] * (p.gain[c] / expected - 1);
        for (size_t i = 0; i < kFeatureCount; ++i) gradient[i] += d * p.z[c][i];
      }
    }
    const double rate = 0.1 * (1 - 0.9 * step / kSteps);
    for (size_t i = 0; i < kFeatureCount; ++i) {
      const double g = gradient[i] / static_cast<double>(prepared.size()) - l2 * w[i];
      momentum[i] = 0.9 * momentum[i] + 0.1 * g;
      second[i] = 0.99 * second[i] + 0.01 * g * g;
      const double m = momentum[i] / (1 - std::pow(0.9, step));
      const double v = second[i] / (1 - std::pow(0.99, step));
      w[i] += rate * m / (std::sqrt(v) + 1e-8);
    }
  }
  for (size_t i = 0; i < kFeatureCount; ++i) model.features[i].weight = w[i];
  return model;
}

// Positions of a page's candidates, best score first.
std::vector<size_t> ranked(const RankerModel& model, const Example& example) {
  std::vector<std::pair<double, size_t>> order;
  for (size_t c = 0; c < example.options.size(); ++c)
    order.emplace_back(-model.score(example.options[c].features), c);
  std::sort(order.begin(), order.end());
  std::vector<size_t> result;
  for (const auto& [score, c] : order) result.push_back(c);
  return result;
}

struct Judged {
  const Example* example;
  double score;
  size_t chosen;
  double best_of_three;
  Counts best_of_three_counts;
};

std::vector<Judged> cross_validate(const std::vector<Example>& examples, double l2) {
  std::vector<Judged> judged;
  for (int fold = 0; fold < kFolds; ++fold) {
    std::vector<const Example*> training;
    for (const Example& example : examples) {
      if (example.fold() != fold) training.push_back(&example);
    }
    const RankerModel model = fit(training, l2);
    for (const Example& example : examples) {
      if (example.fold() != fold || example.options.empty()) continue;
      const auto order = ranked(model, example);
      Judged j{&example, model.score(example.options[order[0]].features), order[0], 0, {}};
      for (size_t k = 0; k < std::min<size_t>(3, order.size()); ++k) {
        const Option& option = example.options[order[k]];
        if (k == 0 || option.f1 > j.best_of_three) {
          j.best_of_three = option.f1;
          j.best_of_three_counts = option.counts;
        }
      }
      judged.push_back(j);
    }
  }
  return judged;
}

void report(const std::vector<Judged>& judged, const char* set) {
  Counts top, three, ceiling;
  std::vector<double> top_macro, three_macro, ceiling_macro;
  for (const Judged& j : judged) {
    if (j.example->set != set) continue;
    const Option& chosen = j.example->options[j.chosen];
    top += chosen.counts;
    top_macro.push_back(chosen.f1);
    three += j.best_of_three_counts;
    three_macro.push_back(j.best_of_three);
    const Option* best = &chosen;
    for (const Option& option : j.example->options) best = option.f1 > best->f1 ? &option : best;
    ceiling += best->counts;
    ceiling_macro.push_back(best->f1);
  }
  std::printf(
      "%-9s pages %3zu  top-1 %.4f / %.4f  (P %.4f R %.4f)  best of 3 %.4f / %.4f  ceiling %.4f / "
      "%.4f\n",
      set, top_macro.size(), top.f1(), eval::mean(top_macro), top.precision(), top.recall(),
      three.f1(), eval::mean(three_macro), ceiling.f1(), eval::mean(ceiling_macro));
}

void list_failures(std::vector<Judged> judged) {
  std::sort(judged.begin(), judged.end(), [](const Judged& a, const Judged& b) {
    return a.example->options[a.chosen].f1 < b.example->options[b.chosen].f1;
  });
  for (const Judged& j : judged) {
    const Option& chosen = j.example->options[j.chosen];
    if (chosen.f1 > 0.9) break;
    const Option* best = &chosen;
    for (const Option& option : j.example->options) best = option.f1 > best->f1 ? &option : best;
    std::printf("%.2f (best %.2f, truth %llu) %s/%s\n   chosen %s\n   best   %s\n", chosen.f1,
                best->f1, static_cast<unsigned long long>(chosen.counts.truth),
                j.example->site.c_str(), j.example->page.c_str(), chosen.description.c_str(),
                best->description.c_str());
  }
}

bool is_right(const Judged& j) { return j.example->options[j.chosen].f1 >= 0.5; }

// Logistic fit of "the first region is right" on its score, from models that had not seen the site.
void calibrate(RankerModel& model, const std::vector<Judged>& judged) {
  double slope = 0.1, offset = 0;
  for (int step = 0; step < 20000; ++step) {
    double d_slope = 0, d_offset = 0;
    for (const Judged& j : judged) {
      const double target = is_right(j) ? 1 : 0;
      const double p = 1 / (1 + std::exp(-(slope * j.score + offset)));
      d_slope += (target - p) * j.score;
      d_offset += target - p;
    }
    slope += 0.002 * d_slope / static_cast<double>(judged.size());
    offset += 0.05 * d_offset / static_cast<double>(judged.size());
  }
  model.confidence_slope = slope;
  model.confidence_offset = offset;
}

// Whether confidence means what it says: calibrated on nine folds of the sites, judged on the tenth.
void report_confidence(const std::vector<Judged>& judged) {
  struct Bin {
    double sum = 0, right = 0, pages = 0;
  };
  constexpr std::array kBounds = {0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01};
  std::array<Bin, kBounds.size()> bins;
  for (int fold = 0; fold < kFolds; ++fold) {
    std::vector<Judged> others;
    std::copy_if(judged.begin(), judged.end(), std::back_inserter(others),
                 [&](const Judged& j) { return j.example->fold() != fold; });
    RankerModel model{};
    calibrate(model, others);
    for (const Judged& j : judged) {
      if (j.example->fold() != fold) continue;
      const double confidence = model.confidence(j.score);
      const auto* above = std::upper_bound(kBounds.begin(), kBounds.end(), confidence);
      Bin& bin = bins.at(static_cast<size_t>(above - kBounds.begin()));
      bin.sum += confidence;
      bin.right += is_right(j) ? 1 : 0;
      ++bin.pages;
    }
  }
  double error = 0;
  for (const Bin& bin : bins) {
    if (bin.pages == 0) continue;
    std::printf("confidence %.3f  right %.3f  pages %.0f\n", bin.sum / bin.pages,
                bin.right / bin.pages, bin.pages);
    error += std::abs(bin.sum - bin.right) / static_cast<double>(judged.size());
  }
  std::printf("expected calibration error %.4f\n", error);
}

void emit(const RankerModel& model, const char* path) {
  std::ofstream out(path);
  out << "// Written by weft_fit_ranker (tools/train/fit_ranker.cc), fitted to the sets `records` "
         "and "
         "`listings`.\n"
         "// Mean, deviation and weight of each feature, in the order of features.inc.\n"
         ".features = {{\n";
  char line[200];
  for (size_t i = 0; i < kFeatureCount; ++i) {
    std::snprintf(line, sizeof line, "    {%.6g, %.6g, %.6g},  // %s\n", model.features[i].mean,
                  model.features[i].deviation, model.features[i].weight,
                  std::string(mine::kFeatureNames[i]).c_str());
    out << line;
  }
  std::snprintf(line, sizeof line, "}},\n.confidence_slope = %.6g,\n.confidence_offset = %.6g,\n",
                model.confidence_slope, model.confidence_offset);
  out << line;
}

int run(int argc, char** argv) {
  const char* emit_path = nullptr;
  bool failures = false;
  std::vector<double> l2 = {
      0.01};  // Several: cross-validation with each; the first is fitted and written.
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--emit") == 0 && i + 1 < argc) emit_path = argv[++i];
    if (std::strcmp(argv[i], "--l2") == 0 && i + 1 < argc) {
      l2.clear();
      for (const char* at = argv[++i]; at != nullptr; at = std::strchr(at, ',')) {
        l2.push_back(std::atof(at += *at == ',' ? 1 : 0));
      }
    }
    if (std::strcmp(argv[i], "--failures") == 0) failures = true;
  }
  std::vector<Example> examples;
  load_records(examples);
  load_listings(examples);
  if (examples.empty()) {
    std::fprintf(stderr,
                 "weft_fit_ranker: neither `records` nor `listings` found; set WEFT_DATA\n");
    return 1;
  }
  for (const double other : std::span(l2).subspan(1)) {
    const auto tried = cross_validate(examples, other);
    std::printf("l2 %g\n", other);
    report(tried, "records");
    report(tried, "listings");
  }
  const auto judged = cross_validate(examples, l2.front());
  std::printf("l2 %g\n", l2.front());
  report(judged, "records");
  report(judged, "listings");
  report_confidence(judged);
  if (failures) list_failures(judged);
  if (emit_path != nullptr) {
    std::vector<const Example*> all = pointers_to(examples);
    RankerModel model = fit(all, l2.front());
    calibrate(model, judged);
    emit(model, emit_path);
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
