// The loop, robots.txt and the end of a crawl. What becomes of a response: crawler_pages.cc.
//
// Tested by crawler_test.cc; proved against a hostile server by apps/cli/crawl_proof_test.cc.

#include "crawl/crawler.h"

#include <algorithm>

#include "crawl/crawler_state.h"

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;

constexpr size_t kRecentUrls = 1 << 16;  // Remembered as submitted: half a megabyte.
constexpr size_t kMaxHosts = 100'000;    // Whose pace is remembered; then all are forgotten.
constexpr auto kReportEvery = 250ms;     // Often enough to look alive.
constexpr auto kLongestWait = 200ms;     // Before the loop looks at `stop` and the frontier again.
constexpr auto kLeastWait = 5ms;         // Between two leases when the last one gave too little.
constexpr size_t kFlushAt = 8;           // Outcomes that are worth a transaction…
constexpr auto kFlushAfter = 10ms;       // …or this time since the last one.

}  // namespace

Crawler::State::State(const CrawlParts& parts, const CrawlOptions& wanted)
    : CrawlParts(parts),
      options(wanted),
      gate(wanted.gate, filters, wanted.watch_traps ? &traps : nullptr),
      robots({.product_token = wanted.product_token}),
      fetcher(
          wanted.fetch,
          [this](uint64_t tag, const warc::HttpMessage& head) { return wants_body(tag, head); }),
      recent(kRecentUrls, 0) {}

Crawler::State::Host& Crawler::State::host_of(const std::string& key) {
  const auto found_host = hosts.find(key);
  if (found_host != hosts.end()) return found_host->second;
  if (hosts.size() >= kMaxHosts) hosts.clear();
  ++stats.hosts;
  return hosts.emplace(key, Host{.pace = HostPace(options.pace)}).first->second;
}

bool Crawler::State::budget_used_up() const {
  if (options.max_pages != 0 && stats.pages >= options.max_pages) return true;
  if (options.max_bytes != 0 && stats.bytes >= options.max_bytes) return true;
  return options.max_time.count() != 0 && Steady::now() - started >= options.max_time;
}

size_t Crawler::State::room() const {
  const size_t active = jobs.size() + robots_jobs.size();
  size_t free = options.fetch.max_connections - std::min(options.fetch.max_connections, active);
  if (options.max_pages != 0) {
    const uint64_t spoken_for = stats.pages + jobs.size();
    free = std::min<uint64_t>(free, options.max_pages - std::min(options.max_pages, spoken_for));
  }
  return free;
}

Status Crawler::State::refill() {
  const size_t wanted = room();
  const auto now = Steady::now();
  if (wanted == 0 || now < next_lease || draining) return {};
  WEFT_ASSIGN(std::vector<Lease> leases, frontier.lease({.max = wanted,
                                                         .now = wall_now(),
                                                         .duration = options.lease_duration,
                                                         .worker = options.worker}));
  const bool any = !leases.empty();
  for (Lease& lease : leases) WEFT_TRY(begin(std::move(lease)));
  if (any) {
    next_lease = now + kLeastWait;
    return {};
  }
  WEFT_ASSIGN(const std::optional<TimePoint> due, frontier.next_due());
  exhausted = !due.has_value();
  Steady::duration wait = kLongestWait;
  if (due.has_value())
    wait = std::clamp<Steady::duration>(*due - wall_now(), kLeastWait, kLongestWait);
  next_lease = now + wait;
  return {};
}

Status Crawler::State::begin(Lease lease) {
  Job job{.lease = std::move(lease)};
  auto url = url::Url::parse(job.lease.url.url);
  if (!url.ok() || !url->is_http()) {
    end(job, Outcome::Kind::kFailed);
    return {};
  }
  job.url = std::move(*url);
  job.context = UrlContext::decode(job.lease.url.context);
  const Refusal refusal = gate.readmit(job.url, job.lease.url.depth);
  Host& host = host_of(job.lease.url.host);
  const bool host_done = options.max_host_pages != 0 && host.pages >= options.max_host_pages;
  if (refusal != Refusal::kNone || host_done) {
    ++(refusal == Refusal::kTrap ? stats.trapped : stats.filtered);
    end(job, Outcome::Kind::kSkipped);
    return {};
  }
  if (!options.obey_robots) {
    WEFT_TRY(publish(job.lease.url.host, host));
    fetch(std::move(job));
    return {};
  }
  const std::string origin = job.url.origin();
  switch (robots.state(origin, Steady::now())) {
    case RobotsCache::State::kUnknown:
      start_robots(std::move(job));
      return {};
    case RobotsCache::State::kPending:
      robots_jobs[robots_tags[origin]].waiting.push_back(std::move(job));
      return {};
    case RobotsCache::State::kUnreachable:
      finish_distress(job, 0s);
      return {};
    case RobotsCache::State::kKnown:
      if (robots.allows(origin, job.lease.url.url)) {
        fetch(std::move(job));
      } else {
        ++stats.forbidden;
        end(job, Outcome::Kind::kSkipped);
      }
      return {};
  }
  return {};
}

