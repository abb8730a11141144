#include "watch/record_repair.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "watch/list_column.h"
#include "watch/page_values.h"
#include "watch/patched_wrapper.h"
#include "watch/proof.h"
#include "watch/recall.h"
#include "watch/words.h"

namespace weft::watch {
namespace {

using dom::NodeId;
using model::Occurrence;

// Within its record a value may be a small part of a text: "54 Am Markt, Siena · 07790".
constexpr size_t kMaxDilution = 12;
constexpr double kUsual = 0.85;      // Presence of an attribute that nearly every record has.
constexpr size_t kLeastRecords = 2;  // Of a page that is learned from or proves something.

// A known record on a page where its key was found, with the values found beside the key; or a new
// one, which stands where known ones do.
struct FoundRecord {
  const Seen* known = nullptr;  // Null: a new one.
  NodeId key = dom::kNoNode;
  std::map<std::string, std::vector<Recalled>> values;
  // What stands where other records have known values, and is not known itself: to learn from, no
  // proof.
  std::map<std::string, std::vector<Recalled>> filled;
};

struct ListPage {
  const model::Page* page = nullptr;
  std::vector<FoundRecord> records;
  bool crossed = false;          // Records stand side by side in columns, their values in rows.
  std::set<std::string> before;  // Attributes that stand before their record's key.
};

// Which way from a record's key its value is.
struct Way {
  bool crossed = false;
  bool before = false;
};

// The place of a node's cell in its row, `table` being around the rows; -1 for a node that is in no
// cell.
int column_in(const dom::Document& doc, NodeId table, NodeId n) {
  if (doc.depth(n) < doc.depth(table) + 2) return -1;
  while (doc.depth(n) > doc.depth(table) + 2) n = doc.parent(n);
  int column = 0;
  for (const NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) break;
    column += doc.is_element(sibling) ? 1 : 0;
  }
  return column;
}

class RecordRepairer {
 public:
  RecordRepairer(const RepairInput& input, const std::vector<ValueSearch>& searches,
                 const RepairOptions& options, bool also_before)
      : input_(input),
        searches_(searches),
        options_(options),
        also_before_(also_before),
        key_(input.health->key_attribute()) {}

  Repair run() {
    for (const AttributeHealth& health : input_.health->attributes())
      repair_.attributes.push_back({.attribute = health.name});
    collect_known();
    for (size_t i = 0; i < input_.pages.size(); ++i) find_records(i);
    add_new_records();
    for (ListPage& list : pages_) keep_own(list);
    for (const AttributeHealth& health : input_.health->attributes()) {
      if (health.name != key_) complete_column(health.name);
    }
    drop_bare_records();
    const size_t usable = choose_pages();
    if (usable < 2) return give_up("known records were found again on fewer than two pages");
    learn();
    if (wrapper_ == nullptr) return give_up("no rule could be learned from the records found");
    verify();
    return std::move(repair_);
  }

 private:
  Repair give_up(const std::string& reason) {
    for (AttributeRepair& one : repair_.attributes) {
      one.reason = reason;
      repair_.ask_attributes.push_back(one.attribute);
    }
    if (!input_.pages.empty()) repair_.ask_page = input_.pages.front().page->id;
    return std::move(repair_);
  }

  void collect_known() {
    for (const AttributeHealth& health : input_.health->attributes()) {
      const bool nested = health.name.find('.') != std::string::npos;
      if (!nested && health.presence >= kUsual) required_.push_back(health.name);
    }
    for (const RepairPage& page : input_.pages) {
      if (page.golden == nullptr) continue;
      for (Seen& seen : seen_on(*page.golden)) {
        if (!texts(seen.values, key_).empty() && is_record(seen)) known_.push_back(std::move(seen));
      }
    }
    forget_namesakes();
  }

