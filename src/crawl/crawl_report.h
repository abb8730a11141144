// Reports on a crawl: per host, per country, over time. [Zheng] 3.4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/metadata.h"

namespace weft::crawl {

struct ReportLine {
  std::string name;        // a host, a country, or a day ("2026-11-16")
  uint64_t pages = 0;      // seen for the first time
  uint64_t documents = 0;  // of these, saved ones
  uint64_t visits = 0;
  uint64_t changes = 0;  // visits that found other content
  uint64_t failures = 0;
  uint64_t bytes = 0;
  uint64_t milliseconds = 0;  // that visits took

  void add(const ReportLine& other);
};
// The counts of a line, in the order in which they are shown.
inline constexpr std::pair<const char*, uint64_t ReportLine::*> kReportCounts[] = {
    {"documents", &ReportLine::documents}, {"pages", &ReportLine::pages},
    {"visits", &ReportLine::visits},       {"changes", &ReportLine::changes},
    {"failures", &ReportLine::failures},   {"bytes", &ReportLine::bytes}};

struct CrawlReport {
  ReportLine total;
  uint64_t host_count = 0;
  std::vector<ReportLine> hosts;      // those with most documents, then pages, first
  std::vector<ReportLine> countries;  // likewise, all of them
  std::vector<ReportLine> days;       // in order, without gaps
  // How many pages there are of each, most first.
  using Counts = std::vector<std::pair<std::string, uint64_t>>;
  Counts states;    // "fetched", "failed"…
  Counts statuses;  // of HTTP, at the last visit: "200"
  Counts types;     // "text/html"
  Counts failures;  // why there was no answer: "dns", "robots"
  Counts marks;     // "ingested"
  // The mean time of an answer in milliseconds, of hosts that take longest.
  Counts slow_hosts;
};

struct ReportOptions {
  size_t max_hosts = 50;
  size_t max_slow_hosts = 10;
  std::string host;     // of this host alone
  std::string country;  // of this country alone
};

Result<CrawlReport> crawl_report(MetadataStore& metadata, const ReportOptions& options = {});

// Two letters of ISO 3166 by the host's top-level domain, "US" for .edu, .gov and .mil; empty when
// the domain does not tell.
std::string country_of(std::string_view host);

}  // namespace weft::crawl
