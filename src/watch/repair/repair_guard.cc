#include "watch/repair/repair_guard.h"

#include <algorithm>
#include <set>

namespace weft::watch {

ValueGuard page_guard(const AttributeHealth& health, const std::vector<KnownPage>& pages) {
  ValueGuard guard = health.guard;
  std::set<std::string> once;
  for (const KnownPage& known : pages) {
    std::set<std::string> own;
    for (const Recalled& one : known.recalled) {
      if (known.located && !one.spelling.empty()) own.insert(value_shape(one.spelling));
    }
    for (const std::string& shape : own) {
      if (!once.insert(shape).second) guard.add(shape);
    }
  }
  return guard;
}

std::map<std::string, ValueGuard> record_guards(const HealthModel& health,
                                                const std::vector<ListPage>& pages) {
  std::map<std::string, ValueGuard> all;
  std::set<std::pair<std::string, std::string>> once;
  for (const AttributeHealth& one : health.attributes()) all[one.name] = one.guard;
  for (const ListPage& list : pages) {
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

void add_translation(const model::Wrapper& rule, const std::string& attribute,
                     const std::vector<KnownPage>& pages, ValueGuard& guard) {
  std::map<std::string, std::map<std::string, size_t>> now_by_then, then_by_now;
  for (const KnownPage& known : pages) {
    const auto found = all_texts(rule.apply(*known.page), attribute);
    if (known.values.size() != 1 || found.size() != 1) continue;
    ++now_by_then[known.values.front()][found.front()];
    ++then_by_now[found.front()][known.values.front()];
  }
  const auto is_one_to_one = [](const auto& words) {
    return words.size() > 1 && std::all_of(words.begin(), words.end(), [](const auto& word) {
             return word.second.size() == 1 && word.second.begin()->second > 1;
           });
  };
  if (!is_one_to_one(now_by_then) || !is_one_to_one(then_by_now)) return;
  for (const auto& [now, then] : then_by_now) guard.add(now);
}

}  // namespace weft::watch
