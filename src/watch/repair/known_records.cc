#include "watch/repair/known_records.h"

#include <algorithm>

#include "dom/text.h"
#include "value/words.h"
#include "watch/repair/known_pages.h"
#include "watch/repair/list_column.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

using dom::NodeId;
using model::Occurrence;

// The smallest part of the page that holds the record's key and one of a value's occurrences.
NodeId part_with_key(const RecordsOnPage& list, const FoundRecord& record,
                     const FoundValue& value) {
  const dom::Document& doc = list.page->document;
  NodeId common = dom::kNoNode;
  for (const Occurrence& occurrence : value.occurrences) {
    const NodeId shared = doc.lowest_common_ancestor(occurrence.node, record.key);
    if (common == dom::kNoNode || doc.depth(shared) > doc.depth(common)) common = shared;
  }
  return common;
}

// Whether it holds another record's key, too.
bool is_crowded(const RecordsOnPage& list, const FoundRecord& record, NodeId part) {
  return part != dom::kNoNode &&
         std::any_of(list.records.begin(), list.records.end(), [&](const FoundRecord& other) {
           return other.key != record.key && list.page->document.contains(part, other.key);
         });
}

// Whether a node stands behind (or before) the record's key, and no other key between them.
bool stands_at(const RecordsOnPage& list, const FoundRecord& record, NodeId node, bool before) {
  if (node != record.key && before != (node < record.key)) return false;
  const NodeId first = std::min(node, record.key);
  const NodeId last = std::max(node, record.key);
  return std::none_of(list.records.begin(), list.records.end(), [&](const FoundRecord& other) {
    return other.key != record.key && first <= other.key && other.key <= last;
  });
}

bool stands_at(const RecordsOnPage& list, const FoundRecord& record, const FoundValue& value,
               bool before) {
  return std::any_of(value.occurrences.begin(), value.occurrences.end(),
                     [&](const Occurrence& occurrence) {
                       return stands_at(list, record, occurrence.node, before);
                     });
}

// Of records without elements of their own: which of their values stand before the key. Most decide.
void learn_ways(const std::string& key, RecordsOnPage& list) {
  std::map<std::string, std::ptrdiff_t> lead;  // By how much more stand before it than behind it.
  for (const FoundRecord& record : list.records) {
    for (const auto& [name, values] : record.values) {
      const FoundValue& value = values.front();
      if (name == key || !is_crowded(list, record, part_with_key(list, record, value))) continue;
      lead[name] += (stands_at(list, record, value, true) ? 1 : 0) -
                    (stands_at(list, record, value, false) ? 1 : 0);
    }
  }
  for (const auto& [name, more] : lead) {
    if (more > 0) list.before.insert(name);
  }
}

// Of a value's occurrences those in the smallest part of the page with the record's key. If that
// part holds another record's key too, those that stand this way from the key.
void keep_nearest(const RecordsOnPage& list, const FoundRecord& record, bool before,
                  FoundValue& value) {
  const NodeId common = part_with_key(list, record, value);
  const bool crowded = is_crowded(list, record, common);
  std::erase_if(value.occurrences, [&](const Occurrence& occurrence) {
    return crowded ? !stands_at(list, record, occurrence.node, before)
                   : !list.page->document.contains(common, occurrence.node);
  });
}

// Of each value of a record only the places that are the record's own are kept, and only values
// that have one. With `also_before`, values may stand before the record's key.
void keep_own_values(const std::string& key, bool also_before, RecordsOnPage& list) {
  if (also_before) learn_ways(key, list);
  for (FoundRecord& record : list.records) {
    for (auto& [name, values] : record.values) {
      if (name == key) continue;
      for (FoundValue& one : values) keep_nearest(list, record, list.before.contains(name), one);
    }
    std::erase_if(record.values, [](const auto& entry) { return found_share(entry.second) < 1; });
  }
}

// The record with whose key a value is alone; failing that, from whose key it stands as values of
// the attribute do. Null for none.
FoundRecord* record_around(RecordsOnPage& list, const std::string& attribute,
                           const FoundValue& value) {
  const auto alone =
      std::find_if(list.records.begin(), list.records.end(), [&](const FoundRecord& record) {
        return !is_crowded(list, record, part_with_key(list, record, value));
      });
  if (alone != list.records.end()) return &*alone;
  const auto near =
      std::find_if(list.records.begin(), list.records.end(), [&](const FoundRecord& record) {
        return stands_at(list, record, value, list.before.contains(attribute));
      });
  return near == list.records.end() ? nullptr : &*near;
}

