// Known records: what is known of the records that the pages of a template listed, to look for them
// again (record_recall.h) and to tell how many there should be.
//
//   1. records      an advert that the old rule took along has a title and little else: what lacks
//                   most of the attributes that nearly every record has is no record
//   2. namesakes    records that share their key and differ otherwise cannot be told apart by it,
//                   and are forgotten
//
// Tested by record_repair_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "watch/health/health_model.h"
#include "watch/page_values.h"
#include "watch/repair/repair.h"

namespace weft::watch {

class KnownRecords {
 public:
  // REQUIRES: input.health outlives this.
  explicit KnownRecords(const RepairInput& input);

  // The attribute that tells records apart.
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] model::ValueType key_type() const;
  // A record's own. REQUIRES: it is one of all().
  [[nodiscard]] const std::string& key_of(const Seen& record) const;
  // The attributes that nearly every record has.
  [[nodiscard]] const std::vector<std::string>& required() const { return required_; }
  [[nodiscard]] const std::vector<Seen>& all() const { return all_; }

  // How many records, namesakes included, a page was known to list.
  [[nodiscard]] uint64_t count_on(const model::Extraction& golden) const;

 private:
  [[nodiscard]] bool is_record(const Seen& seen) const;
  void forget_namesakes();
  [[nodiscard]] bool differ(const Seen& a, const Seen& b) const;

  const HealthModel& health_;
  std::string key_;
  std::vector<std::string> required_;
  std::vector<Seen> all_;
};

// Values that the old rule had borrowed from another attribute are not known.
bool is_doubtful(const AttributeHealth& health, const std::vector<std::string>& values);

}  // namespace weft::watch
