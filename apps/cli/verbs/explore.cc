// weft explore: from a site's address to its records, with nobody watching.

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/markup.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "model/record_writer.h"
#include "model/wrapper.h"
#include "report/html_page.h"
#include "site/explore_site.h"
#include "site/input_files.h"
#include "site/learn_list.h"

namespace weft::cli::explore_verb {
namespace {

struct Options {
  std::string url;
  std::string domain;
  std::vector<std::string> terms;
  uint32_t fetches = 200;
  uint32_t submissions = 20;
  uint32_t depth = 5;
  bool dry_run = false;
  std::string wrapper;
  std::string report;
  std::string format;
};

std::string line_of(const explore::WalkStep& step) {
  return fmt::format("{:.2f} {:<6} {}  ({}): {}", step.action.score, name_of(step.action.kind),
                     step.action.url, step.action.reason, step.outcome);
}

std::string cell(std::string_view text) { return "<td>" + escape_markup(text) + "</td>"; }

// Steps with their reasons, what was left alone, what was found: one page.
std::string report_of(const Options& options, const site::Explored& explored, size_t records) {
  std::string body =
      fmt::format("<h1>{}</h1><p>{} fetches, {} pages with records, {} records. {}</p>",
                  escape_markup(options.url), explored.steps.size(), explored.results.size(),
                  records, escape_markup(explored.ended));
  body += "<h2>Steps</h2><table><tr><th>Score<th>Action<th>Address<th>Why<th>Outcome</tr>";
  for (const explore::WalkStep& step : explored.steps) {
    body += "<tr>" + cell(fmt::format("{:.2f}", step.action.score)) +
            cell(name_of(step.action.kind)) + cell(step.action.url) + cell(step.action.reason) +
            cell(step.outcome) + "</tr>";
  }
  body += "</table><h2>Left alone</h2><ul>";
  for (const std::string& what : explored.refused) body += "<li>" + escape_markup(what) + "</li>";
  body += "</ul>";
  return report::HtmlPage{.title = "Exploration of " + options.url, .body = std::move(body)}.text();
}

Status write_results(Context& context, const Options& options, const site::Explored& explored) {
  model::Schema schema;
  for (const site::ResultPage& result : explored.results) {
    for (model::Attribute& attribute : mine::to_schema(result.region).attributes) {
      if (schema.find(attribute.name) == nullptr) schema.attributes.push_back(std::move(attribute));
    }
  }
  std::string format = options.format;
  if (format.empty()) format = context.options.output.ends_with(".csv") ? "csv" : "jsonl";
  WEFT_ASSIGN(const model::RecordFormat record_format, model::parse_record_format(format));
  const auto writer = model::make_record_writer(
      record_format, {.meta = record_format != model::RecordFormat::kCsv, .schema = &schema},
      [&](std::string_view bytes) -> Status {
        context.out.write(bytes);
        return {};
      });
  for (const site::ResultPage& result : explored.results)
    WEFT_TRY(writer->write(mine::to_extraction(result.page, result.region)));
  return writer->finish();
}

Status write_wrapper(const Options& options, const site::Explored& explored) {
  std::vector<site::MinedList> lists;
  for (const site::ResultPage& result : explored.results)
    lists.push_back({&result.page, &result.region});
  WEFT_ASSIGN(const site::LearnedList learned, site::learn_list(lists));
  const Json wrapper = model::save_wrapper(*learned.induced.wrapper, learned.schema);
  return write_file(options.wrapper, dump_json_pretty(wrapper));
}

Result<ExitCode> run(Context& context, const Options& options) {
  std::optional<annotate::Recognizer> domain;
  if (!options.domain.empty()) {
    WEFT_ASSIGN(annotate::Domain read, site::read_domain(options.domain));
    domain.emplace(std::move(read));
  }
  site::ExploreOptions exploring;
  exploring.walk.max_fetches = options.fetches;
  exploring.walk.max_submissions = options.submissions;
  exploring.walk.max_depth = options.depth;
  exploring.walk.terms = options.terms;
  exploring.domain = domain ? &*domain : nullptr;
  exploring.watch = [&](const explore::WalkStep& step) {
    context.note(line_of(step));
    return !options.dry_run;
  };
  PageSource source({}, source_options(context));
  html::Parser parser;
  const site::Explored explored = site::explore_site(
      options.url,
      [&](const std::string& url) -> Result<model::Page> {
        const RawPage raw = source.fetch(url);
        if (raw.error && raw.status < 400) return *raw.error;
        return parse_page(parser, raw, context.options.limits);
      },
      exploring);
  size_t records = 0;
  for (const site::ResultPage& result : explored.results) records += result.region.records.size();
  for (const std::string& what : explored.refused) context.note("left alone: " + what);
  context.note(fmt::format("{} fetches, {} pages with records, {} records; {}",
                           explored.steps.size(), explored.results.size(), records,
                           explored.ended));
  if (!options.report.empty())
    WEFT_TRY(write_file(options.report, report_of(options, explored, records)));
  if (records == 0) return ExitCode::kNothing;
  if (!options.wrapper.empty()) WEFT_TRY(write_wrapper(options, explored));
  WEFT_TRY(write_results(context, options, explored));
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("URL", options.url, "Where the site begins").required();
  take.value("--domain", options.domain,
             "What is looked for: a domain that ships (property, cars, jobs, products…) or a "
             "*.domain.toml");
  take.value("--term WORD", options.terms, "A word to search for where a form needs one");
  take.value("--fetches", options.fetches, "The most pages to fetch")
      .show_default()
      .range(1, 100000);
  take.value("--submissions", options.submissions, "The most forms to send")
      .show_default()
      .range(0, 1000);
  take.value("--depth", options.depth, "The most steps from the start")
      .show_default()
      .range(0, 100);
  take.flag("--dry-run", options.dry_run, "Fetch the first page only, and show what it gives");
  take.value("--format", options.format, "jsonl or csv").one_of({"jsonl", "csv"});
  take.value("--wrapper", options.wrapper, "Write a wrapper for the pages that have records");
  take.value("--report", options.report, "Write every step with its reason as one HTML page");
}

}  // namespace
}  // namespace weft::cli::explore_verb

const weft::cli::Verb weft::cli::kExplore{
    "explore", "Find the records of a whole site by its links, search forms and pagination",
    "  weft explore https://homes.example/ --domain property -o homes.csv\n"
    "  weft explore https://shop.example/ --report walk.html\n"
    "  weft explore https://homes.example/ --dry-run      what would be done\n"
    "Only GET; never a form with a password, card, file or message; robots.txt and delays are "
    "kept.",
    prepare<explore_verb::declare, explore_verb::run>};
