#include "watch/repair/known_records.h"

#include <algorithm>
#include <map>
#include <set>

#include "watch/words.h"

namespace weft::watch {
namespace {

constexpr double kUsual = 0.85;  // Presence of an attribute that nearly every record has.

}  // namespace

KnownRecords::KnownRecords(const RepairInput& input)
    : health_(*input.health), key_(input.health->key_attribute()) {
  for (const AttributeHealth& health : health_.attributes()) {
    const bool nested = health.name.find('.') != std::string::npos;
    if (!nested && health.presence >= kUsual) required_.push_back(health.name);
  }
  for (const RepairPage& page : input.pages) {
    if (page.golden == nullptr) continue;
    for (Seen& seen : seen_on(*page.golden)) {
      if (!texts(seen.values, key_).empty() && is_record(seen)) all_.push_back(std::move(seen));
    }
  }
  forget_namesakes();
}

model::ValueType KnownRecords::key_type() const { return health_.find(key_)->type; }

const std::string& KnownRecords::key_of(const Seen& record) const {
  return texts(record.values, key_).front();
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
  return 2 * has >= std::ssize(required_);
}

// Step 2. Two cars of one name cannot be told apart by it. One car on two pages can.
void KnownRecords::forget_namesakes() {
  std::map<uint64_t, std::vector<const Seen*>> by_key;
  for (const Seen& known : all_) by_key[value_key(key_of(known))].push_back(&known);
  std::set<uint64_t> ambiguous;
  for (const auto& [key, records] : by_key) {
    for (const Seen* other : records) {
      if (differ(*records.front(), *other)) ambiguous.insert(key);
    }
  }
  std::erase_if(all_,
                [&](const Seen& known) { return ambiguous.contains(value_key(key_of(known))); });
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

}  // namespace weft::watch
