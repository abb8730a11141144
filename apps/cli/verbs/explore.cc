// weft explore: from a site's address to its records, with nobody watching.

#include <map>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/file.h"
#include "base/json.h"
#include "base/markup.h"
#include "base/stopwatch.h"
#include "cli/journeys.h"
#include "cli/record_output.h"
#include "cli/verb.h"
#include "model/wrapper.h"
#include "report/html_page.h"
#include "site/explore_site.h"
#include "site/journey_run.h"
#include "wrap/journey/oxpath.h"

namespace weft::cli::explore_verb {
namespace {

struct Options {
  std::string url;
  std::vector<std::string> domains;
  std::vector<std::string> terms;
  uint32_t fetches = 200;
  uint32_t submissions = 20;
  uint32_t depth = 5;
  uint32_t details = 0;
  int delay = WalkReader::kPoliteDelay;
  bool dry_run = false;
  bool render = false;
  bool allow_post = false;
  std::string wrapper;
  std::string journey;
  std::string actions;
  std::string state;
  std::string report;
  std::string format;
};

std::string line_of(const explore::WalkStep& step) {
  return fmt::format("{:.2f} {:<6} {}  ({}): {}", step.action.score, name_of(step.action.kind),
                     step.action.request.url, step.action.reason, step.outcome);
}

std::string cell(std::string_view text) { return "<td>" + escape_markup(text) + "</td>"; }
std::string cell(size_t number) { return cell(std::to_string(number)); }

// What was written into forms: "town = London (term)".
std::string fillings_of(const explore::WalkAction& action) {
  std::string text;
  for (const explore::ActedField& field : action.filled)
    text += fmt::format("{}{} = {} ({})", text.empty() ? "" : "; ", field.name, field.value,
                        field.reason);
  return text;
}

// Lists, how much of what they say was found, and the way to each.
std::string lists_of(const site::Explored& explored) {
  std::string html =
      "<h2>Lists</h2><table><tr><th>First page<th>Pages<th>Records<th>It says<th>Found by</tr>";
  for (const explore::WalkList& list : explored.lists) {
    const explore::WalkStep& first = explored.steps[list.steps.front()];
    html += "<tr>" + cell(first.url) + cell(list.steps.size()) + cell(list.records) +
            cell(list.stated == 0 ? "" : std::to_string(list.stated)) + cell(first.action.reason) +
            "</tr>";
  }
  return html + "</table>";
}

// What was seen of the first result pages, a frame around each record.
std::string pictures_of(const site::Explored& explored, const WalkReader& reader) {
  constexpr size_t kMost = 3;
  std::string html;
  for (size_t i = 0; i < std::min(explored.results.size(), kMost); ++i) {
    const model::Page& page = explored.results[i].page;
    const std::string_view picture = reader.picture(page.url);
    if (picture.empty() || !page.layout) continue;
    html += fmt::format(
        "<h2>{}</h2><div style=\"position:relative\"><img style=\"max-width:none\" "
        "src=\"data:image/png;base64,{}\">",
        escape_markup(page.url), to_base64(picture));
    for (const mine::RecordSpan& record : explored.results[i].region.records) {
      dom::Box around;
      for (dom::NodeId n = record.begin; n < record.end; n = page.document.end(n))
        around = united(around, page.layout->box(n));
      html += fmt::format(
          "<div style=\"position:absolute;border:2px solid red;left:{}px;top:{}px;width:{}px;"
          "height:{}px\"></div>",
          around.left, around.top, around.width, around.height);
    }
    html += "</div>";
  }
  return html;
}

// What one domain found of the site.
struct Found {
  std::string kind;  // What the domain calls a record.
  site::Explored explored;
  site::DetailRecords records;
};

// Of several domains each has files of its own: way.json, way.cars.json.
std::string file_for(const std::string& path, const Options& options, const std::string& domain) {
  if (path.empty() || options.domains.size() < 2) return path;
  return beside(path, domain);
}

// What each component took. Reading is told by who reads.
std::string times_of(const explore::WalkTime& walk, const WalkReader::Time& before,
                     const WalkReader::Time& reader, double learning) {
  const double all = walk.all + learning;
  const double fetching = reader.fetching - before.fetching;
  const double drawing = reader.drawing - before.drawing;
  const double parsing = reader.parsing - before.parsing;
  const double known = fetching + drawing + parsing + walk.records + walk.links + walk.forms +
                       walk.pagination + learning;
  std::string html = "<h2>Time</h2><table><tr><th>Component<th>Seconds<th>Share</tr>";
  for (const auto& [name, seconds] : {std::pair{"fetching, with its delays", fetching},
                                      {"drawing in a browser", drawing},
                                      {"parsing", parsing},
                                      {"finding records", walk.records},
                                      {"links", walk.links},
                                      {"forms", walk.forms},
                                      {"pagination", walk.pagination},
                                      {"learning the wrapper", learning},
                                      {"the rest", std::max(0.0, all - known)},
                                      {"all together", all}}) {
    html += "<tr>" + cell(name) + cell(fmt::format("{:.3f}", seconds)) +
            cell(fmt::format("{:.1f} %", all > 0 ? 100 * seconds / all : 0)) + "</tr>";
  }
  return html + "</table>";
}

// Steps with their reasons and fillings, what was left alone, what was found, the way: one page.
std::string report_of(const Options& options, const site::Explored& explored, size_t records,
                      const std::string& way, const std::string& times, const WalkReader& reader) {
  std::map<std::string, std::pair<size_t, size_t>> kinds;  // Steps, and records they brought.
  for (const explore::WalkStep& step : explored.steps) {
    auto& [steps, fresh] = kinds[std::string(name_of(step.action.kind))];
    ++steps;
    fresh += step.list != explore::kNowhere ? step.fresh : 0;
  }
  std::string body =
      fmt::format("<h1>{}</h1><p>{} fetches, {} pages with records, {} records. {}</p>",
                  escape_markup(options.url), explored.steps.size(), explored.results.size(),
                  records, escape_markup(explored.ended));
  body += "<table><tr><th>Action<th>Steps<th>New records</tr>";
  for (const auto& [name, counts] : kinds)
    body += "<tr>" + cell(name) + cell(counts.first) + cell(counts.second) + "</tr>";
  body += "</table>" + lists_of(explored);
  body +=
      "<h2>Steps</h2><table><tr><th>Score<th>Action<th>Address<th>Why<th>Filled in<th>Outcome</tr>";
  for (const explore::WalkStep& step : explored.steps) {
    body += "<tr>" + cell(fmt::format("{:.2f}", step.action.score)) +
            cell(name_of(step.action.kind)) + cell(step.action.request.url) +
            cell(step.action.reason) + cell(fillings_of(step.action)) + cell(step.outcome) +
            "</tr>";
  }
  body += "</table><h2>Left alone</h2><ul>";
  for (const std::string& what : explored.refused) body += "<li>" + escape_markup(what) + "</li>";
  body += "</ul>" + times + pictures_of(explored, reader);
  if (!way.empty()) body += "<h2>The way</h2><pre>" + escape_markup(way) + "</pre>";
  return report::HtmlPage{.title = "Exploration of " + options.url, .body = std::move(body)}.text();
}

// Records of several kinds say which they are.
Status write_results(Context& context, const Options& options, std::vector<Found>& all) {
  constexpr std::string_view kKind = "kind";
  model::Schema schema;
  const auto add = [&](const model::Schema& from) {
    for (const model::Attribute& attribute : from.attributes) {
      if (schema.find(attribute.name) == nullptr) schema.attributes.push_back(attribute);
    }
  };
  if (all.size() > 1) add({.attributes = {{.name = std::string(kKind)}}});
  for (const Found& one : all) {
    for (const site::ResultPage& result : one.explored.results) add(mine::to_schema(result.region));
    add(one.records.schema);
  }
  WEFT_ASSIGN(const model::RecordFormat format, output_format(context, options.format));
  WEFT_ASSIGN(const auto writer,
              open_record_output(context, format,
                                 {.mode = model::RecordWriterOptions::Mode::kReplace,
                                  .meta = format == model::RecordFormat::kJsonLines,
                                  .schema = &schema}));
  for (Found& one : all) {
    for (model::Extraction& found : one.records.extractions) {
      for (model::Record& record : found.records) {
        if (all.size() < 2) break;
        model::Value kind;
        kind.text = one.kind;
        record.fields.insert(record.fields.begin(), {std::string(kKind), std::move(kind)});
      }
      WEFT_TRY(writer->write(found));
    }
  }
  return writer->finish();
}

// The wrapper and the journey, where they are wanted; gives the journey as text.
Result<std::string> write_ways(const Options& options, const std::string& domain,
                               const site::Explored& explored) {
  if (options.wrapper.empty() && options.journey.empty() && options.report.empty())
    return std::string();
  auto learned = site::learn_site_wrapper(explored);
  if (!learned.ok()) {
    if (options.wrapper.empty() && options.journey.empty()) return std::string();
    return learned.error();
  }
  if (!options.wrapper.empty()) {
    WEFT_TRY(write_file(file_for(options.wrapper, options, domain),
                        dump_json_pretty(model::save_wrapper(*learned->wrapper, learned->schema))));
  }
  const auto journey = site::make_journey(options.url, explored, *learned, domain);
  if (!options.journey.empty()) {
    WEFT_TRY(write_journey(file_for(options.journey, options, domain), *journey, learned->schema));
  }
  return wrap::to_oxpath(*journey);
}

// One line a step, for machines.
Status write_actions(const std::string& path, const site::Explored& explored) {
  std::string text;
  for (const explore::WalkStep& step : explored.steps) {
    Json filled = Json::array();
    for (const explore::ActedField& field : step.action.filled)
      filled.push_back(Json{{"name", field.name}, {"value", field.value}, {"why", field.reason}});
    text += Json{{"action", std::string(name_of(step.action.kind))},
                 {"method", step.action.request.method},
                 {"url", step.action.request.url},
                 {"score", step.action.score},
                 {"why", step.action.reason},
                 {"filled", std::move(filled)},
                 {"status", step.status},
                 {"records", step.records},
                 {"new", step.fresh},
                 {"outcome", step.outcome}}
                .dump() +
            "\n";
  }
  return write_file(path, text);
}

// The walk for one domain, its files, and the pages of its records.
Result<Found> explore_for(Context& context, const Options& options, const std::string& domain,
                          WalkReader& reader) {
  WEFT_ASSIGN(const WalkDomains domains, read_walk_domains(domain));
  site::ExploreOptions exploring;
  exploring.walk.max_fetches = options.dry_run ? 1 : options.fetches;
  exploring.walk.max_submissions = options.submissions;
  exploring.walk.max_depth = options.depth;
  exploring.walk.terms = options.terms;
  exploring.walk.allow_post = options.allow_post;
  exploring.walk.acts = options.render;
  domains.apply(exploring);
  exploring.watch = [&](const explore::WalkStep& step) {
    context.note(line_of(step));
    return true;
  };
  const WalkReader::Time before = reader.time();
  Found found{.kind = domains.own ? domains.own->domain().record : "",
              .explored = site::explore_site(options.url, reader.function(), exploring)};
  const site::Explored& explored = found.explored;
  size_t records = 0;
  for (const model::Extraction& one : site::found_records(explored)) records += one.records.size();
  for (const std::string& what : explored.refused) context.note("left alone: " + what);
  if (options.dry_run && explored.next)
    context.note(fmt::format("next: {:.2f} {} {}  ({})", explored.next->score,
                             name_of(explored.next->kind), explored.next->request.url,
                             explored.next->reason));
  context.note(fmt::format("{} fetches, {} pages with records, {} records; {}",
                           explored.steps.size(), explored.results.size(), records,
                           explored.ended));
  const WalkReader::Time reading = reader.time();
  std::string way;
  double learning = 0;
  if (records != 0) {
    const Stopwatch watch(learning);
    WEFT_ASSIGN(way, write_ways(options, domain, explored));
  }
  if (!options.actions.empty())
    WEFT_TRY(write_actions(file_for(options.actions, options, domain), explored));
  if (!options.report.empty())
    WEFT_TRY(write_file(file_for(options.report, options, domain),
                        report_of(options, explored, records, way,
                                  times_of(explored.time, before, reading, learning), reader)));
  if (records == 0) return found;
  WEFT_ASSIGN(found.records,
              site::open_details(explored, reader.function(), exploring.domain, options.details));
  if (options.details != 0)
    context.note(fmt::format("{} pages of records opened, {} read, {} values added",
                             found.records.opened, found.records.joined, found.records.values));
  return found;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WalkReader reader(context, options.delay);
  if (!options.state.empty()) WEFT_TRY(reader.keep_in(options.state));
  if (options.render)
    WEFT_TRY(reader.render({.pictures = !options.report.empty(), .posts = options.allow_post}));
  std::vector<std::string> domains = options.domains;
  if (domains.empty()) domains.emplace_back();  // Any records.
  if (domains.size() > 1) reader.remember();
  std::vector<Found> all;
  bool any = false;
  for (const std::string& domain : domains) {
    WEFT_ASSIGN(Found found, explore_for(context, options, domain, reader));
    any = any || !found.records.extractions.empty();
    all.push_back(std::move(found));
  }
  if (!any) return ExitCode::kNothing;
  WEFT_TRY(write_results(context, options, all));
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("URL", options.url, "Where the site begins").required();
  take.value("--domain", options.domains,
             "What is looked for: a domain that ships (property, cars, jobs, products…) or a "
             "*.domain.toml; again for a site of several kinds, whose records then say which they "
             "are");
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
  take.value("--details", options.details,
             "Open the pages of so many records, too, for what lists do not show")
      .show_default()
      .range(0, 100000);
  take.value("--delay", options.delay, "Milliseconds between fetches from the site")
      .show_default()
      .range(0, 3'600'000);
  take.flag("--allow-post", options.allow_post, "Also send search forms that post");
  take.flag("--render", options.render,
            "Look at every page in a browser, and write, click and scroll there: for forms and "
            "results that scripts make");
  take.flag("--dry-run", options.dry_run,
            "Fetch the first page only, and show what it gives and what would come next");
  take.value("--format", options.format,
             "jsonl, csv, xml, sqlite or parquet (default: by the name of the output)");
  take.value("--wrapper", options.wrapper, "Write a wrapper for the pages that have records");
  take.value("--journey", options.journey,
             "Write the way to the records, to be gone again by weft extract --journey: JSON, or "
             "OXPath if the name ends with .oxpath");
  take.value("--actions", options.actions,
             "Write every action with its reason and outcome, a JSON line each");
  take.value(
      "--state", options.state,
      "Keep every answer in this folder, and go on from there: a walk that was killed is resumed");
  take.value("--report", options.report, "Write every step with its reason as one HTML page");
}

}  // namespace
}  // namespace weft::cli::explore_verb

const weft::cli::Verb weft::cli::kExplore{
    "explore", "Find the records of a whole site by its links, search forms and pagination",
    "  weft explore https://homes.example/ --domain property -o homes.csv\n"
    "  weft explore https://shop.example/ --report walk.html\n"
    "  weft explore https://homes.example/ --domain property --journey homes.json -o homes.csv\n"
    "  weft explore https://homes.example/ --domain property --details 500 -o homes.csv\n"
    "  weft explore https://market.example/ --domain cars --domain property -o all.csv\n"
    "  weft explore https://homes.example/ --dry-run      what would be done next\n"
    "Only GET; never a form with a password, card, file or message; robots.txt and delays are "
    "kept.",
    prepare<explore_verb::declare, explore_verb::run>};
