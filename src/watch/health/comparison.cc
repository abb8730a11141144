#include "watch/health/comparison.h"

#include <map>

#include "base/strings.h"

namespace weft::watch {
namespace {

using ByPage = std::map<std::string, const model::Extraction*, std::less<>>;

ByPage index_by_page(const std::vector<model::Extraction>& extractions) {
  ByPage index;
  for (const model::Extraction& extraction : extractions) index[extraction.page] = &extraction;
  return index;
}

Seen first_or_nothing(const model::Extraction& extraction) {
  std::vector<Seen> all = seen_on(extraction);
  return all.empty() ? Seen{extraction.page, "0", {}} : std::move(all.front());
}

void pair_pages(const ByPage& golden, const std::vector<model::Extraction>& fresh,
                Comparison& out) {
  for (const model::Extraction& extraction : fresh) {
    const auto known = golden.find(extraction.page);
    if (known == golden.end()) continue;
    ++out.before_count;
    out.pairs.push_back({first_or_nothing(*known->second), first_or_nothing(extraction)});
  }
}

void pair_by_key(const ByPage& golden, const std::vector<model::Extraction>& fresh,
                 const std::string& key, Comparison& out) {
  std::map<std::string, Seen> known;
  for (const model::Extraction& extraction : fresh) {
    const auto before = golden.find(extraction.page);
    if (before == golden.end()) continue;
    for (Seen& seen : seen_on(*before->second)) {
      ++out.before_count;
      const auto& values = texts(seen.values, key);
      if (!values.empty()) known.emplace(ascii_lower(values.front()), std::move(seen));
    }
  }
  for (const Seen& seen : out.now) {
    const auto& values = texts(seen.values, key);
    if (values.empty()) continue;
    const auto found = known.find(ascii_lower(values.front()));
    if (found == known.end()) continue;
    out.pairs.push_back({std::move(found->second), seen});
    known.erase(found);
  }
}

}  // namespace

Comparison compare_entities(const std::vector<model::Extraction>& golden,
                            const std::vector<model::Extraction>& fresh,
                            const HealthModel& health) {
  Comparison out;
  for (const model::Extraction& extraction : fresh) {
    for (Seen& seen : seen_on(extraction)) out.now.push_back(std::move(seen));
  }
  const ByPage known = index_by_page(golden);
  if (health.many_records())
    pair_by_key(known, fresh, health.key_attribute(), out);
  else
    pair_pages(known, fresh, out);
  return out;
}

}  // namespace weft::watch
