// weft mine: the records on pages, nobody asked first.

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/mine_report.h"
#include "cli/option_range.h"
#include "cli/page_loop.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "mine/mine.h"
#include "mine/region_output.h"
#include "mine/region_wrapper.h"
#include "model/label_file.h"
#include "model/record_writer.h"

namespace weft::cli {
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
};

std::string format_of(const Context& context, const Options& options) {
  if (!options.format.empty()) return options.format;
  if (context.options.json) return "jsonl";
  if (context.options.output.ends_with(".csv")) return "csv";
  const bool terminal = context.options.output == "-" && isatty(STDOUT_FILENO) != 0;
  return terminal ? "table" : "jsonl";
}

// Whether the main region can become a wrapper: a region wrapper reads records that lie together.
bool can_merge(const MinedPage& mined) {
  return !mined.regions.empty() && mined.regions[0].further.empty();
}

// The wrapper of the surest main region, merged with those of pages that share its template.
std::unique_ptr<mine::RegionWrapper> merged_wrapper(const std::vector<MinedPage>& pages) {
  const MinedPage* surest = nullptr;
  for (const MinedPage& mined : pages) {
    if (!can_merge(mined)) continue;
    if (surest == nullptr || mined.regions[0].confidence > surest->regions[0].confidence)
      surest = &mined;
  }
  if (surest == nullptr) return nullptr;
  auto wrapper = std::make_unique<mine::RegionWrapper>(mine::PageIndex(surest->page.document),
                                                       surest->regions[0]);
  for (const MinedPage& mined : pages) {
    if (&mined == surest || !can_merge(mined)) continue;
    const mine::RegionWrapper other(mine::PageIndex(mined.page.document), mined.regions[0]);
    const auto& ours = wrapper->record_paths();
    const bool same = std::find_first_of(ours.begin(), ours.end(), other.record_paths().begin(),
                                         other.record_paths().end()) != ours.end();
    if (same) wrapper->merge(other);
  }
  return wrapper;
}

// Several pages: what the merged wrapper sees replaces the main region of each page that it fits.
void apply_merged(const mine::RegionWrapper& wrapper, std::vector<MinedPage>& pages) {
  for (MinedPage& mined : pages) {
    if (!mined.regions.empty() && !can_merge(mined)) continue;
    Region region = wrapper.find(mine::PageIndex(mined.page.document));
    if (region.records.empty()) continue;
    if (mined.regions.empty()) {
      mined.regions.push_back(std::move(region));
    } else if (2 * region.records.size() >= mined.regions[0].records.size()) {
      region.nested = std::move(mined.regions[0].nested);
      if (region.records != mined.regions[0].records) region.nested.clear();
      region.reasons = std::move(mined.regions[0].reasons);
      mined.regions[0] = std::move(region);
    }
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

Status write_side_files(const std::vector<MinedPage>& pages, const Options& options) {
  if (!options.labels.empty()) {
    std::vector<model::Label> labels;
    for (const MinedPage& mined : pages) {
      if (mined.regions.empty()) continue;
      const auto of_page = mine::to_labels(mined.page, mined.regions[0]);
      labels.insert(labels.end(), of_page.begin(), of_page.end());
    }
    WEFT_TRY(write_file(options.labels, model::write_labels(labels)));
  }
  if (!options.html_report.empty()) {
    std::vector<ReportedPage> reported;
    for (const MinedPage& mined : pages) reported.push_back({&mined.page, &mined.regions});
    WEFT_TRY(write_file(options.html_report, mine_report(reported)));
  }
  if (!options.wrapper.empty()) {
    const auto wrapper = merged_wrapper(pages);
    const bool found = std::any_of(pages.begin(), pages.end(),
                                   [](const MinedPage& mined) { return !mined.regions.empty(); });
    if (wrapper == nullptr && found) {
      return Error{ErrorCode::kUnsupported,
                   "--wrapper: the cells of a record lie apart on these pages; write --labels and "
                   "learn from them: weft learn --inducer broom"};
    }
    if (wrapper != nullptr)
      WEFT_TRY(write_file(options.wrapper, model::save_wrapper(*wrapper).dump(1) + "\n"));
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
  for (model::Page& page : read_pages(context, options.inputs, unreadable)) {
    MinedPage mined{std::move(page), {}};
    Diagnostics diagnostics;
    mined.regions = mine::mine(mined.page.document, mining, &diagnostics);
    for (const Diagnostic& d : diagnostics) context.note(mined.page.id + ": " + d.detail);
    pages.push_back(std::move(mined));
  }
  if (pages.size() > 1) {
    if (const auto wrapper = merged_wrapper(pages)) apply_merged(*wrapper, pages);
  }
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
  if (const Status written = write_side_files(pages, options); !written.ok())
    return context.fail(written.error());
  if (records == 0) return unreadable > 0 ? ExitCode::kFailed : ExitCode::kNothing;
  const Status written = write_records(context, pages, options, format_of(context, options));
  if (!written.ok()) return context.fail(written.error());
  return unreadable > 0 ? ExitCode::kPartial : ExitCode::kGood;
}

const Verb kMine(
    {.order = 50,
     .name = "mine",
     .summary = "Find the records on pages that nobody labelled",
     .examples = "  weft mine results.html\n"
                 "  weft mine --explain --html-report report.html results.html\n"
                 "  weft mine page1.html page2.html --wrapper list.json -o items.csv\n"
                 "  curl -s https://shop.example/lamps | weft mine - | jq .title",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       app.add_option(
              "PAGE", options->inputs,
              "Files, directories, or - for standard input; several pages of one template are "
              "merged")
           ->required();
       app.add_option("--method", options->method, "weft, mdr, depta or net")
           ->capture_default_str()
           ->check(CLI::IsMember({"weft", "mdr", "depta", "net"}));
       app.add_option("--format", options->format,
                      "table, jsonl or csv; default: table on a terminal, else jsonl")
           ->check(CLI::IsMember({"table", "jsonl", "csv"}));
       app.add_flag("--all", options->all, "All regions, not only the main one");
       app.add_flag("--nested", options->nested, "Also lists inside records");
       app.add_flag("--explain", options->explain, "Say why this region and why these columns");
       app.add_option("--min-confidence", options->min_confidence, "Show no region below this")
           ->capture_default_str()
           ->check(in_range(0, 1));
       app.add_option("--html-report", options->html_report,
                      "Write the regions, drawn over the page's structure");
       app.add_option("--wrapper", options->wrapper,
                      "Write a wrapper for other pages of the template");
       app.add_option("--labels", options->labels, "Write labels that weft learn can use");
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
