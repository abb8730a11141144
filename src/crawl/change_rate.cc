// A page visited daily for ten days that had changed four times has not a rate of 0.4 a day: what
// changed twice between two visits was seen once. The estimate gives -ln(6.5 / 10.5) = 0.48; with the
// prior of a change a week, worth one visit, 0.45.
//
// Tested by metadata_test.cc.

#include "crawl/change_rate.h"

#include <algorithm>
#include <cmath>

namespace weft::crawl {
namespace {

double days(Milliseconds time) {
  return std::chrono::duration<double, std::ratio<86400>>(time).count();
}

}  // namespace

// λ = -ln((n - X + ½) / (n + ½)) / I, for X changes seen by n visits at intervals of I. What is
// known beforehand enters as visits of its own, at the same interval, that saw a change as often as
// the prior rate makes them.
double change_rate(const ChangeHistory& history, const RevisitOptions& options) {
  const double observed = days(history.observed);
  if (history.visits == 0 || observed <= 0) return options.prior_rate;
  const double interval = observed / static_cast<double>(history.visits);
  const double prior_changes =
      options.prior_visits * (1 - std::exp(-options.prior_rate * interval));
  const double visits = static_cast<double>(history.visits) + options.prior_visits;
  const double changes =
      static_cast<double>(std::min(history.changes, history.visits)) + prior_changes;
  return std::max(-std::log((visits - changes + 0.5) / (visits + 0.5)) / interval, 1e-6);
}

double change_probability(double rate, Milliseconds age) {
  return 1 - std::exp(-rate * std::max(days(age), 0.0));
}

Milliseconds revisit_interval(double rate, const RevisitOptions& options) {
  const double wait = -std::log(1 - options.threshold) / rate;
  const double milliseconds = std::min(wait, 1e6) * 86'400'000.0;
  return std::clamp(Milliseconds(static_cast<int64_t>(milliseconds)), options.at_least,
                    options.at_most);
}

}  // namespace weft::crawl
