// Profile: what the values of one attribute look like, learned from many that are right (wrapper
// verification, [Liu]; starts and ends as in DataProg).
//
//   const Profile prices = Profile::learn(values, ValueType::kMoney);
//   prices.fit("$ 8.10")     // near 1 after "$ 12.50", "$ 7.99", "$ 103.00"
//   prices.fit("In stock")   // 0: it is no money, and all of them were
//
// Threads: const after learning.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "value/pattern_set.h"
#include "value/type.h"
#include "value/value_guard.h"

namespace weft::value {

// How like learned values a new one is: a weighted mean of closeness. Chosen by hand on generated
// sites and on real captures (`weft eval redesigns`, `weft eval history`); the tests of health hold
// most of them from both sides.
struct FitParameters {
  // Weights. Length and characters say more than how a value begins or ends, which many share.
  double length = 2;
  double digits = 1.5;
  double letters = 1.5;
  double start = 1;
  double end = 1;
  // Deviations are taken as at least these: values that were all alike may still vary a little.
  double length_floor = 0.25;      // Of the logarithm of the length.
  double characters_floor = 0.08;  // Of shares of characters.
  double near = 2;                 // Deviations up to which a value is as close as can be…
  double far = 4;                  // …and from which it is not close at all.
  double typed = 0.9;  // Share of values of the type from which one that is not fits none.
  // Where nearly all values came from a short list, learned from enough of them, others are odd.
  double closed_list = 0.9;
  double closed_distinct = 0.3;
  uint64_t closed_values = 10;
  double outside_closed = 0.7;  // What their fit is multiplied by.
  size_t max_common = 32;       // Values of such a list that are kept.
};

// Mean and spread of a quantity.
struct Spread {
  double mean = 0;
  double deviation = 0;

  static Spread of(const std::vector<double>& numbers);
  // How many deviations x is off, the deviation taken as at least `floor`.
  [[nodiscard]] double distance(double x, double floor) const;
};
void describe(JsonFields& json, Spread& spread);

struct Profile {
  ValueType type = ValueType::kText;
  uint64_t values = 0;              // Learned from.
  double typed = 0;                 // Share of values that are of the type.
  Spread length;                    // Logarithm of the number of characters.
  Spread digits;                    // Share of characters.
  Spread letters;                   // Share of characters.
  double distinct = 0;              // Different values over values.
  PatternSet starts;                // How values begin…
  PatternSet ends;                  // …and end.
  std::vector<std::string> common;  // Values seen more than once, the commonest first.
  double common_share = 0;          // Of values that are among them.
  ValueGuard guard;                 // The shapes a value can have. Open until somebody sets it.

  static Profile learn(const std::vector<std::string>& values, ValueType type);

  // How like the values learned from a value is, 0 to 1; 0 for one that is not of the type though
  // nearly all were.
  [[nodiscard]] double fit(std::string_view value) const;
  // The mean fit of several; 0 for none.
  [[nodiscard]] double fit(const std::vector<std::string>& values) const;
  [[nodiscard]] bool is_common(std::string_view value) const;
  // The type tells right from wrong by itself: a date or a phone, and nearly all were.
  [[nodiscard]] bool is_told_by_type() const;
};
// The members of a profile, as part of the object that has one.
void describe_members(JsonFields& json, Profile& profile);

}  // namespace weft::value
