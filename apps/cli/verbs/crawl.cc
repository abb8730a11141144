// weft crawl: fetch sites politely into WARC files; stop and go on at any time.

#include <memory>
#include <optional>

#include "cli/crawl_run.h"
#include "cli/verb.h"

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
};

template <typename From, typename To>
void set(const std::optional<From>& from, To& to) {
  if (from.has_value()) to = *from;
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
  if (options.scope) {
    WEFT_ASSIGN(o.gate.scope, crawl::parse_scope(*options.scope));
  }
  if (options.delay) {
    WEFT_ASSIGN(o.pace.delay, crawl::parse_duration(*options.delay));
  }
  if (options.max_time) {
    WEFT_ASSIGN(o.max_time, crawl::parse_duration(*options.max_time));
  }
  if (options.timeout) {
    WEFT_ASSIGN(o.fetch.timeout, crawl::parse_duration(*options.timeout));
  }
  if (options.max_bytes) {
    WEFT_ASSIGN(o.max_bytes, crawl::parse_size(*options.max_bytes));
  }
  if (options.max_page) {
    WEFT_ASSIGN(o.fetch.max_bytes, crawl::parse_size(*options.max_page));
  }
  config.link_log = config.link_log || options.link_log;
  o.obey_robots = o.obey_robots && !options.ignore_robots;
  o.sitemaps = o.sitemaps && !options.no_sitemaps;
  return config;
}

ExitCode run(Context& context, const Options& options) {
  auto config = configure(options);
  if (!config.ok()) return context.fail(config.error());
  config->options.fetch.allow_private |= context.options.allow_private;
  return run_crawl(
      context,
      {.config = std::move(*config), .dry_run = options.dry_run, .prometheus = options.prometheus});
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
  take.value("--contact", options.contact,
             "URL or mail address for the User-Agent; needed unless --allow-private");
  take.value("--delay TIME", options.delay,
             "Between two visits of a host: 250ms, 1.5s (default: 1s)");
  take.value("--per-host", options.per_host, "Requests to a host at a time (default: 1)")
      .range(1, 10'000);
  take.value("--connections", options.connections, "Connections in all (default: 1000)")
      .range(1, 100'000);
  take.value("--timeout TIME", options.timeout, "For a whole page (default: 60s)");
  take.value("--max-page SIZE", options.max_page, "Longer pages are cut (default: 10M)");
  take.flag("--ignore-robots", options.ignore_robots,
            "Fetch what robots.txt forbids: for sites of one's own");
}

void declare_budget(Arguments& take, Options& options) {
  take.value("--max-pages", options.max_pages, "Stop after so many pages").at_least(0);
  take.value("--max-bytes SIZE", options.max_bytes, "Stop after so much: 500M, 2G");
  take.value("--max-time TIME", options.max_time, "Stop after this time: 30m, 2h");
  take.value("--max-host-pages", options.max_host_pages, "Pages of one host at most").at_least(0);
  take.flag("--dry-run", options.dry_run, "Show settings and seeds; fetch nothing");
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
