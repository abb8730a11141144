// A crawl as the command line runs it: the folder, the signals, the progress, the metrics; around
// crawl::Crawler, which does the work.
#pragma once

#include <string>

#include "cli/context.h"
#include "crawl/config.h"

namespace weft::cli {

struct CrawlRun {
  crawl::CrawlConfig config;
  bool dry_run = false;
  std::string prometheus;  // "PORT" or "ADDRESS:PORT"; empty for none.
};

// Runs, or goes on with, the crawl of config.into. kGood when nothing is left to fetch; kPartial
// when it was stopped or a budget ran out: the same command goes on; kNothing when there was
// nothing to fetch; kFailed when nothing could be fetched.
ExitCode run_crawl(Context& context, CrawlRun run);

}  // namespace weft::cli
