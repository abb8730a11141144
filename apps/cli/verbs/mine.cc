// weft mine: the records on pages, nobody asked first.

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/mine_report.h"
#include "cli/page_loop.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "induce/inducers.h"
#include "mine/mine.h"
#include "mine/region.h"
#include "model/inducer.h"
#include "model/label_file.h"
#include "model/record_writer.h"
#include "model/wrapper.h"

namespace weft::cli::mine_verb {
namespace {

using mine::Region;

struct Options {
  std::vector<std::string> inputs;
  std::string method = "weft";
  std::string format;
  bool all = false;
  bool nested = false;
  bool explain = false;
  double min_confidence = mine::kPresentableConfidence;
  std::string html_report;
  std::string wrapper;
  std::string labels;
};

struct MinedPage {
  model::Page page;
  std::vector<Region> regions;
  bool of_template = false;  // Its main region has the columns of the surest one.
};

std::string format_of(const Context& context, const Options& options) {
  if (!options.format.empty()) return options.format;
  if (context.options.json) return "jsonl";
  if (context.options.output.ends_with(".csv")) return "csv";
  const bool terminal = context.options.output == "-" && isatty(STDOUT_FILENO) != 0;
  return terminal ? "table" : "jsonl";
}

// The page whose main region is surest; null when there is none.
const MinedPage* surest_of(const std::vector<MinedPage>& pages) {
  const MinedPage* surest = nullptr;
  for (const MinedPage& mined : pages) {
    if (mined.regions.empty()) continue;
    if (surest == nullptr || mined.regions[0].confidence > surest->regions[0].confidence)
      surest = &mined;
  }
  return surest;
}

std::vector<model::Label> labels_of(const std::vector<MinedPage>& pages) {
  std::vector<model::Label> labels;
  for (const MinedPage& mined : pages) {
    if (mined.regions.empty()) continue;
    const auto of_page = mine::to_labels(mined.page, mined.regions[0]);
    labels.insert(labels.end(), of_page.begin(), of_page.end());
  }
  return labels;
}

// Main regions are labels, and brooms learn from those of one template what runs on its other pages
// (docs/adr: mined regions are labels).
Result<model::Induced> learn(const std::vector<MinedPage>& pages) {
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer("broom"));
  const model::Schema schema =
      mine::to_schema(surest_of(pages)->regions[0], mine::NestedOutput::kLeaveOut);
  model::InducerInput input{.schema = &schema};
  for (const MinedPage& mined : pages) {
    if (!mined.of_template) continue;
    input.pages.push_back(&mined.page);
    const auto labels = mine::to_labels(mined.page, mined.regions[0]);
    input.labels.insert(input.labels.end(), labels.begin(), labels.end());
  }
  return inducer(input);
}

// Several pages: columns at one path have one name on all of them, and a page on which no list was
// found (one record is none) shows what the others teach.
void merge(std::vector<MinedPage>& pages) {
  const MinedPage* surest = surest_of(pages);
  if (surest == nullptr) return;
  std::vector<MinedPage*> without;
  for (MinedPage& mined : pages) {
    if (mined.regions.empty()) {
      without.push_back(&mined);
    } else {
      mined.of_template =
          &mined == surest || mine::take_names(surest->regions[0], mined.regions[0]);
    }
  }
  if (without.empty()) return;
  const auto induced = learn(pages);
  if (!induced.ok()) return;
  for (MinedPage* mined : without) {
    Region region =
        mine::to_region(mined->page, induced->wrapper->apply(mined->page), surest->regions[0]);
    if (!region.records.empty()) mined->regions.push_back(std::move(region));
  }
}

void explain(const Context& context, const MinedPage& mined) {
  for (size_t i = 0; i < mined.regions.size(); ++i) {
    const Region& region = mined.regions[i];
    context.note(fmt::format("{}: region {} of {}: {} records, confidence {:.2f}, found by {}",
                             mined.page.id, i + 1, mined.regions.size(), region.records.size(),
                             region.confidence, region.found_by));
    for (size_t k = 0; k < std::min<size_t>(8, region.reasons.size()); ++k) {
      const mine::Reason& reason = region.reasons[k];
      context.note(
          fmt::format("  {:+.2f}  {} = {:.2f}", reason.contribution, reason.feature, reason.value));
    }
    for (const mine::Column& column : region.columns) {
      context.note(fmt::format("  column {} ({}) at {}, named by {}", column.name,
                               model::value_type_name(column.type), column.path, column.origin));
    }
    for (const mine::NestedTable& table : region.nested) {
      context.note(fmt::format("  nested {}: {} rows, {} columns", table.name, table.rows.size(),
                               table.columns.size()));
    }
  }
}

// On a terminal the title comes first, addresses and images last.
int display_order(const mine::Column& column) {
  if (column.name == "title" || column.name == "name") return 0;
  if (column.type == model::ValueType::kUrl) return 2;
  return column.type == model::ValueType::kImage ? 3 : 1;
}

std::string as_table(const Context& context, const MinedPage& mined, const Options& options) {
  std::string text;
  for (Region region : mined.regions) {
    std::stable_sort(
        region.columns.begin(), region.columns.end(),
        [](const auto& a, const auto& b) { return display_order(a) < display_order(b); });
    TextTable table;
    for (const mine::Column& column : region.columns) table.header.push_back(column.name);
    for (const mine::NestedTable& nested : region.nested) {
      if (options.nested) table.header.push_back(nested.name);
    }
    for (size_t r = 0; r < region.records.size(); ++r) {
      std::vector<std::string> row;
      for (const mine::Column& column : region.columns) row.push_back(column.cells[r].text);
      for (const mine::NestedTable& nested : region.nested) {
        if (!options.nested) continue;
        const auto rows = std::count(nested.owner.begin(), nested.owner.end(), r);
        row.push_back(fmt::format("{} rows", rows));
      }
      table.rows.push_back(std::move(row));
    }
    if (!text.empty()) text += "\n";
    text += render(table, {.width = terminal_width(), .color = context.color_stdout()});
  }
  return text;
}

Status write_records(Context& context, const std::vector<MinedPage>& pages, const Options& options,
                     const std::string& format) {
  if (format == "table") {
    for (const MinedPage& mined : pages) context.out.write(as_table(context, mined, options));
    return {};
  }
  WEFT_ASSIGN(const model::RecordFormat record_format, model::parse_record_format(format));
  const auto sink = [&](std::string_view bytes) -> Status {
    context.out.write(bytes);
    return {};
  };
  if (record_format == model::RecordFormat::kSqlite) {
    return Error{ErrorCode::kInvalidArgument, "weft mine writes table, jsonl or csv"};
  }
  const auto writer =
      model::make_record_writer(record_format, {.meta = context.options.json}, sink);
  const auto nested = options.nested ? mine::NestedOutput::kInclude : mine::NestedOutput::kLeaveOut;
  for (const MinedPage& mined : pages) {
    for (const Region& region : mined.regions) {
      WEFT_TRY(writer->write(mine::to_extraction(mined.page, region, nested)));
    }
  }
  return writer->finish();
}

Status write_side_files(const Context& context, const std::vector<MinedPage>& pages,
                        const Options& options) {
  if (!options.labels.empty())
    WEFT_TRY(write_file(options.labels, model::write_labels(labels_of(pages))));
  if (!options.html_report.empty()) {
    std::vector<ReportedPage> reported;
    for (const MinedPage& mined : pages) reported.push_back({&mined.page, &mined.regions});
    WEFT_TRY(write_file(options.html_report, mine_report(reported)));
  }
  if (!options.wrapper.empty() && surest_of(pages) != nullptr) {
    WEFT_ASSIGN(const model::Induced induced, learn(pages));
    for (const std::string& problem : induced.problems) context.note(problem);
    WEFT_TRY(write_file(options.wrapper, model::save_wrapper(*induced.wrapper).dump(1) + "\n"));
  }
  return {};
}

ExitCode run(Context& context, const Options& options) {
  const auto method = mine::method_of(options.method);
  if (!method) return context.fail({ErrorCode::kInvalidArgument, "no method " + options.method});
  mine::MineOptions mining{.method = *method};
  mining.max_regions = options.all ? 20 : 1;
  mining.min_confidence = options.min_confidence;
  mining.nested = options.nested;
  std::vector<MinedPage> pages;
  size_t unreadable = 0;
  for (model::Page& page : read_pages(context, {options.inputs, {}}, unreadable)) {
    MinedPage mined{std::move(page), {}};
    Diagnostics diagnostics;
    mined.regions = mine::mine(mined.page.document, mining, &diagnostics);
    for (const Diagnostic& d : diagnostics) context.note(mined.page.id + ": " + d.detail);
    pages.push_back(std::move(mined));
  }
  merge(pages);
  size_t records = 0;
  for (const MinedPage& mined : pages) {
    for (const Region& region : mined.regions) records += region.records.size();
    if (options.explain) explain(context, mined);
    if (mined.regions.empty()) {
      context.note(fmt::format(
          "{}: no list found with confidence {:.2f} or more; --min-confidence 0 shows guesses",
          mined.page.id, options.min_confidence));
    }
  }
  if (const Status written = write_side_files(context, pages, options); !written.ok())
    return context.fail(written.error());
  if (records == 0) return unreadable > 0 ? ExitCode::kFailed : ExitCode::kNothing;
  const Status written = write_records(context, pages, options, format_of(context, options));
  if (!written.ok()) return context.fail(written.error());
  return unreadable > 0 ? ExitCode::kPartial : ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs,
             "Files, directories, or - for standard input; several pages of one template are "
             "merged")
      .required();
  take.value("--method", options.method, "weft, mdr, depta or net")
      .show_default()
      .one_of({"weft", "mdr", "depta", "net"});
  take.value("--format", options.format,
             "table, jsonl or csv; default: table on a terminal, else jsonl")
      .one_of({"table", "jsonl", "csv"});
  take.flag("--all", options.all, "All regions, not only the main one");
  take.flag("--nested", options.nested, "Also lists inside records");
  take.flag("--explain", options.explain, "Say why this region and why these columns");
  take.value("--min-confidence", options.min_confidence, "Show no region below this")
      .show_default()
      .range(0, 1);
  take.value("--html-report", options.html_report,
             "Write the regions, drawn over the page's structure");
  take.value("--wrapper", options.wrapper, "Write a wrapper for other pages of the template");
  take.value("--labels", options.labels, "Write labels that weft learn can use");
}

}  // namespace
}  // namespace weft::cli::mine_verb

const weft::cli::Verb weft::cli::kMine{
    "mine", "Find the records on pages that nobody labelled",
    "  weft mine results.html\n"
    "  weft mine --explain --html-report report.html results.html\n"
    "  weft mine page1.html page2.html --wrapper list.json -o items.csv\n"
    "  curl -s https://shop.example/lamps | weft mine - | jq .title",
    prepare<mine_verb::declare, mine_verb::run>};
