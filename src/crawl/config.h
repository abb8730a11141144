// The settings of a crawl, from a TOML file. docs/formats/crawl-config.md describes every key.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/crawler.h"
#include "crawl/fetch/login.h"
#include "crawl/host_settings.h"

namespace weft::crawl {

// What is fetched of pages that earlier runs of the crawl have visited.
enum class Refetch : uint8_t {
  kNone,
  kFailed,   // Those that gave no answer: the cause may be gone.
  kChanged,  // All; the server is asked whether they have changed.
  kAll,
};

struct CrawlConfig {
  std::vector<std::string> seeds;
  std::string into = "crawl";               // The folder of the crawl.
  std::string frontier;                     // Empty: a file in the folder. Or postgres://…
  std::string contact;                      // A URL or mail address, for the User-Agent.
  std::string rules;                        // A file of filter rules; empty for the defaults.
  std::string focus;                        // A model of weft focus train; empty for breadth-first.
  CrawlPolicy policy = CrawlPolicy::kWeft;  // How the model orders.
  bool link_log = false;                    // Write the link graph into the folder.
  Refetch refetch = Refetch::kFailed;
  HostSettings request;                       // Of requests to any host…
  std::map<std::string, HostSettings> hosts;  // …and to single ones.
  std::vector<std::string> proxies;           // Empty: as the environment says.
  std::vector<LoginRecipe> logins;            // Secrets in fields are named, not yet read.
  std::string cookies;                        // A file to begin with…
  std::string save_cookies;                   // …and one to end with; empty for none.
  CrawlOptions options;
  WarcStoreOptions warc;
  TrapOptions traps;
};

// Fails with kInvalidArgument, naming file and line; keys that nobody knows are errors. Paths that
// are relative are meant from the file's folder.
Result<CrawlConfig> parse_crawl_config(std::string_view text, const std::string& name);
// The same of a file.
Result<CrawlConfig> load_crawl_config(const std::string& path);

// Reads the secrets that settings name into config.options and config.logins, finds the proxies,
// and turns cookies on where they are needed. Fails as read_secret() does.
Status complete(CrawlConfig& config);

// "500", "64K", "10M", "2G" bytes.
Result<uint64_t> parse_size(std::string_view text);
// "250ms", "1.5s" or "1.5", "30m", "2h", "7d".
Result<std::chrono::milliseconds> parse_duration(std::string_view text);
// "2/s", "30/m", "500/h": the delay between two requests.
Result<std::chrono::milliseconds> parse_rate(std::string_view text);
// "host", "domain", "any".
Result<CrawlScope> parse_scope(std::string_view text);
// "links", "sitemaps", "feeds".
Result<UrlSource> parse_source(std::string_view text);
// "samples", "all", "none".
Result<Requisites> parse_requisites(std::string_view text);
// "none", "failed", "changed", "all".
Result<Refetch> parse_refetch(std::string_view text);

}  // namespace weft::crawl
