// Repair of lists of records: as repair.h, but all attributes together, since a record is found by
// what its attributes have in common:
//
//   1. recall   known records are found by their key, on whatever page they are now, and what of
//               the page is theirs (known_records.h)
//   2. learn    records and attributes from half of the pages
//   3. verify   on the others the rule must find the known records again, and each attribute must
//               give their known values; attributes that do not are left out
//   4. replace  what was proved replaces the old wrapper whole, if more is repaired than is lost
//
// Tested by record_repair_test.cc.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "value/words.h"
#include "watch/repair/known_records.h"
#include "watch/repair/proof.h"
#include "watch/repair/relearn.h"
#include "watch/share.h"
#include "wrap/straight/straight_pages.h"
#include "wrap/straight/straight_wrapper.h"

namespace weft::watch {
namespace {

// Adverts and related items look like records: whether so many were found.
bool too_many(uint64_t given, uint64_t known, const RecordParameters& parameters) {
  return static_cast<double>(given) > parameters.most_more * static_cast<double>(known) + 1;
}

// What the pages that were not learned from say about a rule for records:
//
//   1. records     the known ones must come back, told by their keys
//   2. values      each attribute must give their known values, as the page writes them; the
//                  witnesses of proof.h
//   3. number      not many more records may be found than there were: adverts and related items
//                  look like records
struct RecordProof {
  uint64_t expected = 0;  // Known records on the pages kept for proof…
  uint64_t found = 0;     // …and those that came back.
  uint64_t known = 0;     // All records there were on them…
  uint64_t given = 0;     // …and all that there are now.
  std::map<std::string, Proof> attributes;

  [[nodiscard]] bool is_crowded(const RepairOptions& options) const {
    return too_many(given, known, options.records);
  }
  // Whether enough records came back, and not many more.
  [[nodiscard]] bool finds_records(const RepairOptions& options) const {
    return !is_crowded(options) && expected >= options.min_held_out &&
           reaches(found, options.proof.least_reproduced, expected);
  }
};

// By its key as the page writes it.
const Seen* find_by_key(const std::vector<Seen>& now, const KnownRecords& known,
                        const FoundRecord& record) {
  const std::string& key = record.values.at(known.key()).front().spelling;
  for (const Seen& seen : now) {
    const auto& values = texts(seen.values, known.key());
    if (!values.empty() && value::same_words(key, values.front())) return &seen;
  }
  return nullptr;
}

// As the page writes them: a number without its unit is half of a value.
bool gives(const std::vector<FoundValue>& known, const std::vector<std::string>& now) {
  std::vector<std::string> spellings;
  for (const FoundValue& one : known) spellings.push_back(one.spelling);
  return value_overlap(spellings, now, model::ValueType::kText) == 1;
}

void add_witness(const FoundRecord& record, const Seen& match, const AttributeHealth& health,
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

// Steps 1 and 2 on one page, which gives these records now.
void add_page(const RecordsOnPage& list, const std::vector<Seen>& now, const HealthModel& health,
              const KnownRecords& known, RecordProof& proof) {
  for (const FoundRecord& record : list.records) {
    if (record.known == nullptr) continue;
    ++proof.expected;
    const Seen* match = find_by_key(now, known, record);
    if (match == nullptr) continue;
    ++proof.found;
    for (const AttributeHealth& one : health.attributes())
      add_witness(record, *match, one, proof.attributes[one.name]);
  }
}

// `pages` belong to those of `input`, in order; those `chosen` were learned from.
RecordProof prove_records(const RepairInput& input, const KnownRecords& known,
                          const std::vector<RecordsOnPage>& pages, const std::vector<bool>& chosen,
                          const model::Wrapper& wrapper, const RepairOptions& options) {
  RecordProof proof;
  for (size_t i = 0; i < pages.size(); ++i) {
    if (chosen[i] || pages[i].records.size() < options.records.least_records) continue;
    const std::vector<Seen> now = seen_on(wrapper.apply(*pages[i].page));
    if (input.pages[i].golden != nullptr) {
      proof.known += known.count_on(*input.pages[i].golden);
      proof.given += now.size();
    }
    add_page(pages[i], now, *input.health, known, proof);
  }
  return proof;
}

// The guards that the new rules stand behind, widened by the records found again.
std::map<std::string, value::ValueGuard> record_guards(const HealthModel& health,
                                                       const std::vector<RecordsOnPage>& pages) {
  std::map<std::string, std::vector<std::vector<std::string>>> spellings;
  for (const RecordsOnPage& list : pages) {
    for (const FoundRecord& record : list.records) {
      for (const auto& [name, values] : record.values) {
        auto& own = spellings[name].emplace_back();
        for (const FoundValue& one : values) own.push_back(one.spelling);
      }
    }
  }
  std::map<std::string, value::ValueGuard> guards;
  for (const AttributeHealth& one : health.attributes())
    guards[one.name] = widened(one.guard, spellings[one.name]);
  return guards;
}

class RecordRepairer {
 public:
  RecordRepairer(const RepairInput& input, const std::vector<ValueSearch>& searches,
                 const RepairOptions& options, bool also_before)
      : input_(input),
        searches_(searches),
        options_(options),
        also_before_(also_before),
        known_(input, options.records) {}

  Repair run() {
    for (const AttributeHealth& health : input_.health->attributes())
      repair_.attributes.push_back({.attribute = health.name});
    pages_ = known_.find(input_, searches_, also_before_);
    const size_t usable = choose_pages();
    if (usable < 2) return give_up("known records were found again on fewer than two pages");
    learn();
    if (wrapper_ == nullptr) return give_up("no rule could be learned from the records found");
    conclude(prove_records(input_, known_, pages_, chosen_, *guarded_, options_));
    return std::move(repair_);
  }

 private:
  Repair give_up(const std::string& reason) {
    for (AttributeRepair& one : repair_.attributes) one.reason = reason;
    return std::move(repair_);
  }

  size_t choose_pages() {
    std::vector<size_t> usable;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].records.size() >= options_.records.least_records) usable.push_back(i);
    }
    chosen_.assign(pages_.size(), false);
    const size_t learned = std::min(options_.max_learn, (usable.size() + 1) / 2);
    for (size_t k = 0; k < learned; ++k) chosen_[usable[k]] = true;
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
    learned_rules_ = std::move(induced->wrapper);
    wrapper_ = dynamic_cast<const wrap::RulesWrapper*>(learned_rules_.get());
    if (wrapper_ == nullptr) return;
    std::vector<std::string> all;
    for (const AttributeHealth& health : input_.health->attributes()) all.push_back(health.name);
    guarded_ = guarded(all);
  }

