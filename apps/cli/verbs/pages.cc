// weft pages: which pages the inputs hold, and what each is. Also the plain page loop, for
// measuring it.

#include <fmt/format.h>

#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/verb.h"

namespace weft::cli::pages_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string keep_bad;
};

std::string line_of(const model::Page& page, bool json) {
  const uint32_t nodes = page.document.size();
  const size_t bytes = page.document.source().size();
  if (!json) return fmt::format("{:>9} {:>8} {}\n", bytes, nodes, page.id);
  const Json line = {{"page", page.id},       {"url", page.url},
                     {"status", page.status}, {"fetched_at", page.fetched_at},
                     {"bytes", bytes},        {"nodes", nodes}};
  return line.dump() + "\n";
}

ExitCode run(Context& context, const Options& options) {
  PageSource source(options.inputs, source_options(context));
  const PageLoopStats stats =
      for_each_page(context, source,
                    [&](unsigned, const model::Page& page) -> Result<InOrder> {
                      return InOrder([&context, line = line_of(page, context.options.json)] {
                        context.out.write(line);
                      });
                    },
                    {.keep_bad = options.keep_bad});
  context.note(stats.summary());
  const SourceStats& archives = source.stats();
  if (archives.archives != 0) {
    context.note(fmt::format("{} archives, {} records that are no page, {} damaged places{}",
                             archives.archives, archives.other_records, archives.damaged,
                             archives.truncated ? ", truncated" : ""));
  }
  const ExitCode code = stats.exit_code();
  return code == ExitCode::kGood && archives.damaged != 0 ? ExitCode::kPartial : code;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs,
             "Files, directories, globs, WARC files, URLs, @FILE for a list, - for standard input")
      .required();
  take.value("--keep-bad DIR", options.keep_bad, "Keep pages that fail in this directory");
}

}  // namespace
}  // namespace weft::cli::pages_verb

const weft::cli::Verb weft::cli::kPages{
    "pages", "List the pages that files, directories, WARC files and URLs hold",
    "  weft pages site/ --json\n"
    "  weft pages crawl.warc.gz 'more/*.html' @list.txt\n"
    "  weft pages https://example.com/",
    prepare<pages_verb::declare, pages_verb::run>};
