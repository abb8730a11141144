// A crawl's numbers for machines: JSON, and the text format of Prometheus.
#pragma once

#include <string>

#include "crawl/crawler.h"

namespace weft::crawl {

// {"pages": …, "bytes": …, …}, one line without a line break.
std::string crawl_json(const CrawlStats& stats);
// Counters and gauges named weft_crawl_…, with their help lines.
std::string crawl_prometheus(const CrawlStats& stats);

}  // namespace weft::crawl
