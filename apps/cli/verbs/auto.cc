// weft auto: pages and a domain in, records and a site bundle out, with no label. Without a domain the one is taken that the pages fit.

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/shortened.h"
#include "cli/ask_labels.h"
#include "cli/page_loop.h"
#include "cli/record_output.h"
#include "cli/verb.h"
#include "domain/memory.h"
#include "induce/inducers.h"
#include "model/label_file.h"
#include "site/auto_site.h"
#include "site/input_files.h"

namespace weft::cli::auto_verb {
namespace {

constexpr size_t kShown = 60;  // Bytes of a value in what a person reads.

struct Options {
  std::vector<std::string> inputs;
  std::string domain;
  std::string memory;
  std::string remember;
  std::string site;
  std::string labels;
  std::string inducer = induce::kDefaultInducer;
  std::string method = "weft";
  std::string annotator;
  double floor = domain::kDefaultFloor;
  size_t questions = 5;
};

std::string question(const site::AutoQuestion& one) {
  const site::AutoAttribute& about = one.attribute;
  std::string text =
      fmt::format("is '{}' the {} of {}?", shortened(about.value, kShown), about.name, about.page);
  if (!about.other.empty()) text += fmt::format(" (or '{}')", shortened(about.other, kShown));
  return text + fmt::format(" [{}, {:.0f} % sure]", one.template_name, 100 * about.confidence);
}

const char* kind_name(site::AutoKind kind) {
  return kind == site::AutoKind::kList     ? "list"
         : kind == site::AutoKind::kDetail ? "detail"
                                           : "other";
}

Json as_json(const site::AutoSite& found) {
  Json templates = Json::array();
  for (const site::AutoTemplate& one : found.templates) {
    Json attributes = Json::array();
    for (const site::AutoAttribute& attribute : one.attributes) {
      attributes.push_back({{"name", attribute.name},
                            {"found", attribute.found},
                            {"confidence", attribute.confidence},
                            {"coverage", attribute.coverage},
                            {"agreement", attribute.agreement},
                            {"page", attribute.page},
                            {"value", attribute.value}});
    }
    templates.push_back({{"name", one.page_template.name},
                         {"pages", one.pages.size()},
                         {"kind", kind_name(one.kind)},
                         {"records", one.records},
                         {"labels", one.labels.size()},
                         {"wrong_labels", one.wrong.size()},
                         {"problems", one.problems},
                         {"attributes", std::move(attributes)}});
  }
  Json questions = Json::array();
  for (const site::AutoQuestion& one : found.questions) {
    questions.push_back({{"template", one.template_name},
                         {"attribute", one.attribute.name},
                         {"page", one.attribute.page},
                         {"value", one.attribute.value},
                         {"other", one.attribute.other},
                         {"confidence", one.attribute.confidence},
                         {"worth", one.worth}});
  }
  Json fits = Json::array();
  for (const site::DomainFit& fit : found.fits)
    fits.push_back({{"domain", fit.name}, {"score", fit.score}});
  return {{"domain", found.domain},
          {"fits", std::move(fits)},
          {"templates", std::move(templates)},
          {"ungrouped", found.ungrouped},
          {"questions", std::move(questions)}};
}

// What was found, for a person: on standard error, since records go to standard output.
void report(const Context& context, const site::AutoSite& found, size_t questions) {
  for (const site::AutoTemplate& one : found.templates) {
    if (one.wrapper == nullptr) {
      context.note(fmt::format("{}: {} pages, nothing of the domain", one.page_template.name,
                               one.pages.size()));
      continue;
    }
    const bool list = one.kind == site::AutoKind::kList;
    context.note(fmt::format("{}: {} {} pages, {} records", one.page_template.name,
                             one.pages.size(), kind_name(one.kind), one.records));
    for (const site::AutoAttribute& attribute : one.attributes) {
      if (attribute.found)
        context.note(fmt::format("  {:<18} {} {:3.0f} % of {}, {:3.0f} % sure: {}", attribute.name,
                                 list ? "in" : "on", 100 * attribute.coverage,
                                 list ? "records" : "pages", 100 * attribute.confidence,
                                 shortened(attribute.value, kShown)));
    }
  }
  for (size_t i = 0; i < std::min(questions, found.questions.size()); ++i)
    context.note("worth asking: " + question(found.questions[i]));
}

Status write_labels(const std::string& path, const site::AutoSite& found) {
  std::string text;
  for (const site::AutoTemplate& one : found.templates) text += model::write_labels(one.labels);
  return write_file(path, text);
}

Status write_records(Context& context, const site::AutoSite& found) {
  WEFT_ASSIGN(const site::JoinedRecords joined, site::extract_joined(found));
  if (joined.listed > 0 && joined.details > 0) {
    context.note(fmt::format("{} of {} things in lists have a detail page, of {} there are",
                             joined.joined, joined.listed, joined.details));
    if (joined.compared > 0)
      context.note(
          fmt::format("{:.0f} % of the {} values that both give are the same",
                      100 * static_cast<double>(joined.same) / static_cast<double>(joined.compared),
                      joined.compared));
  }
  WEFT_ASSIGN(const model::RecordFormat format, output_format(context, ""));
  WEFT_ASSIGN(const auto writer,
              open_record_output(
                  context, format,
                  {.mode = model::RecordWriterOptions::Mode::kReplace, .schema = &found.schema}));
  for (const model::Extraction& extraction : joined.extractions)
    WEFT_TRY(writer->write(extraction));
  return writer->finish();
}

// By the domain named, or the one that fits.
Result<site::AutoSite> learn(const Context& context, const Options& options,
                             std::vector<model::Page> pages, domain::DomainMemory& memory) {
  site::AutoOptions learning{
      .method = options.method == "amber" ? site::AutoMethod::kAmber : site::AutoMethod::kWeft,
      .floor = options.floor,
      .inducer = options.inducer};
  if (!options.domain.empty()) {
    WEFT_ASSIGN(annotate::Domain domain, site::read_domain(options.domain));
    if (!options.memory.empty()) {
      domain = memory.teach(std::move(domain));
      learning.models = &memory.values;
      learning.remember_as = options.remember;
    }
    if (!options.annotator.empty())
      learning.annotator = [&context, &options,
                            schema = site::schema_of(domain)](const model::Page& page) {
        return ask_for_labels(context, page, schema, options.annotator);
      };
    return site::learn_by_domain(std::move(pages), std::move(domain), learning);
  }
  WEFT_ASSIGN(const std::vector<annotate::Domain> domains, site::read_shipped_domains());
  return site::learn_without_domain(std::move(pages), domains, learning);
}

// What sites taught; nothing yet where it is to be remembered for the first time.
Result<domain::DomainMemory> read_memory(const Options& options) {
  if (options.memory.empty()) return domain::DomainMemory();
  WEFT_ASSIGN(auto memory, site::read_memory(options.memory, options.remember.empty()));
  // What a site taught before must not teach it again.
  if (!options.remember.empty()) memory.forget_site(options.remember);
  return memory;
}

// Terms of the records, beside the value models that learning left in the memory.
Status remember(const Options& options, const site::AutoSite& found, domain::DomainMemory memory) {
  WEFT_ASSIGN(const annotate::Domain domain, site::read_domain(options.domain));
  WEFT_ASSIGN(const auto extractions, site::extract_all(found));
  domain::ValueModels values = std::move(memory.values);
  memory.learn(options.remember, extractions, domain);
  memory.values = std::move(values);
  return site::write_memory(options.memory, memory);
}

void say_what_it_is_about(const Context& context, const site::AutoSite& found) {
  if (found.fits.empty()) return;
  if (found.domain.empty()) {
    context.note(fmt::format(
        "no domain that ships fits (the nearest is {}): columns are named after the pages",
        found.fits[0].name));
    return;
  }
  std::string others;
  for (size_t i = 1; i < found.fits.size() && i < 3; ++i) {
    if (found.fits[i].score > 0) others += (others.empty() ? "" : ", ") + found.fits[i].name;
  }
  context.note(fmt::format("taken for {}{}; --domain says otherwise", found.domain,
                           others.empty() ? "" : " (next: " + others + ")"));
}

ExitCode run(Context& context, const Options& options) {
  size_t unreadable = 0;
  std::vector<model::Page> pages = read_pages(context, {.inputs = options.inputs}, unreadable);
  if (pages.empty()) {
    context.complain("no pages to learn from: give files, or directories with .html files");
    return ExitCode::kNothing;
  }
  if ((!options.memory.empty() && options.domain.empty()) ||
      (!options.remember.empty() && options.memory.empty()) ||
      (!options.annotator.empty() && options.domain.empty())) {
    return context.fail({ErrorCode::kInvalidArgument,
                         "--memory and --annotator need --domain, and --remember needs --memory"});
  }
  auto memory = read_memory(options);
  if (!memory.ok()) return context.fail(memory.error());
  const auto found = learn(context, options, std::move(pages), *memory);
  if (!found.ok()) return context.fail(found.error());
  say_what_it_is_about(context, *found);
  report(context, *found, options.questions);
  if (!found->found_any()) {
    context.complain(options.domain.empty()
                         ? "no lists and no columns were found"
                         : fmt::format("no page shows anything of the domain {}", options.domain));
    return ExitCode::kUnhealthy;
  }
  if (!options.labels.empty()) {
    if (const Status written = write_labels(options.labels, *found); !written.ok())
      return context.fail(written.error());
  }
  if (!options.remember.empty()) {
    if (const Status kept = remember(options, *found, std::move(*memory)); !kept.ok())
      return context.fail(kept.error());
    context.note(fmt::format("{} remembers {}", options.memory, options.remember));
  }
  if (!options.site.empty()) {
    if (const Status put = site::put_in_bundle(options.site, *found); !put.ok())
      return context.fail(put.error());
    context.note(fmt::format("{}: extract and watch go on from here", options.site));
  }
  if (context.options.json) {
    context.out.write(dump_json(as_json(*found)) + "\n");
  } else if (const Status written = write_records(context, *found); !written.ok()) {
    return context.fail(written.error());
  }
  return unreadable == 0 ? ExitCode::kGood : ExitCode::kPartial;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs,
             "Pages of one site: files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
  take.value(
      "--domain D", options.domain,
      "A domain that ships (books, jobs, property…) or a *.domain.toml (default: the one that "
      "ships and fits, if any does)");
  take.value("--memory FILE", options.memory,
             "With --domain: what other sites taught: terms, and what values look like");
  take.value("--remember SITE", options.remember,
             "With --memory: let it remember what this site teaches, under this name");
  take.value("--site DIR", options.site, "Put templates and rules into this site bundle");
  take.value("--labels FILE", options.labels, "Write the labels that the rules were learned from");
  take.value("--floor P", options.floor, "Leave out attributes less sure than this")
      .range(0, 1)
      .show_default();
  take.value("--inducer NAME", options.inducer,
             "How to learn: rules (default), broom, page-tree, best, vote");
  take.value(
      "--annotator COMMAND", options.annotator,
      "With --domain: a program that annotates pages, too: JSON lines in and out, as 'weft label "
      "--labeller' has it");
  take.value("--method NAME", options.method,
             "How detail pages are read: weft, or amber ([Amber] chapter 6)")
      .one_of({"weft", "amber"})
      .show_default();
  take.value("--questions N", options.questions, "Show so many questions worth an answer")
      .at_least(0);
}

}  // namespace
}  // namespace weft::cli::auto_verb

const weft::cli::Verb weft::cli::kAuto{
    "auto", "Get records from pages by a domain, with no label",
    "  weft auto --domain books pages/ > books.jsonl\n"
    "  weft auto pages/ > records.jsonl     (says what they seem to be about)\n"
    "  weft auto --domain jobs --site jobs.site crawl.warc.gz -o jobs.csv\n"
    "  weft auto --domain cars --memory cars.memory.json --remember one.example one/ -o one.jsonl\n"
    "  weft auto --domain lamps.domain.toml --json pages/ | jq .questions",
    prepare<auto_verb::declare, auto_verb::run>};
