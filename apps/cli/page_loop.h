// The one loop over pages: from a PageSource, worked on by several workers, results taken in the
// order of the pages, memory bounded by a few pages a worker. One bad page never stops it: it is
// named, counted and, if wanted, kept.
//
//   const PageLoopStats stats = for_each_page(
//       context, source, [&](unsigned, const model::Page& page) -> Result<InOrder> {
//         return InOrder([&, line = work(page)] { context.out.write(line); });
//       });
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "cli/context.h"
#include "cli/page_source.h"
#include "html/parser.h"
#include "model/page.h"
#include "model/template.h"

namespace weft::cli {

// --- which pages ---

// How the uniform options say pages are to be had.
SourceOptions source_options(const Context& context);

// Which pages a verb is to read when --group names a template of 'weft group --json'. The pages of a
// template are known by their ids. They are looked for where the grouping read them, so that those
// of a crawl come from its archives and nothing is fetched again.
struct PageChoice {
  std::vector<std::string> inputs;         // For PageSource.
  std::set<std::string> only;              // Ids; empty: all.
  std::string template_name;               // Of a grouping: the one whose pages these are,
  std::vector<model::Template> templates;  // and all there are.

  [[nodiscard]] bool wants(const std::string& id) const {
    return only.empty() || only.contains(id);
  }
};

// `given`: PAGE… of the command line; with a group file they say where to look instead. No template
// id: the first. Fails with kInvalidArgument without either, or for a file that is no grouping; with
// kNotFound for a template that it does not have.
Result<PageChoice> choose_inputs(const std::vector<std::string>& given,
                                 const std::string& group_file, const std::string& template_id);

// --- the loop ---

struct PageLoopOptions {
  std::string phase;     // What the progress bar calls it; empty: no bar.
  std::string keep_bad;  // Where bad pages are put, with a line each in bad.jsonl; empty: nowhere.
  bool errors_too = false;      // Work gets pages that could not be read, too, and judges them.
  std::function<bool()> ended;  // Asked after each page; if it says so, the loop ends.
};

struct PageLoopStats {
  uint64_t pages = 0;  // Good ones.
  uint64_t bad = 0;
  uint64_t bytes = 0;
  double seconds = 0;

  // kGood; kPartial if some failed, kFailed if all did, kNothing if there were none.
  [[nodiscard]] ExitCode exit_code() const;
  // "1,234 pages, 12 bad, 830 pages/s, 41.2 MB/s"
  [[nodiscard]] std::string summary() const;
};

// What is left to do when it is the page's turn; called by one thread.
using InOrder = std::function<void()>;
// Work on one page. Called by several workers at once, each with its own number below
// Context::workers().
using RawPageWork = std::function<Result<InOrder>(unsigned worker, const RawPage& page)>;
using PageWork = std::function<Result<InOrder>(unsigned worker, const model::Page& page)>;

// Ends early, quietly, when nobody reads the output any more.
PageLoopStats for_each_raw_page(Context& context, PageSource& source, const RawPageWork& work,
                                const PageLoopOptions& options = {});
// The same, parsed. A page is gone when its work returns.
PageLoopStats for_each_page(Context& context, PageSource& source, const PageWork& work,
                            const PageLoopOptions& options = {});

// Writes what `text` makes of each page.
ExitCode write_each_page(
    Context& context, std::string_view phase, PageSource& source,
    const std::function<Result<std::string>(unsigned worker, const RawPage& page)>& text);

// All pages, parsed, for verbs that need them together. Those that cannot be read are named on
// standard error and counted in `unreadable`.
std::vector<model::Page> read_pages(Context& context, const PageChoice& choice, size_t& unreadable);
// At most `most` of them: spread evenly over folders, globs and lists, of archives the first; the
// others are not read.
std::vector<model::Page> read_some_pages(Context& context, PageChoice choice, size_t most,
                                         size_t& unreadable);

using site::parse_page;

}  // namespace weft::cli
