// Reports on a crawl as people and programs read them.
#pragma once

#include <string>

#include "crawl/crawl_report.h"

namespace weft::cli {

// Tables for a terminal of this width.
std::string crawl_report_text(const crawl::CrawlReport& report, size_t width);
std::string crawl_report_json(const crawl::CrawlReport& report);
// One self-contained page with charts; nothing is loaded or run.
std::string crawl_report_html(const crawl::CrawlReport& report, const std::string& title);

}  // namespace weft::cli
