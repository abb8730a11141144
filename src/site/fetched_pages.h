// FetchedPages: pages that a person asks for one by one, with what they need to be looked at (style sheets,
// pictures, fonts), in an archive of their own.
//
//   FetchedPages fetched("shop.site/fetched", {});
//   fetched.page("https://shop.example/kettles/", stop);   // → its address, after redirects
//
// By the rules of the crawler (net_resources.h): robots.txt is obeyed, private addresses are refused, sizes and
// times are bounded. What was fetched is on disk when a call returns. Threads: one at a time.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "crawl/warc_store.h"
#include "site/net_resources.h"

namespace weft::site {

class FetchedPages {
 public:
  // `folder`: of WARC files; made with the first page.
  FetchedPages(const std::string& folder, const NetOptions& options);

  // A page with its requisites; its address after redirects. Fails with kPermission (robots.txt, a private
  // address), kTimeout, kIo, and with kUnsupported for what is no page of HTML.
  Result<std::string> page(const std::string& url, const std::atomic<bool>& stop);

  // These addresses, and what style sheets among them name; those that were fetched before are left out. How
  // many came: some are gone, and that is no failure. `came` is called for each.
  Result<size_t> requisites(const std::vector<std::string>& urls, const std::atomic<bool>& stop,
                            const std::function<void()>& came = nullptr);

 private:
  struct Wanted {
    std::string url;
    std::string parent;
    uint32_t hops = 0;  // Redirects and imports that led here.
  };
  // Follows redirects. The last answer, stored; its address is put into `url`.
  Result<render::Resource> one(std::string& url, const std::atomic<bool>& stop);
  Status store(const crawl::FetchResult& fetched, const std::string& parent);

  crawl::WarcStore store_;
  NetResources net_;
  std::set<std::string> known_;  // Addresses that were asked for.
  uint64_t last_id_ = 0;
};

}  // namespace weft::site
