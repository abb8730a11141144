#include "watch/repair/record_recall.h"

#include <algorithm>

#include "watch/recall.h"
#include "watch/repair/list_column.h"

namespace weft::watch {
namespace {

// Within its record a value may be a small part of a text: "54 Am Markt, Siena · 07790".
constexpr size_t kMaxDilution = 12;

class RecordRecall {
 public:
  RecordRecall(const RepairInput& input, const std::vector<ValueSearch>& searches,
               const KnownRecords& known, bool also_before)
      : input_(input), searches_(searches), known_(known), also_before_(also_before) {}

  std::vector<ListPage> run() {
    for (size_t i = 0; i < input_.pages.size(); ++i) find_records(i);
    add_new_records();
    for (ListPage& list : pages_) keep_own_values(known_.key(), also_before_, list);
    for (const AttributeHealth& health : input_.health->attributes()) {
      if (health.name != known_.key()) complete_column(health.name);
    }
    drop_bare_records();
    return std::move(pages_);
  }

 private:
  // Step 1.
  void find_records(size_t i) {
    ListPage list{input_.pages[i].page, {}};
    for (const Seen& known : known_.all()) {
      auto keys =
          recall(searches_[i], {known_.key_of(known)}, known_.key_type(), {.least_overlap = 2});
      if (keys.front().occurrences.empty()) continue;
      FoundRecord record{&known, keys.front().occurrences.front().node, {}};
      record.values[known_.key()] = std::move(keys);
      list.records.push_back(std::move(record));
    }
    for (FoundRecord& record : list.records) find_values(i, record);
    pages_.push_back(std::move(list));
  }

  // Step 2.
  void find_values(size_t i, FoundRecord& record) {
    for (const auto& [name, values] : record.known->values) {
      const AttributeHealth* health = input_.health->find(name);
      if (name == known_.key() || health == nullptr || is_doubtful(*health, values)) continue;
      auto found = recall(searches_[i], values, health->type,
                          {.least_overlap = 2, .max_dilution = kMaxDilution});
      if (found_share(found) == 1) record.values[name] = std::move(found);
    }
  }

  // Step 3. Records that nobody has seen before would teach that their places are not meant.
  void add_new_records() {
    std::vector<ListOnPage> lists;
    for (size_t i = 0; i < pages_.size(); ++i) {
      lists.push_back({&searches_[i], {}, {}});
      for (const FoundRecord& record : pages_[i].records)
        lists.back().known.push_back(record.values.at(known_.key()).front());
    }
    if (!complete_lists(lists)) return;
    for (size_t i = 0; i < pages_.size(); ++i) {
      for (Recalled& other : lists[i].others) {
        FoundRecord record{nullptr, other.occurrences.front().node, {}, {}};
        record.filled[known_.key()] = {std::move(other)};
        pages_[i].records.push_back(std::move(record));
      }
    }
  }

  // Step 5. Records without an element of their own are learned as columns, of which a part alone
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
                                                                  : Recalled{.value = known[0]});
      }
    }
    if (!complete_lists(lists)) return;
    for (size_t i = 0; i < pages_.size(); ++i) {
      for (Recalled& other : lists[i].others) fill_record(pages_[i], name, std::move(other));
    }
  }

  // What never changes and was not there is none.
  void fill_record(ListPage& list, const std::string& name, Recalled value) const {
    FoundRecord* record = record_around(list, name, value);
    if (record == nullptr || record->values.contains(name)) return;
    if (record->known != nullptr && input_.health->find(name)->constant &&
        texts(record->known->values, name).empty())
      return;
    record->filled.try_emplace(name, std::vector<Recalled>{std::move(value)});
  }

  // Step 6. It has taken few of the places where most records have a value.
  void drop_bare_records() {
    const std::vector<std::string>& required = known_.required();
    for (ListPage& list : pages_) {
      std::erase_if(list.records, [&](const FoundRecord& record) {
        const auto has = std::count_if(
            required.begin(), required.end(),
            [&](const std::string& attribute) { return record.filled.contains(attribute); });
        return record.known == nullptr && 2 * has < std::ssize(required);
      });
    }
  }

  const RepairInput& input_;
  const std::vector<ValueSearch>& searches_;
  const KnownRecords& known_;
  const bool also_before_;
  std::vector<ListPage> pages_;
};

}  // namespace

std::vector<ListPage> recall_records(const RepairInput& input,
                                     const std::vector<ValueSearch>& searches,
                                     const KnownRecords& known, bool also_before) {
  return RecordRecall(input, searches, known, also_before).run();
}

}  // namespace weft::watch
