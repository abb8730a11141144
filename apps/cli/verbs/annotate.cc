// weft annotate: what a domain recognises on pages.

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "base/json.h"
#include "base/markup.h"
#include "cli/ask_labels.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "dom/path.h"
#include "dom/text.h"
#include "html/parser.h"
#include "site/auto_site.h"
#include "site/input_files.h"
#include "site/told_values.h"

namespace weft::cli::annotate_verb {
namespace {

using annotate::Annotation;
using annotate::Recognizer;

struct Options {
  std::vector<std::string> inputs;
  std::string domain;
  std::string country;
  std::string format = "text";
  std::string annotator;
  bool labels = false;
  double floor = 0;
};

std::string type_of(const Recognizer& recognizer, const Annotation& annotation) {
  return recognizer.domain().attributes[annotation.attribute].name +
         (annotation.label ? ":label" : "");
}

std::string place_of(const dom::Document& doc, const Annotation& annotation) {
  std::string path = dom::indexed_path(doc, annotation.node);
  if (annotation.html_attribute != dom::kNoAtom)
    path += "/@" + std::string(doc.spelling(annotation.html_attribute));
  return path;
}

std::string as_json(const Recognizer& recognizer, const std::string& page, const dom::Document& doc,
                    const std::vector<Annotation>& annotations) {
  std::string lines;
  for (const Annotation& a : annotations) {
    lines += dump_json({{"page", page},
                        {"type", recognizer.domain().attributes[a.attribute].name},
                        {"label", a.label},
                        {"path", place_of(doc, a)},
                        {"span", {a.span.begin, a.span.end}},
                        {"value", a.value},
                        {"confidence", a.confidence}}) +
             "\n";
  }
  return lines;
}

std::string as_text(const Recognizer& recognizer, const std::string& page, const dom::Document& doc,
                    const std::vector<Annotation>& annotations) {
  std::string text = fmt::format("==> {} <==\n", page);
  for (const Annotation& a : annotations)
    text += fmt::format("{:<24} {:.2f}  {:<40} {}\n", type_of(recognizer, a), a.confidence, a.value,
                        place_of(doc, a));
  return text;
}

// The texts of the page that hold something, each as a paragraph; a colour an attribute.
std::string as_html(const Recognizer& recognizer, const std::string& page, const dom::Document& doc,
                    const std::vector<Annotation>& annotations) {
  std::string html = fmt::format("<h2>{}</h2>\n", escape_markup(page));
  for (size_t i = 0; i < annotations.size();) {
    size_t end = i;
    while (end < annotations.size() && annotations[end].node == annotations[i].node &&
           annotations[end].html_attribute == annotations[i].html_attribute)
      ++end;
    const bool in_attribute = annotations[i].html_attribute != dom::kNoAtom;
    const std::string text =
        in_attribute ? annotations[i].value : dom::normalized_text(doc, annotations[i].node);
    html += fmt::format("<p title=\"{}\">", escape_markup(place_of(doc, annotations[i])));
    size_t at = 0;
    for (; i < end; ++i) {
      const Annotation& a = annotations[i];
      const size_t begin = in_attribute ? 0 : a.span.begin;
      const size_t stop = in_attribute ? text.size() : a.span.end;
      if (begin < at || stop > text.size()) continue;
      html += escape_markup(text.substr(at, begin - at));
      html += fmt::format("<mark style=\"background:hsl({},70%,{}%)\">{}<sub>{}</sub></mark>",
                          a.attribute * 360 / recognizer.domain().attributes.size(),
                          a.label ? 92 : 82, escape_markup(text.substr(begin, stop - begin)),
                          escape_markup(type_of(recognizer, a)));
      at = stop;
    }
    html += escape_markup(text.substr(std::min(at, text.size()))) + "</p>\n";
  }
  return html;
}

// What the domain finds, what the page's structured data says, and what a program does.
Result<std::vector<Annotation>> annotations_on(const Context& context, const model::Page& page,
                                               const Recognizer& recognizer,
                                               const Options& options) {
  const annotate::Domain& domain = recognizer.domain();
  std::vector<Annotation> annotations = recognizer.annotate(page.document);
  std::vector<domain::Told> told =
      site::reconciled(site::told_by_structured_data(page, domain), page, recognizer);
  if (!options.annotator.empty()) {
    WEFT_ASSIGN(const std::vector<model::Label> labels,
                ask_for_labels(context, page, site::schema_of(domain), options.annotator));
    for (domain::Told& one :
         site::reconciled(site::told_by_labels(labels, domain), page, recognizer))
      told.push_back(std::move(one));
  }
  for (Annotation& a : site::annotations_of(told, page.document)) {
    const bool known =
        std::any_of(annotations.begin(), annotations.end(), [&](const Annotation& b) {
          return !b.label && a.attribute == b.attribute && a.node == b.node && a.span == b.span;
        });
    if (!known) annotations.push_back(std::move(a));
  }
  std::erase_if(annotations, [&](const Annotation& a) {
    return (a.label && !options.labels) || a.confidence < options.floor;
  });
  std::stable_sort(annotations.begin(), annotations.end(),
                   [](const Annotation& a, const Annotation& b) { return a.node < b.node; });
  return annotations;
}

ExitCode run(Context& context, const Options& options) {
  auto domain = site::read_domain(options.domain);
  if (!domain.ok()) return context.fail(domain.error());
  const Recognizer recognizer(std::move(*domain), options.country);
  auto* const write = context.options.json || options.format == "json" ? as_json
                      : options.format == "html"                       ? as_html
                                                                       : as_text;
  std::vector<html::Parser> parsers(context.workers());
  PageSource source(options.inputs, source_options(context));
  if (write == as_html) context.out.write("<!doctype html><meta charset=utf-8>\n");
  return write_each_page(context, "annotating", source,
                         [&](unsigned worker, const RawPage& raw) -> Result<std::string> {
                           html::ParseResult parsed = parsers[worker].parse(
                               dom::Source::borrow(raw.bytes), {.limits = context.options.limits,
                                                                .transport_charset = raw.charset});
                           model::Page page{.id = raw.id, .url = raw.url};
                           page.document = std::move(parsed.document);
                           WEFT_ASSIGN(const std::vector<Annotation> annotations,
                                       annotations_on(context, page, recognizer, options));
                           return write(recognizer, raw.id, page.document, annotations);
                         });
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
  take.value("--domain D", options.domain,
             "A domain that ships (books, jobs, property…) or a *.domain.toml")
      .required();
  take.value("--country XX", options.country, "Whose national phone numbers there may be");
  take.value("--format", options.format, "text (default), json or html")
      .one_of({"text", "json", "html"});
  take.value(
      "--annotator COMMAND", options.annotator,
      "A program that annotates, too: JSON lines in and out, as 'weft label --labeller' has it");
  take.flag("--labels", options.labels, "Labels (\"Price:\"), too, not values alone");
  take.value("--floor P", options.floor, "Leave out what is less sure").range(0, 1);
}

}  // namespace
}  // namespace weft::cli::annotate_verb

const weft::cli::Verb weft::cli::kAnnotate{
    "annotate", "Show what a domain recognises on pages",
    "  weft annotate --domain books page.html\n"
    "  weft annotate --domain property --labels --json pages/ > annotations.jsonl\n"
    "  weft annotate --domain books --annotator ./my-recogniser page.html\n"
    "  weft annotate --domain lamps.domain.toml --format html page.html -o page-marked.html",
    prepare<annotate_verb::declare, annotate_verb::run>};
