// SitePool: the sites one process serves, loaded when their first page comes, the least recently
// used dropped.
//
// Thousands of bundles fit no memory at once, and a crawl's pages come in runs of one host. What is
// loaded stays valid for as long as somebody holds it, whether or not the pool has dropped it.
//
// Threads: any number. A site is loaded outside the lock, so a slow load holds nobody up; two
// threads that want the same new site may both load it, and one result is kept. Failures are
// remembered like sites.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "extract/site_extractor.h"

namespace weft::extract {

class SitePool {
 public:
  using Site = std::shared_ptr<const SiteExtractor>;
  using Loader = std::function<Result<Site>(const std::string& key)>;

  // `key` is what the loader understands: a host, a directory. Holds at most `capacity` sites, at
  // least 1.
  SitePool(Loader loader, size_t capacity);

  // The site, loading it if need be; the loader's error if it cannot be loaded.
  Result<Site> get(const std::string& key);

  struct Counters {
    uint64_t hits = 0;
    uint64_t loads = 0;
    uint64_t evictions = 0;
  };
  [[nodiscard]] Counters counters() const;

 private:
  struct Entry {
    std::string key;
    Result<Site> site;
  };
  const Result<Site>* find_and_touch(const std::string& key);

  Loader loader_;
  size_t capacity_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // Most recently used first.
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
  Counters counters_;
};

}  // namespace weft::extract
