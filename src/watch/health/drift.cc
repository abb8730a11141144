#include "watch/health/drift.h"

#include <algorithm>
#include <cmath>

#include "watch/share.h"

namespace weft::watch {
namespace {

// The upper end of what a rate may be: twenty pages that all have a value do not rule out that one in
// ten others lacks it.
double at_most(double rate, uint64_t records, double deviations) {
  return records == 0 ? 1 : wilson_bound(rate, static_cast<double>(records), deviations);
}

}  // namespace

SequentialTest::SequentialTest(double rate, const SequentialOptions& options)
    : threshold_(options.threshold) {
  const double usual = std::clamp(rate, options.least_rate, options.most_rate);
  const double bad = std::min(options.worst_rate, usual + options.rise);
  gain_failed_ = std::log(bad / usual);
  gain_fine_ = std::log((1 - bad) / (1 - usual));
}

void SequentialTest::add(bool failed) {
  ++seen_;
  sum_ = std::max(0.0, sum_ + (failed ? gain_failed_ : gain_fine_));
  if (sum_ >= threshold_ && alarm_at_ == 0) alarm_at_ = seen_;
}

DriftMonitor::DriftMonitor(const HealthModel& health, const SequentialOptions& options)
    : unlike_(options.unlike) {
  for (const AttributeHealth& attribute : health.attributes()) {
    const double missing = at_most(1 - attribute.presence, attribute.entities, options.deviations);
    const double unlike = at_most(0, attribute.entities, options.deviations);
    tests_.push_back(
        {&attribute, SequentialTest(missing, options), SequentialTest(unlike, options)});
  }
}

void DriftMonitor::add(const Seen& record) {
  ++records_;
  for (Tests& tests : tests_) {
    const auto& values = texts(record.values, tests.health->name);
    tests.missing.add(values.empty());
    if (!values.empty()) tests.unlike.add(tests.health->fit(values) < unlike_);
  }
}

std::vector<DriftAlarm> DriftMonitor::alarms() const {
  std::vector<DriftAlarm> all;
  for (const Tests& tests : tests_) {
    if (tests.missing.alarmed())
      all.push_back({tests.health->name, DriftAlarm::What::kMissing, tests.missing.alarm_at()});
    if (tests.unlike.alarmed())
      all.push_back({tests.health->name, DriftAlarm::What::kUnlike, tests.unlike.alarm_at()});
  }
  return all;
}

}  // namespace weft::watch
