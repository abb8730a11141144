// URI references as RFC 3986 sees them: split, and resolved against a base.
//
// This is what reading and normalising need; the crawler's URL (WHATWG) is in crawl/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft {

// Views into the text that was split. A part that is absent differs from one that is empty.
struct UriParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

// RFC 3986, appendix B. Every text splits.
UriParts split_uri(std::string_view text);

// The host of an authority: without user information and port, lower case; brackets of IPv6 are
// kept.
std::string host_of(std::string_view authority);

// RFC 3986, 5.2, as lenient as browsers are with what stands in pages: white space around and line
// breaks inside the reference are dropped, spaces and non-ASCII bytes are percent-encoded, `\`
// counts as
// `/`, scheme and host become lower case, an empty http path becomes "/". Empty when the result
// would not be absolute: a relative reference with no base.
std::string resolve_uri(std::string_view base, std::string_view reference);

}  // namespace weft
