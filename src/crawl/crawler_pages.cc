// What becomes of a response: a retry, a redirect, a stored page, links. Part of crawler.cc.
//
//   1. no answer, or one that says "not now" (429, 502, 503, 504): the host gets a pause, the URL
//      another attempt, until there were enough;
//   2. a redirect: its target is a new URL, at the same depth, that must pass everything anew;
//   3. any other answer: stored if the filter before save wants it; if the filter before parse
//      wants it too, its links enter the frontier;
//      (the next page of a list, where it is known, without a hop);
//   4. of pages that are samples, what they need to be looked at enters before their neighbours.

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "crawl/crawler_state.h"
#include "crawl/fetch/page_requisites.h"

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;

// Answers by which a server says that it is too much for it.
bool is_distress(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

// What is added to a URL's priority, of which a hop costs one: the target of a redirect, and a list
// of lists, come before their neighbours of the same depth; a sitemap's own priority, 0 to 1, moves
// a URL by a quarter of a hop at most.
constexpr double kDetourBonus = 0.5;
// Pages of a kind whose requisites are stored: a few are looked at, and they share style sheets.
constexpr uint32_t kSamplesOfKind = 5;
// The longest picture, font or style sheet that is stored.
constexpr uint64_t kMostRequisiteBytes = uint64_t{8} << 20;
constexpr double sitemap_bonus(double priority) { return (priority - 0.5) / 2; }

bool is_html(std::string_view media_type) {
  return media_type == "text/html" || media_type == "application/xhtml+xml";
}

// What may be a sitemap or feed without being announced as one.
bool may_be_list(std::string_view media_type) {
  return media_type == "application/xml" || media_type == "text/xml" ||
         media_type.ends_with("+xml");
}

bool is_requisite_type(std::string_view type) {
  return type == "text/css" || type.starts_with("image/") || type.starts_with("font/") ||
         type.find("font") != std::string_view::npos || type == "application/octet-stream";
}

std::optional<uint64_t> content_length(const warc::HttpMessage& head) {
  return parse_number<uint64_t>(trim(head.header("Content-Length")));
}

// A page without a type is taken for HTML, as browsers do with most.
std::string media_type_of(const warc::HttpMessage& response) {
  std::string type = ascii_lower(trim(response.media_type()));
  return type.empty() ? "text/html" : type;
}

RobotsDirectives header_directives(const warc::HttpMessage& response,
                                   std::string_view product_token) {
  RobotsDirectives directives;
  for (const warc::Field& field : response.headers) {
    if (equals_ignoring_ascii_case(field.name, "X-Robots-Tag"))
      directives.add(field.value, product_token);
  }
  return directives;
}

}  // namespace

bool Crawler::State::wants_body(uint64_t tag, const warc::HttpMessage& head) {
  const auto found_job = jobs.find(tag);
  if (found_job == jobs.end()) return true;  // robots.txt
  Job& job = found_job->second;
  if (head.status < 200 || head.status >= 300 || job.context.list) return true;
  const std::string type = media_type_of(head);
  if (job.context.requisite) {
    job.unwanted =
        !is_requisite_type(type) || content_length(head).value_or(0) > kMostRequisiteBytes;
    return !job.unwanted;
  }
  job.unwanted = !filters
                      .judge(FilterStage::kDownload, {.url = job.url,
                                                      .depth = job.lease.url.depth,
                                                      .status = head.status,
                                                      .media_type = type,
                                                      .bytes = content_length(head)})
                      .accepted;
  return !job.unwanted;
}

void Crawler::State::end(const Job& job, Outcome::Kind kind, TimePoint again,
                         TimePoint host_not_before) {
  outcomes.push_back(
      {.lease = job.lease.id,
       .kind = kind,
       .finished = wall_now() + 1ms,  // Whole ticks of the clock: never a moment too early.
       .again = again,
       .host_not_before = host_not_before});
  const bool tried = kind != Outcome::Kind::kReturn && kind != Outcome::Kind::kSkipped;
  Host& host = host_of(job.lease.url.host);
  if (tried) host.rests_until = std::max(wall_now() + host.pace.delay(), host_not_before);
  if (kind == Outcome::Kind::kRetry) ++stats.retries;
  if (kind == Outcome::Kind::kFailed) ++stats.failed;
}

