// weft mine: the records on pages, nobody asked first.

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/mine_report.h"
#include "cli/page_loop.h"
#include "cli/record_output.h"
#include "cli/verb.h"
#include "dom/box_tree.h"
#include "mine/like.h"
#include "mine/mine.h"
#include "mine/region.h"
#include "model/label_file.h"
#include "model/wrapper.h"
#include "render/estimate.h"
#include "report/text_table.h"
#include "site/domain_records.h"
#include "site/follow_pages.h"
#include "site/input_files.h"
#include "site/learn_list.h"

namespace weft::cli::mine_verb {
namespace {

using mine::Region;

struct Options {
  std::vector<std::string> inputs;
  std::string method = "weft";
  std::string align = "partial";
  std::string domain;
  std::string pivot;
  std::string format;
  bool all = false;
  bool nested = false;
  bool flat = false;
  bool explain = false;
  bool raw = false;
  bool no_meta = false;
  bool layout = false;
  std::string like;
  std::string schema;
  double min_confidence = mine::kPresentableConfidence;
  std::string html_report;
  std::string wrapper;
  std::string labels;
  uint32_t paginate = 1;
};

struct MinedPage {
  model::Page page;
  std::vector<Region> regions;
  bool of_template = false;             // Its main region has the columns of the surest one.
  std::unique_ptr<dom::Document> sent;  // What a tree from boxes borrows from.
};

// Empty: by the name of the output.
std::string format_of(const Context& context, const Options& options) {
  if (!options.format.empty()) return options.format;
  if (context.options.json) return "jsonl";
  const bool terminal = context.options.output == "-" && isatty(STDOUT_FILENO) != 0;
  return terminal ? "table" : "";
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

// The schema of regions that make one table: the columns of each, in the order they are first seen.
model::Schema schema_of(const std::vector<const Region*>& regions, const Options& options) {
  const auto nested = options.nested ? mine::NestedOutput::kInclude : mine::NestedOutput::kLeaveOut;
  model::Schema schema;
  for (const Region* region : regions) {
    for (model::Attribute& attribute : mine::to_schema(*region, nested).attributes) {
      if (schema.find(attribute.name) == nullptr) schema.attributes.push_back(std::move(attribute));
    }
  }
  return schema;
}

// Main regions of one template teach what runs on its other pages, the surest first.
Result<site::LearnedList> learn(const std::vector<MinedPage>& pages) {
  const MinedPage* surest = surest_of(pages);
  std::vector<site::MinedList> lists = {{&surest->page, &surest->regions[0]}};
  for (const MinedPage& mined : pages) {
    if (mined.of_template && &mined != surest) lists.push_back({&mined.page, &mined.regions[0]});
  }
  return site::learn_list(lists);
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
  const auto learned = learn(pages);
  if (!learned.ok()) return;
  for (MinedPage* mined : without) {
    Region region = mine::to_region(mined->page, learned->induced.wrapper->apply(mined->page),
                                    surest->regions[0]);
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
                               name_of(column.type), column.path, column.origin));
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
    report::TextTable table;
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
    text +=
        report::render(table, {.width = report::terminal_width(), .color = context.color_stdout()});
  }
  return text;
}

// Regions that make one table, with their pages.
struct Table {
  struct Part {
    const MinedPage* mined;
    const Region* region;
  };
  std::vector<Part> parts;

