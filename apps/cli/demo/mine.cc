// Act 5: the table that is obviously on a list page, with nobody asked first.

#include "mine/mine.h"

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "eval/metrics/record_set.h"
#include "mine/region.h"

namespace weft::cli::demo {
namespace {

std::string joined_truth(const practice::TruthRecord& record) {
  std::string text;
  for (const practice::TruthValue& value : record.values) {
    if (value.form != practice::ValueForm::kAttribute) text += value.text + " ";
  }
  return text;
}

eval::RecordSetMatch compare(const dom::Document& document, const mine::Region& region,
                             const practice::Page& truth) {
  std::vector<std::string> found;
  for (const mine::RecordSpan& record : region.records)
    found.push_back(mine::record_text(document, record));
  std::vector<eval::TruthRecord> expected;
  for (const practice::TruthRecord& record : truth.records) {
    expected.push_back(
        {joined_truth(record), record.values.empty() ? "" : record.values.front().text});
  }
  return eval::match_record_set(found, expected);
}

void show(Stage& stage, const mine::Region& region) {
  std::vector<std::vector<std::string>> rows(1);
  const size_t columns = std::min<size_t>(region.columns.size(), 4);
  for (size_t c = 0; c < columns; ++c) rows[0].push_back(region.columns[c].name);
  for (size_t r = 0; r < std::min<size_t>(region.records.size(), 4); ++r) {
    rows.emplace_back();
    for (size_t c = 0; c < columns; ++c)
      rows.back().push_back(fit(region.columns[c].cells[r].text, 24));
  }
  stage.screen.table(rows);
  if (region.records.size() > 4)
    stage.screen.say(fmt::format("… {} records", region.records.size()), Ink::kDim);
}

}  // namespace

Status mine_lists(Stage& stage) {
  const auto site = stage.server->site();
  eval::RecordSetScore score;
  size_t lists = 0;
  for (const FetchedPage& page : stage.pages) {
    const practice::Page* truth = truth_of(*site, page);
    if (truth == nullptr || truth->template_name != "list") continue;
    const auto regions = mine::mine(page.page->document);
    const mine::Region region = regions.empty() ? mine::Region{} : regions.front();
    if (lists++ == 0) show(stage, region);
    score.add(compare(page.page->document, region, *truth));
  }
  const double f1 = score.micro_f1();
  stage.screen.bar("records found", f1,
                   fmt::format("{:.3f} F1 over {} list pages, no labels", f1, lists));
  stage.facts["mine"] = {{"f1", f1}, {"lists", lists}};
  return {};
}

}  // namespace weft::cli::demo
