// The loop that verbs over many pages run: pages from a PageSource, parsed and worked on by several
// workers, results in the order of the pages, memory bounded by a few pages a worker. One bad page
// never stops it: it is counted, named and, if wanted, kept.
//
//   const PageLoopStats stats = run_page_loop<std::string>(
//       source, {.workers = context.workers(), .limits = context.options.limits},
//       [&](unsigned, const model::Page& page) -> Result<std::string> { return work(page); },
//       [&](std::string line) { context.out.write(line); });
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "cli/context.h"
#include "cli/page_choice.h"
#include "cli/page_source.h"
#include "html/parser.h"
#include "model/page.h"

namespace weft::cli {

struct PageLoopOptions {
  unsigned workers = 1;
  Limits limits;
  std::string phase = "reading";
  Progress* progress = nullptr;
  // Called for each page that could not be read or worked on, in order.
  std::function<void(const std::string& id, const Error& error)> on_bad;
  // Where the bytes of bad pages are put, with a line each in bad.jsonl; empty for nowhere.
  std::string keep_bad;
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

// How the uniform options say pages are to be had.
SourceOptions source_options(const Context& context);

// Parses, with the facts of how the page was obtained. Its url is the one it was fetched from, or
// the one it gives itself.
model::Page parse_page(html::Parser& parser, const RawPage& raw, const Limits& limits);

// The url a page gives itself, absolute: <base href>, else <link rel=canonical>; "" if it says
// none.
std::string stated_url(const dom::Document& doc);

// All pages, parsed, for verbs that need them together. Those that cannot be read are named on
// standard error and counted in `unreadable`.
std::vector<model::Page> read_pages(const Context& context, const PageChoice& choice,
                                    size_t& unreadable);
inline std::vector<model::Page> read_pages(const Context& context,
                                           const std::vector<std::string>& inputs,
                                           size_t& unreadable) {
  return read_pages(context, PageChoice{inputs, {}}, unreadable);
}

// Turns one page, not yet parsed, into what is written to standard output. Called by several
// workers at once, each with its own number below Context::workers().
using PageWork = std::function<Result<std::string>(unsigned worker, const RawPage& page)>;

// Runs `work` on all cores and writes the results in the order of the pages, with a progress bar
// called `phase`. One bad page never stops the others: it is named on standard error and counted.
// kGood; kPartial if some failed, kFailed if all did, kNothing if there were none. Ends early,
// quietly, when nobody reads the output any more.
ExitCode process_pages(Context& context, std::string_view phase, PageSource& source,
                       const PageWork& work);

// Puts a bad page into `directory`. Failing to is not worth stopping for.
void keep_bad_page(const std::string& directory, const RawPage& raw, const Error& error,
                   uint64_t number);

template <typename Output, typename Work, typename Consume>
PageLoopStats run_page_loop(PageSource& source, const PageLoopOptions& options, Work work,
                            Consume consume) {
  struct Outcome {
    std::optional<Output> value;
    std::optional<Error> error;
    RawPage raw;  // Bytes only of bad pages that are to be kept.
    uint64_t bytes = 0;
  };
  const auto started = std::chrono::steady_clock::now();
  Progress& progress = options.progress == nullptr ? Progress::none() : *options.progress;
  progress.begin(options.phase, source.known_total());
  std::vector<html::Parser> parsers(options.workers == 0 ? 1 : options.workers);
  PageLoopStats stats;
  parallel_ordered(
      {.workers = options.workers == 0 ? 1 : options.workers}, [&] { return source.next(); },
      [&](unsigned worker, RawPage raw) {
        Outcome outcome;
        outcome.bytes = raw.bytes.size();
        if (raw.error) {
          outcome.error = raw.error;
        } else {
          model::Page page = parse_page(parsers[worker], raw, options.limits);
          Result<Output> result = work(worker, std::as_const(page));
          if (result.ok())
            outcome.value = std::move(*result);
          else
            outcome.error = result.error();
          parsers[worker].recycle(std::move(page.document));
        }
        if (!outcome.error || options.keep_bad.empty()) raw.bytes = std::string();
        outcome.raw = std::move(raw);
        return outcome;
      },
      [&](Outcome outcome) {
        stats.bytes += outcome.bytes;
        progress.advance(1, outcome.bytes, outcome.error ? 1 : 0);
        if (!outcome.error) {
          ++stats.pages;
          consume(std::move(*outcome.value));
          return Flow::kContinue;
        }
        ++stats.bad;
        if (options.on_bad) options.on_bad(outcome.raw.id, *outcome.error);
        if (!options.keep_bad.empty())
          keep_bad_page(options.keep_bad, outcome.raw, *outcome.error, stats.bad);
        return Flow::kContinue;
      });
  progress.end();
  stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return stats;
}

}  // namespace weft::cli
