// Running a crawl as people do: what is around crawl::Crawler.
#pragma once

#include <string>
#include <vector>

#include "cli/context.h"
#include "crawl/config.h"

namespace weft::cli {

// What is around a crawl but none of its settings.
struct CrawlSurroundings {
  std::string prometheus;        // Where metrics are served: PORT or ADDRESS:PORT; empty: nowhere.
  std::string render = "never";  // Whether pages are shown in a browser: "auto", "always".
  bool paginate = false;         // Lists are followed to their ends, whatever the depth.
};

// Opens everything and crawls. `config` is complete. kGood when nothing is left to fetch; kPartial when it was stopped or a
// budget ran out: the same command goes on; kNothing when there was nothing to fetch; kFailed when
// nothing could be fetched.
Result<ExitCode> run_crawl(Context& context, crawl::CrawlConfig& config,
                           const CrawlSurroundings& around, const std::vector<std::string>& seeds,
                           const crawl::Filters& filters);

}  // namespace weft::cli
