#include "crawl/fetch/page_fetcher.h"

#include <optional>
#include <thread>

#include <fmt/format.h>

#include "warc/http.h"

namespace weft::crawl {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr char kProductToken[] = "weft";

Error fetch_error(const FetchResult& result) {
  const ErrorCode code = result.status == FetchStatus::kPrivateAddress ? ErrorCode::kPermission
                         : result.status == FetchStatus::kTimeout      ? ErrorCode::kTimeout
                                                                       : ErrorCode::kIo;
  return {code, fmt::format("cannot fetch {}: {}", result.url, result.error)};
}

}  // namespace

PageFetcher::PageFetcher(const PageFetchOptions& options)
    : options_(options),
      fetcher_({.timeout = std::chrono::seconds(options.timeout_seconds),
                .max_bytes = options.max_bytes,
                .allow_private = options.allow_private,
                .proxies = ProxyRules::from_environment(),
                .cookies = options.cookies}),
      robots_({.product_token = kProductToken}) {}

void PageFetcher::wait_for(const std::string& host, std::chrono::milliseconds delay) {
  if (const auto it = last_request_.find(host); it != last_request_.end())
    std::this_thread::sleep_until(it->second + delay);
  last_request_[host] = SteadyClock::now();
}

Status PageFetcher::learn_robots(const std::string& origin) {
  if (robots_.state(origin, SteadyClock::now()) == RobotsCache::State::kUnknown) {
    std::optional<std::string> next = robots_.begin(origin, SteadyClock::now());
    while (next.has_value()) {
      const FetchResult result = fetcher_.fetch({.url = *next});
      next = robots_.advance(origin, result, SteadyClock::now());
      if (result.status != FetchStatus::kOk)
        unreachable_.insert_or_assign(origin, fetch_error(result));
    }
  }
  const auto why = unreachable_.find(origin);
  if (why != unreachable_.end()) return why->second;
  return {};
}

Result<FetchResult> PageFetcher::visit(const url::Url& url, const std::string& body) {
  const std::string href = url.href_without_fragment();
  std::chrono::milliseconds delay(options_.delay_milliseconds);
  if (options_.obey_robots) {
    const std::string origin = url.origin();
    WEFT_TRY(learn_robots(origin));
    if (!robots_.allows(origin, href)) {
      return Error{ErrorCode::kPermission,
                   fmt::format("robots.txt of {} forbids {}", origin, href)};
    }
    delay = std::max(delay, robots_.robots(origin)->crawl_delay(kProductToken).value_or(delay));
  }
  wait_for(url.host_and_port(), delay);
  FetchResult result = fetcher_.fetch({.url = href, .body = body});
  if (result.status != FetchStatus::kOk) return fetch_error(result);
  if (result.cut) {
    return Error{ErrorCode::kLimitExceeded,
                 fmt::format("{} is longer than {} bytes", href, options_.max_bytes)};
  }
  return result;
}

Result<FetchedPage> PageFetcher::fetch(const std::string& text, const std::string& body) {
  WEFT_ASSIGN(url::Url url, url::Url::parse(text));
  for (int hop = 0; hop <= options_.max_redirects; ++hop) {
    if (!url.is_http())
      return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not http or https", url.href())};
    WEFT_ASSIGN(const FetchResult result, visit(url, hop == 0 ? body : ""));
    WEFT_ASSIGN(const warc::HttpMessage response, warc::parse_http(result.message));
    if (is_redirect(response.status) && !response.header("Location").empty()) {
      WEFT_ASSIGN(url, url::Url::parse(response.header("Location"), &url));
      continue;
    }
    return FetchedPage{.url = url.href_without_fragment(),
                       .status = response.status,
                       .content_type = std::string(response.header("Content-Type")),
                       .body = warc::decode_body(response, options_.max_bytes).bytes};
  }
  return Error{ErrorCode::kLimitExceeded,
               fmt::format("{} redirects more than {} times", text, options_.max_redirects)};
}

}  // namespace weft::crawl
