// Known records: what is known of the records that the pages of a template listed, and where they
// stand on these pages now.
//
// Which records are known:
//   1. records     an advert that the old rule took along has a title and little else: what lacks
//                  most of the attributes that nearly every record has is no record
//   2. namesakes   records that share their key and differ otherwise cannot be told apart by it,
//                  and are forgotten
// Where they are:
//   3. keys        a known record is where its key is, on whatever page that is now
//   4. values      its other values are found anywhere on that page
//   5. edits       a text that is a part where many others are the whole was edited: "Oak lamp (new)"
//   6. new ones    what stands where the keys do is a record, too, if a new one
//   7. own         of a record's values the places that belong to it are kept
//   8. columns     values that have changed, and those of new records, are filled in from the
//                  column that the known ones stand in (list_column.h)
//   9. bare ones   a new record with hardly a value is an advert, or a heading: it is dropped
//
// Whose a value is (step 7): the record's with whose key it shares the smallest part of the page, if
// no other key is in that part:
//
//   <li> Oak lamp  € 20 </li>  <li> Elm lamp  € 20 </li>      one part a record
//
// Records without an element of their own share all parts. There most values show the way from key
// to value: behind the key and before the next one, or before it.
//
// docs/adr/0038-records-found-again-in-part.md. Tested by record_repair_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "watch/found_values.h"
#include "watch/health/health_model.h"
#include "watch/page_values.h"
#include "watch/repair/repair.h"

namespace weft::watch {

// A known record on a page where its key was found, with the values found beside the key; or a new
// one, which stands where known ones do.
struct FoundRecord {
  const Seen* known = nullptr;  // Null: a new one.
  dom::NodeId key = dom::kNoNode;
  std::map<std::string, std::vector<FoundValue>> values = {};
  // What stands where other records have known values, and is not known itself: to learn from, no
  // proof.
  std::map<std::string, std::vector<FoundValue>> filled = {};
};

struct RecordsOnPage {
  const model::Page* page = nullptr;
  std::vector<FoundRecord> records = {};
  std::set<std::string> before = {};  // Attributes that stand before their record's key.
};

class KnownRecords {
 public:
  // REQUIRES: input.health outlives this.
  KnownRecords(const RepairInput& input, const RecordParameters& parameters);

  // The attribute that tells records apart.
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] model::ValueType key_type() const { return health_.find(key_)->type; }
  // A record's own. REQUIRES: it is one of all().
  [[nodiscard]] const std::string& key_of(const Seen& record) const {
    return texts(record.values, key_).front();
  }
  // The attributes that nearly every record has.
  [[nodiscard]] const std::vector<std::string>& required() const { return required_; }
  [[nodiscard]] const std::vector<Seen>& all() const { return all_; }
  // How many records, namesakes included, a page was known to list.
  [[nodiscard]] uint64_t count_on(const model::Extraction& golden) const;

  // Steps 3 to 9: one for each page of `input`, to which `searches` belong, in order. With
  // `also_before`, values may stand before the key of their record. The result points into this.
  [[nodiscard]] std::vector<RecordsOnPage> find(const RepairInput& input,
                                                const std::vector<ValueSearch>& searches,
                                                bool also_before) const;

 private:
  [[nodiscard]] bool is_record(const Seen& seen) const;
  void forget_namesakes();
  [[nodiscard]] bool differ(const Seen& a, const Seen& b) const;

  const HealthModel& health_;
  const RecordParameters& parameters_;
  std::string key_;
  std::vector<std::string> required_;
  std::vector<Seen> all_;
};

// Values that the old rule had borrowed from another attribute are not known.
bool is_doubtful(const AttributeHealth& health, const std::vector<std::string>& values);

}  // namespace weft::watch