void Crawler::State::fetch(Job job) {
  FetchRequest request{.tag = next_tag++, .url = job.lease.url.url};
  if (observer != nullptr) {
    CrawlObserver::Validators validators = observer->validators(request.url);
    request.etag = std::move(validators.etag);
    request.last_modified = std::move(validators.last_modified);
  }
  ++stats.requests;
  jobs.emplace(request.tag, std::move(job));
  fetcher.start(std::move(request));
}

void Crawler::State::start_robots(Job job) {
  const uint64_t tag = next_tag++;
  RobotsJob robots_job{
      .origin = job.url.origin(), .host = job.lease.url.host, .depth = job.lease.url.depth};
  fetcher.start({.tag = tag, .url = robots.begin(robots_job.origin, Steady::now())});
  ++stats.requests;
  robots_tags[robots_job.origin] = tag;
  robots_job.waiting.push_back(std::move(job));
  robots_jobs.emplace(tag, std::move(robots_job));
}

// The fetch of robots.txt was a visit: the leases that waited for it go back and get their turn
// after the host's delay; without a delay they go on.
Status Crawler::State::finish_robots(RobotsJob job, const FetchResult& result) {
  if (const auto next = robots.advance(job.origin, result, Steady::now())) {
    const uint64_t tag = next_tag++;
    fetcher.start({.tag = tag, .url = *next});
    ++stats.requests;
    robots_tags[job.origin] = tag;
    robots_jobs.emplace(tag, std::move(job));
    return {};
  }
  robots_tags.erase(job.origin);
  Host& host = host_of(job.host);
  const Robots& rules = *robots.robots(job.origin);
  const bool reachable = robots.state(job.origin, Steady::now()) == RobotsCache::State::kKnown;
  host.pace = HostPace(options.pace, rules.crawl_delay(options.product_token));
  if (host.pace.clamped()) {
    ++stats.clamped_delays;
    log.event(LogLevel::kWarning, "crawl", "delay-clamped",
              {{"host", job.host},
               {"asked", std::to_string(rules.crawl_delay(options.product_token)->count())},
               {"kept", std::to_string(host.pace.delay().count())}});
  }
  if (!reachable) {
    log.event(LogLevel::kWarning, "crawl", "robots-unreachable",
              {{"origin", job.origin},
               {"status", std::to_string(result.http_status)},
               {"error", result.error}});
  }
  WEFT_TRY(publish(job.host, host));
  if (reachable && options.sitemaps) follow_sitemaps(job, rules);
  const TimePoint next_visit = wall_now() + 1ms + host.pace.delay();
  // A host that may not or cannot be talked to at all; others may come back.
  const bool hopeless =
      result.status == FetchStatus::kPrivateAddress || result.status == FetchStatus::kTls;
  for (Job& waiting : job.waiting) {
    if (hopeless)
      end(waiting, Outcome::Kind::kFailed);
    else if (host.pace.delay().count() == 0 && !draining)
      WEFT_TRY(begin(std::move(waiting.lease)));
    else
      end(waiting, Outcome::Kind::kReturn, {}, next_visit);
  }
  return {};
}

Status Crawler::State::publish(const std::string& key, Host& host) {
  const Milliseconds delay = host.pace.delay();
  const Milliseconds change =
      delay > host.published ? delay - host.published : host.published - delay;
  const bool first = host.published.count() < 0;
  // Smaller changes are noise, and each costs a transaction.
  const bool matters = change >= 50ms && change * 4 >= host.published;
  if (!first && !matters) return {};
  host.published = delay;
  return frontier.set_host({.host = key, .delay = delay, .slots = options.slots}, wall_now());
}

Status Crawler::State::handle(std::vector<FetchResult> results) {
  for (FetchResult& result : results) {
    stats.bytes += result.message.size();
    if (auto node = robots_jobs.extract(result.tag)) {
      WEFT_TRY(finish_robots(std::move(node.mapped()), result));
    } else if (auto page = jobs.extract(result.tag)) {
      WEFT_TRY(finish_page(std::move(page.mapped()), std::move(result)));
    }
  }
  return {};
}

