// weft extract: run a wrapper over pages. Pages go through the ordered parallel loop; records are
// written in the order of the pages, a manifest beside them says what was done, and a run that is
// worse than the one whose output it would replace keeps its hands off unless forced.
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/journeys.h"
#include "cli/page_loop.h"
#include "cli/record_output.h"
#include "cli/rules.h"
#include "cli/verb.h"
#include "site/extract.h"
#include "site/journey_run.h"

namespace weft::cli::extract_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  site::RuleOptions rules;
  std::string format;
  std::string manifest;
  std::string replaced;  // -O
  bool append = false;
  std::string key;
  bool no_meta = false;
  bool raw = false;
  bool force = false;
  bool stdin_warc = false;
  double max_unhealthy = 0.1;
  std::string journey;
  std::vector<std::string> parameters;
  bool allow_post = false;
  bool render = false;
};

// Where the manifest goes: beside the output, or where --manifest says; nowhere for standard
// output.
std::string manifest_path(const Context& context, const Options& options) {
  if (!options.manifest.empty()) return options.manifest;
  return context.options.output == "-" ? "" : context.options.output + ".manifest.json";
}

Result<std::unique_ptr<model::RecordWriter>> open_writer(Context& context, const Options& options,
                                                         const model::Schema& schema) {
  using Mode = model::RecordWriterOptions::Mode;
  model::RecordWriterOptions writer{.mode = options.append ? Mode::kAppend : Mode::kReplace,
                                    .meta = !options.no_meta,
                                    .key = options.key};
  if (!schema.attributes.empty()) writer.schema = &schema;
  WEFT_ASSIGN(const model::RecordFormat format, output_format(context, options.format));
  return open_record_output(context, format, writer);
}

// Offers all pages to the run.
Status run_pages(Context& context, PageSource& source, site::Extraction& run,
                 model::RecordWriter& writer) {
  std::vector<html::Parser> parsers(context.workers());
  Status written;
  const PageLoopStats stats = for_each_raw_page(
      context, source,
      [&](unsigned worker, const RawPage& raw) -> Result<InOrder> {
        model::Page page;
        WEFT_ASSIGN(auto outcome, run.extract(raw.url, [&]() -> const model::Page& {
          return page = parse_page(parsers[worker], raw, context.options.limits);
        }));
        parsers[worker].recycle(std::move(page.document));
        return InOrder([&, outcome = std::move(outcome)] {
          const Status added = run.add(outcome, writer);
          if (written.ok()) written = added;
        });
      },
      {.ended = [&] { return !written.ok(); }});
  run.finish(stats.bad, source.stats().damaged != 0 || source.stats().truncated);
  return written;
}

// The summary of the run whose output is about to be replaced; nothing if there is none that can be
// read.
std::optional<extract::RunSummary> previous_run(const Context& context, const Options& options) {
  const std::string path = manifest_path(context, options);
  if (path.empty() || options.append) return std::nullopt;
  const auto text = read_file(path);
  if (!text.ok()) return std::nullopt;
  auto summary = read_json_text<extract::RunSummary>(*text, "run manifest");
  if (!summary.ok()) {
    context.note(summary.error().in(path).message);
    return std::nullopt;
  }
  return std::move(*summary);
}

void report(const Context& context, const extract::RunSummary& summary) {
  context.note(fmt::format(
      "{} pages, {} records, {} unhealthy, {} of no template, {} skipped by URL, {} unreadable",
      summary.pages, summary.records, summary.unhealthy, summary.unmatched, summary.skipped,
      summary.unreadable));
  for (const auto& [name, count] : summary.attributes) {
    context.note(fmt::format("  {:<20} {:5.1f} % of records", name, 100 * summary.coverage(name)));
  }
  for (const std::string& alarm : summary.drift) {
    context.complain(
        fmt::format("drift in {}; weft watch --site {} says why", alarm, summary.site));
  }
}

// Pages, but not one record: other pages than the rules are for, or none that they want.
ExitCode explain_nothing(const Context& context, const extract::RunSummary& summary) {
  if (summary.skipped + summary.unreadable == summary.pages) {
    context.complain("no record: no URL pattern of the rules matches any of these pages");
    return ExitCode::kNothing;
  }
  context.complain(
      "no record: are these pages of a template that rules were learned for? "
      "'weft explain' says why a page gives nothing");
  return ExitCode::kUnhealthy;
}

