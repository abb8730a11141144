// A simple, polite fetch of single pages, for verbs that are given URLs. Whole sites are the
// crawler's work.
//
// Obeys robots.txt, waits between requests to one host, follows few redirects, bounds time and
// size, goes through the proxies of the environment, and refuses loopback and private addresses unless told otherwise, after the name has been
// resolved, so that neither a redirect nor a name server can lead it there.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"
#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/robots.h"
#include "url/url.h"

namespace weft::crawl {

struct PageFetchOptions {
  bool allow_private = false;
  bool obey_robots = true;
  int delay_milliseconds = 1000;  // Between requests to one host.
  int timeout_seconds = 30;
  int max_redirects = 5;
  uint64_t max_bytes = uint64_t{64} << 20;
  bool cookies = false;  // Keep what servers set, and send it back to them.
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

  // Fails with kPermission (robots.txt, a private address), kTimeout, kLimitExceeded, kIo; an HTTP
  // error status is not a failure.
  // `body`, unless empty, is posted as a form; what that redirects to is fetched as any page.
  Result<FetchedPage> fetch(const std::string& url, const std::string& body = "");

 private:
  void wait_for(const std::string& host, std::chrono::milliseconds delay);
  // Fails with the reason why robots.txt is not to be had, if it is not.
  Status learn_robots(const std::string& origin);
  // One hop: robots.txt, the delay, the request.
  Result<FetchResult> visit(const url::Url& url, const std::string& body);

  PageFetchOptions options_;
  Fetcher fetcher_;
  RobotsCache robots_;
  std::map<std::string, std::chrono::steady_clock::time_point> last_request_;
  std::map<std::string, Error> unreachable_;  // Origins without robots.txt, and why.
};

}  // namespace weft::crawl