Status Crawler::State::finish_page(const Job& job, const FetchResult& result) {
  Host& host = host_of(job.lease.url.host);
  const auto response = warc::parse_http(result.message);
  host.answered |= result.http_status != 0;
  switch (result.status) {
    case FetchStatus::kOk:
      break;
    case FetchStatus::kStopped:
      ++stats.filtered;
      host.pace.note_success(result.elapsed);
      end(job, Outcome::Kind::kDone);
      return {};
    case FetchStatus::kTruncated:
      // The last attempt keeps what came.
      if (job.lease.attempt >= options.max_attempts && response.ok()) break;
      [[fallthrough]];
    default:
      finish_failure(job, result);
      WEFT_TRY(tell_failure(job, result, name_of(result.status)));
      return publish(job.lease.url.host, host);
  }
  if (!response.ok()) {
    ++stats.network_errors;
    end(job, Outcome::Kind::kFailed);
    return tell_failure(job, result, name_of(FetchStatus::kProtocol));
  }
  if (is_distress(result.http_status)) {
    ++stats.server_errors;
    finish_distress(job, retry_after(*response, std::chrono::system_clock::now()));
    WEFT_TRY(tell_failure(job, result, ""));
  } else {
    host.pace.note_success(result.elapsed);
    host.pages += job.context.requisite ? 0 : 1;
    WEFT_TRY(job.context.requisite ? finish_requisite(job, result, *response)
                                   : finish_response(job, result, *response));
  }
  return publish(job.lease.url.host, host);
}

void Crawler::State::finish_failure(const Job& job, const FetchResult& result) {
  ++stats.network_errors;
  log.event(LogLevel::kInfo, "crawl", "fetch-failed",
            {{"url", job.lease.url.url},
             {"status", std::string(name_of(result.status))},
             {"error", result.error}});
  if (is_hopeless(result.status, host_of(job.lease.url.host)))
    end(job, Outcome::Kind::kFailed);
  else
    finish_distress(job, 0s);
}

void Crawler::State::count(std::map<std::string, CrawlFailures>& failures, std::string_view reason,
                           const std::string& url, const std::string& error) {
  CrawlFailures& same = failures[std::string(reason)];
  if (same.count++ > 0) return;
  same.url = url;
  same.error = error;
}

// `reason` is empty if there was an answer, which is a reason then.
Status Crawler::State::tell_failure(const Job& job, const FetchResult& result,
                                    std::string_view reason) {
  const bool final = outcomes.back().kind != Outcome::Kind::kRetry;
  count(final ? stats.failures : stats.retried,
        reason.empty() ? fmt::format("http-{}", result.http_status) : std::string(reason),
        job.lease.url.url, result.error);
  if (observer == nullptr || job.context.requisite) return {};
  return observer->visited({.lease = job.lease,
                            .fetched = result,
                            .time = wall_now(),
                            .final = final,
                            .failure = reason});
}

void Crawler::State::finish_distress(const Job& job, std::chrono::seconds retry_after) {
  Host& host = host_of(job.lease.url.host);
  host.pace.note_distress(retry_after);
  const TimePoint now = wall_now();
  const TimePoint host_again = now + host.pace.pause();
  if (job.lease.attempt >= options.max_attempts) {
    end(job, Outcome::Kind::kFailed, {}, host_again);
    return;
  }
  end(job, Outcome::Kind::kRetry, std::max(now + retry_wait(job), host_again), host_again);
}

// Four times as long after each further attempt.
Milliseconds Crawler::State::retry_wait(const Job& job) const {
  return options.retry_delay * (1 << (2 * std::min(job.lease.attempt - 1, 8U)));
}