  // What was learned, for these attributes, giving only what looks as values and records do.
  [[nodiscard]] std::unique_ptr<model::Wrapper> guarded(
      const std::vector<std::string>& attributes) const {
    wrap::RecordRules rules =
        guarded_rules(*wrapper_, attributes, record_guards(*input_.health, pages_));
    rules.required.clear();
    for (const std::string& name : known_.required()) {
      if (is_among(attributes, name)) rules.required.push_back(name);
    }
    return std::make_unique<wrap::RulesWrapper>(std::move(rules), wrapper_->user_patterns());
  }

  void add_labels(size_t page, size_t record,
                  const std::map<std::string, std::vector<FoundValue>>& values,
                  std::vector<model::Label>& labels) const {
    for (const auto& [name, own] : values) {
      for (model::Label& label :
           labels_of(searches_[page], pages_[page].page->id, std::to_string(record), name, own))
        labels.push_back(std::move(label));
    }
  }

  // Step 3.
  void conclude(const RecordProof& proof) {
    std::vector<std::string> accepted;
    size_t repaired = 0, lost = 0;
    for (AttributeRepair& one : repair_.attributes) {
      judge(proof, one);
      const bool was_broken = is_among(input_.attributes, one.attribute);
      const bool proved = one.state == RepairState::kAccepted;
      if (proved) accepted.push_back(one.attribute);
      repaired += was_broken && proved ? 1 : 0;
      lost += !was_broken && !proved ? 1 : 0;
    }
    if (accepted.empty()) return;
    const auto& grouping = wrapper_->rules().grouping;
    repair_.wrapper = guarded(accepted);
    if (grouping && !is_among(accepted, grouping->start))
      withdraw("the attribute that records begin with was not proved");
    else if (lost > repaired && finds_same_records())
      withdraw("more that still holds would be lost than is repaired");
    else if (gives_too_many(*repair_.wrapper))
      withdraw("what was proved finds more records than there were");
  }

