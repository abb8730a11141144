#include "watch/health/drift.h"

#include "gtest/gtest.h"

namespace weft::watch {
namespace {

// A stream in which every `n`-th record fails.
uint64_t alarm_with_every(uint64_t n, double rate, uint64_t records) {
  SequentialTest test(rate);
  for (uint64_t i = 1; i <= records; ++i) test.add(n != 0 && i % n == 0);
  return test.alarm_at();
}

TEST(SequentialTestTest, UsualFailuresNeverAlarm) {
  EXPECT_EQ(alarm_with_every(0, 0, 100'000), 0u);
  EXPECT_EQ(alarm_with_every(10, 0.1, 100'000), 0u);
  EXPECT_EQ(alarm_with_every(4, 0.25, 100'000), 0u);
}

TEST(SequentialTestTest, ManyMoreFailuresAlarmWithinDozensOfRecords) {
  EXPECT_GT(alarm_with_every(1, 0.0, 100), 0u);
  EXPECT_LE(alarm_with_every(1, 0.0, 100), 5u);
  EXPECT_LE(alarm_with_every(2, 0.05, 200), 40u);
  EXPECT_GT(alarm_with_every(2, 0.05, 200), 0u);
}

TEST(SequentialTestTest, ALongGoodTimeDoesNotHideABadOne) {
  SequentialTest test(0.01);
  for (int i = 0; i < 10'000; ++i) test.add(false);
  for (int i = 0; i < 6; ++i) test.add(true);
  EXPECT_TRUE(test.alarmed());
  EXPECT_GT(test.alarm_at(), 10'000u);
}

TEST(DriftMonitorTest, WhatTwentyPagesHaveMayBeMissingFromOneInTen) {
  const auto record = [](int i) {
    Seen seen{"p", "0", {}};
    seen.values["title"] = {"Chair number " + std::to_string(i)};
    return seen;
  };
  std::vector<Seen> entities;
  for (int i = 0; i < 20; ++i) entities.push_back(record(i));
  const HealthModel health = HealthModel::learn(entities, {});
  DriftMonitor monitor(health);
  for (int i = 0; i < 2000; ++i) {
    Seen seen = record(i);
    if (i % 10 < 1 || i % 97 < 3) seen.values.clear();  // Now and then four in a row.
    monitor.add(seen);
  }
  EXPECT_TRUE(monitor.alarms().empty());
}

TEST(DriftMonitorTest, SaysWhichAttributeDriftedAndHow) {
  std::vector<Seen> entities;
  for (int i = 0; i < 30; ++i) {
    Seen seen{"p", "0", {}};
    seen.values["price"] = {"€ " + std::to_string(10 + i) + ".50"};
    seen.values["title"] = {"Chair number " + std::to_string(i)};
    entities.push_back(seen);
  }
  model::Schema schema;
  schema.attributes = {{.name = "price", .type = model::ValueType::kMoney}};
  const HealthModel health = HealthModel::learn(entities, schema);
  DriftMonitor monitor(health);
  for (const Seen& seen : entities) monitor.add(seen);
  EXPECT_TRUE(monitor.alarms().empty());
  for (Seen seen : entities) {
    seen.values["price"] = {"on request"};
    seen.values.erase("title");
    monitor.add(seen);
  }
  const auto alarms = monitor.alarms();
  ASSERT_EQ(alarms.size(), 2u);
  EXPECT_EQ(alarms[0].attribute, "price");
  EXPECT_EQ(alarms[0].what, DriftAlarm::What::kUnlike);
  EXPECT_EQ(alarms[1].attribute, "title");
  EXPECT_EQ(alarms[1].what, DriftAlarm::What::kMissing);
  EXPECT_LE(alarms[1].at, 40u);
}

}  // namespace
}  // namespace weft::watch