Status Crawler::State::finish_response(const Job& job, const FetchResult& result,
                                       const warc::HttpMessage& response) {
  const int status = result.http_status;
  if (status >= 500) {  // A page that fails, not a host in distress.
    ++stats.server_errors;
    if (job.lease.attempt < options.max_attempts) {
      end(job, Outcome::Kind::kRetry, wall_now() + retry_wait(job));
      return {};
    }
  }
  Page page = read_page(job, result, response);
  const FilterFacts facts{
      .url = job.url,
      .depth = job.lease.url.depth,
      .status = status,
      .media_type = page.type,
      .bytes = page.success ? std::optional<uint64_t>(page.body.size()) : std::nullopt,
      .language = page.links.language};
  WEFT_TRY(save_page(job, result, facts, page));
  if (observer != nullptr) {
    WEFT_TRY(observer->visited({.lease = job.lease,
                                .fetched = result,
                                .time = wall_now(),
                                .media_type = page.type,
                                .content_hash = page.body.empty() ? 0 : hash_bytes(page.body),
                                .content_bytes = page.body.size(),
                                .saved = page.saved,
                                .links = page.parsed ? &page.links : nullptr}));
  }
  if (options.gate.order != nullptr) {
    const std::string& url = job.lease.url.url;
    options.gate.order->visit(
        url, judge != nullptr && page.success && judge->is_relevant(url, page.type, page.body));
  }
  if (is_redirect(status)) {
    follow_redirect(job, result, response);
  } else if (status == 304) {
    ++stats.not_modified;
  } else if (status >= 400 && status < 500) {
    ++stats.refused;
    count(stats.failures, fmt::format("http-{}", status), job.lease.url.url, "");
  } else if (page.success) {
    follow_page(job, facts, page);
  }
  end(job, status >= 500 ? Outcome::Kind::kFailed : Outcome::Kind::kDone);
  return {};
}

Crawler::State::Page Crawler::State::read_page(const Job& job, const FetchResult& result,
                                               const warc::HttpMessage& response) {
  const int status = result.http_status;
  Page page{.type = media_type_of(response),
            .success = status >= 200 && status < 300,
            .directives = header_directives(response, options.product_token)};
  if (!page.success) {
    if (options.watch_traps && status >= 400) traps.note_barren(job.url);
    return page;
  }
  ++stats.pages;
  page.body = warc::decode_body(response, options.max_page_bytes).bytes;
  if (!is_html(page.type)) return page;
  read_document(
      job, result,
      parser.parse(dom::Source::borrow(page.body), {.transport_charset = response.charset()}),
      page);
  return page;
}

// Links and directives of a page, as it was sent or as it was seen.
void Crawler::State::read_document(const Job& job, const FetchResult& result,
                                   html::ParseResult parsed, Page& page) {
  if (viewer != nullptr) page.seen = viewer->see(result, parsed.document);
  if (page.seen) {
    parser.recycle(std::move(parsed.document));
    parsed = parser.parse(dom::Source::borrow(page.seen->html), {.transport_charset = "utf-8"});
  }
  page.links =
      read_page_links(parsed.document, job.lease.url.url, {.product_token = options.product_token});
  page.parsed = true;
  if (pager != nullptr) page.next = pager->next_page(job.lease.url.url, parsed.document);
  if (options.watch_traps) traps.note(job.url, parsed.document);
  if (is_sample(job, parsed.document))
    page.requisites = page_requisites(parsed.document, job.lease.url.url);
  parser.recycle(std::move(parsed.document));
  page.directives.noindex |= page.links.robots.noindex;
  page.directives.nofollow |= page.links.robots.nofollow;
  page.directives.noarchive |= page.links.robots.noarchive;
}

Status Crawler::State::save_page(const Job& job, const FetchResult& result,
                                 const FilterFacts& facts, Page& page) {
  const bool forbidden =
      options.obey_nofollow && (page.directives.noindex || page.directives.noarchive);
  page.saved = store != nullptr && !forbidden && !job.context.list &&
               filters.judge(FilterStage::kSave, facts).accepted;
  if (!page.saved) return {};
  follow_requisites(job, page.requisites);
  WEFT_TRY(store->add({.fetched = result,
                       .date = warc::warc_date_now(),
                       .parent = job.lease.url.parent,
                       .depth = job.lease.url.depth,
                       .canonical = page.links.canonical,
                       .language = page.links.language,
                       .rendered = page.seen ? page.seen->html : std::string_view(),
                       .layout = page.seen ? page.seen->layout : std::string_view()}));
  ++stats.saved;
  return {};
}

