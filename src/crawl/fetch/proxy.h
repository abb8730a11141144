// ProxyRules: which proxy a URL is fetched through, as the environment says or a crawl's settings.
#pragma once

#include <string>
#include <vector>

#include "url/url.h"

namespace weft::crawl {

struct ProxyRules {
  std::vector<std::string> http;  // For http URLs, and…
  std::vector<std::string> https;  // …for https URLs: "http://proxy:3128", "socks5://…". Of several
                                   // a host always gets the same one.
  std::vector<std::string>
      bypass;  // Hosts reached without: "example.com" with its subdomains, "*".

  // Of http_proxy, https_proxy, all_proxy and no_proxy. Of HTTP_PROXY in capitals nothing is read,
  // since servers set that for their children by what clients send.
  static ProxyRules from_environment();
  // These for every URL; "direct" for none.
  static ProxyRules all(std::vector<std::string> proxies);

  // Empty: no proxy.
  [[nodiscard]] std::string proxy_for(const url::Url& url) const;
};

}  // namespace weft::crawl
