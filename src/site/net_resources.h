// NetResources: what a page in the browser asks for, fetched by the rules of the crawler.
//
// http and https alone; GET, and where it is allowed POST of what scripts ask for; private addresses are refused after the name has been resolved,
// robots.txt is obeyed, sizes and times are bounded. What was fetched is kept for an archive until it
// is taken. Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/robots.h"
#include "render/resource.h"

namespace weft::site {

struct NetOptions {
  crawl::FetcherOptions fetch;
  std::string product_token = "weft";  // What robots.txt calls us.
  bool obey_robots = true;
  // Sends what scripts ask for by POST (XHR, fetch()), as a GraphQL site needs. Not by default: it might change something there.
  bool send_posts = false;
  // Why something must not be asked for; empty: it may.
  std::function<std::string(const render::ResourceRequest&)> why_not;
};

// The resource in an HTTP response as it was fetched or archived.
render::Resource resource_of(std::string_view http_message);

class NetResources final : public render::ResourceLoader {
 public:
  explicit NetResources(const NetOptions& options);

  // Answers this URL with this, as often as it is asked for: a page that was fetched already.
  void give(const std::string& url, render::Resource resource);

  void start(const render::ResourceRequest& request) override;
  std::vector<render::Resource> poll(std::chrono::milliseconds max_wait) override;

  // What was fetched since it was last called, in the order in which it came.
  std::vector<crawl::FetchResult> take_fetched();

 private:
  void refuse(uint64_t id, ErrorCode code, std::string why);
  void finish_robots(const std::string& origin, const crawl::FetchResult& result);
  void fetch(const render::ResourceRequest& request);

  NetOptions options_;
  crawl::Fetcher fetcher_;
  crawl::RobotsCache robots_;
  std::map<std::string, render::Resource> given_;
  std::vector<render::Resource> ready_;
  std::vector<crawl::FetchResult> fetched_;
  uint64_t next_tag_ = 1;
  std::map<uint64_t, uint64_t> requests_;        // Tags of transfers, and what asked for them.
  std::map<uint64_t, std::string> robots_tags_;  // Of robots.txt: the origin.
  std::map<std::string, std::vector<render::ResourceRequest>> waiting_;  // By origin.
};

}  // namespace weft::site
