// weft eval records: the main list of search-result pages, with no labels (issue: records nobody
// labelled).
//
// For every page the records of the first region are compared with the truth
// (metrics/record_set.h). Beside it: the best of the first three regions, and how well the columns
// of the first region reproduce the truth's fields. The ranker that ships was fitted to these
// sites: the figure for unseen sites is printed by weft_fit_ranker.

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/file.h"
#include "dom/box_tree.h"
#include "eval/import/records.h"
#include "eval/labelled_lists.h"
#include "eval/metrics/record_set.h"
#include "eval/metrics/text.h"
#include "eval/records_truth.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "mine/mine.h"
#include "mine/region.h"
#include "render/estimate.h"
#include "site/domain_records.h"
#include "site/input_files.h"

namespace weft::eval::records_task {
namespace {

constexpr std::string_view kSaved = "saved-";  // Then the inducer that saves labels.

void show(const TaskContext& context, const RecordsPage& page, const std::string& html,
          const std::vector<std::string>& found, const RecordSetMatch& match) {
  if (context.pages == nullptr || !context.pages->wants(match.counts.f1())) return;
  CheckedPage checked{page.site, page.name, html, match.counts.f1()};
  std::vector<bool> claimed(page.rows.size(), false);
  for (size_t r = 0; r < found.size(); ++r) {
    if (match.truth_of[r] >= 0) claimed[static_cast<size_t>(match.truth_of[r])] = true;
    checked.checks.push_back({.verdict = match.fates[r] == RecordFate::kCorrect ? Verdict::kCorrect
                                         : match.fates[r] == RecordFate::kMerged
                                             ? Verdict::kWrong
                                             : Verdict::kSpurious,
                              .record = std::to_string(r),
                              .attribute = "record",
                              .found = found[r]});
  }
  for (size_t t = 0; t < page.rows.size(); ++t) {
    if (claimed[t]) continue;
    checked.checks.push_back({.verdict = Verdict::kMissing,
                              .record = std::to_string(t),
                              .attribute = "record",
                              .truth = fmt::format("{}", fmt::join(page.rows[t], " | "))});
  }
  context.pages->add(std::move(checked));
}

// The pages of each site with their rows; columns are named by their number.
Result<std::vector<ListSite>> list_sites(const TaskContext& context,
                                         const std::vector<RecordsPage>& pages) {
  std::vector<ListSite> sites;
  for (const RecordsPage& page : pages) {
    if (sites.empty() || sites.back().name != page.site) sites.push_back({page.site, {}});
    ListPage list;
    list.page.id = page.name;
    WEFT_ASSIGN(const std::string html, read_file(page.html));
    list.page.document = html::parse(html, {.limits = context.limits}).document;
    for (const auto& fields : page.rows) {
      TruthRow row;
      for (size_t f = 0; f < fields.size(); ++f) {
        const std::string value = comparable_value(fields[f]);
        if (!value.empty()) row.push_back({fmt::format("column{}", f), value});
      }
      list.rows.push_back(std::move(row));
    }
    sites.back().pages.push_back(std::move(list));
  }
  std::erase_if(sites, [&](const ListSite& site) { return !keeps_site(context, site.name); });
  return sites;
}

void add_record_figures(const RecordSetScore& records, Report& report) {
  report.score = records.micro_f1();
  report.figure("macro_f1", records.macro_f1());
  report.figure("precision", records.counts.precision());
  report.figure("recall", records.counts.recall());
}

// With labels: the first k pages of a site are labelled, the others extracted.
Result<Report> run_labelled(const TaskContext& context, const std::vector<ListSite>& sites) {
  Report report;
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(context.method));
  RecordSetScore records;
  std::vector<double> attributes;
  context.progress->begin("learning sites", sites.size());
  for (const ListSite& site : sites) {
    context.progress->advance(1);
    const ListScore score = judge_lists(site, inducer, context.labels.value_or(1));
    if (score.pages == 0) continue;
    records += score.records;
    attributes.push_back(score.attributes.f1());
    report.row("site", site.name,
               {{"record_f1", score.records.micro_f1()}, {"attribute_f1", score.attributes.f1()}});
  }
  context.progress->end();
  add_record_figures(records, report);
  report.figure("attribute_f1", mean(attributes));
  report.figure("pages", records.page_f1.size());
  return report;
}

// Templates of a site's pages together, or of each alone.
Result<Report> run_templates(const TaskContext& context, const std::vector<RecordsPage>& pages) {
  WEFT_ASSIGN(const TemplateLists lists,
              judge_template_lists(
                  pages, templates::find_lists_and_keys,
                  context.method == "template" ? TemplatePages::kSite : TemplatePages::kOne,
                  context.limits));
  Report report;
  add_record_figures(lists.records, report);
  report.figure("field_precision", lists.fields.precision());
  report.figure("field_recall", lists.fields.recall());
  report.figure("field_f1", lists.fields.f1());
  report.figure("pages_without_list", lists.pages_without_list);
  report.figure("pages", lists.records.page_f1.size());
  return report;
}

// The methods that mine: "depta-boxes": with the boxes of a browser; "depta-estimate": with estimated
// ones; "depta-box-tree", "weft-box-tree": on the tree that the boxes make; "depta-star": columns by
// centre star.
struct MineMethod {
  std::string boxes;
  mine::MineOptions options{.max_regions = 3, .nested = false};

