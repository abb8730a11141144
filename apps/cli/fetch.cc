#include "cli/fetch.h"

#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "crawl/fetcher.h"
#include "crawl/robots_cache.h"
#include "url/url.h"
#include "warc/http.h"

namespace weft::cli {
namespace {

constexpr char kProductToken[] = "weft";

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Error error_of(const crawl::FetchResult& result) {
  const ErrorCode code = result.status == crawl::FetchStatus::kPrivateAddress
                             ? ErrorCode::kPermission
                         : result.status == crawl::FetchStatus::kTimeout ? ErrorCode::kTimeout
                                                                         : ErrorCode::kIo;
  return {code, fmt::format("cannot fetch {}: {}", result.url, result.error)};
}

}  // namespace

struct Fetcher::State {
  using Clock = std::chrono::steady_clock;

  explicit State(const FetchOptions& wanted)
      : options(wanted),
        fetcher({.timeout = std::chrono::seconds(wanted.timeout_seconds),
                 .max_bytes = wanted.max_bytes,
                 .allow_private = wanted.allow_private}),
        robots({.product_token = kProductToken}) {}

  crawl::FetchResult get(const std::string& url) {
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
    if (robots.state(origin, Clock::now()) == crawl::RobotsCache::State::kUnknown) {
      std::optional<std::string> next = robots.begin(origin, Clock::now());
      while (next.has_value()) {
        const crawl::FetchResult result = get(*next);
        next = robots.advance(origin, result, Clock::now());
        if (result.status != crawl::FetchStatus::kOk)
          unreachable.insert_or_assign(origin, error_of(result));
      }
    }
    const auto why = unreachable.find(origin);
    if (why != unreachable.end()) return why->second;
    return {};
  }

  // One hop: robots.txt, the delay, the request.
  Result<crawl::FetchResult> visit(const url::Url& url) {
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
    crawl::FetchResult result = get(href);
    if (result.status != crawl::FetchStatus::kOk) return error_of(result);
    if (result.cut) {
      return Error{ErrorCode::kLimitExceeded,
                   fmt::format("{} is longer than {} bytes", href, options.max_bytes)};
    }
    return result;
  }

  FetchOptions options;
  crawl::Fetcher fetcher;
  crawl::RobotsCache robots;
  std::map<std::string, Clock::time_point> last_request;
  std::map<std::string, Error> unreachable;  // Origins without robots.txt, and why.
};

Fetcher::Fetcher(const FetchOptions& options) : state_(std::make_unique<State>(options)) {}
Fetcher::~Fetcher() = default;
Fetcher::Fetcher(Fetcher&&) noexcept = default;
Fetcher& Fetcher::operator=(Fetcher&&) noexcept = default;

Result<Fetched> Fetcher::fetch(const std::string& text) {
  WEFT_ASSIGN(url::Url url, url::Url::parse(text));
  for (int hop = 0; hop <= state_->options.max_redirects; ++hop) {
    if (!url.is_http())
      return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not http or https", url.href())};
    WEFT_ASSIGN(const crawl::FetchResult result, state_->visit(url));
    WEFT_ASSIGN(const warc::HttpMessage response, warc::parse_http(result.message));
    if (is_redirect(response.status) && !response.header("Location").empty()) {
      WEFT_ASSIGN(url, url::Url::parse(response.header("Location"), &url));
      continue;
    }
    return Fetched{.url = url.href_without_fragment(),
                   .status = response.status,
                   .content_type = std::string(response.header("Content-Type")),
                   .body = warc::decode_body(response, state_->options.max_bytes).bytes};
  }
  return Error{ErrorCode::kLimitExceeded,
               fmt::format("{} redirects more than {} times", text, state_->options.max_redirects)};
}

}  // namespace weft::cli
