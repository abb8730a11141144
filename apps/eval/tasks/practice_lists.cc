// weft eval practice-lists: the list pages of made-up sites, by layout, with no labels.
//
// The practice site (apps/practice) knows the truth about every page it makes. For each domain
// and twenty seeds this mines the list pages of three sites: plain, with nested records, and
// crossed (a table with a row of titles, then a row of their prices…). The miner never saw these
// sites, and nothing of it was fitted to them. Nested records count as found when the region has a
// nested table with a row for each offer.

#include <map>

#include "eval/metrics/record_set.h"
#include "eval/metrics/text.h"
#include "eval/practice_domains.h"
#include "eval/task.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "mine/region.h"
#include "practice/design.h"
#include "practice/site.h"

namespace weft::eval::practice_lists_task {
namespace {

constexpr uint64_t kSeeds = 20;

// By practice::ListLayout.
constexpr const char* kLayoutNames[] = {
    "list", "cards", "grid", "table", "layout table", "flat run of siblings", "crossed table"};

// Offers of the page's records that are rows of a nested table of the right record.
Counts match_offers(const mine::Region& region, const RecordSetMatch& match,
                    const practice::Page& page) {
  Counts best;
  for (const practice::TruthRecord& record : page.records) best.truth += record.offers.size();
  const uint64_t truth = best.truth;
  for (const mine::NestedTable& table : region.nested) {
    Counts counts;
    counts.truth = truth;
    counts.found = table.rows.size();
    std::vector<size_t> rows(region.records.size(), 0);
    for (const uint32_t owner : table.owner) ++rows[owner];
    for (size_t r = 0; r < rows.size(); ++r) {
      if (match.truth_of[r] < 0) continue;
      const auto& record = page.records[static_cast<size_t>(match.truth_of[r])];
      counts.correct += std::min(rows[r], record.offers.size());
    }
    if (counts.f1() > best.f1()) best = counts;
  }
  return best;
}

struct Kind {
  RecordSetScore records;
  RecordSetScore best_of_three;
};

Result<Report> run(const TaskContext& context) {
  mine::MineOptions options{.max_regions = 3};
  options.method = enum_named<mine::Method>(context.method).value_or(mine::Method::kWeft);
  std::map<std::string, Kind> kinds;
  RecordSetScore all;
  Counts offers;
  context.progress->begin("mining", std::size(practice::kDomains) * kSeeds * 3);
  const auto mine_page = [&](const practice::Page& page, Kind& kind) {
    const auto parsed = html::parse(page.html, {.limits = context.limits});
    const auto regions = mine::mine(parsed.document, options);
    const auto truth = shown_records(page.records);
    RecordSetMatch top = match_record_set({}, truth), best = top;
    for (size_t i = 0; i < regions.size(); ++i) {
      const RecordSetMatch match =
          match_record_set(mine::record_texts(parsed.document, regions[i]), truth);
      if (i == 0) top = best = match;
      if (match.counts.f1() > best.counts.f1()) best = match;
    }
    kind.records.add(top);
    kind.best_of_three.add(best);
    all.add(top);
    if (page.records.front().offers.empty()) return;
    offers += regions.empty() ? Counts{} : match_offers(regions[0], top, page);
  };
  for (const practice::Domain domain : practice::kDomains) {
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      for (const auto& [nested, crossed] :
           {std::pair(false, false), std::pair(true, false), std::pair(false, true)}) {
        const practice::Options site_options{
            .domain = domain, .seed = seed, .items = 36, .crossed = crossed, .nested = nested};
        const practice::Site site = practice::generate(site_options);
        std::string name =
            kLayoutNames[static_cast<size_t>(practice::make_design(site_options).list)];
        if (nested) name += ", nested records";
        for (const practice::Page& page : site.pages) {
          if (page.template_name == "list" && page.records.size() >= 3)
            mine_page(page, kinds[name]);
        }
        context.progress->advance(1, 0);
      }
    }
  }
  context.progress->end();
  Report report;
  report.score = all.micro_f1();
  report.figure("macro_f1", all.macro_f1());
  report.figure("nested_rows_f1", offers.f1());
  report.figure("pages", all.page_f1.size());
  for (const auto& [name, kind] : kinds) {
    report.row("layout", name,
               {{"micro_f1", kind.records.micro_f1()},
                {"best_of_3", kind.best_of_three.micro_f1()},
                {"pages", kind.records.page_f1.size()}});
  }
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "practice-lists",
          .summary = "List pages of made-up sites, by layout, without labels",
          .metric = "micro F1 of records, first region",
          .data_sets = {},
          .methods = {"weft", "mdr", "depta", "net"},
          .run = run};
}

}  // namespace weft::eval::practice_lists_task