  [[nodiscard]] model::Schema schema(const Options& options) const {
    std::vector<const Region*> regions;
    for (const Part& part : parts) regions.push_back(part.region);
    return schema_of(regions, options);
  }
};

// Main regions are one table. Of the others those are that have columns at the same paths.
std::vector<Table> tables_of(std::vector<MinedPage>& pages) {
  std::vector<Table> tables(1);
  for (const MinedPage& mined : pages) {
    if (!mined.regions.empty()) tables[0].parts.push_back({&mined, &mined.regions[0]});
  }
  for (MinedPage& mined : pages) {
    for (size_t i = 1; i < mined.regions.size(); ++i) {
      Region& region = mined.regions[i];
      const auto same = std::find_if(tables.begin() + 1, tables.end(), [&](const Table& table) {
        return table.parts[0].mined != &mined && mine::take_names(*table.parts[0].region, region);
      });
      Table& table = same == tables.end() ? tables.emplace_back() : *same;
      table.parts.push_back({&mined, &region});
    }
  }
  return tables;
}

using OpenWriter =
    std::function<Result<std::unique_ptr<model::RecordWriter>>(const model::RecordWriterOptions&)>;

Status write_table(const Context& context, const Table& table, const Options& options,
                   model::RecordFormat format, const OpenWriter& open) {
  const model::Schema schema = table.schema(options);
  const bool lines = format == model::RecordFormat::kJsonLines;
  WEFT_ASSIGN(auto writer, open({.mode = model::RecordWriterOptions::Mode::kReplace,
                                 .meta = !options.no_meta && (lines || context.options.json),
                                 .schema = &schema}));
  if (options.raw) writer = model::raw_texts(std::move(writer));
  const auto nested = options.nested ? mine::NestedOutput::kInclude : mine::NestedOutput::kLeaveOut;
  for (const Table::Part& part : table.parts)
    WEFT_TRY(writer->write(mine::to_extraction(part.mined->page, *part.region, nested)));
  return writer->finish();
}

// --all: a file for each table, since tables do not share columns; in JSON an array on a line.
Status write_all(Context& context, const std::vector<Table>& tables, const Options& options,
                 model::RecordFormat format) {
  const bool files = format != model::RecordFormat::kJsonLines;
  if (files && context.options.output == "-") {
    return Error{ErrorCode::kInvalidArgument,
                 "--all writes one file a region: give -o FILE, or --format jsonl"};
  }
  // Files of their own take the place of the one that the command line opened.
  if (files) context.out = std::move(*Output::open("-"));
  for (size_t i = 0; i < tables.size(); ++i) {
    if (files) {
      const std::string path = beside(context.options.output, std::to_string(i + 1));
      WEFT_TRY(write_table(context, tables[i], options, format,
                           [&](const model::RecordWriterOptions& how) {
                             return model::open_record_writer(path, format, how);
                           }));
      context.note(fmt::format("{} written", path));
      continue;
    }
    std::string text;
    const auto sink = [&](std::string_view bytes) -> Status {
      text += bytes;
      return {};
    };
    WEFT_TRY(write_table(context, tables[i], options, format,
                         [&](const model::RecordWriterOptions& how) {
                           return model::make_record_writer(format, how, sink);
                         }));
    if (text.ends_with('\n')) text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ',');
    context.out.write("[" + text + "]\n");
  }
  return {};
}

Status write_records(Context& context, std::vector<MinedPage>& pages, const Options& options,
                     const std::string& format) {
  if (format == "table") {
    for (const MinedPage& mined : pages) context.out.write(as_table(context, mined, options));
    return {};
  }
  WEFT_ASSIGN(const model::RecordFormat record_format, output_format(context, format));
  const std::vector<Table> tables = tables_of(pages);
  if (options.all) return write_all(context, tables, options, record_format);
  return write_table(context, tables[0], options, record_format,
                     [&](const model::RecordWriterOptions& how) {
                       return open_record_output(context, record_format, how);
                     });
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
    if (surest_of(pages)->regions[0].found_by == "script") {
      return Error{ErrorCode::kUnsupported,
                   "no wrapper: the list stands in a script, where rules cannot point at values"};
    }
    WEFT_ASSIGN(const site::LearnedList learned, learn(pages));
    for (const std::string& problem : learned.induced.problems) context.note(problem);
    const Json wrapper = model::save_wrapper(*learned.induced.wrapper, learned.schema);
    WEFT_TRY(write_file(options.wrapper, dump_json_pretty(wrapper)));
  }
  return {};
}

// What is asked for need not be what the ranker is sure of, but must be one or the other.
void take_like(const std::vector<mine::Wish>& wishes, const Options& options,
               std::vector<Region>& regions) {
  constexpr double kEnough = 0.75;
  mine::take_wished(wishes, regions);
  std::erase_if(regions, [&](const Region& region) {
    return region.confidence < options.min_confidence && mine::fit(wishes, region) < kEnough;
  });
}

using Miner = std::function<std::vector<Region>(const model::Page&, Diagnostics&)>;

