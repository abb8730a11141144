// Tested by combine_test.cc.

#include "wrap/tree/side_by_side.h"

#include <map>

namespace weft::wrap {
namespace {

using model::Record;

// (attribute, value) of the fields of a record.
std::vector<std::pair<std::string, std::string>> keys_of(const Record& record) {
  std::vector<std::pair<std::string, std::string>> keys;
  for (const Record::Field& field : record.fields)
    keys.emplace_back(field.name, value_key(&field.value));
  return keys;
}

}  // namespace

std::string value_key(const model::Value* value) {
  if (value == nullptr) return {};
  if (value->items.size() == 1) return value_key(&value->items[0]);
  std::string key = value->text;
  for (const model::Value& item : value->items) key += "\x1f" + value_key(&item);
  for (const Record& record : value->record) {
    for (const Record::Field& field : record.fields)
      key += "\x1e" + field.name + "\x1f" + value_key(&field.value);
  }
  return key;
}

std::vector<std::vector<const Record*>> side_by_side(
    const std::vector<model::Extraction>& extractions) {
  std::vector<std::vector<const Record*>> rows;
  for (size_t e = 0; e < extractions.size(); ++e) {
    // Which rows have a value, so that a record finds its row without trying all.
    std::map<std::pair<std::string, std::string>, std::vector<size_t>> having;
    for (size_t r = 0; r < rows.size(); ++r) {
      for (const Record* record : rows[r]) {
        if (record == nullptr) continue;
        for (auto& key : keys_of(*record)) having[std::move(key)].push_back(r);
      }
    }
    const size_t known = rows.size();
    for (const Record& record : extractions[e].records) {
      std::map<size_t, size_t> shared;
      for (const auto& key : keys_of(record)) {
        if (const auto it = having.find(key); it != having.end())
          for (const size_t r : it->second) ++shared[r];
      }
      size_t best = rows.size(), most = 0;
      for (const auto& [r, count] : shared) {
        if (count > most && rows[r][e] == nullptr) best = r, most = count;
      }
      // Pages of one record need not share a value to be about the same thing.
      if (most == 0 && known == 1 && extractions[e].records.size() == 1) best = 0;
      if (best == rows.size()) rows.emplace_back(extractions.size(), nullptr);
      rows[best][e] = &record;
    }
  }
  return rows;
}

}  // namespace weft::wrap
