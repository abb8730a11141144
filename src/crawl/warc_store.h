// WarcStore: the fetched pages, as WARC files in a folder.
//
// For every page a request, a response and a metadata record (where it was found, how long it
// took); for a page whose content was stored before, or has not changed since (304), a revisit. A
// file is closed at a size, and the next begins; a process never writes to a file of another. What
// add() returned for survives a kill: nothing is buffered here.
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

// What is stored with a response.
struct StoredPage {
  const FetchResult& fetched;
  std::string_view date;       // WARC-Date.
  std::string_view parent;     // Where it was found.
  uint32_t depth = 0;          // Hops from a seed.
  std::string_view canonical;  // What the page calls itself; empty if it does not.
  std::string_view language;
};

class WarcStore {
 public:
  explicit WarcStore(WarcStoreOptions options);
  ~WarcStore();
  WarcStore(WarcStore&&) noexcept;
  WarcStore& operator=(WarcStore&&) noexcept;

  // Fails with kIo (a full disk), kPermission.
  Status add(const StoredPage& page);
  [[nodiscard]] uint64_t bytes_written() const;
  [[nodiscard]] uint64_t revisits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::crawl
