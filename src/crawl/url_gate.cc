// What travels with a URL is a few words: "r2 l s1.5 s0.25" is the second hop of a redirection,
// expected to be a list, whose anchor is worth 1.5 and whose parent's was worth 0.25. So a
// focused crawl needs no look-up of ancestors: each URL carries the worth of the k links before it. "bq=books" is the
// body of a POST, whose URL has a fragment made from it, so that two searches are two URLs.
//
// Tested by url_gate_test.cc.

#include "crawl/url_gate.h"

#include <charconv>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/split.h"
#include "base/strings.h"
#include "url/encode.h"
#include "url/host.h"

namespace weft::crawl {

std::string UrlContext::encode() const {
  std::string text;
  if (redirects != 0) text += fmt::format("r{} ", redirects);
  if (list) text += "l ";
  if (seed) text += "u ";
  if (requisite) text += "q ";
  if (!body.empty()) {
    text += 'b';
    url::append_percent_encoded(text, body, url::EncodeSet::kComponent);
    text += ' ';
  }
  for (const double worth : way) text += fmt::format("s{} ", worth);
  if (!text.empty()) text.pop_back();
  return text;
}

UrlContext UrlContext::decode(std::string_view text) {
  UrlContext context;
  while (!text.empty()) {
    const std::string_view word = take_until(text, ' ');
    if (word.empty()) continue;
    const char* first = word.data() + 1;
    const char* last = word.data() + word.size();
    if (word.front() == 'r') {
      std::from_chars(first, last, context.redirects);
    } else if (word.front() == 'l') {
      context.list = true;
    } else if (word.front() == 'u') {
      context.seed = true;
    } else if (word.front() == 'q') {
      context.requisite = true;
    } else if (word.front() == 'b') {
      context.body = url::percent_decode(word.substr(1));
    } else if (word.front() == 's') {
      double worth = 0;
      if (std::from_chars(first, last, worth).ec == std::errc()) context.way.push_back(worth);
    }
  }
  return context;
}

UrlGate::UrlGate(const GateOptions& options, const Filters& filters, const TrapGuard* traps)
    : options_(options), filters_(filters), traps_(traps) {}

Status UrlGate::add_seed(std::string_view text) {
  const auto url = url::Url::parse(text);
  if (!url.ok() || !url->is_http() || !url->host.has_value() || url->host->empty())
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not an http or https URL", text)};
  scope_.insert(options_.scope == CrawlScope::kDomain ? url::registrable_domain(*url->host)
                                                      : url->host_and_port());
  seed_hosts_.insert(url->host_and_port());
  return {};
}

bool UrlGate::in_scope(const url::Url& url) const {
  switch (options_.scope) {
    case CrawlScope::kHost:
      return scope_.contains(url.host_and_port());
    case CrawlScope::kDomain:
      return scope_.contains(url::registrable_domain(*url.host));
    case CrawlScope::kAny:
      return true;
  }
  return false;
}

Seed parse_seed(std::string_view text) {
  constexpr std::string_view kPost = "POST ";
  if (!text.starts_with(kPost)) return {.url = std::string(text)};
  text = trim(text.substr(kPost.size()));
  const std::string_view url = take_until(text, ' ');
  return {.url = std::string(url), .body = std::string(trim(text))};
}

Refusal UrlGate::readmit(const url::Url& url, uint32_t depth) const {
  if (!url.is_http() || !url.host.has_value() || url.host->empty()) return Refusal::kMalformed;
  if (depth > options_.max_depth) return Refusal::kDepth;
  if (!in_scope(url)) return Refusal::kScope;
  if (!filters_.judge(FilterStage::kEnqueue, {.url = url, .depth = depth}).accepted)
    return Refusal::kFilter;
  if (traps_ != nullptr && !traps_->admits(url)) return Refusal::kTrap;
  return Refusal::kNone;
}

Refusal UrlGate::admit(const FoundUrl& found, FrontierUrl& out) {
  auto url = url::Url::parse(found.url);
  if (!url.ok() || found.url.size() > options_.max_url) return Refusal::kMalformed;
  url->username.clear();
  url->password.clear();
  if (found.requisite) {
    if (!url->is_http() || !url->host.has_value()) return Refusal::kMalformed;
    out.url = url->href_without_fragment();
  } else {
    const Refusal refusal = readmit(*url, found.depth);
    if (refusal != Refusal::kNone) return refusal;
    out.url = url::canonical(*url, options_.canonical);
  }
  out.host = url->host_and_port();
  out.depth = found.depth;
  out.parent = found.parent;
  if (!found.body.empty()) out.url += fmt::format("#post-{:016x}", hash_bytes(found.body));
  UrlContext context{.redirects = found.redirects,
                     .list = found.list,
                     .requisite = found.requisite,
                     .seed = found.seed,
                     .body = std::string(found.body)};
  out.priority = found.bonus - static_cast<double>(found.depth);
  if (options_.order != nullptr && !found.requisite) {
    const UrlContext* parent = found.parent_context;
    auto place = options_.order->discover(
        {.url = out.url,
         .parent = found.parent,
         .anchor = found.anchor,
         .way = parent == nullptr ? std::span<const double>() : parent->way});
    if (!place) return Refusal::kKnown;
    out.priority = place->priority + found.bonus;
    out.again = true;  // A page that is found again may come up earlier.
    context.way = std::move(place->way);
  }
  out.context = context.encode();
  return Refusal::kNone;
}

}  // namespace weft::crawl