// Puts output and manifest in place, unless they would replace something better or hold nothing.
Result<ExitCode> finish(Context& context, const Options& options, model::RecordWriter& writer,
                        const extract::RunSummary& summary) {
  if (const auto before = previous_run(context, options); before && !options.force) {
    const auto reasons = extract::worse_than(summary, *before);
    if (!reasons.empty()) {
      context.complain(
          fmt::format("{} is left as it was, because this run is worse: {}; --force replaces it",
                      context.options.output, fmt::join(reasons, "; ")));
      return ExitCode::kUnhealthy;
    }
  }
  if (summary.records == 0 && context.options.output != "-" && !options.force) {
    context.note(fmt::format("{} is not written", context.options.output));
    return explain_nothing(context, summary);
  }
  WEFT_TRY(writer.finish());
  if (const std::string path = manifest_path(context, options); !path.empty()) {
    WEFT_TRY(write_file(path, dump_json_pretty(write_json(summary))));
  }
  if (summary.records == 0) return explain_nothing(context, summary);
  if (summary.unhealthy_share() > options.max_unhealthy) {
    context.complain(
        fmt::format("{:.1f} % of the records lack mandatory values (at most {:.1f} % may)",
                    100 * summary.unhealthy_share(), 100 * options.max_unhealthy));
    return ExitCode::kUnhealthy;
  }
  return summary.partial ? ExitCode::kPartial : ExitCode::kGood;
}

std::string_view outcome_name(ExitCode code) {
  switch (code) {
    case ExitCode::kGood:
      return "good";
    case ExitCode::kUnhealthy:
      return "unhealthy";
    case ExitCode::kPartial:
      return "partial";
    default:
      return "failed";
  }
}

// The way that exploring found, gone again: its records, in the order of its pages.
Result<ExitCode> run_a_journey(Context& context, const Options& options) {
  WEFT_ASSIGN(const JourneyFile file, read_journey(options.journey));
  WEFT_ASSIGN(auto parameters, read_parameters(options.parameters));
  WEFT_ASSIGN(auto writer, open_writer(context, options, file.schema));
  if (options.raw) writer = model::raw_texts(std::move(writer));
  WalkReader reader(context);
  if (options.render) WEFT_TRY(reader.render({.posts = options.allow_post}));
  const auto sink = [&](const model::Page& page, model::Extraction found) -> Status {
    for (model::Record& record : found.records)
      model::normalize_record(record, file.schema, {.base_url = page.url});
    return writer->write(found);
  };
  WEFT_ASSIGN(const WalkDomains domains, read_walk_domains(file.journey->journey().domain));
  WEFT_ASSIGN(const site::JourneyRun run,
              site::run_journey(*file.journey, reader.function(),
                                {.parameters = std::move(parameters),
                                 .allow_post = options.allow_post,
                                 .acts = options.render,
                                 .domain = domains.own ? &*domains.own : nullptr,
                                 .sink = sink}));
  for (const site::JourneyProblem& problem : run.problems)
    context.complain(
        fmt::format("way {}, step {}: {}", problem.path + 1, problem.step + 1, problem.reason));
  context.note(
      fmt::format("{} fetches, {} pages, {} records", run.fetches, run.pages, run.records));
  if (run.records == 0) {
    context.complain(fmt::format(
        "no record; 'weft watch --journey {} --repair' looks for a new way", options.journey));
    return run.problems.empty() ? ExitCode::kNothing : ExitCode::kUnhealthy;
  }
  WEFT_TRY(writer->finish());
  return run.problems.empty() ? ExitCode::kGood : ExitCode::kPartial;
}

