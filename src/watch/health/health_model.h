// Health model: what the values of each attribute look like when extraction works, learned when the
// wrapper is (wrapper verification, [Liu]; patterns as in DataProg).
//
// Per attribute: how often it is there, how many values it has, whether they are of the schema's
// type, how long they are, which characters they are made of, how they begin and end, how many of
// them differ, and the commonest ones.
//
// Threads: const after learning.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "model/schema.h"
#include "value/value_guard.h"
#include "watch/page_values.h"
#include "watch/value_pattern.h"

namespace weft::watch {

// Mean and spread of a quantity.
struct Spread {
  double mean = 0;
  double deviation = 0;

  // How many deviations x is off, the deviation taken as at least `floor`.
  [[nodiscard]] double distance(double x, double floor) const;
};

struct AttributeHealth {
  std::string name;
  model::ValueType type = model::ValueType::kText;
  bool mandatory = false;
  bool constant = false;
  bool set = false;

  uint64_t entities = 0;            // Records seen.
  double presence = 0;              // Share of them that have it.
  Spread count;                     // Values of those that have it.
  double typed = 0;                 // Share of values that are of the type.
  Spread length;                    // Logarithm of the number of characters.
  Spread digits;                    // Share of characters.
  Spread letters;                   // Share of characters.
  double distinct = 0;              // Different values over values.
  PatternSet starts;                // How values begin…
  PatternSet ends;                  // …and end.
  std::vector<std::string> common;  // Values seen more than once, the commonest first; at most 32.
  double common_share = 0;          // Of values that are among them.
  value::ValueGuard guard;          // What a value can be; values borrowed from others left out.

  // How like the values learned from a value is, 0 to 1; 0 for one that is not of the type though
  // nearly all were.
  [[nodiscard]] double fit(std::string_view value) const;
  // The mean fit of several; 0 for none.
  [[nodiscard]] double fit(const std::vector<std::string>& values) const;
};

class HealthModel {
 public:
  // Entities as extracted (or labelled) when all was well. Attributes of the schema that none of
  // them has are left out; attributes unknown to the schema are text.
  static HealthModel learn(std::span<const Seen> entities, const model::Schema& schema);

  [[nodiscard]] const std::vector<AttributeHealth>& attributes() const { return attributes_; }
  // Null if it was never seen.
  [[nodiscard]] const AttributeHealth* find(std::string_view name) const;
  // Whether the schema said of any attribute that it is mandatory.
  [[nodiscard]] bool names_mandatory() const;
  // Whether pages hold several records each.
  [[nodiscard]] bool many_records() const { return many_records_; }
  // The constant attribute that tells entities apart best; empty if there is none.
  [[nodiscard]] std::string key_attribute() const;

 private:
  friend void describe(JsonFields& json, HealthModel& model);

  std::vector<AttributeHealth> attributes_;
  bool many_records_ = false;
};

}  // namespace weft::watch
