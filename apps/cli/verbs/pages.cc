// weft pages: which pages the inputs hold, and what each is. Also the plain page loop, for
// measuring it.

#include <fmt/format.h>

#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "explore/pagination.h"

namespace weft::cli::pages_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string keep_bad;
  bool next = false;
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

// --next: the links from a page of a list to the others.
std::string pagination_of(const model::Page& page, bool json) {
  const explore::Pagination found =
      explore::PaginationModel::shipped().find(page.document, page.url);
  if (json) {
    Json links = Json::array();
    for (const explore::PageLink& link : found.links) {
      const double p = static_cast<double>(link.probabilities[static_cast<size_t>(link.role)]);
      links.push_back(Json{{"role", std::string(name_of(link.role))},
                           {"text", link.text},
                           {"url", link.url},
                           {"p", p}});
    }
    const Json line = {
        {"page", page.id},          {"url", page.url},
        {"next", found.next_url},   {"p", found.next_confidence},
        {"by", found.next_by},      {"more_button", found.more_button != dom::kNoNode},
        {"links", std::move(links)}};
    return line.dump() + "\n";
  }
  std::string text = page.id + "\n";
  for (const explore::PageLink& link : found.links)
    text += fmt::format("  {:<6} {:<16} {}\n", name_of(link.role), link.text, link.url);
  if (!found.next_url.empty())
    text += fmt::format("  goes on at {} ({:.2f}, by {})\n", found.next_url, found.next_confidence,
                        found.next_by);
  else
    text += found.more_button == dom::kNoNode ? "  no next page\n"
                                              : "  goes on by a button that loads more\n";
  return text;
}

ExitCode run(Context& context, const Options& options) {
  PageSource source(options.inputs, source_options(context));
  const PageLoopStats stats =
      for_each_page(context, source,
                    [&](unsigned, const model::Page& page) -> Result<InOrder> {
                      const bool json = context.options.json;
                      return InOrder([&context, text = options.next ? pagination_of(page, json)
                                                                    : line_of(page, json)] {
                        context.out.write(text);
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
  take.flag("--next", options.next,
            "Show where a list goes on: links to the next, previous and other pages of it");
  take.value("--keep-bad DIR", options.keep_bad, "Keep pages that fail in this directory");
}

}  // namespace
}  // namespace weft::cli::pages_verb

const weft::cli::Verb weft::cli::kPages{
    "pages", "List the pages that files, directories, WARC files and URLs hold",
    "  weft pages site/ --json\n"
    "  weft pages crawl.warc.gz 'more/*.html' @list.txt\n"
    "  weft pages https://example.com/\n"
    "  weft pages --next results.html       where the list goes on",
    prepare<pages_verb::declare, pages_verb::run>};
