#include "crawl/fetch/page_fetcher.h"

#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/robots_cache.h"
#include "url/url.h"
#include "warc/http.h"

namespace weft::crawl {
namespace {

constexpr char kProductToken[] = "weft";

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Error error_of(const FetchResult& result) {
  const ErrorCode code = result.status == FetchStatus::kPrivateAddress ? ErrorCode::kPermission
                         : result.status == FetchStatus::kTimeout      ? ErrorCode::kTimeout
                                                                       : ErrorCode::kIo;
  return {code, fmt::format("cannot fetch {}: {}", result.url, result.error)};
}

}  // namespace

struct PageFetcher::State {
  using Clock = std::chrono::steady_clock;

  explicit State(const PageFetchOptions& wanted)
      : options(wanted),
        fetcher({.timeout = std::chrono::seconds(wanted.timeout_seconds),
                 .max_bytes = wanted.max_bytes,
                 .allow_private = wanted.allow_private}),
        robots({.product_token = kProductToken}) {}

  FetchResult get(const std::string& url) {
    fetcher.start({.url = url});
    while (true) {
      auto results = fetcher.poll(std::chrono::seconds(1));
      if (!results.empty()) return std::move(results.front());
    }
  }

  void wait_for(const std::string& host, std::chrono::milliseconds delay) {
    if (const auto it = last_request.find(host); it != last_request.end())
      std::this_thread::sleep_until(it->second + delay);
    last_request[host] = Clock::now();
  }

  // Fails with the reason why robots.txt is not to be had, if it is not.
  Status learn_robots(const std::string& origin) {
    if (robots.state(origin, Clock::now()) == RobotsCache::State::kUnknown) {
      std::optional<std::string> next = robots.begin(origin, Clock::now());
      while (next.has_value()) {
        const FetchResult result = get(*next);
        next = robots.advance(origin, result, Clock::now());
        if (result.status != FetchStatus::kOk)
          unreachable.insert_or_assign(origin, error_of(result));
      }
    }
    const auto why = unreachable.find(origin);
    if (why != unreachable.end()) return why->second;
    return {};
  }

  // One hop: robots.txt, the delay, the request.
  Result<FetchResult> visit(const url::Url& url) {
    const std::string href = url.href_without_fragment();
    std::chrono::milliseconds delay(options.delay_milliseconds);
    if (options.obey_robots) {
      const std::string origin = url.origin();
      WEFT_TRY(learn_robots(origin));
      if (!robots.allows(origin, href)) {
        return Error{ErrorCode::kPermission,
                     fmt::format("robots.txt of {} forbids {}", origin, href)};
      }
      delay = std::max(delay, robots.robots(origin)->crawl_delay(kProductToken).value_or(delay));
    }
    wait_for(url.host_and_port(), delay);
    FetchResult result = get(href);
    if (result.status != FetchStatus::kOk) return error_of(result);
    if (result.cut) {
      return Error{ErrorCode::kLimitExceeded,
                   fmt::format("{} is longer than {} bytes", href, options.max_bytes)};
    }
    return result;
  }

  PageFetchOptions options;
  Fetcher fetcher;
  RobotsCache robots;
  std::map<std::string, Clock::time_point> last_request;
  std::map<std::string, Error> unreachable;  // Origins without robots.txt, and why.
};

PageFetcher::PageFetcher(const PageFetchOptions& options)
    : state_(std::make_unique<State>(options)) {}
PageFetcher::~PageFetcher() = default;
PageFetcher::PageFetcher(PageFetcher&&) noexcept = default;
PageFetcher& PageFetcher::operator=(PageFetcher&&) noexcept = default;

Result<FetchedPage> PageFetcher::fetch(const std::string& text) {
  WEFT_ASSIGN(url::Url url, url::Url::parse(text));
  for (int hop = 0; hop <= state_->options.max_redirects; ++hop) {
    if (!url.is_http())
      return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not http or https", url.href())};
    WEFT_ASSIGN(const FetchResult result, state_->visit(url));
    WEFT_ASSIGN(const warc::HttpMessage response, warc::parse_http(result.message));
    if (is_redirect(response.status) && !response.header("Location").empty()) {
      WEFT_ASSIGN(url, url::Url::parse(response.header("Location"), &url));
      continue;
    }
    return FetchedPage{.url = url.href_without_fragment(),
                       .status = response.status,
                       .content_type = std::string(response.header("Content-Type")),
                       .body = warc::decode_body(response, state_->options.max_bytes).bytes};
  }
  return Error{ErrorCode::kLimitExceeded,
               fmt::format("{} redirects more than {} times", text, state_->options.max_redirects)};
}

}  // namespace weft::crawl
