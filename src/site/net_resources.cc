#include "site/net_resources.h"

#include <utility>

#include <fmt/format.h>

#include "url/url.h"
#include "warc/http.h"

namespace weft::site {
namespace {

using Steady = std::chrono::steady_clock;
using RobotsState = crawl::RobotsCache::State;

ErrorCode code_of(crawl::FetchStatus status) {
  if (status == crawl::FetchStatus::kPrivateAddress) return ErrorCode::kPermission;
  return status == crawl::FetchStatus::kTimeout ? ErrorCode::kTimeout : ErrorCode::kIo;
}

}  // namespace

render::Resource resource_of(std::string_view http_message) {
  render::Resource resource;
  const auto http = warc::parse_http(http_message);
  if (!http.ok()) {
    resource.error = http.error();
    return resource;
  }
  resource.status = http->status;
  for (const warc::Field& field : http->headers)
    resource.headers.emplace_back(field.name, field.value);
  resource.body = warc::decode_body(*http).bytes;
  return resource;
}

NetResources::NetResources(const NetOptions& options)
    : options_(options),
      fetcher_(options.fetch),
      robots_({.product_token = options.product_token}) {}

void NetResources::give(const std::string& url, render::Resource resource) {
  given_.insert_or_assign(url, std::move(resource));
}

void NetResources::refuse(uint64_t id, ErrorCode code, std::string why) {
  render::Resource refused;
  refused.id = id;
  refused.error = Error{code, std::move(why)};
  ready_.push_back(std::move(refused));
}

void NetResources::start(const render::ResourceRequest& request) {
  const bool get = request.method == "GET";
  const bool post = request.method == "POST" && request.kind == render::ResourceKind::kData &&
                    !request.body.empty();
  if (!get && !(post && options_.send_posts)) {
    return refuse(request.id, ErrorCode::kUnsupported,
                  fmt::format("{} {}: only GET is sent{}", request.method, request.url,
                              post ? "; --posts sends what scripts ask for so" : ""));
  }
  if (const std::string why = options_.why_not ? options_.why_not(request) : ""; !why.empty())
    return refuse(request.id, ErrorCode::kPermission, request.url + ": " + why);
  if (const auto given = given_.find(request.url); get && given != given_.end()) {
    ready_.push_back(given->second);
    ready_.back().id = request.id;
    return;
  }
  const auto url = url::Url::parse(request.url);
  if (!url.ok() || !url->is_http())
    return refuse(request.id, ErrorCode::kInvalidArgument, request.url + " is not http or https");
  if (!options_.obey_robots) return fetch(request);
  const std::string origin = url->origin();
  switch (robots_.state(origin, Steady::now())) {
    case RobotsState::kUnknown:
      robots_tags_[next_tag_] = origin;
      fetcher_.start({.tag = next_tag_++, .url = robots_.begin(origin, Steady::now())});
      [[fallthrough]];
    case RobotsState::kPending:
      waiting_[origin].push_back(request);
      return;
    case RobotsState::kUnreachable:
      return refuse(request.id, ErrorCode::kIo,
                    fmt::format("cannot fetch {}: its host has no robots.txt to ask", request.url));
    case RobotsState::kKnown:
      if (robots_.allows(origin, request.url)) return fetch(request);
      return refuse(request.id, ErrorCode::kPermission,
                    fmt::format("robots.txt of {} forbids {}", origin, request.url));
  }
}

void NetResources::fetch(const render::ResourceRequest& request) {
  requests_[next_tag_] = request.id;
  fetcher_.start({.tag = next_tag_++, .url = request.url, .body = request.body});
}

void NetResources::finish_robots(const std::string& origin, const crawl::FetchResult& result) {
  if (const auto next = robots_.advance(origin, result, Steady::now())) {
    robots_tags_[next_tag_] = origin;
    fetcher_.start({.tag = next_tag_++, .url = *next});
    return;
  }
  const bool failed = robots_.state(origin, Steady::now()) == RobotsState::kUnreachable;
  for (const render::ResourceRequest& request : std::exchange(waiting_[origin], {})) {
    if (failed && result.status != crawl::FetchStatus::kOk)
      refuse(request.id, code_of(result.status),
             fmt::format("cannot fetch {}: {}", result.url, result.error));
    else
      start(request);
  }
}

std::vector<render::Resource> NetResources::poll(std::chrono::milliseconds max_wait) {
  const auto wait = ready_.empty() ? max_wait : std::chrono::milliseconds(0);
  for (crawl::FetchResult& result : fetcher_.poll(wait)) {
    if (const auto robots = robots_tags_.extract(result.tag)) {
      finish_robots(robots.mapped(), result);
      continue;
    }
    const auto request = requests_.extract(result.tag);
    if (!request) continue;
    if (result.status != crawl::FetchStatus::kOk || result.cut) {
      refuse(request.mapped(), result.cut ? ErrorCode::kLimitExceeded : code_of(result.status),
             fmt::format("cannot fetch {}: {}", result.url,
                         result.cut ? "it is longer than is allowed" : result.error));
      continue;
    }
    ready_.push_back(resource_of(result.message));
    ready_.back().id = request.mapped();
    fetched_.push_back(std::move(result));
  }
  return std::exchange(ready_, {});
}

std::vector<crawl::FetchResult> NetResources::take_fetched() { return std::exchange(fetched_, {}); }

}  // namespace weft::site