  explicit MineMethod(const std::string& name) {
    const std::string method = name.substr(0, name.find('-'));
    boxes = name.substr(method.size());
    options.method = enum_named<mine::Method>(method).value_or(mine::Method::kWeft);
    if (boxes == "-star") options.alignment = mine::Alignment::kStar;
  }
};

// A page as a method sees it.
struct MinedPage {
  std::string html;
  html::ParseResult parsed;
  std::optional<dom::Layout> layout;
  dom::BoxTree tree;
  const dom::Document* document = nullptr;
  std::vector<mine::Region> regions;
};

Status mine_page(const RecordsPage& page, const MineMethod& method, const Limits& limits,
                 MinedPage& mined) {
  WEFT_ASSIGN(mined.html, read_file(page.html));
  mined.parsed = html::parse(mined.html, {.limits = limits});
  mined.document = &mined.parsed.document;
  if (method.boxes == "-estimate") mined.layout = render::estimate_layout(*mined.document);
  if (method.boxes == "-boxes" || method.boxes == "-box-tree") {
    WEFT_ASSIGN(mined.layout, import_boxes(page, *mined.document));
  }
  if (method.boxes == "-box-tree") {
    mined.tree = dom::tree_of_boxes(*mined.document, *mined.layout);
    mined.document = &mined.tree.document;
    mined.layout = mined.tree.layout;
  }
  mine::MineOptions options = method.options;
  options.layout = mined.layout ? &*mined.layout : nullptr;
  mined.regions = mine::mine(*mined.document, options);
  return {};
}

// The list ranked first, and the best of the first three.
struct MinedLists {
  RecordSetScore first, best_of_three;
  Counts fields;
  std::map<std::string, std::vector<double>> by_site;
};

void judge_mined(const TaskContext& context, const RecordsPage& page, const MinedPage& mined,
                 MinedLists& lists) {
  const auto truth = truth_records(page);
  RecordSetMatch top = match_record_set({}, truth), best = top;
  for (size_t i = 0; i < mined.regions.size(); ++i) {
    const auto texts = mine::record_texts(*mined.document, mined.regions[i]);
    const RecordSetMatch match = match_record_set(texts, truth);
    if (i == 0) {
      top = best = match;
      lists.fields += match_fields(mined.regions[i], page, match);
      show(context, page, mined.html, texts, match);
    }
    if (match.counts.f1() > best.counts.f1()) best = match;
  }
  lists.first.add(top);
  lists.best_of_three.add(best);
  lists.by_site[page.site].push_back(top.counts.f1());
}

Result<Report> run_mined(const TaskContext& context, const std::vector<RecordsPage>& pages) {
  const MineMethod method(context.method);
  MinedLists lists;
  const std::string* site = nullptr;
  bool kept = false;
  context.progress->begin("mining", pages.size());
  for (const RecordsPage& page : pages) {
    if (site == nullptr || page.site != *site) kept = keeps_site(context, page.site);
    site = &page.site;
    if (!kept) continue;
    MinedPage mined;
    WEFT_TRY(mine_page(page, method, context.limits, mined));
    judge_mined(context, page, mined, lists);
    context.progress->advance(1, mined.html.size());
  }
  context.progress->end();
  Report report;
  const RecordSetScore& first = lists.first;
  add_record_figures(first, report);
  report.figure("best_of_3_f1", lists.best_of_three.micro_f1());
  report.figure("best_of_3_macro_f1", lists.best_of_three.macro_f1());
  report.figure("length_ratio", first.median_length_ratio());
  report.figure("field_precision", lists.fields.precision());
  report.figure("field_recall", lists.fields.recall());
  report.figure("field_f1", lists.fields.f1());
  report.figure("pages", first.page_f1.size());
  for (const auto& [name, values] : lists.by_site) {
    report.row("site", name, {{"macro_f1", mean(values)}, {"pages", values.size()}});
  }
  if (context.method == "weft") {
    report.notes.push_back(
        "the ranker was fitted to these sites; for unseen ones see weft_fit_ranker (bench/mine)");
  }
  return report;
}

// Sites whose lists are of things that a shipped domain describes.
struct SiteDomain {
  std::string_view site;  // In its name.
  const char* domain;
};
constexpr SiteDomain kSiteDomains[] = {
    {"Amazon", "products"},    {"Bestbuy", "products"},  {"Ebay", "products"},
    {"Homedepot", "products"}, {"Ikea", "products"},     {"Newegg", "products"},
    {"Nike", "products"},      {"Target", "products"},   {"Goodreads", "books"},
    {"Imdb", "films"},         {"linkedin", "jobs"},     {"Yelp", "restaurants"},
    {"Zillow", "property"},    {"Allrecipes", "recipes"}};

// Pages of these sites by their domain, beside the miner alone; a page on which the domain sees no list keeps
// the miner's.
Result<Report> run_domains(const TaskContext& context, const std::vector<RecordsPage>& pages) {
  const MineMethod miner("weft");
  std::map<std::string, annotate::Recognizer> recognizers;
  std::map<std::string, MinedLists> alone, with;
  std::map<std::string, size_t> seen;
  MinedLists all_alone, all_with;
  for (const RecordsPage& page : pages) {
    const auto fits = std::find_if(
        std::begin(kSiteDomains), std::end(kSiteDomains),
        [&](const SiteDomain& one) { return page.site.find(one.site) != std::string::npos; });
    if (fits == std::end(kSiteDomains)) continue;
    const std::string name = fits->domain;
    if (!recognizers.contains(name)) {
      WEFT_ASSIGN(annotate::Domain domain, site::read_domain(name));
      recognizers.try_emplace(name, std::move(domain));
    }
    MinedPage mined;
    WEFT_TRY(mine_page(page, miner, context.limits, mined));
    judge_mined(context, page, mined, alone[name]);
    judge_mined(context, page, mined, all_alone);
    auto regions = site::mine_by_domain(*mined.document, recognizers.at(name));
    seen[name] += regions.empty() ? 0 : 1;
    if (!regions.empty()) mined.regions = std::move(regions);
    judge_mined(context, page, mined, with[name]);
    judge_mined(context, page, mined, all_with);
  }
  Report report;
  report.score = all_with.first.micro_f1();
  report.figure("macro_f1", all_with.first.macro_f1());
  report.figure("field_f1", all_with.fields.f1());
  report.figure("miner_alone", all_alone.first.micro_f1());
  report.figure("miner_alone_macro_f1", all_alone.first.macro_f1());
  report.figure("miner_alone_field_f1", all_alone.fields.f1());
  report.figure("pages", all_with.first.page_f1.size());
  for (const auto& [name, lists] : with) {
    report.row("domain", name,
               {{"macro_f1", lists.first.macro_f1()},
                {"miner_alone", alone[name].first.macro_f1()},
                {"pages", lists.first.page_f1.size()},
                {"seen", seen[name]}});
  }
  for (const auto& [name, values] : all_with.by_site)
    report.row("site", name,
               {{"macro_f1", mean(values)}, {"miner_alone", mean(all_alone.by_site[name])}});
  return report;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<RecordsPage> pages, import_records(context.data.at(0)));
  if (context.method == "domain") return run_domains(context, pages);
  const bool saved = context.method.starts_with(kSaved);
  if (context.method == "template" || context.method == "template-alone")
    return run_templates(context, pages);
  if (saved || induce::find_inducer(context.method).ok()) {
    WEFT_ASSIGN(const std::vector<ListSite> sites, list_sites(context, pages));
    if (!saved) return run_labelled(context, sites);
    return report_saved(sites, context.method.substr(kSaved.size()));
  }
  return run_mined(context, pages);
}

}  // namespace

TaskSpec task() {
  return {.name = "records",
          .summary = "The main list of search-result pages, without labels",
          .metric = "micro F1 of records, first region",
          .data_sets = {"records"},
          .methods = {"weft",          "mdr",          "depta",          "net",
                      "depta-star",    "depta-boxes",  "depta-estimate", "depta-box-tree",
                      "weft-box-tree", "template",     "template-alone", "broom",
                      "broom-paper",   "broom-update", "page-tree",      "page-tree-paper",
                      "rules",         "vote",         "saved-broom",    "saved-broom-update",
                      "saved-desk",    "domain"},
          .run = run};
}

}  // namespace weft::eval::records_task