  void judge(const RecordProof& records, AttributeRepair& one) const {
    const auto found = records.attributes.find(one.attribute);
    const Proof proof = found == records.attributes.end() ? Proof() : found->second;
    one.wrapper = learned_rules_;
    const std::string objection = proof.objection(options_.proof, "records");
    const bool proved = records.finds_records(options_) && objection.empty() &&
                        proof.known() >= options_.min_held_out;
    one.state = proved ? RepairState::kAccepted : RepairState::kRejected;
    one.reason = fmt::format(
        "on pages kept for proof {} of {} known records came back, {} of {} with this value{}{}",
        records.found, records.expected, proof.reproduced(), proof.known(),
        objection.empty() ? "" : "; ", objection);
    if (records.is_crowded(options_))
      one.reason +=
          fmt::format("; {} records are found where {} were", records.given, records.known);
  }

  // Whether the old wrapper still does: then what of it holds would be lost.
  [[nodiscard]] bool finds_same_records() const {
    const auto keys = [&](const model::Wrapper& wrapper, const model::Page& page) {
      std::vector<uint64_t> all;
      for (const Seen& seen : seen_on(wrapper.apply(page))) {
        const auto& values = texts(seen.values, known_.key());
        all.push_back(values.empty() ? 0 : value::words_key(values.front()));
      }
      return all;
    };
    return std::all_of(pages_.begin(), pages_.end(), [&](const RecordsOnPage& list) {
      return keys(*input_.wrapper, *list.page) == keys(*guarded_, *list.page);
    });
  }

  // With fewer attributes than were learned, adverts may pass for records again.
  [[nodiscard]] bool gives_too_many(const model::Wrapper& wrapper) const {
    uint64_t known = 0, given = 0;
    for (const RepairPage& page : input_.pages) {
      if (page.golden == nullptr) continue;
      known += known_.count_on(*page.golden);
      given += wrapper.apply(*page.page).records.size();
    }
    return too_many(given, known, options_.records);
  }

  void withdraw(std::string_view reason) {
    repair_.wrapper = nullptr;
    for (AttributeRepair& one : repair_.attributes) {
      if (one.state != RepairState::kAccepted) continue;
      one.state = RepairState::kRejected;
      one.reason += fmt::format("; {}", reason);
    }
  }

  const RepairInput& input_;
  const std::vector<ValueSearch>& searches_;
  const RepairOptions& options_;
  const bool also_before_;  // Values may stand before the key of their record.
  const KnownRecords known_;
  std::vector<RecordsOnPage> pages_;
  std::vector<bool> chosen_;
  std::shared_ptr<const model::Wrapper> learned_rules_;
  const wrap::RulesWrapper* wrapper_ = nullptr;    // They, if they are rules.
  std::unique_ptr<const model::Wrapper> guarded_;  // It, giving only what looks as values do.
  Repair repair_;
};

Repair repair_seen(const RepairInput& input, const std::vector<ValueSearch>& searches,
                   const RepairOptions& options) {
  // A title before the element with all the rest leaves records without an element of their own,
  // which are harder to learn: it is sought only where something is missing.
  Repair repair = RecordRepairer(input, searches, options, false).run();
  if (repair.accepted() == repair.attributes.size()) return repair;
  Repair other = RecordRepairer(input, searches, options, true).run();
  return other.accepted() > repair.accepted() ? std::move(other) : std::move(repair);
}

}  // namespace

Repair repair_records(const RepairInput& input, const std::vector<ValueSearch>& searches,
                      const RepairOptions& options) {
  Repair repair = repair_seen(input, searches, options);
  if (repair.accepted() == repair.attributes.size()) return repair;
  // Records that stand side by side in crossed tables are found where these are put straight.
  std::vector<const model::Page*> pages;
  for (const RepairPage& page : input.pages) pages.push_back(page.page);
  const wrap::StraightPages straight(pages);
  if (straight.pages() == pages) return repair;
  RepairInput seen = input;
  std::vector<ValueSearch> seen_searches;
  seen_searches.reserve(pages.size());
  for (size_t i = 0; i < pages.size(); ++i) {
    seen.pages[i].page = straight.pages()[i];
    seen_searches.emplace_back(straight.pages()[i]->document);
  }
  Repair other = repair_seen(seen, seen_searches, options);
  if (other.accepted() <= repair.accepted()) return repair;
  other.wrapper = std::make_unique<wrap::StraightWrapper>(std::move(other.wrapper));
  for (AttributeRepair& one : other.attributes) {
    if (one.wrapper != nullptr) one.wrapper = std::make_shared<wrap::StraightWrapper>(one.wrapper);
  }
  return other;
}

}  // namespace weft::watch
