// A table of keys, each with the setting it fills; the file is walked once against it. What may be
// said of all hosts and of single ones is described once. Tested by config_test.cc.

#include "crawl/config.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "base/toml.h"

namespace weft::crawl {
namespace {

using std::chrono::milliseconds;

Error invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

using Setter = std::function<Status(const TomlValue&)>;
using Setters = std::map<std::string, Setter, std::less<>>;

Setter text(std::string& to) {
  return [&to](const TomlValue& value) -> Status {
    if (!value.is_text()) return invalid("needs a string");
    to = value.text;
    return {};
  };
}

Setter texts(std::vector<std::string>& to) {
  return [&to](const TomlValue& value) -> Status {
    auto all = value.texts();
    if (!all) return invalid("needs a list of strings");
    to = std::move(*all);
    return {};
  };
}

template <typename Flag>
Setter flag(Flag& to) {
  return [&to](const TomlValue& value) -> Status {
    if (value.kind != TomlValue::Kind::kFlag) return invalid("needs true or false");
    to = value.flag;
    return {};
  };
}

template <typename T>
struct NumberOf {
  using type = T;
};
template <typename T>
struct NumberOf<std::optional<T>> {
  using type = T;
};

// `to` may be optional; so in what follows.
template <typename Number>
Setter number(Number& to, double least, double most) {
  return [&to, least, most](const TomlValue& value) -> Status {
    if (!value.is_number() || !(value.number >= least && value.number <= most))
      return invalid(fmt::format("needs a number from {} to {}", least, most));
    to = static_cast<typename NumberOf<Number>::type>(value.number);
    return {};
  };
}

// A number of bytes, or "10M".
Setter size(uint64_t& to) {
  return [&to](const TomlValue& value) -> Status {
    if (value.kind == TomlValue::Kind::kInteger && value.integer >= 0) {
      to = static_cast<uint64_t>(value.integer);
      return {};
    }
    if (!value.is_text()) return invalid("needs a size: 65536, \"64K\", \"10M\"");
    WEFT_ASSIGN(to, parse_size(value.text));
    return {};
  };
}

// A number of seconds, or "250ms".
template <typename Duration>
Setter duration(Duration& to) {
  return [&to](const TomlValue& value) -> Status {
    const auto written = value.is_number() ? fmt::format("{}", value.number) : value.text;
    WEFT_ASSIGN(const milliseconds time, parse_duration(written));
    to = std::chrono::duration_cast<typename NumberOf<Duration>::type>(time);
    return {};
  };
}

// A word, by what reads it.
template <typename To, typename T>
Setter word(To& to, Result<T> (*parse)(std::string_view)) {
  return [&to, parse](const TomlValue& value) -> Status {
    WEFT_ASSIGN(to, parse(value.text));
    return {};
  };
}

constexpr double kMost = 1e15;

// What requests carry, under [request] for all hosts and under [host.NAME] for one.
void add_request(Setters& to, const std::string& prefix, HostSettings& host) {
  to[prefix + "headers"] = texts(host.headers);
  to[prefix + "auth"] = text(host.auth);
  to[prefix + "digest"] = text(host.digest);
  to[prefix + "bearer"] = text(host.bearer);
  to[prefix + "certificate"] = text(host.certificate);
  to[prefix + "key"] = text(host.key);
  to[prefix + "key_password"] = text(host.key_password);
}

// How hosts are treated, under [politeness] for all and under [host.NAME] for one.
template <typename Delay, typename Slots, typename Robots>
void add_manners(Setters& to, const std::string& prefix, Delay& delay, Slots& slots,
                 Robots& robots) {
  to[prefix + "delay"] = duration(delay);
  to[prefix + "rate"] = word(delay, parse_rate);
  to[prefix + "per_host"] = number(slots, 1, 10'000);
  to[prefix + "robots"] = flag(robots);
}

Setters setters_of(CrawlConfig& config) {
  CrawlOptions& o = config.options;
  Setters setters = {
      {"seeds", texts(config.seeds)},
      {"into", text(config.into)},
      {"frontier", text(config.frontier)},
      {"contact", text(config.contact)},
      {"rules", text(config.rules)},
      {"focus", text(config.focus)},
      {"policy", word(config.policy, crawl_policy)},
      {"link_log", flag(config.link_log)},
      {"refetch", word(config.refetch, parse_refetch)},
      {"scope", word(o.gate.scope, parse_scope)},
      {"depth", number(o.gate.max_depth, 0, 4e9)},
      {"sitemaps", flag(o.sitemaps)},
      {"source", word(o.source, parse_source)},
      {"requisites", word(o.requisites, parse_requisites)},
      {"keep", flag(o.keep)},
      {"politeness.max_delay", duration(o.pace.max_delay)},
      {"politeness.latency_factor", number(o.pace.latency_factor, 0, 1000)},
      {"politeness.max_retry_after", duration(o.pace.max_retry_after)},
      {"politeness.nofollow", flag(o.obey_nofollow)},
      {"politeness.name", text(o.product_token)},
      {"request.proxy", texts(config.proxies)},
      {"request.cookies", text(config.cookies)},
      {"request.save_cookies", text(config.save_cookies)},
      {"request.keep_cookies", flag(o.fetch.cookies)},
      {"fetch.connections", number(o.fetch.max_connections, 1, 100'000)},
      {"fetch.timeout", duration(o.fetch.timeout)},
      {"fetch.connect_timeout", duration(o.fetch.connect_timeout)},
      {"fetch.max_page", size(o.fetch.max_bytes)},
      {"fetch.max_decoded", size(o.max_page_bytes)},
      {"fetch.redirects", number(o.max_redirects, 0, 100)},
      {"fetch.attempts", number(o.max_attempts, 1, 100)},
      {"fetch.retry_delay", duration(o.retry_delay)},
      {"fetch.allow_private", flag(o.fetch.allow_private)},
      {"fetch.ca_file", text(o.fetch.ca_file)},
      {"budget.pages", number(o.max_pages, 0, kMost)},
      {"budget.bytes", size(o.max_bytes)},
      {"budget.time", duration(o.max_time)},
      {"budget.pages_per_host", number(o.max_host_pages, 0, kMost)},
      {"urls.drop_tracking", flag(o.gate.canonical.drop_tracking)},
      {"urls.drop_session", flag(o.gate.canonical.drop_session)},
      {"urls.sort_query", flag(o.gate.canonical.sort_query)},
      {"urls.drop_trailing_slash", flag(o.gate.canonical.drop_trailing_slash)},
      {"urls.drop_www", flag(o.gate.canonical.drop_www)},
      {"urls.drop_parameters", texts(o.gate.canonical.drop_parameters)},
      {"urls.max_length", number(o.gate.max_url, 1, 1e6)},
      {"traps.watch", flag(o.watch_traps)},
      {"traps.allowance", number(config.traps.allowance, 1, kMost)},
      {"traps.page_text", number(config.traps.page_text, 1, kMost)},
      {"warc.file_size", size(config.warc.max_file_bytes)},
      {"warc.level", number(config.warc.level, 1, 12)},
      {"warc.requests", flag(config.warc.requests)},
      {"warc.prefix", text(config.warc.prefix)},
      {"warc.secrets", flag(o.fetch.keep_secrets)},
  };
  add_request(setters, "request.", config.request);
  add_manners(setters, "politeness.", o.pace.delay, o.slots, o.obey_robots);
  return setters;
}

Setters setters_of(const std::string& name, HostSettings& host) {
  const std::string prefix = "host." + name + ".";
  Setters setters = {{prefix + "proxy", text(host.proxy)},
                     {prefix + "pages", number(host.max_pages, 1, kMost)},
                     {prefix + "timeout", duration(host.timeout)}};
  add_request(setters, prefix, host);
  add_manners(setters, prefix, host.delay, host.slots, host.robots);
  return setters;
}

Status apply(const TomlValue& table, const std::string& prefix, const Setters& setters,
             const std::string& file) {
  for (const TomlValue& value : table.members) {
    const std::string& key = value.key;
    const std::string path = prefix + key;
    if (prefix.empty() && (key == "host" || key == "login")) continue;  // Lists of their own.
    if (value.is_table() && prefix.empty()) {
      WEFT_TRY(apply(value, path + ".", setters, file));
      continue;
    }
    const auto setter = setters.find(path);
    if (setter == setters.end())
      return at_line(file, value, fmt::format("no setting is called {}", path));
    if (const Status status = setter->second(value); !status.ok())
      return at_line(file, value, fmt::format("{}: {}", path, status.error().message));
  }
  return {};
}

Status apply_hosts(const TomlValue& hosts, CrawlConfig& config, const std::string& file) {
  for (const TomlValue& table : hosts.members) {
    const std::string& name = table.key;
    if (!table.is_table())
      return at_line(file, table, "host needs a table a host: [host.\"api.example.com\"]");
    HostSettings& host = config.hosts[ascii_lower(name)];
    WEFT_TRY(apply(table, "host." + name + ".", setters_of(name, host), file));
  }
  return {};
}

Status apply_logins(const TomlValue& logins, CrawlConfig& config, const std::string& file) {
  const std::vector<TomlValue> one = {logins};
  for (const TomlValue& table : logins.is_table() ? one : logins.items) {
    if (!table.is_table()) return at_line(file, table, "login needs a table: [login]");
    LoginRecipe& recipe = config.logins.emplace_back();
    const Setter fields = [&recipe](const TomlValue& value) -> Status {
      for (const TomlValue& field : value.members) {
        const std::string& name = field.key;
        if (!field.is_text()) return invalid("needs strings: { name = \"me\" }");
        recipe.fields.emplace_back(name, field.text);
      }
      return {};
    };
    WEFT_TRY(apply(table, "login.",
                   {{"login.url", text(recipe.url)},
                    {"login.fields", fields},
                    {"login.expect", text(recipe.expect)}},
                   file));
    if (recipe.url.empty() || recipe.fields.empty())
      return at_line(file, table, "login needs url and fields");
  }
  return {};
}

// Files are meant from the folder of the settings.
void resolve_paths(const std::filesystem::path& folder, CrawlConfig& config) {
  std::vector<std::string*> files = {&config.rules,
                                     &config.focus,
                                     &config.cookies,
                                     &config.save_cookies,
                                     &config.request.key,
                                     &config.request.certificate,
                                     &config.options.fetch.ca_file};
  for (auto& [name, host] : config.hosts) {
    files.push_back(&host.certificate);
    files.push_back(&host.key);
  }
  for (std::string* file : files) {
    if (!file->empty()) *file = (folder / *file).string();
  }
}

}  // namespace

Result<CrawlConfig> parse_crawl_config(std::string_view text, const std::string& name) {
  WEFT_ASSIGN(const TomlValue file, read_toml(text, name));
  CrawlConfig config;
  WEFT_TRY(apply(file, "", setters_of(config), name));
  if (const TomlValue* hosts = file.find("host")) WEFT_TRY(apply_hosts(*hosts, config, name));
  if (const TomlValue* logins = file.find("login")) WEFT_TRY(apply_logins(*logins, config, name));
  return config;
}

Result<CrawlConfig> load_crawl_config(const std::string& path) {
  WEFT_ASSIGN(const std::string text, read_file(path, uint64_t{16} << 20));
  WEFT_ASSIGN(CrawlConfig config, parse_crawl_config(text, path));
  resolve_paths(std::filesystem::path(path).parent_path(), config);
  return config;
}

Status complete(CrawlConfig& config) {
  for (std::string& proxy : config.proxies) {
    if (!is_secret_reference(proxy)) continue;
    WEFT_ASSIGN(proxy, read_secret(proxy));
  }
  config.options.fetch.proxies =
      config.proxies.empty() ? ProxyRules::from_environment() : ProxyRules::all(config.proxies);
  WEFT_ASSIGN(config.options.hosts, HostTable::build(config.request, config.hosts));
  for (LoginRecipe& recipe : config.logins) {
    for (auto& [name, value] : recipe.fields) {
      if (!is_secret_reference(value)) continue;
      WEFT_ASSIGN(value, read_secret(value));
    }
  }
  bool& cookies = config.options.fetch.cookies;
  cookies =
      cookies || !config.logins.empty() || !config.cookies.empty() || !config.save_cookies.empty();
  return {};
}

Result<uint64_t> parse_size(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view suffix =
      text.substr(std::min<size_t>(text.size(), static_cast<size_t>(end - text.data())));
  constexpr std::string_view kSuffixes = "KMGT";
  const size_t place = suffix.empty() ? 0 : kSuffixes.find(suffix);
  const size_t shift = suffix.empty() ? 0 : 10 * (std::min(place, kSuffixes.size()) + 1);
  const bool valid =
      error == std::errc() && suffix.size() <= 1 && shift <= 40 && value <= (UINT64_MAX >> shift);
  if (!valid) return invalid(fmt::format("'{}' is not a size like 64K, 10M or 2G", text));
  return value << shift;
}

Result<milliseconds> parse_duration(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit =
      text.substr(std::min<size_t>(text.size(), static_cast<size_t>(end - text.data())));
  const double scale = unit.empty() || unit == "s" ? 1000
                       : unit == "ms"              ? 1
                       : unit == "m"               ? 60'000
                       : unit == "h"               ? 3'600'000
                       : unit == "d"               ? 86'400'000
                                                   : 0;
  constexpr double kMostMilliseconds = 1e14;
  if (error != std::errc() || scale == 0 || !(value >= 0) || value * scale > kMostMilliseconds)
    return invalid(fmt::format("'{}' is not a time like 250ms, 1.5s, 30m or 2h", text));
  return milliseconds(static_cast<int64_t>(std::llround(value * scale)));
}

Result<milliseconds> parse_rate(std::string_view text) {
  double requests = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), requests);
  const std::string_view unit = text.substr(static_cast<size_t>(end - text.data()));
  const double period = unit == "/s" ? 1000 : unit == "/m" ? 60'000 : unit == "/h" ? 3'600'000 : 0;
  if (error != std::errc() || period == 0 || !(requests > 0) || period / requests > 1e9)
    return invalid(fmt::format("'{}' is not a rate like 2/s, 30/m or 500/h", text));
  return milliseconds(static_cast<int64_t>(std::ceil(period / requests)));
}

Result<CrawlScope> parse_scope(std::string_view text) {
  if (text == "host") return CrawlScope::kHost;
  if (text == "domain") return CrawlScope::kDomain;
  if (text == "any") return CrawlScope::kAny;
  return invalid(fmt::format("'{}' is not host, domain or any", text));
}

Result<UrlSource> parse_source(std::string_view text) {
  if (text == "links") return UrlSource::kLinks;
  if (text == "sitemaps") return UrlSource::kSitemaps;
  if (text == "feeds") return UrlSource::kFeeds;
  return invalid(fmt::format("'{}' is not links, sitemaps or feeds", text));
}

Result<Requisites> parse_requisites(std::string_view text) {
  if (text == "none") return Requisites::kNone;
  if (text == "samples") return Requisites::kSamples;
  if (text == "all") return Requisites::kAll;
  return invalid(fmt::format("'{}' is not samples, all or none", text));
}

Result<Refetch> parse_refetch(std::string_view text) {
  if (text == "none") return Refetch::kNone;
  if (text == "failed") return Refetch::kFailed;
  if (text == "changed") return Refetch::kChanged;
  if (text == "all") return Refetch::kAll;
  return invalid(fmt::format("'{}' is not none, failed, changed or all", text));
}

}  // namespace weft::crawl
