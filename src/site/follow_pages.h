// From one page of a list to the others: next page after next page, as long as they bring records that
// were not there before.
//
//   const FollowedPages all = follow_pages(first, read, records, {});
//
// Nothing is believed: a link that says "next" counts only if half of what its page holds is new. What
// ends a list is told in words.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "crawl/crawler.h"
#include "model/page.h"

namespace weft::site {

struct FollowOptions {
  size_t max_pages = 100;  // With the first.
  // The least share of records that must be new. Lists repeat a few (adverts, sticky entries); a page
  // that is another view of the same list repeats all.
  double least_new = 0.5;
};

struct FollowedPages {
  std::vector<model::Page> pages;  // Without the first.
  std::string ended;               // Why there are no more: "no link to a next page".
};

// `read` gets a page by its URL; an error, or a status of 400 and more, ends the list. `records` gives the
// texts of a page's records. Pages of another registered domain are not read.
FollowedPages follow_pages(
    const model::Page& first,
    const std::function<Result<model::Page>(const std::string& url)>& read,
    const std::function<std::vector<std::string>(const model::Page&)>& records,
    const FollowOptions& options);

// The same for a crawl: lists are mined on every page, and a page of a list leads to the next only if half of
// its records were on no page of its host before. What it knows is of this run.
class ListPager final : public crawl::PagePager {
 public:
  explicit ListPager(const FollowOptions& options = {}) : options_(options) {}
  std::string next_page(const std::string& url, const dom::Document& page) override;
  [[nodiscard]] size_t followed() const { return followed_; }  // Next pages that were named.

 private:
  FollowOptions options_;
  std::map<std::string, std::unordered_set<uint64_t>> known_;  // Records, by host.
  size_t followed_ = 0;
};

}  // namespace weft::site
