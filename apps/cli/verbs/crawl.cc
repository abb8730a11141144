// weft crawl: fetch sites politely into WARC files; stop and go on at any time.
//
// The settings, from the file of --config and the command line; running is crawl_run.cc. Two more
// commands speak of the documents of a crawl: mark and show ([Zheng] 3.1: the state of a document).

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/split.h"
#include "cli/crawl_run.h"
#include "cli/verb.h"
#include "crawl/metadata.h"

namespace weft::cli::crawl_verb {
namespace {

// What the command line says; it overrides the file of --config.
struct Options {
  std::string config;
  std::vector<std::string> seeds;
  std::optional<std::string> into, frontier, contact, rules, focus, policy, scope, source, refetch,
      requisites;
  std::optional<std::string> delay, rate, max_bytes, max_time, timeout, max_page;
  std::optional<std::string> auth, digest, bearer, certificate, key, ca_file, cookies, save_cookies;
  std::vector<std::string> headers, proxies, login_fields;
  std::string login, login_expect;
  std::optional<uint32_t> depth, per_host;
  std::optional<uint64_t> max_pages, max_host_pages;
  std::optional<size_t> connections;
  bool ignore_robots = false;
  bool no_sitemaps = false;
  bool link_log = false;
  bool dry_run = false;
  bool keep = false;
  CrawlSurroundings around;
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

Status configure_requests(const Options& options, crawl::CrawlConfig& config) {
  set(options.auth, config.request.auth);
  set(options.digest, config.request.digest);
  set(options.bearer, config.request.bearer);
  set(options.certificate, config.request.certificate);
  set(options.key, config.request.key);
  set(options.ca_file, config.options.fetch.ca_file);
  set(options.cookies, config.cookies);
  set(options.save_cookies, config.save_cookies);
  for (const std::string& header : options.headers) config.request.headers.push_back(header);
  if (!options.proxies.empty()) config.proxies = options.proxies;
  if (options.login.empty()) return {};
  crawl::LoginRecipe& recipe = config.logins.emplace_back();
  recipe.url = options.login;
  recipe.expect = options.login_expect;
  for (const std::string& field : options.login_fields) {
    const size_t equals = field.find('=');
    if (equals == std::string::npos)
      return Error{ErrorCode::kInvalidArgument,
                   "--login-field needs name=value, or name=env:VARIABLE for a secret"};
    recipe.fields.emplace_back(field.substr(0, equals), field.substr(equals + 1));
  }
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
  WEFT_TRY(set(options.rate, o.pace.delay, crawl::parse_rate));
  WEFT_TRY(set(options.policy, config.policy, crawl::crawl_policy));
  WEFT_TRY(set(options.source, o.source, crawl::parse_source));
  WEFT_TRY(set(options.requisites, o.requisites, crawl::parse_requisites));
  WEFT_TRY(set(options.refetch, config.refetch, crawl::parse_refetch));
  WEFT_TRY(configure_requests(options, config));
  config.link_log = config.link_log || options.link_log;
  o.keep = o.keep || options.keep;
  o.obey_robots = o.obey_robots && !options.ignore_robots;
  o.sitemaps = o.sitemaps && !options.no_sitemaps;
  return config;
}

Result<std::vector<std::string>> read_seeds(const std::vector<std::string>& given) {
  std::vector<std::string> seeds;
  for (const std::string& seed : given) {
    if (!seed.starts_with('@')) {
      seeds.push_back(seed);
      continue;
    }
    WEFT_ASSIGN(const std::string text, read_file(seed.substr(1)));
    // What follows a tab is said about the URL: weft seeds writes what it covers.
    for (const std::string_view line : list_lines(text))
      seeds.emplace_back(line.substr(0, line.find('\t')));
  }
  return seeds;
}

Result<crawl::Filters> read_filters(const std::string& path) {
  if (path.empty()) return crawl::Filters::defaults();
  return crawl::Filters::load(path);
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
      config.focus.empty() ? "breadth-first" : "by " + config.focus, o.max_pages, o.max_bytes,
      o.max_time.count());
}

// What would be done, without touching network or disk.
Result<ExitCode> dry_run(Context& context, const crawl::CrawlConfig& config,
                         const std::vector<std::string>& seeds, const crawl::Filters& filters) {
  context.out.write(describe(config));
  crawl::UrlGate gate(config.options.gate, filters, nullptr);
  for (const std::string& seed : seeds) {
    WEFT_TRY(gate.add_seed(crawl::parse_seed(seed).url));
  }
  size_t accepted = 0;
  for (const std::string& seed : seeds) {
    const auto url = url::Url::parse(crawl::parse_seed(seed).url);
    const crawl::FilterVerdict verdict = filters.judge(crawl::FilterStage::kEnqueue, {.url = *url});
    accepted += verdict.accepted ? 1 : 0;
    context.out.write(fmt::format("{:<11} {}{}{}\n", verdict.accepted ? "seed" : "refused",
                                  url->href_without_fragment(), verdict.rule.empty() ? "" : "   ",
                                  verdict.rule));
  }
  return accepted == 0 ? ExitCode::kNothing : ExitCode::kGood;
}

// --- documents ---

std::string time_text(crawl::TimePoint time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::seconds>(time - day)};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

// What is known of single documents, a JSON line each.
Result<ExitCode> show_documents(Context& context, crawl::MetadataStore& metadata,
                                std::span<const std::string> urls) {
  size_t known = 0;
  for (const std::string& url : urls) {
    WEFT_ASSIGN(const auto page, metadata.find(url));
    if (!page) {
      context.complain(fmt::format("{} was not visited", url));
      continue;
    }
    ++known;
    const Json row = {{"url", page->url},
                      {"state", page->state},
                      {"mark", page->mark},
                      {"status", page->status},
                      {"failure", page->failure},
                      {"type", page->type},
                      {"bytes", page->bytes},
                      {"parent", page->parent},
                      {"depth", page->depth},
                      {"discovered", time_text(page->discovered)},
                      {"visited", time_text(page->visited)},
                      {"changed", time_text(page->changed)},
                      {"due", time_text(page->due)},
                      {"visits", page->history.visits + 1},
                      {"changes", page->history.changes},
                      {"documents_found", page->documents_found}};
    context.out.write(dump_json(row) + "\n");
  }
  if (known == urls.size()) return ExitCode::kGood;
  return known == 0 ? ExitCode::kNothing : ExitCode::kPartial;
}

// "mark URL… STATE" and "show URL…"; nothing if the first word is no command.
Result<std::optional<ExitCode>> run_command(Context& context, const Options& options) {
  const std::vector<std::string>& words = options.seeds;
  const std::string_view command = words.empty() ? std::string_view() : words.front();
  if (command != "mark" && command != "show") return std::optional<ExitCode>();
  const bool mark = command == "mark";
  if (words.size() < (mark ? 3U : 2U))
    return Error{ErrorCode::kInvalidArgument, mark ? "weft crawl mark URL… STATE --into DIR"
                                                   : "weft crawl show URL… --into DIR"};
  WEFT_ASSIGN(auto metadata, crawl::MetadataStore::open_crawl(
                                 options.frontier.value_or(options.into.value_or("crawl"))));
  std::vector<std::string> given(words.begin() + 1, words.end() - (mark ? 1 : 0));
  WEFT_ASSIGN(const std::vector<std::string> urls, read_seeds(given));
  if (!mark) {
    WEFT_ASSIGN(const ExitCode code, show_documents(context, *metadata, urls));
    return std::optional(code);
  }
  WEFT_ASSIGN(const size_t known, metadata->mark(urls, words.back()));
  context.note(fmt::format("{} of {} documents are marked {}", known, urls.size(), words.back()));
  return std::optional(known == urls.size() ? ExitCode::kGood
                       : known == 0         ? ExitCode::kNothing
                                            : ExitCode::kPartial);
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const std::optional<ExitCode> commanded, run_command(context, options));
  if (commanded) return *commanded;
  WEFT_ASSIGN(crawl::CrawlConfig config, configure(options));
  config.options.fetch.allow_private |= context.options.allow_private;
  WEFT_ASSIGN(const auto seeds, read_seeds(config.seeds));
  const bool resumable =
      !config.frontier.empty() || std::filesystem::exists(config.into + "/frontier.sqlite");
  if (seeds.empty() && !resumable && !config.options.keep) {
    return Error{ErrorCode::kInvalidArgument,
                 "give a URL to start from: weft crawl https://example.com/"};
  }
  WEFT_ASSIGN(const auto filters, read_filters(config.rules));
  WEFT_TRY(set_user_agent(config));
  WEFT_TRY(complete(config));
  if (options.dry_run) return dry_run(context, config, seeds, filters);
  return run_crawl(context, config, options.around, seeds, filters);
}

void declare_scope(Arguments& take, Options& options) {
  take.value("URL", options.seeds,
             "Where to start; @FILE for a list, a line each; 'POST URL BODY' for a form");
  take.value("--config FILE", options.config, "Settings in TOML; options here override them");
  take.value("--into DIR", options.into, "Folder of the crawl (default: crawl)");
  take.value("--frontier URL", options.frontier,
             "postgres://… to share the crawl among machines (default: a file in the folder)");
  take.value("--depth", options.depth, "Hops from a seed (default: 2)").at_least(0);
  take.flag("--paginate", options.around.paginate,
            "Follow lists to their ends, next page after next page, as long as they bring new "
            "records; such a page is no hop");
  take.value("--scope", options.scope,
             "host, domain or any: which sites links may lead to (default: host)");
  take.value("--rules FILE", options.rules, "Rules of the four filters");
  take.value("--focus FILE", options.focus, "Order by a model of weft focus train");
  take.value("--policy", options.policy,
             "How: weft, signals or breadth-first, as weft focus replay measures them (default: "
             "weft)")
      .one_of({"weft", "signals", "breadth-first"})
      .needs("--focus");
  take.flag("--link-log", options.link_log, "Write the links and their texts too, for weft focus");
  take.flag("--no-sitemaps", options.no_sitemaps, "Read no sitemaps and feeds");
  take.value("--only", options.source, "sitemaps or feeds: follow these and no links")
      .one_of({"links", "sitemaps", "feeds"});
  take.value("--refetch", options.refetch,
             "What of earlier runs is fetched again: none, failed (gave no answer), changed (asks "
             "whether), all (default: failed)")
      .one_of({"none", "failed", "changed", "all"});
  take.value(
          "--requisites", options.requisites,
          "Style sheets, pictures and fonts to store, for weft studio: samples (of the first pages "
          "of each template), all or none (default: samples)")
      .one_of({"samples", "all", "none"});
  take.flag("--keep", options.keep,
            "Go on waiting for weft submit, and visit due pages again, when nothing is left");
}

void declare_manners(Arguments& take, Options& options) {
  // clang-format off
  take.value("--contact", options.contact, "URL or mail address for the User-Agent; needed unless --allow-private");
  take.value("--delay TIME", options.delay, "Between two visits of a host: 250ms, 1.5s (default: 1s)");
  take.value("--rate", options.rate, "The same as a rate: 2/s, 30/m, 500/h").excludes("--delay");
  take.value("--per-host", options.per_host, "Requests to a host at a time (default: 1)").range(1, 10'000);
  take.value("--connections", options.connections, "Connections in all (default: 1000)").range(1, 100'000);
  take.value("--timeout TIME", options.timeout, "For a whole page (default: 60s)");
  take.value("--max-page SIZE", options.max_page, "Longer pages are cut (default: 10M)");
  take.flag("--ignore-robots", options.ignore_robots, "Fetch what robots.txt forbids: for sites of one's own");
  // clang-format on
}

void declare_requests(Arguments& take, Options& options) {
  // clang-format off
  take.value("--header", options.headers, "'Name: value'; again for more. 'Name: env:VARIABLE' for a secret one");
  take.value("--auth", options.auth, "USER:env:VARIABLE or USER:file:PATH: HTTP Basic, for hosts of seeds").excludes("--bearer");
  take.value("--digest", options.digest, "The same: HTTP Digest").excludes("--auth");
  take.value("--bearer", options.bearer, "env:VARIABLE or file:PATH: a token, for hosts of seeds");
  take.value("--cookies FILE", options.cookies, "Cookies to begin with, in the format of Netscape");
  take.value("--save-cookies FILE", options.save_cookies, "Where cookies go at the end");
  take.value("--login URL", options.login, "Log in first, by the form on this page").needs("--login-field");
  take.value("--login-field", options.login_fields, "name=value of that form, or name=env:VARIABLE; again for more");
  take.value("--login-expect TEXT", options.login_expect, "What the page after it says").needs("--login");
  take.value("--proxy URL", options.proxies, "http://…, socks5://…, or direct; several share the hosts (default: http_proxy, https_proxy, all_proxy, no_proxy)");
  take.value("--cert FILE", options.certificate, "Client certificate, PEM");
  take.value("--key FILE", options.key, "Its key, if it is not in the same file");
  take.value("--ca-file FILE", options.ca_file, "Certificates to trust instead of the system's");
  // clang-format on
}

void declare_budget(Arguments& take, Options& options) {
  take.value("--max-pages", options.max_pages, "Stop after so many pages").at_least(0);
  take.value("--max-bytes SIZE", options.max_bytes, "Stop after so much: 500M, 2G");
  take.value("--max-time TIME", options.max_time, "Stop after this time: 30m, 2h");
  take.value("--max-host-pages", options.max_host_pages, "Pages of one host at most").at_least(0);
  take.flag("--dry-run", options.dry_run, "Show settings and seeds; fetch nothing");
  take.value(
          "--render", options.around.render,
          "auto, always or never: show pages in a browser, store what it draws, follow its links. "
          "auto tries a few pages of each template, and goes on only where scripts bring more")
      .show_default()
      .one_of({"auto", "always", "never"});
  take.value("--prometheus", options.around.prometheus, "Serve /metrics at PORT or ADDRESS:PORT");
}

void declare(Arguments& take, Options& options) {
  declare_scope(take, options);
  declare_manners(take, options);
  declare_requests(take, options);
  declare_budget(take, options);
}

}  // namespace
}  // namespace weft::cli::crawl_verb

const weft::cli::Verb weft::cli::kCrawl{
    "crawl", "Fetch sites politely into WARC files; stop and go on at any time",
    "  weft crawl https://example.com/ --contact mailto:me@example.com\n"
    "  weft crawl @seeds.txt --into news --scope domain --depth 4 --max-time 2h --contact …\n"
    "  weft crawl https://shop.example/lamps --paginate --depth 1 --contact …   a list and its "
    "items\n"
    "  weft crawl --config crawl.toml --dry-run\n"
    "  weft crawl https://shop.example/ --login https://shop.example/login "
    "--login-field name=me --login-field password=env:SHOP --contact …\n"
    "  weft crawl mark https://example.com/a.pdf ingested --into news\n"
    "  weft crawl show https://example.com/a.pdf --into news\n"
    "  weft extract --site shop news/warc/*.warc.gz\n"
    "Ctrl-C stops cleanly; the same command goes on. Exit codes: 0 nothing is left, 4 stopped "
    "early, 5 there was nothing to do.",
    prepare<crawl_verb::declare, crawl_verb::run>};