// By what a domain knows; by AMBER perhaps without one.
Result<Miner> domain_miner(const Options& options) {
  const bool amber = options.method == "amber";
  if (!amber && options.method != "weft") {
    return Error{ErrorCode::kInvalidArgument,
                 "--domain goes with --method weft or amber, not " + options.method};
  }
  annotate::Domain domain;
  if (!options.domain.empty()) {
    WEFT_ASSIGN(domain, site::read_domain(options.domain));
  }
  const auto recognizer = std::make_shared<const annotate::Recognizer>(std::move(domain));
  site::DomainMineOptions mining{
      .method = amber ? site::DomainMethod::kAmber : site::DomainMethod::kWeft, .all = options.all};
  if (!options.pivot.empty()) {
    mining.pivot = domain::amber::find_pivot(*recognizer, options.pivot);
    if (!mining.pivot) {
      return Error{
          ErrorCode::kInvalidArgument,
          "no pivot " + options.pivot +
              ": give link, image, or an attribute of the domain that has a form or terms"};
    }
  }
  return Miner([=](const model::Page& page, Diagnostics&) {
    return site::mine_by_domain(page.document, *recognizer, mining);
  });
}

Result<Miner> miner_of(const Options& options, bool wished) {
  if (!options.domain.empty() || !options.pivot.empty() || options.method == "amber")
    return domain_miner(options);
  const auto method = enum_named<mine::Method>(options.method);
  if (!method) return Error{ErrorCode::kInvalidArgument, "no method " + options.method};
  if (options.align == "star" && *method != mine::Method::kDepta)
    return Error{ErrorCode::kInvalidArgument, "--align goes with --method depta"};
  mine::MineOptions mining{
      .method = *method,
      .alignment = options.align == "star" ? mine::Alignment::kStar : mine::Alignment::kPartial};
  mining.max_regions = options.all || wished ? 20 : 1;
  mining.min_confidence = wished ? 0 : options.min_confidence;
  mining.nested = options.nested || options.flat;
  return Miner([=, flat = options.flat](const model::Page& page, Diagnostics& diagnostics) {
    mine::MineOptions of_page = mining;
    of_page.layout = page.layout ? &*page.layout : nullptr;
    std::vector<Region> regions = mine::mine(page.document, of_page, &diagnostics);
    if (flat) {
      for (Region& region : regions) region = mine::flattened(std::move(region));
    }
    return regions;
  });
}

// The page as its boxes nest it: stored ones, else estimated.
void nest_by_boxes(MinedPage& mined) {
  model::Page& page = mined.page;
  if (!page.layout) page.layout = render::estimate_layout(page.document, {.scripts = true});
  mined.sent = std::make_unique<dom::Document>(std::move(page.document));
  dom::BoxTree tree = dom::tree_of_boxes(*mined.sent, *page.layout);
  page.document = std::move(tree.document);
  page.layout = std::move(tree.layout);
}

// --paginate: the pages that follow one, as long as they bring new records.
std::vector<model::Page> next_pages(Context& context, const model::Page& first, const Miner& miner,
                                    size_t most) {
  PageSource source({}, source_options(context));
  html::Parser parser;
  site::FollowedPages followed = site::follow_pages(
      first,
      [&](const std::string& url) -> Result<model::Page> {
        const RawPage raw = source.fetch(url);
        if (raw.error) return *raw.error;
        return parse_page(parser, raw, context.options.limits);
      },
      [&](const model::Page& page) {
        Diagnostics diagnostics;
        const std::vector<Region> regions = miner(page, diagnostics);
        return regions.empty() ? std::vector<std::string>()
                               : mine::record_texts(page.document, regions[0]);
      },
      {.max_pages = most});
  context.note(
      fmt::format("{}: {} more pages; {}", first.id, followed.pages.size(), followed.ended));
  return std::move(followed.pages);
}

