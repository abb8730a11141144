// weft crawl: fetch sites politely into WARC files; stop and go on at any time.
//
// Everything around the loop of crawl::Crawler: the folder is opened or gone on with, the first
// Ctrl-C asks for an orderly stop and the second ends the process, progress and metrics are shown
// between turns, and processes of one crawl share what they know of traps.

#include <sys/resource.h>
#include <csignal>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

#include "base/file.h"
#include "base/split.h"
#include "cli/verb.h"
#include "crawl/config.h"
#include "crawl/crawl_folder.h"
#include "crawl/observers.h"
#include "crawl/plan/focus.h"
#include "site/crawl_viewer.h"

namespace weft::cli::crawl_verb {
namespace {

// What the command line says; it overrides the file of --config.
struct Options {
  std::string config;
  std::vector<std::string> seeds;
  std::optional<std::string> into, frontier, contact, rules, focus, scope;
  std::optional<std::string> delay, max_bytes, max_time, timeout, max_page;
  std::optional<uint32_t> depth, per_host;
  std::optional<uint64_t> max_pages, max_host_pages;
  std::optional<size_t> connections;
  bool ignore_robots = false;
  bool no_sitemaps = false;
  bool link_log = false;
  bool dry_run = false;
  std::string prometheus;
  std::string render = "never";
};

template <typename From, typename To>
void set(const std::optional<From>& from, To& to) {
  if (from.has_value()) to = *from;
}

template <typename To>
Status set(const std::optional<std::string>& from, To& to, Result<To> (*parse)(std::string_view)) {
  if (!from) return {};
  WEFT_ASSIGN(to, parse(*from));
  return {};
}

Result<crawl::CrawlConfig> configure(const Options& options) {
  crawl::CrawlConfig config;
  if (!options.config.empty()) {
    WEFT_ASSIGN(config, crawl::load_crawl_config(options.config));
  }
  crawl::CrawlOptions& o = config.options;
  if (!options.seeds.empty()) config.seeds = options.seeds;
  set(options.into, config.into);
  set(options.frontier, config.frontier);
  set(options.contact, config.contact);
  set(options.rules, config.rules);
  set(options.focus, config.focus);
  set(options.depth, o.gate.max_depth);
  set(options.per_host, o.slots);
  set(options.max_pages, o.max_pages);
  set(options.max_host_pages, o.max_host_pages);
  set(options.connections, o.fetch.max_connections);
  WEFT_TRY(set(options.scope, o.gate.scope, crawl::parse_scope));
  WEFT_TRY(set(options.delay, o.pace.delay, crawl::parse_duration));
  WEFT_TRY(set(options.max_time, o.max_time, crawl::parse_duration));
  WEFT_TRY(set(options.timeout, o.fetch.timeout, crawl::parse_duration));
  WEFT_TRY(set(options.max_bytes, o.max_bytes, crawl::parse_size));
  WEFT_TRY(set(options.max_page, o.fetch.max_bytes, crawl::parse_size));
  config.link_log = config.link_log || options.link_log;
  o.obey_robots = o.obey_robots && !options.ignore_robots;
  o.sitemaps = o.sitemaps && !options.no_sitemaps;
  return config;
}

// A URL is given up when so many processes died or vanished with it.
constexpr uint32_t kMaxLeases = 16;

std::atomic<bool> stop_requested = false;

void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);  // The second one ends the process.
}

