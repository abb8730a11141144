// CrawlFolder: where a crawl lives on disk.
//
//   frontier.sqlite   what is left to fetch (unless it is in PostgreSQL)
//   metadata.sqlite   what is known of every page visited (likewise)
//   warc/             the pages
//   links/            the link graph, a file for every process, if wanted
//   workers/          a locked file for every process at work here
//
// The locks tell which processes are gone: their leases can be given back at once, instead of when
// they expire.
#pragma once

#include <string>

#include "base/result.h"
#include "crawl/frontier/frontier.h"

namespace weft::crawl {

class CrawlFolder {
 public:
  // Creates what is missing and names this process. Fails with kIo, kPermission.
  static Result<CrawlFolder> open(const std::string& path);
  ~CrawlFolder();
  CrawlFolder(CrawlFolder&& other) noexcept;
  CrawlFolder& operator=(CrawlFolder&& other) noexcept;

  // Unique among all processes of all machines.
  [[nodiscard]] const std::string& worker() const { return worker_; }
  [[nodiscard]] std::string frontier_path() const { return path_ + "/frontier.sqlite"; }
  [[nodiscard]] std::string metadata_path() const { return path_ + "/metadata.sqlite"; }
  [[nodiscard]] std::string warc_path() const { return path_ + "/warc"; }
  [[nodiscard]] std::string link_log_path() const { return path_ + "/links/" + worker_ + ".jsonl"; }

  [[nodiscard]] std::string render_path() const { return path_ + "/render.json"; }

  // Processes at work in a folder, on this machine.
  static size_t live_workers(const std::string& path);
  // Gives back the leases of workers of this folder that have died. Returns how many had.
  Result<size_t> release_dead_workers(Frontier& frontier) const;

 private:
  CrawlFolder() = default;
  std::string path_;
  std::string worker_;
  std::string lock_path_;
  int lock_ = -1;
};

}  // namespace weft::crawl