ExitCode run(Context& context, const Options& options) {
  std::vector<mine::Wish> wishes = mine::wishes_of(options.like);
  if (!options.schema.empty()) {
    const auto schema = site::read_schema_file(options.schema);
    if (!schema.ok()) return context.fail(schema.error());
    wishes = mine::wishes_of(*schema);
  }
  const auto miner = miner_of(options, !wishes.empty());
  if (!miner.ok()) return context.fail(miner.error());
  std::vector<MinedPage> pages;
  size_t unreadable = 0;
  const auto mine_page = [&](model::Page page) {
    MinedPage mined{std::move(page), {}};
    Diagnostics diagnostics;
    if (options.layout) nest_by_boxes(mined);
    mined.regions = (*miner)(mined.page, diagnostics);
    for (const Diagnostic& d : diagnostics) context.note(mined.page.id + ": " + d.detail);
    if (!wishes.empty()) take_like(wishes, options, mined.regions);
    if (!options.all && mined.regions.size() > 1) mined.regions.resize(1);
    pages.push_back(std::move(mined));
  };
  for (model::Page& page : read_pages(context, {options.inputs, {}}, unreadable)) {
    std::vector<model::Page> more;
    if (options.paginate > 1) more = next_pages(context, page, *miner, options.paginate);
    mine_page(std::move(page));
    for (model::Page& next : more) mine_page(std::move(next));
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
  take.value("--method", options.method, "weft, mdr, depta, net or amber")
      .show_default()
      .one_of({"weft", "mdr", "depta", "net", "amber"});
  take.value("--align", options.align,
             "How depta aligns records: partial (trees) or star (tag strings around a centre)")
      .show_default()
      .one_of({"partial", "star"});
  take.value("--domain", options.domain,
             "What the records are: a domain that ships (property, cars, jobs, products…) or a "
             "*.domain.toml; columns are its attributes");
  take.value("--pivot NAME", options.pivot,
             "What shows where records are: an attribute of the domain, link or image");
  take.value("--format", options.format,
             "table, jsonl, csv, xml, sqlite or parquet; default: by the name of the output, table "
             "on a "
             "terminal, else jsonl")
      .one_of({"table", "jsonl", "csv", "xml", "sqlite", "parquet"});
  take.value(
      "--like NAMES", options.like,
      "The region that has what you want, by names: \"name, phone\", \"first name, last name\"");
  take.value("--schema FILE", options.schema, "The same, by the names of a schema's attributes")
      .excludes("--like");
  take.flag("--all", options.all,
            "All regions, not only the main one: of -o NAME.csv NAME.1.csv, NAME.2.csv…, in JSON "
            "Lines an array a region");
  take.flag("--raw", options.raw,
            "Values as they stand on the page; without it numbers, dates, prices and addresses are "
            "typed where nothing is lost, and `_meta` has both");
  take.flag("--no-meta", options.no_meta, "Leave out where values came from, and their raw text");
  take.value(
          "--paginate PAGES", options.paginate,
          "Go on to the next pages of the list, up to so many, as long as they bring new records")
      .range(1, 1000);
  take.flag("--nested", options.nested, "Also lists inside records");
  take.flag("--flat", options.flat,
            "A record for each row of a list inside records, the values around it repeated")
      .excludes("--nested");
  take.flag("--explain", options.explain, "Say why this region and why these columns");
  take.value("--min-confidence", options.min_confidence, "Show no region below this")
      .show_default()
      .range(0, 1);
  take.value("--html-report", options.html_report,
             "Write the regions, drawn over the page's structure");
  take.value("--wrapper", options.wrapper, "Write a wrapper for other pages of the template");
  take.value("--labels", options.labels, "Write labels that weft learn can use");
  take.flag("--layout", options.layout,
            "Look at the page as its boxes nest it, stored ones (weft render) or estimated; depta "
            "uses the gaps between them")
      .excludes("--wrapper");
}

}  // namespace
}  // namespace weft::cli::mine_verb

const weft::cli::Verb weft::cli::kMine{
    "mine", "Find the records on pages that nobody labelled",
    "  weft mine results.html\n"
    "  weft mine --like \"name, phone\" staff.html\n"
    "  weft mine --domain property results.html\n"
    "  weft mine --paginate 20 https://shop.example/lamps -o lamps.csv\n"
    "  weft mine --all -o tables.csv page.html\n"
    "  weft mine --explain --html-report report.html results.html\n"
    "  weft mine page1.html page2.html --wrapper list.json -o items.csv\n"
    "  curl -s https://shop.example/lamps | weft mine - | jq .title",
    prepare<mine_verb::declare, mine_verb::run>};
