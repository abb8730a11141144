// weft text: the text of pages, as a reader sees it.

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "html/parser.h"

namespace weft::cli::text_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  bool all = false;
  bool flat = false;
  bool noscript = false;
};

std::string text_of(const dom::Document& doc, const Options& options) {
  if (options.all)
    return options.flat ? dom::normalized_text(doc, dom::kRoot)
                        : dom::text_content(doc, dom::kRoot);
  using Noscript = dom::VisibleTextOptions::Noscript;
  const std::string text = dom::visible_text(
      doc, dom::kRoot, {.noscript = options.noscript ? Noscript::kInclude : Noscript::kSkip});
  return options.flat ? normalize_space(text) : text;
}

std::string json_line(const std::string& name, const std::string& text) {
  std::string line = "{\"page\":";
  append_json_string(line, name);
  line += ",\"text\":";
  append_json_string(line, text);
  return line + "}\n";
}

ExitCode run(Context& context, const Options& options) {
  std::vector<html::Parser> parsers(context.workers());
  PageSource source(options.inputs, source_options(context));
  const bool several = source.known_total() != 1 && options.inputs != std::vector<std::string>{"-"};
  return write_each_page(
      context, "reading", source, [&](unsigned worker, const RawPage& raw) -> Result<std::string> {
        html::ParseResult page = parsers[worker].parse(
            dom::Source::borrow(raw.bytes),
            {.limits = context.options.limits, .transport_charset = raw.charset});
        const std::string text = text_of(page.document, options);
        parsers[worker].recycle(std::move(page.document));
        if (context.options.json) return json_line(raw.id, text);
        if (options.flat || !several) return text + "\n";
        return fmt::format("==> {} <==\n{}\n\n", raw.id, text);
      });
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
  take.flag("--all", options.all, "All text, hidden text and scripts included, as it stands");
  take.flag("--flat", options.flat, "One line per page: runs of white space become a space");
  take.flag("--noscript", options.noscript, "Count <noscript> as visible");
}

}  // namespace
}  // namespace weft::cli::text_verb

const weft::cli::Verb weft::cli::kText{"text", "Print the visible text of pages, with its lines",
                                       "  weft text page.html\n"
                                       "  weft text --flat pages/*.html      one line per page\n"
                                       "  weft text --json pages/ | jq -r .text\n"
                                       "  curl -s https://example.org | weft text -",
                                       prepare<text_verb::declare, text_verb::run>};
