// The loop, robots.txt and the end of a crawl. What becomes of a response: crawler_pages.cc.
//
// Tested by crawler_test.cc; proved against a hostile server by apps/cli/crawl_proof_test.cc.

#include "crawl/crawler.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "crawl/crawler_state.h"

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;

constexpr size_t kRecentUrls = 1 << 16;  // Remembered as submitted: half a megabyte.
constexpr size_t kMaxHosts = 100'000;    // Whose pace is remembered; then all are forgotten.
constexpr auto kReportEvery = 250ms;     // Often enough to look alive.
constexpr auto kLongestWait = 200ms;     // Before the loop looks at `stop` and the frontier again.
constexpr auto kLeastWait = 5ms;         // Between two leases when the last one gave too little.
constexpr auto kAskEvery = 1s;           // For work, when there is none.
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

// A host that never answered in this run, and whose name does not resolve or where nobody listens, is
// misspelt or down; one that did answer has a bad hour.
bool Crawler::State::is_hopeless(FetchStatus status, const Host& host) {
  switch (status) {
    case FetchStatus::kPrivateAddress:
    case FetchStatus::kBadUrl:
    case FetchStatus::kTls:
    case FetchStatus::kProtocol:
    case FetchStatus::kProxy:
      return true;
    case FetchStatus::kDns:
    case FetchStatus::kConnect:
      return !host.answered;
    default:
      return false;
  }
}

Crawler::State::Host& Crawler::State::host_of(const std::string& key) {
  const auto found_host = hosts.find(key);
  if (found_host != hosts.end()) return found_host->second;
  if (hosts.size() >= kMaxHosts) hosts.clear();
  ++stats.hosts;
  Host host{.pace = HostPace(options.pace),
            .entry = &options.hosts.of(key, gate.is_seed_host(key))};
  host.pace = pace_of(host);
  return hosts.emplace(key, host).first->second;
}

HostPace Crawler::State::pace_of(const Host& host, std::optional<Milliseconds> asked) const {
  PaceOptions pace = options.pace;
  pace.delay = host.entry->settings.delay.value_or(pace.delay);
  return HostPace(pace, asked);
}

bool Crawler::State::obeys_robots(const HostSettings& host) const {
  return host.robots.value_or(options.obey_robots);
}

CrawlWait Crawler::State::waiting() const {
  if (!jobs.empty() || !robots_jobs.empty()) return {};
  if (exhausted) return options.keep ? CrawlWait{.reason = "submissions"} : CrawlWait{};
  const TimePoint now = wall_now();
  CrawlWait wait{.reason = "retry"};
  for (const auto& [name, host] : hosts) {
    const Milliseconds left = host.rests_until - now;
    if (left.count() <= 0 || (!wait.host.empty() && left >= wait.left)) continue;
    wait = {.reason = host.pace.reason(), .host = name, .left = left};
  }
  return wait;
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
  if (job.context.seed) WEFT_TRY(gate.add_seed(job.lease.url.url));
  const Refusal refusal =
      job.context.requisite ? Refusal::kNone : gate.readmit(job.url, job.lease.url.depth);
  Host& host = host_of(job.lease.url.host);
  const uint64_t most = host.entry->settings.max_pages.value_or(options.max_host_pages);
  const bool host_done = most != 0 && host.pages >= most && !job.context.requisite;
  if (refusal != Refusal::kNone || host_done) {
    ++(refusal == Refusal::kTrap ? stats.trapped : stats.filtered);
    end(job, Outcome::Kind::kSkipped);
    return {};
  }
  const bool obeys = obeys_robots(host.entry->settings);
  if (!obeys && options.source != UrlSource::kSitemaps) {  // Which robots.txt names.
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
      if (obeys) return finish_unreachable(job);
      fetch(std::move(job));
      return {};
    case RobotsCache::State::kKnown:
      if (!obeys || robots.allows(origin, job.lease.url.url)) {
        fetch(std::move(job));
        return {};
      }
      ++stats.forbidden;
      end(job, Outcome::Kind::kSkipped);
      return tell_failure(job, {.url = job.lease.url.url}, "robots");
  }
  return {};
}

void Crawler::State::fetch(Job job) {
  if (came_up_before(job)) {
    end(job, Outcome::Kind::kSkipped);
    return;
  }
  FetchRequest request{.tag = next_tag++,
                       .url = job.url.href_without_fragment(),
                       .body = job.context.body,
                       .with = &host_of(job.lease.url.host).entry->request};
  if (observer != nullptr && request.body.empty()) {
    CrawlObserver::Validators validators = observer->validators(request.url);
    request.etag = std::move(validators.etag);
    request.last_modified = std::move(validators.last_modified);
  }
  ++stats.requests;
  jobs.emplace(request.tag, std::move(job));
  fetcher.start(std::move(request));
}

// In a focused crawl a page may have several places in the queue; the first counts.
bool Crawler::State::came_up_before(const Job& job) const {
  if (options.gate.order == nullptr || job.context.way.empty() || job.lease.attempt > 1)
    return false;
  const std::string& url = job.lease.url.url;
  return !options.gate.order->start(url) || (observer != nullptr && observer->was_visited(url));
}