// Step 4. The first pages of a kind are samples.
bool Crawler::State::is_sample(const Job& job, const dom::Document& document) {
  if (options.requisites != Requisites::kSamples) return options.requisites == Requisites::kAll;
  if (store == nullptr) return false;
  const size_t kind = kinds.of(job.lease.url.host, dom::shingle_vector(document));
  if (kind >= samples_of_kind.size()) samples_of_kind.resize(kind + 1);
  return samples_of_kind[kind]++ < kSamplesOfKind;
}

void Crawler::State::follow_requisites(const Job& job, const std::vector<std::string>& urls) {
  if (job.context.redirects >= options.max_redirects) return;
  for (const std::string& url : urls)
    submit({.url = url,
            .depth = job.lease.url.depth,
            .parent = job.lease.url.url,
            .redirects = job.context.redirects + (job.context.requisite ? 1U : 0U),
            .requisite = true,
            .bonus = kDetourBonus});
}

Status Crawler::State::finish_requisite(const Job& job, const FetchResult& result,
                                        const warc::HttpMessage& response) {
  const bool success = result.http_status >= 200 && result.http_status < 300;
  if (is_redirect(result.http_status)) {
    follow_redirect(job, result, response);
  } else if (success && store != nullptr) {
    WEFT_TRY(store->add({.fetched = result,
                         .date = warc::warc_date_now(),
                         .parent = job.lease.url.parent,
                         .depth = job.lease.url.depth}));
    ++stats.requisites;
    if (media_type_of(response) == "text/css")
      follow_requisites(job,
                        style_requisites(warc::decode_body(response, kMostRequisiteBytes).bytes,
                                         job.lease.url.url));
  }
  end(job, Outcome::Kind::kDone);
  return {};
}

void Crawler::State::follow_page(const Job& job, const FilterFacts& facts, const Page& page) {
  if (job.context.list || may_be_list(page.type))
    follow_list(job, page.body);
  else if (options.source == UrlSource::kSitemaps)
    return;
  else if (page.parsed && !(options.obey_nofollow && page.directives.nofollow) &&
           filters.judge(FilterStage::kParse, facts).accepted) {
    if (!page.next.empty())
      submit({.url = page.next,
              .depth = job.lease.url.depth,
              .parent = job.lease.url.url,
              .parent_context = &job.context,
              .bonus = kDetourBonus});
    follow_links(job, page.links);
  }
}

void Crawler::State::follow_redirect(const Job& job, const FetchResult& result,
                                     const warc::HttpMessage& response) {
  ++stats.redirects;
  if (job.context.redirects >= options.max_redirects) return;
  const std::string target = url::resolve(response.header("Location"), result.url);
  if (target.empty()) return;
  // The page with the link stays the parent ([Zheng] 3.1): documents are found there, not on the
  // way. A seed has none but itself.
  const std::string& parent = job.lease.url.parent;
  const bool again = result.http_status == 307 || result.http_status == 308;
  submit({.url = target,
          .depth = job.lease.url.depth,
          .parent = parent.empty() ? job.lease.url.url : parent,
          .parent_context = &job.context,
          .redirects = job.context.redirects + 1,
          .list = job.context.list,
          .requisite = job.context.requisite,
          .body = again ? std::string_view(job.context.body) : std::string_view(),
          .bonus = kDetourBonus});
}

