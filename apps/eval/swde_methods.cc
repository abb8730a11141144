#include "eval/swde_methods.h"

#include <fmt/format.h>

#include "induce/inducers.h"
#include "induce/page/page_tree_inducer.h"

namespace weft::eval {
namespace {

constexpr unsigned kCurveLabels[] = {1, 2, 3, 5, 10};
// The score of a curve is that of five labels, less its largest fall.
constexpr size_t kMainLabels = 3;
constexpr int kThresholds = 18;           // 0, 0.05, … 0.85.
constexpr uint64_t kFirstPages = 5;       // Seeds that choose the first page…
constexpr double kStableThreshold = 0.2;  // …and the threshold they are compared at.

template <typename Learned>
std::unique_ptr<model::Wrapper> wrapper_of(Learned learned) {
  return learned.ok() ? std::move(learned->wrapper) : nullptr;
}

}  // namespace

const std::vector<std::string>& swde_methods() {
  static const std::vector<std::string> kMethods = {
      "weft",           "paper",          "curve",           "no-disjunctions",
      "no-support",     "no-naive-bayes", "no-range-pruner", "rules",
      "broom",          "broom-paper",    "page-tree",       "page-tree-paper",
      "vote",           "best",           "sweep",           "stability",
      "stability-weft", "curve-broom",    "curve-page-tree", "curve-vote",
      "curve-best",     "stalker",        "stalker-paper",   "curve-stalker"};
  return kMethods;
}

SwdeSettings swde_settings(const std::string& method, unsigned labels) {
  SwdeSetting base{.method = method, .labels = labels};
  if (method != "stability-weft") base.tree = wrap::TreeOptions::paper();
  SwdeSettings settings;
  const auto add = [&](std::string suffix, double x) -> SwdeSetting& {
    settings.all.push_back(base);
    settings.all.back().suffix = std::move(suffix);
    settings.all.back().x = x;
    return settings.all.back();
  };
  if (method.starts_with("curve")) {
    // "curve" is that of rules, "curve-broom" that of the inducer broom.
    if (method != "curve") base.method = method.substr(method.find('-') + 1);
    for (const unsigned k : kCurveLabels) add(fmt::format("_k{}", k), k).labels = k;
    settings.main = kMainLabels;
    settings.x_label = "labelled pages a site";
    settings.over_labels = true;
  } else if (method == "sweep") {
    for (int step = 0; step < kThresholds; ++step) {
      const double threshold = 0.05 * step;
      add(fmt::format("_eps{:.2f}", threshold), 100 * threshold).tree.epsilon = threshold;
    }
    settings.x_label = "threshold, in hundredths";
  } else if (method.starts_with("stability")) {
    base.tree.epsilon = kStableThreshold;
    for (uint64_t seed = 1; seed <= kFirstPages; ++seed)
      add(fmt::format("_seed{}", seed), static_cast<double>(seed)).tree.seed = seed;
    settings.x_label = "first page";
  } else {
    add("", 0);
  }
  return settings;
}

std::unique_ptr<model::Wrapper> learn_swde_wrapper(const model::InducerInput& input,
                                                   const SwdeSetting& setting) {
  const std::string& method = setting.method;
  if (method == "sweep" || method.starts_with("stability"))
    return wrapper_of(induce::learn_page_trees(input, setting.tree));
  if (const auto inducer = induce::find_inducer(method); inducer.ok())
    return wrapper_of((*inducer)(input));
  // Rules: ours ("weft", "curve"), as the paper ranks them, or without one of their parts.
  model::InducerInput variant = input;
  if (method != "weft" && method != "curve") variant.variant = method;
  return wrapper_of(induce::induce_rules(variant));
}

}  // namespace weft::eval
