// WarcStore: the fetched pages, as WARC files in a folder.
//
// For every page a request, a response and a metadata record (where it was found, how long it
// took), and what it is after its scripts if somebody looked; for a page whose content was stored
// before, or has not changed since (304), a revisit. A file is closed at a size, and the next begins;
// a process never writes to a file of another. What add() returned for survives a kill: nothing is
// buffered here.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "crawl/fetch/fetcher.h"
#include "warc/writer.h"

namespace weft::crawl {

struct WarcStoreOptions {
  std::string folder;
  std::string prefix = "weft";                  // Names are PREFIX-TIME-WORKER-00001.warc.gz.
  std::string worker = "0";                     // Tells the files of several processes apart.
  uint64_t max_file_bytes = uint64_t{1} << 30;  // Before a new file is begun.
  int level = 4;                                // Of gzip; 1 to 12.
  bool requests = true;                         // With request and metadata records.
  size_t max_digests = 500'000;                 // Contents remembered for revisits.
};

// A response, and what is stored with it.
struct PageToStore {
  const FetchResult& fetched;
  std::string_view date;       // WARC-Date.
  std::string_view parent;     // Where it was found.
  uint32_t depth = 0;          // Hops from a seed.
  std::string_view canonical;  // What the page calls itself; empty if it does not.
  std::string_view language;
  std::string_view rendered;  // The page after its scripts; empty if nobody looked…
  std::string_view layout;    // …and its layout.
};

class WarcStore {
 public:
  explicit WarcStore(WarcStoreOptions options) : options_(std::move(options)) {}
  ~WarcStore();
  WarcStore(const WarcStore&) = delete;
  WarcStore& operator=(const WarcStore&) = delete;

  // Fails with kIo (a full disk), kPermission.
  Status add(const PageToStore& page);
  [[nodiscard]] uint64_t revisits() const { return revisits_; }

 private:
  struct StoredContent {
    std::string url;
    std::string date;
  };

  Status open_file();
  Result<warc::Placed> write_response(const PageToStore& page);
  Status write_request(const PageToStore& page, const warc::Placed& response);
  Status write_metadata(const PageToStore& page, const warc::Placed& response);
  Status flush();

  WarcStoreOptions options_;
  int fd_ = -1;
  uint64_t file_bytes_ = 0;
  uint64_t revisits_ = 0;
  unsigned files_ = 0;
  std::unique_ptr<warc::Writer> writer_;
  std::string pending_;  // The records of a page, which are written together.
  std::unordered_map<uint64_t, StoredContent> seen_;  // By the hash of the body.
};

}  // namespace weft::crawl