Result<ExitCode> run(Context& context, Options options) {
  if (!options.replaced.empty()) context.options.output = options.replaced;
  if (!options.journey.empty()) return run_a_journey(context, options);
  if (options.append && context.options.output == "-") {
    return Error{ErrorCode::kInvalidArgument, "--append needs the file to add to: -o FILE"};
  }
  if (options.append && options.key.empty())
    context.note("records that are there already are added once more; --key ATTR replaces them");
  if (options.stdin_warc) options.inputs.emplace_back("-");
  if (options.inputs.empty())
    return Error{ErrorCode::kInvalidArgument, "extract: give pages, --journey or --stdin-warc"};
  WEFT_ASSIGN(const auto rules, site::RuleBook::load(options.rules));
  SourceOptions reading = source_options(context);
  reading.stdin_is_archive = options.stdin_warc;
  PageSource source(options.inputs, reading);
  WEFT_ASSIGN(auto writer, open_writer(context, options, rules.schema()));
  if (options.raw) writer = model::raw_texts(std::move(writer));

  site::Extraction run(rules, options.rules.site);
  const extract::RunSummary& summary = run.summary;
  run.summary.inputs = options.inputs;
  WEFT_TRY(run_pages(context, source, run, *writer));
  if (source.stats().damaged != 0) {
    context.complain(
        fmt::format("{} damaged places in archives were skipped", source.stats().damaged));
  }
  if (options.stdin_warc) {
    // A filter among many: a part without records is no failure, and nobody's memory is written to.
    WEFT_TRY(writer->finish());
    report(context, summary);
    return source.stats().damaged != 0 ? ExitCode::kPartial : ExitCode::kGood;
  }
  if (summary.pages == 0) {
    context.complain(
        "no pages to extract from: give pages, directories of .html files, or WARC files");
    return ExitCode::kNothing;
  }
  if (summary.pages == summary.unreadable) {
    context.complain("none of the pages could be read; nothing was written");
    return ExitCode::kFailed;
  }
  report(context, summary);
  WEFT_ASSIGN(const ExitCode code, finish(context, options, *writer, summary));
  // A bundle that cannot be written to serves all the same.
  if (const Status kept = run.remember(outcome_name(code)); !kept.ok()) {
    context.note(fmt::format("this run is not recorded in {}: {}", options.rules.site,
                             kept.error().message));
  }
  return code;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -");
  declare_rules(take, options.rules);
  // clang-format off
  take.value("--format", options.format, "jsonl, csv, xml, sqlite or parquet (default: by the name of the output)");
  take.value("-O,--overwrite FILE", options.replaced, "Replace FILE, as Scrapy's -O; the same as -o FILE");
  take.value("--key ATTR", options.key, "SQLite: a record with the same ATTR is replaced").needs("--append");
  take.flag("--append", options.append, "Add to the output instead of replacing it, as Scrapy's -o").excludes("--overwrite");
  take.flag("--no-meta", options.no_meta, "Leave out where values came from");
  take.flag("--raw", options.raw, "Values as they stand on the page, not as their types have them; without it `_meta` has both");
  take.value("--manifest FILE", options.manifest, "Where the run manifest goes (default: beside the output)");
  take.value("--max-unhealthy SHARE", options.max_unhealthy, "Share of records that may lack mandatory values before the run is unhealthy (default: 0.1)").range(0, 1);
  take.flag("--stdin-warc", options.stdin_warc, "A filter: a WARC file in, records out, good also when there are none; for Hadoop streaming, GNU parallel, Ray").excludes("--append");
  take.value("--journey FILE", options.journey, "Go the way that weft explore --journey found, or that an OXPath file says, and extract from the pages it leads to");
  take.value("--set NAME=VALUE", options.parameters, "With --journey: fill in another value than the journey has").needs("--journey");
  take.flag("--allow-post", options.allow_post, "With --journey: also send search forms that post").needs("--journey");
  take.flag("--render", options.render, "With --journey: go it in a browser, for forms and lists that scripts make").needs("--journey");
  take.flag("--force", options.force, "Replace the output even if this run is worse than the last");
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::extract_verb

const weft::cli::Verb weft::cli::kExtract{
    "extract", "Run a wrapper over pages and write the records",
    "  weft extract --site shop.site crawl.warc.gz -o records.jsonl\n"
    "  weft extract --sites bundles/ crawl.warc.gz -o records.jsonl.gz\n"
    "  weft extract --wrapper shop.json site/ > records.jsonl\n"
    "  weft extract --wrapper shop.json --schema product.json -o records.csv site/\n"
    "  weft extract --wrapper shop.json --append -o all.sqlite today/\n"
    "  weft extract --journey homes.json --set town=Bath -o bath.csv\n"
    "  weft extract --site shop.site --stdin-warc < part.warc.gz > part.jsonl",
    prepare<extract_verb::declare, extract_verb::run>};
