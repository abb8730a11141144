// A table of keys, each with the setting it fills; the file is walked once against it. Tested by
// config_test.cc.

#include "crawl/config.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <fmt/format.h>

#include "base/file.h"

namespace weft::crawl {
namespace {

using std::chrono::milliseconds;

Error invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

using Setter = std::function<Status(const toml::node&)>;
using Setters = std::map<std::string, Setter, std::less<>>;

Setter text(std::string& to) {
  return [&to](const toml::node& node) -> Status {
    const auto value = node.value_exact<std::string>();
    if (!value.has_value()) return invalid("needs a string");
    to = *value;
    return {};
  };
}

Setter texts(std::vector<std::string>& to) {
  return [&to](const toml::node& node) -> Status {
    const toml::array* array = node.as_array();
    if (array == nullptr) return invalid("needs a list of strings");
    to.clear();
    for (const toml::node& item : *array) {
      const auto value = item.value_exact<std::string>();
      if (!value.has_value()) return invalid("needs a list of strings");
      to.push_back(*value);
    }
    return {};
  };
}

Setter flag(bool& to) {
  return [&to](const toml::node& node) -> Status {
    const auto value = node.value_exact<bool>();
    if (!value.has_value()) return invalid("needs true or false");
    to = *value;
    return {};
  };
}

template <typename Number>
Setter number(Number& to, double least, double most) {
  return [&to, least, most](const toml::node& node) -> Status {
    const auto value = node.value<double>();
    if (!node.is_number() || !value.has_value() || !(*value >= least && *value <= most))
      return invalid(fmt::format("needs a number from {} to {}", least, most));
    to = static_cast<Number>(*value);
    return {};
  };
}

// A number of bytes, or "10M".
Setter size(uint64_t& to) {
  return [&to](const toml::node& node) -> Status {
    const auto plain = node.value_exact<int64_t>();
    const auto written = node.value_exact<std::string>();
    if (plain.has_value() && *plain >= 0) {
      to = static_cast<uint64_t>(*plain);
      return {};
    }
    if (!written.has_value()) return invalid("needs a size: 65536, \"64K\", \"10M\"");
    WEFT_ASSIGN(to, parse_size(*written));
    return {};
  };
}

// A number of seconds, or "250ms".
template <typename Duration>
Setter duration(Duration& to) {
  return [&to](const toml::node& node) -> Status {
    const auto written = node.is_number() ? fmt::format("{}", *node.value<double>())
                                          : node.value_exact<std::string>().value_or("");
    WEFT_ASSIGN(const milliseconds value, parse_duration(written));
    to = std::chrono::duration_cast<Duration>(value);
    return {};
  };
}

Setter scope(CrawlScope& to) {
  return [&to](const toml::node& node) -> Status {
    WEFT_ASSIGN(to, parse_scope(node.value_exact<std::string>().value_or("")));
    return {};
  };
}

constexpr double kMost = 1e15;

Setters setters_of(CrawlConfig& config) {
  CrawlOptions& o = config.options;
  return {
      {"seeds", texts(config.seeds)},
      {"into", text(config.into)},
      {"frontier", text(config.frontier)},
      {"contact", text(config.contact)},
      {"rules", text(config.rules)},
      {"focus", text(config.focus)},
      {"link_log", flag(config.link_log)},
      {"scope", scope(o.gate.scope)},
      {"depth", number(o.gate.max_depth, 0, 4e9)},
      {"sitemaps", flag(o.sitemaps)},
      {"politeness.delay", duration(o.pace.delay)},
      {"politeness.max_delay", duration(o.pace.max_delay)},
      {"politeness.latency_factor", number(o.pace.latency_factor, 0, 1000)},
      {"politeness.max_retry_after", duration(o.pace.max_retry_after)},
      {"politeness.per_host", number(o.slots, 1, 10'000)},
      {"politeness.robots", flag(o.obey_robots)},
      {"politeness.nofollow", flag(o.obey_nofollow)},
      {"politeness.name", text(o.product_token)},
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
  };
}

Status apply(const toml::table& table, const std::string& prefix, const Setters& setters,
             const std::string& name) {
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string(key.str());
    const auto line = node.source().begin.line;
    if (const toml::table* inner = node.as_table(); inner != nullptr && prefix.empty()) {
      WEFT_TRY(apply(*inner, path + ".", setters, name));
      continue;
    }
    const auto setter = setters.find(path);
    if (setter == setters.end())
      return invalid(fmt::format("{}:{}: no setting is called {}", name, line, path));
    if (const Status status = setter->second(node); !status.ok())
      return invalid(fmt::format("{}:{}: {}: {}", name, line, path, status.error().message));
  }
  return {};
}

}  // namespace

Result<CrawlConfig> parse_crawl_config(std::string_view text, const std::string& name) {
  const toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    return invalid(fmt::format("{}:{}: {}", name, parsed.error().source().begin.line,
                               parsed.error().description()));
  }
  CrawlConfig config;
  WEFT_TRY(apply(parsed.table(), "", setters_of(config), name));
  return config;
}

Result<CrawlConfig> load_crawl_config(const std::string& path) {
  WEFT_ASSIGN(const std::string text, read_file(path, uint64_t{16} << 20));
  WEFT_ASSIGN(CrawlConfig config, parse_crawl_config(text, path));
  const auto folder = std::filesystem::path(path).parent_path();
  for (std::string* file : {&config.rules, &config.focus}) {
    if (!file->empty()) *file = (folder / *file).string();
  }
  return config;
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

Result<CrawlScope> parse_scope(std::string_view text) {
  if (text == "host") return CrawlScope::kHost;
  if (text == "domain") return CrawlScope::kDomain;
  if (text == "any") return CrawlScope::kAny;
  return invalid(fmt::format("'{}' is not host, domain or any", text));
}

}  // namespace weft::crawl
