// A crawl is known by its frontier.sqlite. Who works on it shows by the locks of its workers, how far it is by the
// frontier, what became of pages by the metadata; rates are those of the last minute.

#include "studio/crawls.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "crawl/crawl_folder.h"
#include "crawl/crawl_report.h"
#include "site/input_files.h"
#include "studio/json_views.h"
#include "wrap/journey/journey.h"

namespace weft::studio {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostCrawls = 50;
constexpr size_t kShownHosts = 12;
constexpr size_t kShownFailures = 8;
constexpr auto kRateOver = std::chrono::seconds(60);
// Larger files are no journeys.
constexpr uintmax_t kMostJourneyBytes = uintmax_t{4} << 20;

// Folders in the root and one below that `wanted` likes, by name.
template <typename Wanted>
std::vector<fs::path> folders_below(const std::string& root, Wanted wanted) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(root, error), end; !error && it != end;
       it.increment(error)) {
    if (!it->is_directory(error)) continue;
    const bool is_wanted = wanted(it->path());
    if (is_wanted && found.size() < kMostCrawls) found.push_back(it->path());
    if (is_wanted || it.depth() > 0) it.disable_recursion_pending();
  }
  std::sort(found.begin(), found.end());
  return found;
}

Json counts_json(const crawl::CrawlReport::Counts& counts, size_t most) {
  Json all = Json::array();
  for (size_t i = 0; i < std::min(counts.size(), most); ++i)
    all.push_back({{"name", counts[i].first}, {"count", counts[i].second}});
  return all;
}

// Pages a second, over the last minute.
Result<double> rate_of(crawl::MetadataStore& metadata) {
  const int64_t since =
      (crawl::wall_now() - kRateOver).time_since_epoch() / std::chrono::milliseconds(1);
  WEFT_ASSIGN(const store::SqlTable table,
              metadata.sql().query("SELECT count(*), min(visited) FROM page WHERE visited > $1",
                                   {since}, "ii"));
  const int64_t count = table.integer(0, 0);
  if (count == 0) return 0.0;
  const int64_t now = crawl::wall_now().time_since_epoch() / std::chrono::milliseconds(1);
  return 1000.0 * static_cast<double>(count) /
         static_cast<double>(std::max<int64_t>(1000, now - table.integer(0, 1)));
}

Status add_facts(const fs::path& folder, Json& json) {
  WEFT_ASSIGN(const auto frontier, crawl::open_frontier((folder / "frontier.sqlite").string(), {}));
  WEFT_ASSIGN(const crawl::FrontierStats left, frontier->stats());
  WEFT_ASSIGN(const auto metadata, crawl::MetadataStore::open_crawl(folder.string()));
  WEFT_ASSIGN(const crawl::CrawlReport report,
              crawl::crawl_report(*metadata, {.max_hosts = kShownHosts}));
  WEFT_ASSIGN(const double rate, rate_of(*metadata));
  WEFT_ASSIGN(const std::vector<std::string> seeds, metadata->seeds());
  Json hosts = Json::array();
  for (const crawl::ReportLine& host : report.hosts)
    hosts.push_back({{"name", host.name},
                     {"pages", host.documents},
                     {"failures", host.failures},
                     {"bytes", host.bytes},
                     {"milliseconds", host.visits == 0 ? 0 : host.milliseconds / host.visits}});
  json["pages"] = report.total.documents;
  json["visits"] = report.total.visits;
  json["failed"] = report.total.failures;
  json["bytes"] = report.total.bytes;
  json["rate"] = rate;
  json["queued"] = left.submitted + left.queued + left.later;
  json["leased"] = left.leased;
  json["hosts"] = std::move(hosts);
  json["host_count"] = report.host_count;
  json["failures"] = counts_json(report.failures, kShownFailures);
  json["statuses"] = counts_json(report.statuses, kShownFailures);
  json["seeds"] = seeds;
  return {};
}

// Null for what is no journey.
Json journey_json(const std::string& root, const fs::path& file) {
  std::error_code error;
  if (fs::file_size(file, error) > kMostJourneyBytes || error) return {};
  const auto text = read_file(file.string());
  if (!text.ok() || text->find("\"journey\"") == std::string::npos) return {};
  const auto read = site::read_wrapper_with_schema(file.string());
  if (!read.ok()) return {};
  const auto* journey = dynamic_cast<const wrap::JourneyWrapper*>(read->wrapper.get());
  if (journey == nullptr) return {};
  Json paths = Json::array();
  for (const wrap::JourneyPath& path : journey->journey().paths) {
    Json steps = Json::array();
    for (const wrap::JourneyStep& step : path.steps)
      steps.push_back({{"act", std::string(name_of(step.act))},
                       {"at", step.at},
                       {"value", step.value},
                       {"parameter", step.parameter}});
    paths.push_back({{"steps", std::move(steps)}, {"next", path.next}});
  }
  Json attributes = Json::array();
  for (const model::Attribute& one : read->schema.attributes) attributes.push_back(one.name);
  const std::string shown = fs::relative(file, root).string();
  return {{"path", shown},
          {"start", journey->journey().start},
          {"domain", journey->journey().domain},
          {"attributes", std::move(attributes)},
          {"paths", std::move(paths)},
          {"command", fmt::format("weft extract --journey {}", shell_quoted(shown))}};
}

}  // namespace

Json crawl_json(const std::string& root, const std::string& folder) {
  Json json = {{"path", fs::relative(folder, root).string()},
               {"running", crawl::CrawlFolder::live_workers(folder)}};
  if (const Status read = add_facts(folder, json); !read.ok())
    json["problem"] = read.error().message;
  json["command"] = fmt::format("weft report {}", shell_quoted(json.text_of("path")));
  return json;
}

Json crawls_json(const std::string& root) {
  std::vector<Json> all;
  for (const fs::path& folder : folders_below(root, [](const fs::path& one) {
         std::error_code error;
         return fs::exists(one / "frontier.sqlite", error);
       }))
    all.push_back(crawl_json(root, folder.string()));
  std::stable_sort(all.begin(), all.end(), [](const Json& a, const Json& b) {
    return a["running"].get<uint64_t>() > b["running"].get<uint64_t>();
  });
  Json json = Json::array();
  for (Json& one : all) json.push_back(std::move(one));
  return json;
}

Json journeys_json(const std::string& root) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".json") files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  Json all = Json::array();
  for (const fs::path& file : files) {
    if (Json one = journey_json(root, file); !one.is_null()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace weft::studio