void Crawler::State::follow_links(const Job& job, const PageLinks& page) {
  for (const PageLink& link : page.links) {
    ++stats.links;
    if (link.nofollow && options.obey_nofollow) continue;
    if (link.kind == LinkKind::kFeed && !options.sitemaps) continue;
    const bool seed_feed = link.kind == LinkKind::kFeed && job.lease.url.depth == 0;
    if (options.source == UrlSource::kFeeds && !seed_feed) continue;
    // A refresh is a redirect, a frame a part of the page: no hop.
    const bool same_page = link.kind == LinkKind::kRefresh || link.kind == LinkKind::kFrame;
    if (same_page && job.context.redirects >= options.max_redirects) continue;
    submit({.url = link.url,
            .anchor = link.anchor,
            .depth = job.lease.url.depth + (same_page ? 0 : 1),
            .parent = job.lease.url.url,
            .parent_context = &job.context,
            .redirects = same_page ? job.context.redirects + 1 : 0,
            .list = link.kind == LinkKind::kFeed});
  }
  if (options.source == UrlSource::kLinks && !page.canonical.empty() &&
      page.canonical != job.lease.url.url && job.context.redirects < options.max_redirects) {
    submit({.url = page.canonical,
            .depth = job.lease.url.depth,
            .parent = job.lease.url.url,
            .parent_context = &job.context,
            .redirects = job.context.redirects + 1});
  }
}

// A list within a list is at its own depth; a page in a list is a hop away from it.
void Crawler::State::follow_list(const Job& job, std::string_view bytes) {
  const UrlList list = read_url_list(bytes, job.lease.url.url);
  if (!wants_list(list.kind)) return;
  const bool index = list.kind == ListKind::kSitemapIndex;
  if (index && job.context.redirects >= options.max_redirects) return;
  for (const ListedUrl& entry : list.entries) {
    ++stats.links;
    submit({.url = entry.url,
            .anchor = entry.title,
            .depth = job.lease.url.depth + (index ? 0 : 1),
            .parent = job.lease.url.url,
            .parent_context = &job.context,
            .redirects = index ? job.context.redirects + 1 : 0,
            .list = index,
            .bonus = index ? kDetourBonus : sitemap_bonus(entry.priority)});
  }
}

bool Crawler::State::wants_list(ListKind kind) const {
  const bool feed = kind == ListKind::kRss || kind == ListKind::kAtom;
  return options.source == UrlSource::kLinks || feed == (options.source == UrlSource::kFeeds);
}

void Crawler::State::follow_sitemaps(const RobotsJob& job, const Robots& rules) {
  std::vector<std::string> sitemaps = rules.sitemaps();
  if (sitemaps.empty() && options.source == UrlSource::kSitemaps) sitemaps = {"/sitemap.xml"};
  for (const std::string& sitemap : sitemaps) {
    const std::string target = url::resolve(sitemap, job.origin + "/robots.txt");
    if (!target.empty())
      submit(
          {.url = target, .depth = job.depth, .parent = job.origin + "/robots.txt", .list = true});
  }
}

Refusal Crawler::State::submit(const FoundUrl& url) {
  // A URL seen at another depth may be wanted where this one was not, so only the accepted count.
  const uint64_t hash = hash_bytes(url.url, hash_bytes(url.body, url.list ? 1 : 0)) | 1;
  uint64_t& place = recent[hash % recent.size()];
  if (place == hash && options.gate.order == nullptr) return Refusal::kNone;
  FrontierUrl entry;
  const Refusal refusal = gate.admit(url, entry);
  if (refusal == Refusal::kTrap) ++stats.trapped;
  if (refusal != Refusal::kNone) return refusal;
  const HostTable::Entry& host = options.hosts.of(entry.host, gate.is_seed_host(entry.host));
  if (obeys_robots(host.settings)) {
    // Known rules spare the frontier what would be refused at its turn.
    const auto parsed = url::Url::parse(entry.url);
    const std::string origin = parsed.ok() ? parsed->origin() : std::string();
    if (robots.state(origin, Steady::now()) == RobotsCache::State::kKnown &&
        !robots.allows(origin, entry.url)) {
      ++stats.forbidden;
      place = hash;
      return Refusal::kNone;
    }
  }
  place = hash;
  ++stats.submitted;
  found.push_back(std::move(entry));
  return Refusal::kNone;
}

}  // namespace weft::crawl
