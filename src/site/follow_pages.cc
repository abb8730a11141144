// Following pagination. Source: the pagination follower of [Amber] 5.2 (DIADEM follows the next links to
// more result pages); verification is ours.
//
//   /list → /list?page=2 (20 records, 19 new) → … → /list?page=9 (no link): 9 pages
//
//   1. The next page by its link (explore/pagination).
//   2. It must be of the same registered domain, and not read before.
//   3. Of its records at least half must be new.
//   4. One that failed gives way to the address with the next number or offset, once.
//
// Tested by follow_pages_test.cc.

#include "site/follow_pages.h"

#include <cstdint>
#include <optional>
#include <set>

#include "base/hash.h"
#include "explore/pagination.h"
#include "mine/mine.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::site {
namespace {

// Whether the least share of records is new; they are known then.
bool brings_new(const std::vector<std::string>& texts, std::unordered_set<uint64_t>& known,
                double least_new) {
  std::vector<uint64_t> fresh;
  for (const std::string& text : texts) {
    const uint64_t key = hash_bytes(text);
    if (!known.contains(key)) fresh.push_back(key);
  }
  if (texts.empty() ||
      static_cast<double>(fresh.size()) < least_new * static_cast<double>(texts.size()))
    return false;
  known.insert(fresh.begin(), fresh.end());
  return true;
}

// The address that would follow by its number alone: one step beyond the last two.
std::optional<std::string> counted_on(const std::string& before, const std::string& now) {
  const auto last = explore::page_number(now);
  if (!last) return std::nullopt;
  const auto earlier = explore::page_number(before);
  const int64_t step =
      earlier && earlier->place == last->place ? last->number - earlier->number : 1;
  const std::string wanted = last->place + std::to_string(last->number);
  const size_t at = now.find(wanted);
  if (step <= 0 || at == std::string::npos) return std::nullopt;
  std::string next = now;
  return next.replace(at, wanted.size(), last->place + std::to_string(last->number + step));
}

}  // namespace

FollowedPages follow_pages(
    const model::Page& first,
    const std::function<Result<model::Page>(const std::string& url)>& read,
    const std::function<std::vector<std::string>(const model::Page&)>& records,
    const FollowOptions& options) {
  FollowedPages followed;
  std::unordered_set<uint64_t> known;
  for (const std::string& text : records(first)) known.insert(hash_bytes(text));
  if (known.empty()) {
    followed.ended = "the first page has no records";
    return followed;
  }
  std::set<std::string> visited = {first.url};
  const std::string site = url::site_of(first.url);
  // The page, if it is one more of the list.
  const auto accepted = [&](const std::string& url) -> std::optional<model::Page> {
    if (url::site_of(url) != site) {
      followed.ended = "the next page is of another site: " + url;
      return std::nullopt;
    }
    if (!visited.insert(url).second) {
      followed.ended = "the next page was read before: " + url;
      return std::nullopt;
    }
    auto page = read(url);
    if (!page.ok()) {
      followed.ended = page.error().message;
      return std::nullopt;
    }
    if (page->status >= 400) {
      followed.ended = url + " answers with status " + std::to_string(page->status);
      return std::nullopt;
    }
    if (!brings_new(records(*page), known, options.least_new)) {
      followed.ended = "no new records on " + url;
      return std::nullopt;
    }
    return std::move(*page);
  };
  std::string before;
  while (followed.pages.size() + 1 < options.max_pages) {
    const model::Page& now = followed.pages.empty() ? first : followed.pages.back();
    const auto found = explore::PaginationModel::shipped().find(now.document, now.url);
    if (found.next_url.empty()) {
      followed.ended = "no link to a next page";
      return followed;
    }
    std::optional<model::Page> next = accepted(found.next_url);
    if (!next) {
      const auto counted = counted_on(before, now.url);
      if (!counted || visited.contains(*counted)) return followed;
      const std::string reason = followed.ended;
      next = accepted(*counted);
      if (!next) {
        followed.ended = reason;
        return followed;
      }
    }
    before = now.url;
    followed.pages.push_back(std::move(*next));
  }
  followed.ended = "as many pages as asked for";
  return followed;
}

std::string ListPager::next_page(const std::string& url, const dom::Document& page) {
  const auto regions =
      mine::mine(page, {.max_regions = 1, .min_confidence = mine::kPresentableConfidence});
  if (regions.empty()) return {};
  const auto parsed = url::Url::parse(url);
  if (!parsed.ok() || !brings_new(mine::record_texts(page, regions[0]), known_[parsed->origin()],
                                  options_.least_new))
    return {};
  std::string next = explore::PaginationModel::shipped().find(page, url).next_url;
  if (url::site_of(next) != url::site_of(url)) return {};
  followed_ += next.empty() ? 0 : 1;
  return next;
}

}  // namespace weft::site