  // Two cars of one name cannot be told apart by it. One car on two pages can.
  void forget_namesakes() {
    std::map<uint64_t, std::vector<const Seen*>> by_key;
    for (const Seen& known : known_)
      by_key[value_key(texts(known.values, key_).front())].push_back(&known);
    std::set<uint64_t> ambiguous;
    for (const auto& [key, records] : by_key) {
      for (const Seen* other : records) {
        if (differ(*records.front(), *other)) ambiguous.insert(key);
      }
    }
    std::erase_if(known_, [&](const Seen& known) {
      return ambiguous.contains(value_key(texts(known.values, key_).front()));
    });
  }

  // In an attribute that never changes.
  [[nodiscard]] bool differ(const Seen& a, const Seen& b) const {
    const auto& all = input_.health->attributes();
    return std::any_of(all.begin(), all.end(), [&](const AttributeHealth& health) {
      return health.constant && texts(a.values, health.name) != texts(b.values, health.name);
    });
  }

  // An advert that the old rule took along has a title and little else.
  [[nodiscard]] bool is_record(const Seen& seen) const {
    const auto has = std::count_if(
        required_.begin(), required_.end(),
        [&](const std::string& attribute) { return !texts(seen.values, attribute).empty(); });
    return 2 * has >= std::ssize(required_);
  }

  [[nodiscard]] uint64_t count_records(const model::Extraction& golden) const {
    const std::vector<Seen> all = seen_on(golden);
    return static_cast<uint64_t>(
        std::count_if(all.begin(), all.end(), [&](const Seen& seen) { return is_record(seen); }));
  }

  // Step 1.
  void find_records(size_t i) {
    ListPage list{input_.pages[i].page, {}};
    const model::ValueType type = input_.health->find(key_)->type;
    for (const Seen& known : known_) {
      auto keys =
          recall(searches_[i], {texts(known.values, key_).front()}, type, {.least_overlap = 2});
      if (keys.front().occurrences.empty()) continue;
      FoundRecord record{&known, keys.front().occurrences.front().node, {}};
      record.values[key_] = std::move(keys);
      list.records.push_back(std::move(record));
    }
    for (FoundRecord& record : list.records) find_values(i, record);
    pages_.push_back(std::move(list));
  }

  // Records that nobody has seen before would teach that their places are not meant.
  void add_new_records() {
    std::vector<ListOnPage> lists;
    for (size_t i = 0; i < pages_.size(); ++i) {
      lists.push_back({&searches_[i], {}, {}});
      for (const FoundRecord& record : pages_[i].records)
        lists.back().known.push_back(record.values.at(key_).front());
    }
    if (!complete_lists(lists)) return;
    for (size_t i = 0; i < pages_.size(); ++i) {
      for (Recalled& other : lists[i].others) {
        FoundRecord record{nullptr, other.occurrences.front().node, {}, {}};
        record.filled[key_] = {std::move(other)};
        pages_[i].records.push_back(std::move(record));
      }
    }
  }

  // What has taken none of the places where most records have a value is an advert, or a heading.
  void drop_bare_records() {
    for (ListPage& list : pages_) {
      std::erase_if(list.records, [&](const FoundRecord& record) {
        const auto has = std::count_if(
            required_.begin(), required_.end(),
            [&](const std::string& attribute) { return record.filled.contains(attribute); });
        return record.known == nullptr && 2 * has < std::ssize(required_);
      });
    }
  }

  void find_values(size_t i, FoundRecord& record) {
    for (const auto& [name, values] : record.known->values) {
      const AttributeHealth* health = input_.health->find(name);
      if (name == key_ || health == nullptr || is_doubtful(*health, values)) continue;
      auto found = recall(searches_[i], values, health->type,
                          {.least_overlap = 2, .max_dilution = kMaxDilution});
      if (found_share(found) == 1) record.values[name] = std::move(found);
    }
  }