class RecordFinder {
 public:
  RecordFinder(const RepairInput& input, const std::vector<ValueSearch>& searches,
               const KnownRecords& known, const RecordParameters& parameters, bool also_before)
      : input_(input),
        searches_(searches),
        known_(known),
        parameters_(parameters),
        also_before_(also_before) {}

  std::vector<RecordsOnPage> run() {
    for (size_t i = 0; i < input_.pages.size(); ++i) find_records(i);
    for (const AttributeHealth& health : input_.health->attributes()) {
      if (health.constant && health.type == model::ValueType::kText) take_edits_whole(health.name);
    }
    add_new_records();
    for (RecordsOnPage& list : pages_) keep_own_values(known_.key(), also_before_, list);
    for (const AttributeHealth& health : input_.health->attributes()) {
      if (health.name != known_.key()) complete_column(health.name);
    }
    drop_bare_records();
    return std::move(pages_);
  }

 private:
  // Step 3.
  void find_records(size_t i) {
    RecordsOnPage list{input_.pages[i].page};
    for (const Seen& known : known_.all()) {
      auto keys = find_values(searches_[i], {known_.key_of(known)}, known_.key_type(),
                              {.least_overlap = 2});
      if (keys.front().occurrences.empty()) continue;
      FoundRecord record{&known, keys.front().occurrences.front().node};
      record.values[known_.key()] = std::move(keys);
      list.records.push_back(std::move(record));
    }
    for (FoundRecord& record : list.records) find_own_values(i, record);
    pages_.push_back(std::move(list));
  }

  // Step 4.
  void find_own_values(size_t i, FoundRecord& record) {
    for (const auto& [name, values] : record.known->values) {
      const AttributeHealth* health = input_.health->find(name);
      if (name == known_.key() || health == nullptr || is_doubtful(*health, values)) continue;
      auto found = find_values(searches_[i], values, health->type,
                               {.least_overlap = 2, .max_dilution = parameters_.max_dilution});
      if (found_share(found) == 1) record.values[name] = std::move(found);
    }
  }

  // Step 5. At a place where values stand whole, one that is a part was edited.
  void take_edits_whole(const std::string& name) {
    std::map<std::string, size_t> whole;  // Values by the class of their place.
    size_t all = 0;
    for_each_value(name, [&](const RecordsOnPage& list, FoundValue& value) {
      ++all;
      std::set<std::string> own;
      for (const Occurrence& one : value.occurrences) {
        if (!one.span) own.insert(class_of(list, one));
      }
      for (const std::string& place : own) ++whole[place];
    });
    for_each_value(name, [&](const RecordsOnPage& list, FoundValue& value) {
      const auto is_edited = [&](const Occurrence& one) {
        return one.span && reaches(whole[class_of(list, one)], parameters_.least_whole, all);
      };
      const auto edited =
          std::find_if(value.occurrences.begin(), value.occurrences.end(), is_edited);
      if (edited == value.occurrences.end()) return;
      value.occurrences = {{edited->node, {}, {}}};
      value.spelling = dom::value_text(list.page->document, value.occurrences.front().node);
    });
  }

  template <typename Visit>
  void for_each_value(const std::string& name, const Visit& visit) {
    for (RecordsOnPage& list : pages_) {
      for (FoundRecord& record : list.records) {
        const auto found = record.values.find(name);
        if (found == record.values.end()) continue;
        for (FoundValue& value : found->second) visit(list, value);
      }
    }
  }

  static std::string class_of(const RecordsOnPage& list, const Occurrence& one) {
    return place_class_of(model::label_path(list.page->document, {one.node, {}, {}}));
  }

  // Step 6. Records that nobody has seen before would teach that their places are not meant.
  void add_new_records() {
    std::vector<ListOnPage> lists;
    for (size_t i = 0; i < pages_.size(); ++i) {
      lists.push_back({&searches_[i], {}, {}});
      for (const FoundRecord& record : pages_[i].records)
        lists.back().known.push_back(record.values.at(known_.key()).front());
    }
    if (!complete_lists(lists)) return;
    for (size_t i = 0; i < pages_.size(); ++i) {
      for (FoundValue& other : lists[i].others) {
        FoundRecord record{nullptr, other.occurrences.front().node};
        record.filled[known_.key()] = {std::move(other)};
        pages_[i].records.push_back(std::move(record));
      }
    }
  }

