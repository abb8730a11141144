// Everything around the loop of crawl::Crawler: the folder is opened or gone on with, the first
// Ctrl-C asks for an orderly stop and the second ends the process, progress and metrics are shown
// between turns, processes of one crawl share what they know of traps, and at the end it is said what
// failed and what to do about it.
//
// Tested by crawl_proof_test.cc and verbs/crawl_test.cc.

#include "cli/crawl_run.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <csignal>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

#include "base/enum_names.h"
#include "base/file.h"
#include "base/numbers.h"
#include "crawl/crawl_folder.h"
#include "crawl/observers.h"
#include "crawl/plan/focus_order.h"
#include "site/crawl_viewer.h"
#include "site/follow_pages.h"

namespace weft::cli {
namespace {

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

// "  waits 0.8 s: politeness to example.com"
std::string describe_wait(const crawl::CrawlWait& wait) {
  if (wait.reason.empty()) return {};
  if (wait.host.empty()) return fmt::format("  waits for {}", wait.reason);
  return fmt::format("  waits {:.1f} s: {}, {}", static_cast<double>(wait.left.count()) / 1000,
                     wait.reason, wait.host);
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
        fmt::format("{} active  {} hosts  {} queued{}", stats.active, stats.hosts,
                    stats.frontier.queued + stats.frontier.submitted + stats.frontier.later,
                    describe_wait(stats.wait)));
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
    const int port = leading_number(port_text, -1);
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

// What a focused crawl needs: an order, and who says what is relevant.
struct Focus {
  crawl::FocusOrder order;
  crawl::RelevanceJudge judge;
};

// Null without a model.
Result<std::unique_ptr<Focus>> read_focus(const crawl::CrawlConfig& config) {
  if (config.focus.empty()) return std::unique_ptr<Focus>();
  WEFT_ASSIGN(const std::string text, read_file(config.focus));
  const auto model = crawl::FocusModel::from_json(text);
  if (!model.ok()) return model.error().in(config.focus);
  WEFT_ASSIGN(auto judge, crawl::RelevanceJudge::make(model->relevant));
  return std::make_unique<Focus>(
      Focus{.order = crawl::FocusOrder(config.policy, *model), .judge = std::move(judge)});
}

// Without failures there was nothing to do.
bool got_nothing(const crawl::CrawlStats& stats) {
  return stats.pages + stats.not_modified == 0 && !stats.failures.empty();
}

ExitCode exit_code_of(crawl::CrawlEnd end, const crawl::CrawlStats& stats) {
  if (end != crawl::CrawlEnd::kFinished) return ExitCode::kPartial;
  if (got_nothing(stats)) return ExitCode::kFailed;
  const uint64_t answered = stats.pages + stats.not_modified + stats.redirects + stats.filtered;
  return answered > 0 ? ExitCode::kGood : ExitCode::kNothing;  // Or other processes did it.
}

struct FailureAdvice {
  std::string_view reason;  // Or what it begins with.
  std::string_view advice;
};
// clang-format off
constexpr FailureAdvice kAdvice[] = {
    {"private-address", "private addresses are refused; --allow-private fetches them"},
    {"dns", "the name does not resolve: is it spelt right?"},
    {"connect", "nobody listens there, or the connection was refused"},
    {"reset", "the connection ended before there was an answer"},
    {"tls", "its certificate is not trusted; --ca-file names others to trust"},
    {"timeout", "no answer in time; --timeout gives more"},
    {"proxy", "the proxy cannot be reached or refuses; --proxy direct goes without"},
    {"robots-unreachable", "without its robots.txt nothing may be fetched; --ignore-robots for sites of your own"},
    {"robots", "robots.txt forbids it; --ignore-robots for sites of your own"},
    {"rules", "refused by the rules: --rules, --scope, --depth"},
    {"http-401", "it wants to know who asks: --auth, --bearer, --login"},
    {"http-403", "it lets crawlers or strangers not in: --auth, --login, --cookies"},
    {"http-407", "the proxy wants to know who asks"},
    {"http-404", "there is no such page"},
    {"http-429", "it asks for less: --delay, --rate"},
    {"http-503", "it is overloaded, or asks for less: --delay, --rate"},
};
// clang-format on

// One line for each reason, the most frequent first. REQUIRES: there are some.
std::string describe_failures(
    const std::map<std::string, crawl::CrawlFailures>& failures_by_reason) {
  constexpr size_t kMostReasons = 8;
  std::vector<std::pair<std::string, crawl::CrawlFailures>> rows(failures_by_reason.begin(),
                                                                 failures_by_reason.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  std::string out;
  for (size_t i = 0; i < std::min(rows.size(), kMostReasons); ++i) {
    const std::string& reason = rows[i].first;
    const crawl::CrawlFailures& failures = rows[i].second;
    const auto* known =
        std::find_if(std::begin(kAdvice), std::end(kAdvice),
                     [&](const FailureAdvice& advice) { return reason == advice.reason; });
    const std::string_view advice = known != std::end(kAdvice) ? known->advice : failures.error;
    out += fmt::format("  {:>5} {:<18} {}{}{}\n", failures.count, reason, failures.url,
                       advice.empty() ? "" : ": ", advice);
  }
  if (rows.size() > kMostReasons)
    out += fmt::format("        … and {} more reasons: weft report\n", rows.size() - kMostReasons);
  out.pop_back();
  return out;
}

constexpr std::string_view kEnds[] = {"finished", "stopped", "budget"};

void summarise(Context& context, crawl::CrawlEnd end, const crawl::CrawlStats& stats) {
  const std::string_view name = kEnds[static_cast<size_t>(end)];
  if (context.options.json) {
    context.out.write(
        fmt::format("{{\"end\": \"{}\", {}\n", name, crawl::crawl_json(stats).substr(1)));
    return;
  }
  if (context.is_silent()) return;
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
  if (!stats.failures.empty() && !got_nothing(stats))
    context.out.write("without a page:\n" + describe_failures(stats.failures) + "\n");
}

// Cookies are keys to sessions: nobody else may read them.
Status save_cookies(const std::string& path, const std::string& text) {
  const mode_t before = ::umask(077);
  Status written = write_file(path, text);
  ::umask(before);
  return written;
}

Status prepare_session(crawl::Crawler& crawler, const crawl::CrawlConfig& config) {
  if (!config.cookies.empty()) {
    WEFT_ASSIGN(const std::string text, read_file(config.cookies));
    WEFT_TRY(crawler.add_cookies(text, config.cookies));
  }
  for (const crawl::LoginRecipe& recipe : config.logins) WEFT_TRY(crawler.log_in(recipe));
  return {};
}

// Pages of earlier runs that are to be fetched again.
Status refetch(Context& context, const crawl::CrawlConfig& config, crawl::MetadataStore& metadata,
               crawl::Frontier& frontier) {
  if (config.refetch == crawl::Refetch::kNone) return {};
  WEFT_ASSIGN(const crawl::FrontierStats before, frontier.stats());
  const bool all = config.refetch != crawl::Refetch::kFailed;
  if (all && !before.finished()) {
    context.note("going on with what is left; --refetch begins when nothing is");
    return {};
  }
  WEFT_ASSIGN(const size_t pages,
              metadata.resubmit(
                  all ? crawl::PageSelection::kAll : crawl::PageSelection::kUnanswered, frontier));
  if (pages > 0)
    context.note(
        std::to_string(pages) +
        (all ? " pages are fetched again" : " pages that gave no answer before are tried again"));
  return {};
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

}  // namespace

Result<ExitCode> run_crawl(Context& context, crawl::CrawlConfig& config,
                           const CrawlSurroundings& around, const std::vector<std::string>& seeds,
                           const crawl::Filters& filters) {
  WEFT_ASSIGN(const auto focus, read_focus(config));
  if (focus != nullptr) config.options.gate.order = &focus->order;
  std::unique_ptr<MetricsServer> metrics;
  if (!around.prometheus.empty()) {
    WEFT_ASSIGN(metrics, MetricsServer::start(around.prometheus));
  }

  WEFT_ASSIGN(const crawl::CrawlFolder folder, crawl::CrawlFolder::open(config.into));
  const std::string where = config.frontier.empty() ? folder.frontier_path() : config.frontier;
  WEFT_ASSIGN(const auto frontier, crawl::open_frontier(where, {.delay = config.options.pace.delay,
                                                                .slots = config.options.slots,
                                                                .strict = focus != nullptr,
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
  WEFT_TRY(refetch(context, config, *metadata, *frontier));
  // A crawl that has visited pages may visit them again (weft recrawl), and then asks for changes.
  WEFT_ASSIGN(const crawl::FrontierStats before, frontier->stats());
  using Requests = crawl::MetadataObserver::Requests;
  const bool conditional =
      config.refetch != crawl::Refetch::kAll && (before.done > 0 || config.options.keep);
  crawl::MetadataObserver facts_observer(*metadata,
                                         conditional ? Requests::kConditional : Requests::kPlain);
  crawl::CrawlObserver* observer = &facts_observer;
  std::unique_ptr<crawl::LinkLog> links;
  if (config.link_log) {
    WEFT_ASSIGN(links, crawl::LinkLog::open(folder.link_log_path(), facts_observer));
    observer = links.get();
  }
  raise_file_limit(config.options.fetch.max_connections);
  WEFT_ASSIGN(const auto viewing, Viewing::open(around.render, folder, config, context));

  site::ListPager pager;
  crawl::Crawler crawler({.frontier = *frontier,
                          .filters = filters,
                          .traps = traps,
                          .store = &store,
                          .observer = observer,
                          .viewer = viewing == nullptr ? nullptr : &viewing->viewer(),
                          .pager = around.paginate ? &pager : nullptr,
                          .judge = focus == nullptr ? nullptr : &focus->judge,
                          .log = context.log()},
                         config.options);
  WEFT_ASSIGN(const std::vector<std::string> earlier, metadata->seeds());
  WEFT_TRY(crawler.widen(earlier));
  WEFT_TRY(prepare_session(crawler, config));
  WEFT_TRY(crawler.seed(seeds));
  WEFT_TRY(metadata->add_seeds(seeds));
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
  if (!config.save_cookies.empty()) WEFT_TRY(save_cookies(config.save_cookies, crawler.cookies()));
  summarise(context, end, crawler.stats());
  if (viewing != nullptr) viewing->report(context);
  if (around.paginate) context.note(fmt::format("{} next pages of lists", pager.followed()));
  if (end != crawl::CrawlEnd::kFinished)
    context.note("stopped early; the same command goes on from here");
  if (got_nothing(crawler.stats()))
    context.complain("nothing was fetched:\n" + describe_failures(crawler.stats().failures));
  else if (crawler.stats().pages == 0 && !crawler.stats().retried.empty())
    context.complain("nothing was fetched so far; to be tried again:\n" +
                     describe_failures(crawler.stats().retried));
  const ExitCode code = exit_code_of(end, crawler.stats());
  if (code == ExitCode::kNothing && before.done > 0)
    context.note("everything was fetched before; --refetch changed asks for what is new");
  return code;
}

}  // namespace weft::cli