  // Of records without elements of their own: whether their values stand in the column of their key
  // or between it and the next, and which of them before it. Most values decide.
  void learn_ways(ListPage& list) const {
    struct Counts {
      size_t of[2][2] = {{0, 0}, {0, 0}};  // crossed, before
      [[nodiscard]] size_t best(bool crossed) const {
        return std::max(of[crossed][false], of[crossed][true]);
      }
    };
    std::map<std::string, Counts> counts;
    for (const FoundRecord& record : list.records) {
      for (const auto& [name, values] : record.values) {
        const Recalled& value = values.front();
        if (name == key_ || !is_crowded(list, record, part_with_key(list, record, value))) continue;
        for (const bool crossed : {false, true}) {
          for (const bool before : {false, also_before_})
            counts[name].of[crossed][before] +=
                stands_at(list, record, value, {crossed, before}) ? 1 : 0;
        }
      }
    }
    size_t in_columns = 0, in_a_row = 0;
    for (const auto& [name, count] : counts)
      in_columns += count.best(true), in_a_row += count.best(false);
    list.crossed = in_columns > in_a_row;
    for (const auto& [name, count] : counts) {
      if (count.of[list.crossed][true] > count.of[list.crossed][false]) list.before.insert(name);
    }
  }

  static bool stands_at(const ListPage& list, const FoundRecord& record, const Recalled& value,
                        Way way) {
    return std::any_of(value.occurrences.begin(), value.occurrences.end(),
                       [&](const Occurrence& occurrence) {
                         return stands_at(list, record, occurrence.node, way);
                       });
  }

  void keep_own(ListPage& list) const {
    learn_ways(list);
    for (FoundRecord& record : list.records) {
      for (auto& [name, values] : record.values) {
        if (name == key_) continue;
        for (Recalled& one : values) keep_nearest(list, record, way_to(list, name), one);
      }
      std::erase_if(record.values, [](const auto& entry) { return found_share(entry.second) < 1; });
    }
  }

  // Values that the old rule had borrowed from another attribute are not known.
  static bool is_doubtful(const AttributeHealth& health, const std::vector<std::string>& values) {
    return std::any_of(values.begin(), values.end(),
                       [&](const std::string& value) { return !health.guard.lets_pass(value); });
  }

  // The smallest part of the page that holds the record's key and one of a value's occurrences.
  static NodeId part_with_key(const ListPage& list, const FoundRecord& record,
                              const Recalled& value) {
    const dom::Document& doc = list.page->document;
    NodeId common = dom::kNoNode;
    for (const Occurrence& occurrence : value.occurrences) {
      const NodeId shared = doc.lowest_common_ancestor(occurrence.node, record.key);
      if (common == dom::kNoNode || doc.depth(shared) > doc.depth(common)) common = shared;
    }
    return common;
  }

  static bool is_crowded(const ListPage& list, const FoundRecord& record, NodeId part) {
    return part != dom::kNoNode &&
           std::any_of(list.records.begin(), list.records.end(), [&](const FoundRecord& other) {
             return other.key != record.key && list.page->document.contains(part, other.key);
           });
  }

  static Way way_to(const ListPage& list, const std::string& name) {
    return {list.crossed, list.before.contains(name)};
  }

  // Of a value's occurrences those in the smallest part of the page with the record's key. If that
  // part holds another record's key too, those that stand this way from the key.
  static void keep_nearest(const ListPage& list, const FoundRecord& record, Way way,
                           Recalled& value) {
    const NodeId common = part_with_key(list, record, value);
    const bool crowded = is_crowded(list, record, common);
    std::erase_if(value.occurrences, [&](const Occurrence& occurrence) {
      return crowded ? !stands_at(list, record, occurrence.node, way)
                     : !list.page->document.contains(common, occurrence.node);
    });
  }

