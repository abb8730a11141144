// Tested by fetched_pages_test.cc.

#include "site/fetched_pages.h"

#include <deque>
#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "crawl/fetch/page_requisites.h"
#include "crawl/fetch/robots.h"
#include "html/parser.h"
#include "site/raw_page.h"
#include "url/url.h"

namespace weft::site {
namespace {

constexpr uint32_t kMostHops = 5;
// As many as browsers ask a host for at once.
constexpr size_t kAtOnce = 6;
constexpr auto kWait = std::chrono::milliseconds(100);

std::string media_type(const render::Resource& resource) {
  const std::string_view stated = resource.header("Content-Type");
  return ascii_lower(trim(stated.substr(0, stated.find(';'))));
}

bool is_good(const render::Resource& resource) {
  return !resource.error && resource.status >= 200 && resource.status < 300;
}

// Where an answer leads instead; empty: nowhere.
std::string redirection(const render::Resource& resource, const std::string& url) {
  if (resource.error || !crawl::is_redirect(resource.status)) return {};
  return url::resolve(resource.header("Location"), url);
}

}  // namespace

FetchedPages::FetchedPages(const std::string& folder, const NetOptions& options)
    : store_({.folder = folder, .prefix = "studio"}), net_(options) {}

Status FetchedPages::store(const crawl::FetchResult& fetched, const std::string& parent) {
  return store_.add({.fetched = fetched, .date = warc::warc_date_now(), .parent = parent});
}

Result<render::Resource> FetchedPages::one(std::string& url, const std::atomic<bool>& stop) {
  for (uint32_t hop = 0; hop <= kMostHops; ++hop) {
    net_.start({.id = ++last_id_, .url = url, .method = "GET"});
    std::vector<render::Resource> came;
    while (came.empty()) {
      if (stop) return Error{ErrorCode::kTimeout, "stopped"};
      came = net_.poll(kWait);
    }
    for (const crawl::FetchResult& fetched : net_.take_fetched()) WEFT_TRY(store(fetched, ""));
    if (came[0].error) return *came[0].error;
    const std::string next = redirection(came[0], url);
    if (next.empty()) return std::move(came[0]);
    url = next;
  }
  return Error{ErrorCode::kIo, fmt::format("{} leads on without end", url)};
}

Result<std::string> FetchedPages::page(const std::string& url, const std::atomic<bool>& stop) {
  const auto parsed = url::Url::parse(trim(url));
  if (!parsed.ok() || !parsed->is_http())
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not an http or https URL", url)};
  std::string address = parsed->href_without_fragment();
  WEFT_ASSIGN(const render::Resource answer, one(address, stop));
  if (!is_good(answer))
    return Error{ErrorCode::kIo, fmt::format("{} answers with status {}", address, answer.status)};
  const std::string type = media_type(answer);
  if (!type.empty() && type != "text/html" && type != "application/xhtml+xml")
    return Error{ErrorCode::kUnsupported,
                 fmt::format("{} is {}, and no page to look at", address, type)};
  html::Parser parser;
  const auto page = parser.parse(dom::Source::borrow(answer.body),
                                 {.transport_charset = charset_of(answer.header("Content-Type"))});
  WEFT_TRY(requisites(crawl::page_requisites(page.document, address), stop));
  return address;
}

Result<size_t> FetchedPages::requisites(const std::vector<std::string>& urls,
                                        const std::atomic<bool>& stop,
                                        const std::function<void()>& came) {
  std::deque<Wanted> wanted;
  for (const std::string& url : urls) wanted.push_back({url, "", 0});
  std::map<uint64_t, Wanted> running;
  size_t count = 0;
  while (!stop && (!wanted.empty() || !running.empty())) {
    while (!wanted.empty() && running.size() < kAtOnce) {
      Wanted next = std::move(wanted.front());
      wanted.pop_front();
      if (next.hops > kMostHops || !known_.insert(next.url).second) continue;
      net_.start({.id = ++last_id_, .url = next.url, .method = "GET"});
      running.emplace(last_id_, std::move(next));
    }
    for (const render::Resource& resource : net_.poll(kWait)) {
      const auto ended = running.extract(resource.id);
      if (!ended) continue;
      const Wanted& asked = ended.mapped();
      if (const std::string next = redirection(resource, asked.url); !next.empty())
        wanted.push_back({next, asked.url, asked.hops + 1});
      if (!is_good(resource)) continue;
      ++count;
      if (came != nullptr) came();
      if (media_type(resource) != "text/css") continue;
      for (std::string& url : crawl::style_requisites(resource.body, asked.url))
        wanted.push_back({std::move(url), asked.url, asked.hops + 1});
    }
    for (const crawl::FetchResult& fetched : net_.take_fetched()) WEFT_TRY(store(fetched, ""));
  }
  return count;
}

}  // namespace weft::site