  // Step 8. Records without an element of their own are learned as columns, of which a part alone
  // would teach that the rest is not meant: the values that have changed are found by where they
  // stand.
  void complete_column(const std::string& name) {
    std::vector<ListOnPage> lists;
    for (size_t i = 0; i < pages_.size(); ++i) {
      lists.push_back({&searches_[i], {}, {}});
      for (const FoundRecord& record : pages_[i].records) {
        if (record.known == nullptr) continue;
        const auto& known = texts(record.known->values, name);
        if (known.size() != 1) continue;
        const auto found = record.values.find(name);
        lists.back().known.push_back(found != record.values.end() ? found->second.front()
                                                                  : FoundValue{.value = known[0]});
      }
    }
    if (!complete_lists(lists)) return;
    for (size_t i = 0; i < pages_.size(); ++i) {
      for (FoundValue& other : lists[i].others) fill_record(pages_[i], name, std::move(other));
    }
  }

  // What never changes and was not there is none.
  void fill_record(RecordsOnPage& list, const std::string& name, FoundValue value) const {
    FoundRecord* record = record_around(list, name, value);
    if (record == nullptr || record->values.contains(name)) return;
    if (record->known != nullptr && input_.health->find(name)->constant &&
        texts(record->known->values, name).empty())
      return;
    record->filled.try_emplace(name, std::vector<FoundValue>{std::move(value)});
  }

  // Step 9. It has taken few of the places where most records have a value.
  void drop_bare_records() {
    const std::vector<std::string>& required = known_.required();
    for (RecordsOnPage& list : pages_) {
      std::erase_if(list.records, [&](const FoundRecord& record) {
        const auto has = std::count_if(
            required.begin(), required.end(),
            [&](const std::string& attribute) { return record.filled.contains(attribute); });
        return record.known == nullptr && !reaches(has, parameters_.least_usual, required.size());
      });
    }
  }

  const RepairInput& input_;
  const std::vector<ValueSearch>& searches_;
  const KnownRecords& known_;
  const RecordParameters& parameters_;
  const bool also_before_;
  std::vector<RecordsOnPage> pages_;
};

}  // namespace

KnownRecords::KnownRecords(const RepairInput& input, const RecordParameters& parameters)
    : health_(*input.health), parameters_(parameters), key_(input.health->key_attribute()) {
  for (const AttributeHealth& health : health_.attributes()) {
    const bool nested = health.name.find('.') != std::string::npos;
    if (!nested && health.presence >= parameters_.usual) required_.push_back(health.name);
  }
  for (const RepairPage& page : input.pages) {
    if (page.golden == nullptr) continue;
    for (Seen& seen : seen_on(*page.golden)) {
      if (!texts(seen.values, key_).empty() && is_record(seen)) all_.push_back(std::move(seen));
    }
  }
  forget_namesakes();
}

uint64_t KnownRecords::count_on(const model::Extraction& golden) const {
  const std::vector<Seen> all = seen_on(golden);
  return static_cast<uint64_t>(
      std::count_if(all.begin(), all.end(), [&](const Seen& seen) { return is_record(seen); }));
}

// Step 1.
bool KnownRecords::is_record(const Seen& seen) const {
  const auto has = std::count_if(
      required_.begin(), required_.end(),
      [&](const std::string& attribute) { return !texts(seen.values, attribute).empty(); });
  return reaches(has, parameters_.least_usual, required_.size());
}

// Step 2. Two cars of one name cannot be told apart by it. One car on two pages can.
void KnownRecords::forget_namesakes() {
  std::map<uint64_t, std::vector<const Seen*>> by_key;
  for (const Seen& known : all_) by_key[value::words_key(key_of(known))].push_back(&known);
  std::set<uint64_t> ambiguous;
  for (const auto& [key, records] : by_key) {
    for (const Seen* other : records) {
      if (differ(*records.front(), *other)) ambiguous.insert(key);
    }
  }
  std::erase_if(
      all_, [&](const Seen& known) { return ambiguous.contains(value::words_key(key_of(known))); });
}

// In an attribute that never changes.
bool KnownRecords::differ(const Seen& a, const Seen& b) const {
  const auto& all = health_.attributes();
  return std::any_of(all.begin(), all.end(), [&](const AttributeHealth& health) {
    return health.constant && texts(a.values, health.name) != texts(b.values, health.name);
  });
}

bool is_doubtful(const AttributeHealth& health, const std::vector<std::string>& values) {
  return std::any_of(values.begin(), values.end(),
                     [&](const std::string& value) { return !health.guard.lets_pass(value); });
}

std::vector<RecordsOnPage> KnownRecords::find(const RepairInput& input,
                                              const std::vector<ValueSearch>& searches,
                                              bool also_before) const {
  return RecordFinder(input, searches, *this, parameters_, also_before).run();
}

}  // namespace weft::watch
