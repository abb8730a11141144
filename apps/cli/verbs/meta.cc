// weft meta: what pages say for machines: JSON-LD, microdata, RDFa, OpenGraph, Dublin Core; and where that contradicts what they
// show.

#include <fmt/format.h>

#include "cli/page_loop.h"
#include "cli/verb.h"
#include "read/article.h"
#include "read/metadata.h"

namespace weft::cli::meta_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
};

ExitCode run(Context& context, const Options& options) {
  PageSource source(options.inputs, source_options(context));
  const PageLoopStats stats = for_each_page(
      context, source,
      [&](unsigned, const model::Page& page) -> Result<InOrder> {
        const read::StructuredData data = read::structured_data(page.document, page.url);
        Json json = {{"page", page.id}};
        json.update(read::metadata_json(data));
        std::vector<std::string> notes;
        for (std::string& one : read::read_article(page).contradictions) {
          notes.push_back(fmt::format("{}: {}", page.id, one));
          json["contradictions"].push_back(std::move(one));
        }
        for (const Diagnostic& one : data.diagnostics)
          notes.push_back(fmt::format("{}: {} (byte {})", page.id, one.detail, one.offset));
        return InOrder([&context, notes, text = json.dump(context.options.json ? -1 : 2) + "\n"] {
          for (const std::string& note : notes) context.note(note);
          context.out.write(text);
        });
      },
      {.phase = "reading"});
  return stats.exit_code();
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
}

}  // namespace
}  // namespace weft::cli::meta_verb

const weft::cli::Verb weft::cli::kMeta{
    "meta", "What pages say for machines: JSON-LD, microdata, RDFa, OpenGraph, Dublin Core",
    "  weft meta https://example.org/story\n"
    "  weft meta --json 'pages/*.html' | jq -r '.opengraph[\"og:title\"]'",
    prepare<meta_verb::declare, meta_verb::run>};