  // Whether a node stands behind (or before) the record's key, and no other key between them: on
  // the page, or in the column.
  static bool stands_at(const ListPage& list, const FoundRecord& record, NodeId node, Way way) {
    if (node != record.key && way.before != (node < record.key)) return false;
    const dom::Document& doc = list.page->document;
    const NodeId table = doc.lowest_common_ancestor(record.key, node);
    const auto column = [&](NodeId n) {
      return way.crossed && doc.contains(table, n) ? column_in(doc, table, n) : -1;
    };
    if (column(node) != column(record.key)) return false;
    const NodeId first = std::min(node, record.key);
    const NodeId last = std::max(node, record.key);
    return std::none_of(list.records.begin(), list.records.end(), [&](const FoundRecord& other) {
      return other.key != record.key && first <= other.key && other.key <= last &&
             column(other.key) == column(node);
    });
  }

  // Records without an element of their own are learned as columns, of which a part alone would
  // teach that the rest is not meant: the values that have changed are found by where they stand.
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

  // The record with whose key a value is alone; failing that, from whose key it stands as values of
  // the attribute do. Null for none.
  static FoundRecord* record_around(ListPage& list, const std::string& name,
                                    const Recalled& value) {
    const auto alone =
        std::find_if(list.records.begin(), list.records.end(), [&](const FoundRecord& record) {
          return !is_crowded(list, record, part_with_key(list, record, value));
        });
    if (alone != list.records.end()) return &*alone;
    const auto near =
        std::find_if(list.records.begin(), list.records.end(), [&](const FoundRecord& record) {
          return stands_at(list, record, value, way_to(list, name));
        });
    return near == list.records.end() ? nullptr : &*near;
  }

