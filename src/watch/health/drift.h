// Drift: sequential tests over the stream of extractions, so that a change shows while a crawl runs
// and before the bellwethers are visited again.
//
// For every attribute two questions are asked of each record: is the value missing, and is it
// unlike the values learned from? The answers feed a cumulative sum of log likelihood ratios
// (Page's CUSUM) of "as often as in training" against "much more often"; crossing a threshold is an
// alarm. Single odd records are forgotten, runs of them are not, and how long the crawl has gone
// well before does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "watch/health/health_model.h"
#include "watch/health/parameters.h"
#include "watch/page_values.h"

namespace weft::watch {

class SequentialTest {
 public:
  // `rate`: how often a record fails when all is well.
  explicit SequentialTest(double rate, const SequentialOptions& options = {});

  void add(bool failed);
  [[nodiscard]] bool alarmed() const { return alarm_at_ != 0; }
  // How many records had been seen at the alarm, counted from 1; 0 without one.
  [[nodiscard]] uint64_t alarm_at() const { return alarm_at_; }
  [[nodiscard]] double sum() const { return sum_; }

 private:
  double gain_failed_;
  double gain_fine_;
  double threshold_;
  double sum_ = 0;
  uint64_t seen_ = 0;
  uint64_t alarm_at_ = 0;
};

struct DriftAlarm {
  std::string attribute;
  enum class What : uint8_t { kMissing, kUnlike } what = What::kMissing;
  uint64_t at = 0;  // Record of the stream at which it was certain.
};

class DriftMonitor {
 public:
  // REQUIRES: `health` outlives this.
  explicit DriftMonitor(const HealthModel& health, const SequentialOptions& options = {});

  void add(const Seen& record);
  // A page that should have had a record and has none.
  void add_empty_page() { add(Seen{}); }
  [[nodiscard]] uint64_t records() const { return records_; }
  // In the order of the model's attributes.
  [[nodiscard]] std::vector<DriftAlarm> alarms() const;

 private:
  struct Tests {
    const AttributeHealth* health;
    SequentialTest missing;
    SequentialTest unlike;
  };
  double unlike_;  // SequentialOptions::unlike.
  std::vector<Tests> tests_;
  uint64_t records_ = 0;
};

}  // namespace weft::watch
