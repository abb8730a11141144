#include "watch/repair/record_proof.h"

#include "watch/page_values.h"

namespace weft::watch {
namespace {

const Seen* find_by_key(const std::vector<Seen>& now, const KnownRecords& known,
                        const Seen& record) {
  for (const Seen& seen : now) {
    const auto& values = texts(seen.values, known.key());
    if (!values.empty() && same_value(known.key_of(record), values.front(), known.key_type()))
      return &seen;
  }
  return nullptr;
}

// As the page writes them: a number without its unit is half of a value.
bool gives(const std::vector<Recalled>& known, const std::vector<std::string>& now) {
  std::vector<std::string> spellings;
  for (const Recalled& one : known) spellings.push_back(one.spelling);
  return agreement(spellings, now, model::ValueType::kText) == 1;
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
void add_page(const ListPage& list, const std::vector<Seen>& now, const HealthModel& health,
              const KnownRecords& known, RecordProof& proof) {
  for (const FoundRecord& record : list.records) {
    if (record.known == nullptr) continue;
    ++proof.expected;
    const Seen* match = find_by_key(now, known, *record.known);
    if (match == nullptr) continue;
    ++proof.found;
    for (const AttributeHealth& one : health.attributes())
      add_witness(record, *match, one, proof.attributes[one.name]);
  }
}

}  // namespace

bool too_many(uint64_t given, uint64_t known) { return 50 * given > 51 * known + 50; }

bool RecordProof::is_crowded() const { return too_many(given, known); }

bool RecordProof::finds_records(const RepairOptions& options) const {
  return !is_crowded() && expected >= options.min_held_out &&
         static_cast<double>(found) >=
             options.proof.least_reproduced * static_cast<double>(expected);
}

RecordProof prove_records(const RepairInput& input, const KnownRecords& known,
                          const std::vector<ListPage>& pages, const std::vector<bool>& chosen,
                          const model::Wrapper& wrapper) {
  RecordProof proof;
  for (size_t i = 0; i < pages.size(); ++i) {
    if (chosen[i] || pages[i].records.size() < kLeastRecords) continue;
    const std::vector<Seen> now = seen_on(wrapper.apply(*pages[i].page));
    if (input.pages[i].golden != nullptr) {
      proof.known += known.count_on(*input.pages[i].golden);
      proof.given += now.size();
    }
    add_page(pages[i], now, *input.health, known, proof);
  }
  return proof;
}

}  // namespace weft::watch
