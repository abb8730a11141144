// Pages of the set `records` against what a person copied from them: records, their fields, and the
// lists of templates found on them.
#pragma once

#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "eval/import/records.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/record_set.h"
#include "mine/region.h"
#include "templates/templates.h"

namespace weft::eval {

std::vector<TruthRecord> truth_records(const RecordsPage& page);

// Cells of the truth that stand, as they are, in the column that fits theirs best; one column for
// each. REQUIRES: the match of the region's records with those of the page.
Counts match_fields(const mine::Region& region, const RecordsPage& page,
                    const RecordSetMatch& match);

struct TemplateLists {
  RecordSetScore records;
  Counts fields;
  size_t pages_without_list = 0;
};
// What a template is found from: the pages of a site, or each of its pages alone.
enum class TemplatePages : uint8_t { kSite, kOne };
// Of the template of each page, the list that says most, against the truth.
Result<TemplateLists> judge_template_lists(const std::vector<RecordsPage>& pages,
                                           const templates::TemplateMethod& method,
                                           TemplatePages given, const Limits& limits);

}  // namespace weft::eval
