// The settings of a crawl, from a TOML file. docs/formats/crawl-config.md describes every key.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/crawler.h"

namespace weft::crawl {

struct CrawlConfig {
  std::vector<std::string> seeds;
  std::string into = "crawl";  // The folder of the crawl.
  std::string frontier;        // Empty: a file in the folder. Or postgres://…
  std::string contact;         // A URL or mail address, for the User-Agent.
  std::string rules;           // A file of filter rules; empty for the defaults.
  std::string focus;           // A model of weft focus train; empty for breadth-first.
  bool link_log = false;       // Write the link graph into the folder.
  CrawlOptions options;
  WarcStoreOptions warc;
  TrapOptions traps;
};

// Fails with kInvalidArgument, naming file and line; keys that nobody knows are errors. Paths of
// rules and focus that are relative are meant from the file's folder.
Result<CrawlConfig> parse_crawl_config(std::string_view text, const std::string& name);
// The same of a file.
Result<CrawlConfig> load_crawl_config(const std::string& path);

// "500", "64K", "10M", "2G" bytes.
Result<uint64_t> parse_size(std::string_view text);
// "250ms", "1.5s" or "1.5", "30m", "2h", "7d".
Result<std::chrono::milliseconds> parse_duration(std::string_view text);
// "host", "domain", "any".
Result<CrawlScope> parse_scope(std::string_view text);

}  // namespace weft::crawl
