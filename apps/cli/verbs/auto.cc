// weft auto: pages and a domain in, records and a site bundle out, with no label.

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/shortened.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "induce/inducers.h"
#include "model/label_file.h"
#include "model/record_writer.h"
#include "site/auto_site.h"
#include "site/input_files.h"

namespace weft::cli::auto_verb {
namespace {

constexpr size_t kShown = 60;  // Bytes of a value in what a person reads.

struct Options {
  std::vector<std::string> inputs;
  std::string domain;
  std::string site;
  std::string labels;
  std::string inducer = induce::kDefaultInducer;
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
                         {"in_domain", one.wrapper != nullptr},
                         {"labels", one.labels.size()},
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
  return {{"templates", std::move(templates)},
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
    context.note(fmt::format("{}: {} pages", one.page_template.name, one.pages.size()));
    for (const site::AutoAttribute& attribute : one.attributes) {
      if (attribute.found)
        context.note(fmt::format("  {:<18} on {:3.0f} % of pages, {:3.0f} % sure: {}",
                                 attribute.name, 100 * attribute.coverage,
                                 100 * attribute.confidence, shortened(attribute.value, kShown)));
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
  WEFT_ASSIGN(const std::vector<model::Extraction> extractions, site::extract_all(found));
  const auto writer =
      model::make_record_writer(model::record_format_of_path(context.options.output),
                                {.schema = &found.schema}, [&](std::string_view bytes) -> Status {
                                  context.out.write(bytes);
                                  return {};
                                });
  for (const model::Extraction& extraction : extractions) WEFT_TRY(writer->write(extraction));
  return writer->finish();
}

ExitCode run(Context& context, const Options& options) {
  auto domain = site::read_domain(options.domain);
  if (!domain.ok()) return context.fail(domain.error());
  size_t unreadable = 0;
  std::vector<model::Page> pages = read_pages(context, {.inputs = options.inputs}, unreadable);
  if (pages.empty()) {
    context.complain("no pages to learn from: give files, or directories with .html files");
    return ExitCode::kNothing;
  }
  const auto found = site::learn_by_domain(std::move(pages), std::move(*domain),
                                           {.floor = options.floor, .inducer = options.inducer});
  if (!found.ok()) return context.fail(found.error());
  report(context, *found, options.questions);
  if (!found->found_any()) {
    context.complain(fmt::format("no page shows anything of the domain {}", options.domain));
    return ExitCode::kUnhealthy;
  }
  if (!options.labels.empty()) {
    if (const Status written = write_labels(options.labels, *found); !written.ok())
      return context.fail(written.error());
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
  take.value("--domain D", options.domain,
             "A domain that ships (books, jobs, property…) or a *.domain.toml")
      .required();
  take.value("--site DIR", options.site, "Put templates and rules into this site bundle");
  take.value("--labels FILE", options.labels, "Write the labels that the rules were learned from");
  take.value("--floor P", options.floor, "Leave out attributes less sure than this")
      .range(0, 1)
      .show_default();
  take.value("--inducer NAME", options.inducer,
             "How to learn: rules (default), broom, page-tree, best, vote");
  take.value("--questions N", options.questions, "Show so many questions worth an answer")
      .at_least(0);
}

}  // namespace
}  // namespace weft::cli::auto_verb

const weft::cli::Verb weft::cli::kAuto{
    "auto", "Get records from pages by a domain, with no label",
    "  weft auto --domain books pages/ > books.jsonl\n"
    "  weft auto --domain jobs --site jobs.site crawl.warc.gz -o jobs.csv\n"
    "  weft auto --domain lamps.domain.toml --json pages/ | jq .questions",
    prepare<auto_verb::declare, auto_verb::run>};