Status Crawler::State::flush() {
  if (outcomes.empty() && found.empty()) return {};
  if (observer != nullptr) WEFT_TRY(observer->flush());
  WEFT_TRY(frontier.record(outcomes, found));
  outcomes.clear();
  found.clear();
  flushed = Steady::now();
  next_lease = {};  // Slots and URLs may be free now.
  exhausted = false;
  return {};
}

Status Crawler::State::renew() {
  const auto now = Steady::now();
  if (now < next_renewal) return {};
  next_renewal = now + options.lease_duration / 3;
  return frontier.renew(options.worker, wall_now() + options.lease_duration);
}

void Crawler::State::report(const OnProgress& on_progress, bool always) {
  const auto now = Steady::now();
  if (on_progress == nullptr || (!always && now < next_report)) return;
  next_report = now + kReportEvery;
  stats.elapsed = std::chrono::duration_cast<Milliseconds>(now - started);
  stats.active = jobs.size() + robots_jobs.size();
  if (auto frontier_stats = frontier.stats(); frontier_stats.ok()) stats.frontier = *frontier_stats;
  on_progress(stats);
}

Result<CrawlEnd> Crawler::State::run(const std::atomic<bool>& stop, const OnProgress& on_progress) {
  started = Steady::now();
  next_renewal = started + options.lease_duration / 3;
  CrawlEnd why = CrawlEnd::kFinished;
  while (true) {
    if (stop) why = CrawlEnd::kStopped;
    if (budget_used_up()) why = CrawlEnd::kBudget;
    if (why != CrawlEnd::kFinished) break;
    WEFT_TRY(refill());
    if (fetcher.active() == 0) WEFT_TRY(flush());  // What begin() decided at once.
    if (exhausted && fetcher.active() == 0) break;
    const auto until_lease = std::chrono::ceil<Milliseconds>(next_lease - Steady::now());
    const Milliseconds wait =
        room() == 0 ? kLongestWait : std::clamp<Milliseconds>(until_lease, 0ms, kLongestWait);
    WEFT_TRY(
        handle(fetcher.poll(outcomes.empty() ? wait : std::min<Milliseconds>(wait, kFlushAfter))));
    const bool due = Steady::now() - flushed >= kFlushAfter;
    if (outcomes.size() >= kFlushAt || due || fetcher.active() == 0) WEFT_TRY(flush());
    WEFT_TRY(renew());
    report(on_progress, false);
  }
  WEFT_TRY(wind_down(on_progress));
  return why;
}

Status Crawler::State::wind_down(const OnProgress& on_progress) {
  draining = true;
  const auto end_of_grace = Steady::now() + options.grace;
  while (fetcher.active() > 0 && Steady::now() < end_of_grace) {
    WEFT_TRY(handle(fetcher.poll(kLongestWait)));
    WEFT_TRY(flush());
    report(on_progress, false);
  }
  for (const auto& [tag, job] : jobs) end(job, Outcome::Kind::kReturn);
  for (const auto& [tag, job] : robots_jobs) {
    for (const Job& waiting : job.waiting) end(waiting, Outcome::Kind::kReturn);
  }
  jobs.clear();
  robots_jobs.clear();
  WEFT_TRY(flush());
  report(on_progress, true);
  stats.elapsed = std::chrono::duration_cast<Milliseconds>(Steady::now() - started);
  WEFT_ASSIGN(stats.frontier, frontier.stats());
  return frontier.checkpoint();
}

Crawler::Crawler(const CrawlParts& parts, const CrawlOptions& options)
    : state_(std::make_unique<State>(parts, options)) {}
Crawler::~Crawler() = default;

Status Crawler::seed(std::span<const std::string> urls) {
  for (const std::string& url : urls) WEFT_TRY(state_->gate.add_seed(url));
  for (const std::string& url : urls) state_->submit({.url = url});
  WEFT_TRY(state_->flush());
  return {};
}

Result<CrawlEnd> Crawler::run(const std::atomic<bool>& stop, const OnProgress& on_progress) {
  return state_->run(stop, on_progress);
}

const CrawlStats& Crawler::stats() const { return state_->stats; }

CrawlObserver::Validators CrawlObserver::validators(const std::string&) { return {}; }

}  // namespace weft::crawl
