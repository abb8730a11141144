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
#include "value/profile.h"
#include "watch/page_values.h"

namespace weft::watch {

// What its values look like (values borrowed from other attributes do not teach the guard), and how
// often there are any.
struct AttributeHealth : value::Profile {
  std::string name;
  bool mandatory = false;
  bool constant = false;
  bool set = false;

  uint64_t entities = 0;  // Records seen.
  double presence = 0;    // Share of them that have it.
  value::Spread count;    // Values of those that have it.
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
