// Relearning: what repair() does for a template whose pages are one record each, attribute by
// attribute (attribute_repair.cc), and for one whose pages list records, all attributes together
// (record_repair.cc).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "watch/repair/landmarks.h"
#include "watch/repair/repair.h"
#include "watch/value_search.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::watch {

// The rules by which a wrapper reads pages that are one record each; null for a wrapper of another
// kind, and for one that looks for records within the page.
const wrap::RulesWrapper* page_rules(const model::Wrapper* wrapper);

// Of the wrapper's rules those for `attributes` (nested ones by dots), each behind its guard.
wrap::RecordRules guarded_rules(const wrap::RulesWrapper& wrapper,
                                const std::vector<std::string>& attributes,
                                const std::map<std::string, value::ValueGuard>& guards);

bool is_among(const std::vector<std::string>& names, std::string_view name);

// `searches` and `then_and_now` belong to the pages of `input`, in order.
AttributeRepair repair_attribute(const RepairInput& input, const std::vector<ValueSearch>& searches,
                                 const std::vector<ThenAndNow>& then_and_now,
                                 const RepairOptions& options, const std::string& attribute);

// Every attribute of the health model is learned again, not only those of `input`.
Repair repair_records(const RepairInput& input, const std::vector<ValueSearch>& searches,
                      const RepairOptions& options);

}  // namespace weft::watch
