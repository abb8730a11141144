// Tested by proxy_test.cc.

#include "crawl/fetch/proxy.h"

#include <algorithm>
#include <cstdlib>

#include "base/hash.h"
#include "base/split.h"
#include "base/strings.h"

namespace weft::crawl {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(trim(value));
}

// The first of these that is set, as a list.
std::vector<std::string> first_of(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::string value = variable(name); !value.empty()) return {std::move(value)};
  }
  return {};
}

bool is_within(std::string_view host, std::string_view domain) {
  if (!host.ends_with(domain)) return false;
  return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

}  // namespace

ProxyRules ProxyRules::from_environment() {
  ProxyRules rules{.http = first_of({"http_proxy", "all_proxy", "ALL_PROXY"}),
                   .https = first_of({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})};
  const std::vector<std::string> none = first_of({"no_proxy", "NO_PROXY"});
  std::string_view list = none.empty() ? std::string_view() : none.front();
  while (!list.empty()) {
    std::string_view host = trim(take_until(list, ','));
    while (host.starts_with('.')) host.remove_prefix(1);
    if (!host.empty()) rules.bypass.push_back(ascii_lower(host));
  }
  return rules;
}

ProxyRules ProxyRules::all(std::vector<std::string> proxies) {
  return {.http = proxies, .https = std::move(proxies)};
}

std::string ProxyRules::proxy_for(const url::Url& url) const {
  const std::vector<std::string>& proxies = url.scheme == "https" ? https : http;
  if (proxies.empty()) return {};
  const std::string host = url.host.value_or("");
  const std::string with_port = url.host_and_port();
  for (const std::string& bypassed : bypass) {
    if (bypassed == "*" || is_within(host, bypassed) || with_port == bypassed) return {};
  }
  return proxies[hash_bytes(host) % proxies.size()];
}

}  // namespace weft::crawl
