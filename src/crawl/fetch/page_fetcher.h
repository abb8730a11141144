// A simple, polite fetch of single pages, for verbs that are given URLs. Whole sites are the
// crawler's work.
//
// Obeys robots.txt, waits between requests to one host, follows few redirects, bounds time and
// size, and refuses loopback and private addresses unless told otherwise, after the name has been
// resolved, so that neither a redirect nor a name server can lead it there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

namespace weft::crawl {

struct PageFetchOptions {
  bool allow_private = false;
  bool obey_robots = true;
  int delay_milliseconds = 1000;  // Between requests to one host.
  int timeout_seconds = 30;
  int max_redirects = 5;
  uint64_t max_bytes = uint64_t{64} << 20;
};

struct FetchedPage {
  std::string url;  // After redirects.
  int status = 0;
  std::string content_type;
  std::string body;  // Decoded.
};

// Threads: one at a time.
class PageFetcher {
 public:
  explicit PageFetcher(const PageFetchOptions& options);
  ~PageFetcher();
  PageFetcher(PageFetcher&&) noexcept;
  PageFetcher& operator=(PageFetcher&&) noexcept;

  // Fails with kPermission (robots.txt, a private address), kTimeout, kLimitExceeded, kIo; an HTTP
  // error status is not a failure.
  Result<FetchedPage> fetch(const std::string& url);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::crawl
