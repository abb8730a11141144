// Repair guard: the guard that a repaired rule stands behind (docs/adr/0230). Values are let
// through that look as they were known to, and those that look as known values are written now, on
// two pages or records at least: one alone may be a mistake.
//
// Tested by repair_test.cc and record_repair_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/wrapper.h"
#include "watch/health/health_model.h"
#include "watch/repair/known_pages.h"
#include "watch/repair/list_page.h"
#include "watch/value_guard.h"

namespace weft::watch {

// Of one attribute, by what is known of it on each page.
ValueGuard page_guard(const AttributeHealth& health, const std::vector<KnownPage>& pages);

// Of every attribute, by the records found again.
std::map<std::string, ValueGuard> record_guards(const HealthModel& health,
                                                const std::vector<ListPage>& pages);

// Words of a short list that were translated: where every known word has become one word by the
// rule, and no two the same, on two pages or more each, the new words are its values, too.
void add_translation(const model::Wrapper& rule, const std::string& attribute,
                     const std::vector<KnownPage>& pages, ValueGuard& guard);

}  // namespace weft::watch
