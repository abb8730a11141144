// Hosts: https://url.spec.whatwg.org/#host-parsing, and what crawlers ask about them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft::url {

enum class HostKind { kSpecial, kOpaque };

// The serialised host ("example.com", "127.0.0.1", "[::1]"); nothing when it is not one.
std::optional<std::string> parse_host(std::string_view input, HostKind kind);

// "example.co.uk" for "www.shop.example.co.uk", by the public suffix list; the host itself when it
// is an address or a suffix.
std::string registrable_domain(std::string_view host);

// The same of a URL's host; empty for what is no URL.
std::string site_of(std::string_view url);

}  // namespace weft::url