void Crawler::State::start_robots(Job job) {
  const uint64_t tag = next_tag++;
  RobotsJob robots_job{
      .origin = job.url.origin(), .host = job.lease.url.host, .depth = job.lease.url.depth};
  fetcher.start({.tag = tag,
                 .url = robots.begin(robots_job.origin, Steady::now()),
                 .with = &host_of(robots_job.host).entry->request});
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
    fetcher.start({.tag = tag, .url = *next, .with = &host_of(job.host).entry->request});
    ++stats.requests;
    robots_tags[job.origin] = tag;
    robots_jobs.emplace(tag, std::move(job));
    return {};
  }
  robots_tags.erase(job.origin);
  Host& host = host_of(job.host);
  host.answered |= result.http_status != 0;
  const Robots& rules = *robots.robots(job.origin);
  const bool reachable = robots.state(job.origin, Steady::now()) == RobotsCache::State::kKnown;
  host.pace = pace_of(host, rules.crawl_delay(options.product_token));
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
  if (reachable && options.sitemaps && options.source != UrlSource::kFeeds)
    follow_sitemaps(job, rules);
  const TimePoint next_visit = wall_now() + 1ms + host.pace.delay();
  host.rests_until = next_visit;
  if (!reachable) {
    if (robots_failures.size() >= kMaxHosts) robots_failures.clear();
    robots_failures[job.origin] = {
        .status = result.status, .error = result.error, .http_status = result.http_status};
  }
  for (Job& waiting : job.waiting) {
    if (!reachable && is_hopeless(result.status, host)) {
      end(waiting, Outcome::Kind::kFailed);
      WEFT_TRY(tell_failure(waiting, result, name_of(result.status)));
    } else if (host.pace.delay().count() == 0 && !draining)
      WEFT_TRY(begin(std::move(waiting.lease)));
    else
      end(waiting, Outcome::Kind::kReturn, {}, next_visit);
  }
  return {};
}

Status Crawler::State::finish_unreachable(const Job& job) {
  const auto known = robots_failures.find(job.url.origin());
  FetchResult why = known == robots_failures.end() ? FetchResult() : known->second;
  if (is_hopeless(why.status, host_of(job.lease.url.host)))
    end(job, Outcome::Kind::kFailed);
  else
    finish_distress(job, 0s);
  why.url = job.lease.url.url;
  if (why.status != FetchStatus::kOk) return tell_failure(job, why, name_of(why.status));
  why.error = fmt::format("robots.txt answers with status {}", std::exchange(why.http_status, 0));
  return tell_failure(job, why, "robots-unreachable");
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
  const uint32_t slots = host.entry->settings.slots.value_or(options.slots);
  return frontier.set_host({.host = key, .delay = delay, .slots = slots}, wall_now());
}

Status Crawler::State::handle(const std::vector<FetchResult>& results) {
  for (const FetchResult& result : results) {
    stats.bytes += result.message.size();
    if (auto node = robots_jobs.extract(result.tag)) {
      WEFT_TRY(finish_robots(std::move(node.mapped()), result));
    } else if (auto page = jobs.extract(result.tag)) {
      WEFT_TRY(finish_page(page.mapped(), result));
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
  stats.wait = waiting();
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
    if (exhausted && fetcher.active() == 0) {
      if (!options.keep) break;
      WEFT_TRY(ask_for_work());
    }
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

Status Crawler::State::ask_for_work() {
  const auto now = Steady::now();
  if (observer == nullptr || now < asked_for_work + kAskEvery) return {};
  asked_for_work = now;
  WEFT_ASSIGN(const std::vector<FrontierUrl> urls, observer->when_idle());
  if (urls.empty()) return {};
  next_lease = {};
  return frontier.submit(urls);
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

Status Crawler::log_in(const LoginRecipe& recipe) {
  const auto url = url::Url::parse(recipe.url);
  if (!url.ok()) return url.error();
  return crawl::log_in(state_->fetcher, recipe,
                       &state_->options.hosts.of(url->host_and_port(), true).request);
}

Status Crawler::add_cookies(std::string_view text, const std::string& name) {
  return state_->fetcher.add_cookies(text, name);
}

std::string Crawler::cookies() const { return state_->fetcher.cookies(); }

Status Crawler::widen(std::span<const std::string> seeds) {
  for (const std::string& seed : seeds) WEFT_TRY(state_->gate.add_seed(parse_seed(seed).url));
  return {};
}

Status Crawler::seed(std::span<const std::string> seeds) {
  WEFT_TRY(widen(seeds));
  for (const std::string& text : seeds) {
    const Seed seed = parse_seed(text);
    const Refusal refusal = state_->submit({.url = seed.url, .seed = true, .body = seed.body});
    if (refusal != Refusal::kNone && refusal != Refusal::kKnown)
      State::count(state_->stats.failures, "rules", seed.url, "");
  }
  WEFT_TRY(state_->flush());
  return {};
}

Result<CrawlEnd> Crawler::run(const std::atomic<bool>& stop, const OnProgress& on_progress) {
  return state_->run(stop, on_progress);
}

const CrawlStats& Crawler::stats() const { return state_->stats; }

CrawlObserver::Validators CrawlObserver::validators(const std::string&) { return {}; }

}  // namespace weft::crawl