// Catches Ctrl-C and SIGTERM as long as it lives.
class StopOnSignal {
 public:
  StopOnSignal() {
    stop_requested = false;
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, request_stop);
  }
  ~StopOnSignal() {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

// As many files as connections, where the system lets us.
void raise_file_limit(size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = connections + 256;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
}

class ProgressReporter {
 public:
  explicit ProgressReporter(Context& context) : progress_(context.progress()) {
    progress_.begin("crawl", 0);
  }
  ~ProgressReporter() { progress_.end(); }
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  void show(const crawl::CrawlStats& stats) {
    const uint64_t errors = stats.failed + stats.refused;
    progress_.detail(
        fmt::format("{} active  {} hosts  {} queued", stats.active, stats.hosts,
                    stats.frontier.queued + stats.frontier.submitted + stats.frontier.later));
    progress_.advance(stats.pages - pages_, stats.bytes - bytes_, errors - errors_);
    pages_ = stats.pages;
    bytes_ = stats.bytes;
    errors_ = errors;
  }

 private:
  Progress& progress_;
  uint64_t pages_ = 0;
  uint64_t bytes_ = 0;
  uint64_t errors_ = 0;
};

// A text at /metrics, for Prometheus to fetch; on a thread of its own.
class MetricsServer {
 public:
  // `where` is "PORT" (on loopback) or "ADDRESS:PORT". Fails with kInvalidArgument.
  static Result<std::unique_ptr<MetricsServer>> start(const std::string& where) {
    const size_t colon = where.rfind(':');
    const std::string address = colon == std::string::npos ? "127.0.0.1" : where.substr(0, colon);
    const std::string port_text = colon == std::string::npos ? where : where.substr(colon + 1);
    int port = -1;
    std::from_chars(port_text.data(), port_text.data() + port_text.size(), port);
    auto server = std::make_unique<MetricsServer>();
    server->http_.Get("/metrics",
                      [self = server.get()](const httplib::Request&, httplib::Response& response) {
                        const std::lock_guard lock(self->mutex_);
                        response.set_content(self->text_, "text/plain; version=0.0.4");
                      });
    if (port < 1 || port > 65'535 || !server->http_.bind_to_port(address, port)) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("--prometheus {}: cannot listen there; give PORT or ADDRESS:PORT", where)};
    }
    server->thread_ = std::thread([self = server.get()] { self->http_.listen_after_bind(); });
    while (!server->http_.is_running()) std::this_thread::yield();
    return server;
  }
  MetricsServer() = default;
  ~MetricsServer() {
    http_.stop();
    if (thread_.joinable()) thread_.join();
  }
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;

  // What is served from now on.
  void show(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }

 private:
  httplib::Server http_;
  std::thread thread_;
  std::mutex mutex_;
  std::string text_;  // Guarded by the mutex.
};

// Shares the credits of URL patterns with the other processes of the crawl: every five seconds, or
// as rarely as it takes for a fiftieth of the time.
class TrapSharing {
 public:
  TrapSharing(crawl::MetadataStore& store, crawl::TrapGuard& traps)
      : store_(store), traps_(traps) {}

  void share_when_due(Context& context) {
    const auto begin = Clock::now();
    if (begin < next_) return;
    if (const Status shared = store_.share_traps(traps_); !shared.ok())
      context.note(shared.error().message);
    const auto end = Clock::now();
    next_ = end + std::max<Clock::duration>(kInterval, 50 * (end - begin));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kInterval{5};

  crawl::MetadataStore& store_;
  crawl::TrapGuard& traps_;
  Clock::time_point next_ = Clock::now() + kInterval;
};

Result<std::vector<std::string>> read_seeds(const std::vector<std::string>& given) {
  std::vector<std::string> seeds;
  for (const std::string& seed : given) {
    if (!seed.starts_with('@')) {
      seeds.push_back(seed);
      continue;
    }
    WEFT_ASSIGN(const std::string text, read_file(seed.substr(1)));
    for (const std::string_view line : list_lines(text)) seeds.emplace_back(line);
  }
  return seeds;
}

Result<crawl::Filters> read_filters(const std::string& path) {
  if (path.empty()) return crawl::Filters::defaults();
  return crawl::Filters::load(path);
}

Result<crawl::LinkOrder> read_focus(const std::string& path) {
  if (path.empty()) return crawl::LinkOrder();
  WEFT_ASSIGN(const std::string text, read_file(path));
  const auto model = crawl::FocusModel::from_json(text);
  if (!model.ok()) return model.error().in(path);
  return crawl::LinkOrder{
      .worth = crawl::anchor_worth(*model), .hops = model->hops, .alpha = model->alpha};
}

// Who crawls must be reachable; a crawl of one's own machine needs no name.
Status set_user_agent(crawl::CrawlConfig& config) {
  std::string& agent = config.options.fetch.user_agent;
  agent = config.options.product_token + "/" WEFT_VERSION;
  if (!config.contact.empty()) {
    agent += fmt::format(" (+{})", config.contact);
    return {};
  }
  if (config.options.fetch.allow_private) return {};
  return Error{ErrorCode::kInvalidArgument,
               "say who can be reached about this crawl: --contact mailto:you@example.com, or a "
               "page that explains it"};
}

std::string describe(const crawl::CrawlConfig& config) {
  const crawl::CrawlOptions& o = config.options;
  constexpr std::string_view kScopes[] = {"host", "domain", "any"};
  return fmt::format(
      "into        {}\nfrontier    {}\nuser agent  {}\nscope       {}, {} hops\n"
      "delay       {} ms, at most {} ms, {} at a time\nrobots.txt  {}\nrules       {}\n"
      "order       {}\nbudget      {} pages, {} bytes, {} ms (0: none)\n",
      config.into, config.frontier.empty() ? config.into + "/frontier.sqlite" : config.frontier,
      o.fetch.user_agent, kScopes[static_cast<size_t>(o.gate.scope)], o.gate.max_depth,
      o.pace.delay.count(), o.pace.max_delay.count(), o.slots, o.obey_robots ? "obeyed" : "IGNORED",
      config.rules.empty() ? "the defaults" : config.rules,
      config.focus.empty() ? "breadth-first" : "signals of " + config.focus, o.max_pages,
      o.max_bytes, o.max_time.count());
}

// What would be done, without touching network or disk.
Result<ExitCode> dry_run(Context& context, const crawl::CrawlConfig& config,
                         const std::vector<std::string>& seeds, const crawl::Filters& filters) {
  context.out.write(describe(config));
  crawl::UrlGate gate(config.options.gate, filters, nullptr);
  for (const std::string& seed : seeds) {
    WEFT_TRY(gate.add_seed(seed));
  }
  size_t accepted = 0;
  for (const std::string& seed : seeds) {
    const auto url = url::Url::parse(seed);
    const crawl::FilterVerdict verdict = filters.judge(crawl::FilterStage::kEnqueue, {.url = *url});
    accepted += verdict.accepted ? 1 : 0;
    context.out.write(fmt::format("{:<11} {}{}{}\n", verdict.accepted ? "seed" : "refused",
                                  url->href_without_fragment(), verdict.rule.empty() ? "" : "   ",
                                  verdict.rule));
  }
  return accepted == 0 ? ExitCode::kNothing : ExitCode::kGood;
}

ExitCode exit_code_of(crawl::CrawlEnd end, const crawl::CrawlStats& stats) {
  if (end != crawl::CrawlEnd::kFinished) return ExitCode::kPartial;
  const uint64_t answered = stats.pages + stats.not_modified + stats.redirects + stats.refused +
                            stats.filtered + stats.forbidden;
  if (answered > 0) return ExitCode::kGood;
  // Without failures there was nothing to do, or other processes did it.
  return stats.failed > 0 ? ExitCode::kFailed : ExitCode::kNothing;
}

void summarise(Context& context, crawl::CrawlEnd end, const crawl::CrawlStats& stats) {
  constexpr std::string_view kEnds[] = {"finished", "stopped", "budget"};
  const std::string_view name = kEnds[static_cast<size_t>(end)];
  if (context.options.json) {
    context.out.write(
        fmt::format("{{\"end\": \"{}\", {}\n", name, crawl::crawl_json(stats).substr(1)));
    return;
  }
  const double seconds = std::max(0.001, static_cast<double>(stats.elapsed.count()) / 1000);
  context.out.write(fmt::format(
      "{}: {} pages, {:.1f} MB from {} hosts in {:.1f} s ({:.1f} pages/s), {} stored\n"
      "{} redirects, {} not found or refused, {} server errors, {} network errors, {} given up\n"
      "{} forbidden by robots.txt, {} refused by rules, {} in traps; {} URLs left\n",
      name, stats.pages, static_cast<double>(stats.bytes) / 1e6, stats.hosts, seconds,
      static_cast<double>(stats.pages) / seconds, stats.saved, stats.redirects, stats.refused,
      stats.server_errors, stats.network_errors, stats.failed, stats.forbidden, stats.filtered,
      stats.trapped,
      stats.frontier.queued + stats.frontier.submitted + stats.frontier.later +
          stats.frontier.leased));
}

// What a crawl with --render needs: browsers, and who decides which pages they show.
class Viewing {
 public:
  // Null for "never". Fails where there is no browser, before anything is fetched.
  static Result<std::unique_ptr<Viewing>> open(const std::string& mode,
                                               const crawl::CrawlFolder& folder,
                                               const crawl::CrawlConfig& config, Context& context) {
    const auto wanted = enum_named<site::RenderMode>(mode);
    if (!wanted || *wanted == site::RenderMode::kNever) return std::unique_ptr<Viewing>();
    auto viewing = std::unique_ptr<Viewing>(new Viewing(context));
    WEFT_TRY(viewing->pool_.warm_up());
    const site::RenderSettings settings{.net = {.fetch = config.options.fetch,
                                                .product_token = config.options.product_token,
                                                .obey_robots = config.options.obey_robots}};
    WEFT_ASSIGN(auto viewer, site::CrawlViewer::open(folder.render_path(), {.mode = *wanted},
                                                     viewing->pool_, settings, context.log()));
    viewing->viewer_.emplace(std::move(viewer));
    return viewing;
  }

  site::CrawlViewer& viewer() { return *viewer_; }
  void report(const Context& context) const {
    for (const std::string& line : viewer_->report()) context.note(line);
    if (!viewer_->status().ok()) context.note(viewer_->status().error().message);
    if (!pool_.sandboxed())
      context.note("this kernel offers the browser no sandbox: pages ran without one");
  }

 private:
  explicit Viewing(const Context& context) : pool_({}, context.log()) {}

  render::BrowserPool pool_;
  std::optional<site::CrawlViewer> viewer_;
};

// Opens everything and crawls.
Result<ExitCode> crawl_into(Context& context, crawl::CrawlConfig& config, const Options& given,
                            const std::vector<std::string>& seeds, const crawl::Filters& filters) {
  WEFT_ASSIGN(config.options.gate.order, read_focus(config.focus));
  std::unique_ptr<MetricsServer> metrics;
  if (!given.prometheus.empty()) {
    WEFT_ASSIGN(metrics, MetricsServer::start(given.prometheus));
  }

  WEFT_ASSIGN(const crawl::CrawlFolder folder, crawl::CrawlFolder::open(config.into));
  const std::string where = config.frontier.empty() ? folder.frontier_path() : config.frontier;
  WEFT_ASSIGN(const auto frontier, crawl::open_frontier(where, {.delay = config.options.pace.delay,
                                                                .slots = config.options.slots,
                                                                .max_attempts = kMaxLeases}));
  WEFT_ASSIGN(const size_t dead, folder.release_dead_workers(*frontier));
  if (dead > 0) context.note(fmt::format("going on where {} stopped process(es) left off", dead));
  config.options.worker = folder.worker();
  config.warc.worker = folder.worker();
  config.warc.folder = folder.warc_path();
  crawl::WarcStore store(config.warc);
  const std::string facts = config.frontier.empty() ? folder.metadata_path() : config.frontier;
  WEFT_ASSIGN(const auto metadata, crawl::MetadataStore::open(facts));
  crawl::TrapGuard traps(config.traps);
  WEFT_TRY(metadata->share_traps(traps));
  // A crawl that has visited pages may visit them again (weft recrawl), and then asks for changes.
  WEFT_ASSIGN(const crawl::FrontierStats before, frontier->stats());
  using Requests = crawl::MetadataObserver::Requests;
  crawl::MetadataObserver facts_observer(
      *metadata, before.done > 0 ? Requests::kConditional : Requests::kPlain);
  crawl::CrawlObserver* observer = &facts_observer;
  std::unique_ptr<crawl::LinkLog> links;
  if (config.link_log) {
    WEFT_ASSIGN(links, crawl::LinkLog::open(folder.link_log_path(), facts_observer));
    observer = links.get();
  }
  raise_file_limit(config.options.fetch.max_connections);
  WEFT_ASSIGN(const auto viewing, Viewing::open(given.render, folder, config, context));

  crawl::Crawler crawler({.frontier = *frontier,
                          .filters = filters,
                          .traps = traps,
                          .store = &store,
                          .observer = observer,
                          .viewer = viewing == nullptr ? nullptr : &viewing->viewer(),
                          .log = context.log()},
                         config.options);
  WEFT_TRY(crawler.seed(seeds));
  crawl::CrawlEnd end{};
  TrapSharing sharing(*metadata, traps);
  {
    const StopOnSignal signals;
    ProgressReporter progress(context);
    WEFT_ASSIGN(end, crawler.run(stop_requested, [&](const crawl::CrawlStats& stats) {
      progress.show(stats);
      if (metrics != nullptr) metrics->show(crawl::crawl_prometheus(stats));
      sharing.share_when_due(context);
    }));
  }
  WEFT_TRY(metadata->share_traps(traps));
  summarise(context, end, crawler.stats());
  if (viewing != nullptr) viewing->report(context);
  if (end != crawl::CrawlEnd::kFinished)
    context.note("stopped early; the same command goes on from here");
  return exit_code_of(end, crawler.stats());
}

// kGood when nothing is left to fetch; kPartial when it was stopped or a budget ran out: the same
// command goes on; kNothing when there was nothing to fetch; kFailed when nothing could be fetched.
Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(crawl::CrawlConfig config, configure(options));
  config.options.fetch.allow_private |= context.options.allow_private;
  WEFT_ASSIGN(const auto seeds, read_seeds(config.seeds));
  const bool resumable =
      !config.frontier.empty() || std::filesystem::exists(config.into + "/frontier.sqlite");
  if (seeds.empty() && !resumable) {
    return Error{ErrorCode::kInvalidArgument,
                 "give a URL to start from: weft crawl https://example.com/"};
  }
  WEFT_ASSIGN(const auto filters, read_filters(config.rules));
  WEFT_TRY(set_user_agent(config));
  if (options.dry_run) return dry_run(context, config, seeds, filters);
  return crawl_into(context, config, options, seeds, filters);
}

void declare_scope(Arguments& take, Options& options) {
  take.value("URL", options.seeds, "Where to start; @FILE for a list, a line each");
  take.value("--config FILE", options.config, "Settings in TOML; options here override them");
  take.value("--into DIR", options.into, "Folder of the crawl (default: crawl)");
  take.value("--frontier URL", options.frontier,
             "postgres://… to share the crawl among machines (default: a file in the folder)");
  take.value("--depth", options.depth, "Hops from a seed (default: 2)").at_least(0);
  take.value("--scope", options.scope,
             "host, domain or any: which sites links may lead to (default: host)");
  take.value("--rules FILE", options.rules, "Rules of the four filters");
  take.value("--focus FILE", options.focus, "Order by a model of weft focus train");
  take.flag("--link-log", options.link_log, "Write the links and their texts too, for weft focus");
  take.flag("--no-sitemaps", options.no_sitemaps, "Read no sitemaps and feeds");
}

void declare_manners(Arguments& take, Options& options) {
  // clang-format off
  take.value("--contact", options.contact, "URL or mail address for the User-Agent; needed unless --allow-private");
  take.value("--delay TIME", options.delay, "Between two visits of a host: 250ms, 1.5s (default: 1s)");
  take.value("--per-host", options.per_host, "Requests to a host at a time (default: 1)").range(1, 10'000);
  take.value("--connections", options.connections, "Connections in all (default: 1000)").range(1, 100'000);
  take.value("--timeout TIME", options.timeout, "For a whole page (default: 60s)");
  take.value("--max-page SIZE", options.max_page, "Longer pages are cut (default: 10M)");
  take.flag("--ignore-robots", options.ignore_robots, "Fetch what robots.txt forbids: for sites of one's own");
  // clang-format on
}

void declare_budget(Arguments& take, Options& options) {
  take.value("--max-pages", options.max_pages, "Stop after so many pages").at_least(0);
  take.value("--max-bytes SIZE", options.max_bytes, "Stop after so much: 500M, 2G");
  take.value("--max-time TIME", options.max_time, "Stop after this time: 30m, 2h");
  take.value("--max-host-pages", options.max_host_pages, "Pages of one host at most").at_least(0);
  take.flag("--dry-run", options.dry_run, "Show settings and seeds; fetch nothing");
  take.value(
          "--render", options.render,
          "auto, always or never: show pages in a browser, store what it draws, follow its links. "
          "auto tries a few pages of each template, and goes on only where scripts bring more")
      .show_default()
      .one_of({"auto", "always", "never"});
  take.value("--prometheus", options.prometheus, "Serve /metrics at PORT or ADDRESS:PORT");
}

void declare(Arguments& take, Options& options) {
  declare_scope(take, options);
  declare_manners(take, options);
  declare_budget(take, options);
}

}  // namespace
}  // namespace weft::cli::crawl_verb

const weft::cli::Verb weft::cli::kCrawl{
    "crawl", "Fetch sites politely into WARC files; stop and go on at any time",
    "  weft crawl https://example.com/ --contact mailto:me@example.com\n"
    "  weft crawl @seeds.txt --into news --scope domain --depth 4 --max-time 2h --contact …\n"
    "  weft crawl --config crawl.toml --dry-run\n"
    "  weft extract --site shop news/warc/*.warc.gz\n"
    "Ctrl-C stops cleanly; the same command goes on. Exit codes: 0 nothing is left, 4 stopped "
    "early, 5 there was nothing to do.",
    prepare<crawl_verb::declare, crawl_verb::run>};
