// One table names every number of a crawl, for both forms in which machines read it.

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/json.h"
#include "crawl/crawler.h"

namespace weft::crawl {
namespace {

struct Metric {
  std::string_view name;
  bool counter;
  uint64_t value;
  std::string_view help;
};

// clang-format off
std::vector<Metric> metrics_of(const CrawlStats& s) {
  return {
      {"pages", true, s.pages, "Pages received"},
      {"bytes", true, s.bytes, "Bytes of responses, as transferred"},
      {"requests", true, s.requests, "Requests sent, robots.txt included"},
      {"saved", true, s.saved, "Pages stored"},
      {"requisites", true, s.requisites, "Style sheets, pictures and fonts stored"},
      {"redirects", true, s.redirects, "Redirects received"},
      {"not_modified", true, s.not_modified, "Pages that had not changed"},
      {"refused", true, s.refused, "Responses 400 to 499"},
      {"server_errors", true, s.server_errors, "Responses 429 and 500 to 599"},
      {"network_errors", true, s.network_errors, "Requests without a whole response"},
      {"retries", true, s.retries, "Requests put off for another attempt"},
      {"failed", true, s.failed, "URLs given up"},
      {"forbidden", true, s.forbidden, "URLs forbidden by robots.txt"},
      {"filtered", true, s.filtered, "Pages refused by rules"},
      {"trapped", true, s.trapped, "URLs of starving patterns"},
      {"links", true, s.links, "Links seen"},
      {"submitted", true, s.submitted, "URLs sent to the frontier"},
      {"clamped_delays", true, s.clamped_delays, "Hosts whose Crawl-delay was clamped"},
      {"hosts", true, s.hosts, "Hosts visited"},
      {"active", false, s.active, "Transfers under way"},
      {"queued", false, s.frontier.queued + s.frontier.submitted, "URLs waiting in the frontier"},
      {"later", false, s.frontier.later, "URLs waiting for a time of their own"},
      {"leased", false, s.frontier.leased, "URLs leased to workers"},
      {"seen", false, s.frontier.seen, "Different URLs ever"},
      {"elapsed_milliseconds", false, static_cast<uint64_t>(s.elapsed.count()), "Time since this run began"},
  };
}
// clang-format on

}  // namespace

std::string crawl_json(const CrawlStats& stats) {
  std::string out = "{";
  for (const Metric& metric : metrics_of(stats))
    out += fmt::format("{}\"{}\": {}", out.size() == 1 ? "" : ", ", metric.name, metric.value);
  out += ", \"failures\": {";
  const char* separator = "";
  for (const auto& [reason, failures] : stats.failures) {
    out += fmt::format("{}\"{}\": {{\"count\": {}, \"url\": ", std::exchange(separator, ", "),
                       reason, failures.count);
    append_json_string(out, failures.url);
    out += '}';
  }
  return out + "}}";
}

std::string crawl_prometheus(const CrawlStats& stats) {
  std::string out;
  for (const Metric& metric : metrics_of(stats)) {
    const std::string name =
        fmt::format("weft_crawl_{}{}", metric.name, metric.counter ? "_total" : "");
    out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, metric.help,
                       metric.counter ? "counter" : "gauge", metric.value);
  }
  return out;
}

}  // namespace weft::crawl