  size_t choose_pages() {
    std::vector<size_t> usable;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].records.size() >= kLeastRecords) usable.push_back(i);
    }
    chosen_.assign(pages_.size(), false);
    learned_ = std::min(options_.max_learn, (usable.size() + 1) / 2);
    for (size_t k = 0; k < learned_; ++k) chosen_[usable[k]] = true;
    return usable.size();
  }

  // Step 2.
  void learn() {
    model::InducerInput learning{.schema = input_.schema};
    for (size_t i = 0; i < pages_.size(); ++i) {
      learning.pages.push_back(pages_[i].page);
      if (!chosen_[i]) continue;
      for (size_t r = 0; r < pages_[i].records.size(); ++r) {
        const FoundRecord& record = pages_[i].records[r];
        add_labels(i, r, record.values, learning.labels);
        add_labels(i, r, record.filled, learning.labels);
      }
    }
    auto induced = input_.inducer(learning);
    if (!induced.ok()) return;
    Part part{{}, std::move(induced->wrapper), guards()};
    for (const AttributeHealth& health : input_.health->attributes())
      part.attributes.push_back(health.name);
    wrapper_ = part.wrapper;
    guarded_ = std::make_unique<PatchedWrapper>(std::vector<Part>{std::move(part)}, required_);
  }

  void add_labels(size_t page, size_t record,
                  const std::map<std::string, std::vector<Recalled>>& values,
                  std::vector<model::Label>& labels) const {
    for (const auto& [name, own] : values) {
      for (model::Label& label :
           labels_of(searches_[page], pages_[page].page->id, std::to_string(record), name, own))
        labels.push_back(std::move(label));
    }
  }

  // Values as they were known to look, or as known ones are written now on two records.
  [[nodiscard]] std::map<std::string, ValueGuard> guards() const {
    std::map<std::string, ValueGuard> all;
    std::set<std::pair<std::string, std::string>> once;
    for (const AttributeHealth& health : input_.health->attributes())
      all[health.name] = health.guard;
    for (const ListPage& list : pages_) {
      for (const FoundRecord& record : list.records) {
        for (const auto& [name, values] : record.values) {
          for (const Recalled& one : values) {
            if (!once.insert({name, value_shape(one.spelling)}).second) all[name].add(one.spelling);
          }
        }
      }
    }
    return all;
  }

  // Step 3.
  void verify() {
    uint64_t expected = 0, found = 0;
    std::map<std::string, Proof> proofs;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (chosen_[i] || pages_[i].records.size() < kLeastRecords) continue;
      const std::vector<Seen> now = seen_on(guarded_->apply(*pages_[i].page));
      if (input_.pages[i].golden != nullptr) {
        records_known_ += count_records(*input_.pages[i].golden);
        records_given_ += now.size();
      }
      for (const FoundRecord& record : pages_[i].records) {
        if (record.known == nullptr) continue;
        ++expected;
        const Seen* match = find_by_key(now, record);
        if (match == nullptr) continue;
        ++found;
        for (const AttributeHealth& health : input_.health->attributes())
          add_proof(record, *match, health, proofs[health.name]);
      }
    }
    conclude(expected, found, proofs);
  }

  // As the page writes them: a number without its unit is half of a value.
  static bool gives(const std::vector<Recalled>& known, const std::vector<std::string>& now) {
    std::vector<std::string> spellings;
    for (const Recalled& one : known) spellings.push_back(one.spelling);
    return agreement(spellings, now, model::ValueType::kText) == 1;
  }

  static void add_proof(const FoundRecord& record, const Seen& match, const AttributeHealth& health,
                        Proof& proof) {
    const auto& known = texts(record.known->values, health.name);
    const auto& now = texts(match.values, health.name);
    if (const auto found = record.values.find(health.name); found != record.values.end())
      proof.add_known(gives(found->second, now));
    else if (known.empty())
      proof.add_absent(now.empty());
    else if (!is_doubtful(health, known))
      proof.add_other(known, now, health);
  }

  [[nodiscard]] const Seen* find_by_key(const std::vector<Seen>& now,
                                        const FoundRecord& record) const {
    const std::string& wanted = texts(record.known->values, key_).front();
    for (const Seen& seen : now) {
      const auto& values = texts(seen.values, key_);
      if (!values.empty() && same_value(wanted, values.front(), input_.health->find(key_)->type))
        return &seen;
    }
    return nullptr;
  }

  void conclude(uint64_t expected, uint64_t found, std::map<std::string, Proof>& proofs) {
    const bool crowded = too_many(records_given_, records_known_);
    const bool records_found = !crowded && expected >= options_.min_held_out &&
                               static_cast<double>(found) >=
                                   options_.proof.least_reproduced * static_cast<double>(expected);
    Part part{{}, wrapper_, guards()};
    for (AttributeRepair& one : repair_.attributes) {
      const Proof& proof = proofs[one.attribute];
      one.learned = learned_;
      one.known = known_.size();
      one.wrapper = wrapper_;
      one.held_out = proof.known();
      one.reproduced = proof.reproduced();
      const std::string objection = proof.objection(options_.proof, "records");
      const bool proved =
          records_found && objection.empty() && one.held_out >= options_.min_held_out;
      one.state = proved ? RepairState::kAccepted : RepairState::kRejected;
      one.reason = fmt::format(
          "on pages kept for proof {} of {} known records came back, {} of {} "
          "with this value{}{}",
          found, expected, one.reproduced, one.held_out, objection.empty() ? "" : "; ", objection);
      if (crowded)
        one.reason +=
            fmt::format("; {} records are found where {} were", records_given_, records_known_);
      if (proved)
        part.attributes.push_back(one.attribute);
      else
        repair_.ask_attributes.push_back(one.attribute);
    }
    if (!repair_.ask_attributes.empty()) repair_.ask_page = pages_.front().page->id;
    if (!part.attributes.empty()) put_together(std::move(part));
  }

  // Rules that hold are kept where the old wrapper still finds the same records: then the n-th
  // record of both is one.
  void put_together(Part repaired) {
    std::vector<std::string> kept;
    if (finds_same_records()) {
      for (const AttributeHealth& health : input_.health->attributes()) {
        if (!is_asked(health.name)) kept.push_back(health.name);
      }
    }
    const auto is_kept = [&](const std::string& name) {
      return std::find(kept.begin(), kept.end(), name) != kept.end();
    };
    std::erase_if(repaired.attributes, is_kept);
    std::erase_if(repair_.ask_attributes, is_kept);
    std::erase_if(repair_.attributes,
                  [&](const AttributeRepair& one) { return is_kept(one.attribute); });
    if (repaired.attributes.empty()) return;
    std::vector<std::string> required = required_;
    std::erase_if(required, [&](const std::string& name) {
      return !is_kept(name) && std::find(repaired.attributes.begin(), repaired.attributes.end(),
                                         name) == repaired.attributes.end();
    });
    std::vector<Part> parts = {std::move(repaired)};
    repair_.wrapper = kept.empty()
                          ? std::make_unique<PatchedWrapper>(std::move(parts), std::move(required))
                          : patch(input_.wrapper, kept, std::move(parts), std::move(required));
    if (gives_too_many(*repair_.wrapper)) withdraw();
  }

  // With fewer attributes than were learned, adverts may pass for records again.
  [[nodiscard]] bool gives_too_many(const model::Wrapper& wrapper) const {
    uint64_t known = 0, given = 0;
    for (const RepairPage& page : input_.pages) {
      if (page.golden == nullptr) continue;
      known += count_records(*page.golden);
      given += wrapper.apply(*page.page).records.size();
    }
    return too_many(given, known);
  }

  void withdraw() {
    repair_.wrapper = nullptr;
    for (AttributeRepair& one : repair_.attributes) {
      if (one.state != RepairState::kAccepted) continue;
      one.state = RepairState::kRejected;
      one.reason += "; what was proved finds more records than there were";
      repair_.ask_attributes.push_back(one.attribute);
    }
    repair_.ask_page = pages_.front().page->id;
  }

  // Adverts and related items look like records.
  static bool too_many(uint64_t given, uint64_t known) { return 50 * given > 51 * known + 50; }

  [[nodiscard]] bool is_asked(const std::string& attribute) const {
    return std::find(input_.attributes.begin(), input_.attributes.end(), attribute) !=
           input_.attributes.end();
  }

  [[nodiscard]] bool finds_same_records() const {
    const auto keys = [&](const model::Wrapper& wrapper, const model::Page& page) {
      std::vector<uint64_t> all;
      for (const Seen& seen : seen_on(wrapper.apply(page))) {
        const auto& values = texts(seen.values, key_);
        all.push_back(values.empty() ? 0 : value_key(values.front()));
      }
      return all;
    };
    return !is_asked(key_) && std::all_of(pages_.begin(), pages_.end(), [&](const ListPage& list) {
      return keys(*input_.wrapper, *list.page) == keys(*guarded_, *list.page);
    });
  }

  const RepairInput& input_;
  const std::vector<ValueSearch>& searches_;
  const RepairOptions& options_;
  const bool also_before_;  // Values may stand before the key of their record.
  std::string key_;
  std::vector<std::string> required_;  // What nearly every record has.
  std::vector<Seen> known_;
  std::vector<ListPage> pages_;
  std::vector<bool> chosen_;
  size_t learned_ = 0;
  uint64_t records_known_ = 0;  // On the pages kept for proof…
  uint64_t records_given_ = 0;  // …and found there by the new rule.
  std::shared_ptr<const model::Wrapper> wrapper_;
  std::unique_ptr<const model::Wrapper> guarded_;  // It, giving only what looks as values do.
  Repair repair_;
};

}  // namespace

Repair repair_records(const RepairInput& input, const std::vector<ValueSearch>& searches,
                      const RepairOptions& options) {
  // A title before the element with all the rest leaves records without an element of their own,
  // which are harder to learn: it is sought only where something is missing.
  Repair repair = RecordRepairer(input, searches, options, false).run();
  if (repair.accepted() == repair.attributes.size()) return repair;
  Repair other = RecordRepairer(input, searches, options, true).run();
  return other.accepted() > repair.accepted() ? std::move(other) : std::move(repair);
}

}  // namespace weft::watch
