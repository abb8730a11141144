// weft eval listings: lists of documents, places and people on rendered pages, with no labels.
//
// Score: share of the expected leaf values that the matched records of the first region hold,
// whatever the columns are called. Few pages hold most values, so the mean over pages stands beside
// it; recall alone never punishes columns, so does the share of found values that are expected; and
// whether the right records were found (listing_truth.h); and the score when the names of the
// expected values are asked for (mine/like.h). Pages that expect a single record are for other
// methods and are left out.

#include <algorithm>

#include "base/file.h"
#include "base/json.h"
#include "eval/import/listings.h"
#include "eval/listing_truth.h"
#include "eval/task.h"
#include "html/parser.h"
#include "mine/like.h"
#include "mine/mine.h"
#include "mine/region.h"
#include "site/domain_records.h"
#include "site/input_files.h"

namespace weft::eval::listings_task {
namespace {

// What was mined, as JSON records: texts as on the page, URLs as they resolve.
std::vector<FlatRecord> found_values(const model::Page& page, const mine::Region& region) {
  std::vector<FlatRecord> records;
  for (const model::Record& record : mine::to_extraction(page, region).records) {
    Json json = Json::object();
    for (const auto& field : record.fields) {
      if (field.value.kind != model::Value::Kind::kLeaf) continue;
      const bool resolved = field.value.normalized.starts_with("http");
      json[field.name] = resolved ? field.value.normalized : field.value.text;
    }
    records.push_back(leaf_values(json));
  }
  return records;
}

// What a person would ask for: the names of the expected values.
std::vector<mine::Wish> asked(const Json& expected) {
  std::string names;
  for (const auto& [name, value] : expected[0].items()) (names += name) += ", ";
  return mine::wishes_of(names);
}

// The shipped domain of what is expected, by its names; empty if none fits.
std::string domain_of(const Json& expected) {
  if (!expected.is_array() || expected.empty() || !expected[0].is_object()) return "";
  const Json& record = expected[0];
  if (record.contains("price")) return "products";
  return record.contains("last_name") || record.contains("phone") ? "people" : "";
}

// Lists of people and products by their domain, beside the miner alone; a page on which the domain sees no list
// keeps the miner's.
Result<Report> run_domains(const TaskContext& context, const std::vector<ListingPage>& pages) {
  Counts alone, with;
  Report report;
  for (const ListingPage& listing : pages) {
    const std::string name = domain_of(listing.expected);
    if (name.empty() || listing_truth(listing).size() < 2) continue;
    WEFT_ASSIGN(annotate::Domain domain, site::read_domain(name));
    const annotate::Recognizer recognizer(std::move(domain));
    WEFT_ASSIGN(const std::string html, read_file(listing.html));
    model::Page page;
    page.url = listing.url;
    page.document = html::parse(html, {.limits = context.limits}).document;
    std::vector<FlatRecord> expected;
    for (const auto& record : listing.expected) expected.push_back(leaf_values(record));
    const auto judge = [&](const std::vector<mine::Region>& regions) {
      return match_leaves(
          regions.empty() ? std::vector<FlatRecord>() : found_values(page, regions[0]), expected);
    };
    const auto mined = mine::mine(page.document, {.max_regions = 1});
    const auto typed = site::mine_by_domain(page.document, recognizer);
    const Counts before = judge(mined);
    const Counts after = judge(typed.empty() ? mined : typed);
    alone += before;
    with += after;
    report.row("page", listing.site + " " + name,
               {{"values", after.recall()},
                {"value_precision", after.precision()},
                {"miner_alone", before.recall()},
                {"miner_alone_precision", before.precision()},
                {"seen", typed.empty() ? 0 : 1}});
  }
  report.score = with.recall();
  report.figure("precision", with.precision());
  report.figure("miner_alone", alone.recall());
  report.figure("miner_alone_precision", alone.precision());
  return report;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<ListingPage> pages, import_listings(context.data.at(0)));
  if (context.method == "domain") return run_domains(context, pages);
  mine::MineOptions options{.max_regions = 3};
  options.method = enum_named<mine::Method>(context.method).value_or(mine::Method::kWeft);
  Counts records, best_of_three, leaves, asked_leaves;
  std::vector<double> page_f1, page_recall;
  Report report;
  for (const ListingPage& listing : pages) {
    if (!keeps_site(context, listing.site)) continue;
    const auto truth = listing_truth(listing);
    if (truth.size() < 2) continue;
    WEFT_ASSIGN(const std::string html, read_file(listing.html));
    model::Page page =
        model::html_page(html, {.id = listing.id, .url = listing.url}, context.limits);
    auto regions = mine::mine(page.document, options);
    Counts top{0, 0, truth.size()}, best = top;
    for (size_t i = 0; i < regions.size(); ++i) {
      const Counts counts =
          match_listing(mine::record_texts(page.document, regions[i]),
                        links_of(regions[i].records, page.document, page.url), truth);
      if (i == 0) top = best = counts;
      if (counts.f1() > best.f1()) best = counts;
    }
    records += top;
    best_of_three += best;
    page_f1.push_back(top.f1());
    std::vector<FlatRecord> found, expected;
    if (!regions.empty()) found = found_values(page, regions[0]);
    for (const auto& record : listing.expected) expected.push_back(leaf_values(record));
    const Counts values = match_leaves(found, expected);
    leaves += values;
    page_recall.push_back(values.recall());
    mine::take_wished(asked(listing.expected), regions);
    const Counts values_asked = match_leaves(
        regions.empty() ? std::vector<FlatRecord>() : found_values(page, regions[0]), expected);
    asked_leaves += values_asked;
    report.row("page", listing.site + " " + listing.id.substr(0, 6),
               {{"values", values.recall()},
                {"asked", values_asked.recall()},
                {"value_precision", values.precision()},
                {"record_f1", top.f1()},
                {"lost", values.truth - values.correct}});
  }
  report.score = leaves.recall();
  report.figure("macro_score", mean(page_recall));
  report.figure("asked_score", asked_leaves.recall());
  report.figure("precision", leaves.precision());
  report.figure("record_f1", records.f1());
  report.figure("record_macro_f1", mean(page_f1));
  report.figure("best_of_3_f1", best_of_three.f1());
  report.figure("pages", page_f1.size());
  report.notes.push_back(
      "pages that expect one record are left out; column names are not compared");
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "listings",
          .summary = "Lists of documents, places and people, without labels",
          .metric = "share of expected leaf values in the matched records of the first region",
          .data_sets = {"listings"},
          .methods = {"weft", "mdr", "depta", "net", "domain"},
          .run = run};
}

}  // namespace weft::eval::listings_task
