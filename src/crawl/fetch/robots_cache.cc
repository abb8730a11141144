#include "crawl/fetch/robots_cache.h"

#include <algorithm>
#include <vector>

#include "url/url.h"
#include "warc/http.h"

namespace weft::crawl {

RobotsCache::State RobotsCache::state(const std::string& origin, Time now) const {
  const auto found = entries_.find(origin);
  if (found == entries_.end()) return State::kUnknown;
  const Entry& entry = found->second;
  const auto age = now - entry.since;
  if (entry.state == State::kKnown && age > options_.keep) return State::kUnknown;
  if (entry.state == State::kUnreachable && age > options_.keep_unreachable) return State::kUnknown;
  return entry.state;
}

std::string RobotsCache::begin(const std::string& origin, Time now) {
  make_room();
  Entry& entry = entries_[origin];
  entry.state = State::kPending;
  entry.since = now;
  entry.redirects = 0;
  return origin + "/robots.txt";
}

std::optional<std::string> RobotsCache::advance(const std::string& origin,
                                                const FetchResult& result, Time now) {
  Entry& entry = entries_[origin];
  entry.since = now;
  const auto response = warc::parse_http(result.message);
  // What came of a file that was cut short still counts.
  const bool answered = response.ok() && (result.status == FetchStatus::kOk ||
                                          result.status == FetchStatus::kStopped ||
                                          result.status == FetchStatus::kTruncated);
  if (!answered || result.http_status >= 500 || result.http_status == 429) {
    entry.state = State::kUnreachable;
    entry.robots = Robots::disallow_all();
    return std::nullopt;
  }
  if (is_redirect(result.http_status) && entry.redirects < options_.max_redirects) {
    std::string target = url::resolve(response->header("Location"), result.url);
    if (const auto url = url::Url::parse(target); url.ok() && url->is_http()) {
      ++entry.redirects;
      return target;
    }
  }
  entry.state = State::kKnown;
  const bool found = result.http_status >= 200 && result.http_status < 300;
  entry.robots = found ? Robots::parse(warc::decode_body(*response, Robots::kMaxBytes).bytes)
                       : Robots::allow_all();
  return std::nullopt;
}

bool RobotsCache::allows(const std::string& origin, std::string_view url) const {
  const Robots* known = robots(origin);
  return known == nullptr || known->allows(options_.product_token, url);
}

const Robots* RobotsCache::robots(const std::string& origin) const {
  const auto found = entries_.find(origin);
  if (found == entries_.end() || found->second.state == State::kPending) return nullptr;
  return &found->second.robots;
}

void RobotsCache::make_room() {
  if (entries_.size() < options_.max_origins) return;
  std::vector<std::pair<Time, std::string>> settled;
  for (const auto& [origin, entry] : entries_) {
    if (entry.state != State::kPending) settled.emplace_back(entry.since, origin);
  }
  const auto half = settled.begin() + static_cast<std::ptrdiff_t>((settled.size() + 1) / 2);
  std::nth_element(settled.begin(), half, settled.end());
  for (auto it = settled.begin(); it != half; ++it) entries_.erase(it->second);
}

}  // namespace weft::crawl
