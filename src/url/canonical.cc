//   http://Shop.example:80/a;jsessionid=1?utm_source=x&b=2&a=1#top   http://shop.example/a?b=2&a=1
//
// The parser has put host, port and escapes straight; what is dropped here is what servers ignore.
// Parameters keep their order unless asked, since some sites tell pages apart by it.
#include "url/canonical.h"

#include <algorithm>
#include <string_view>

#include "base/strings.h"

namespace weft::url {
namespace {

bool is_tracking(std::string_view name) {
  constexpr std::string_view kNames[] = {"gclid",  "fbclid", "msclkid", "mc_cid",
                                         "mc_eid", "_ga",    "dclid",   "yclid"};
  return name.starts_with("utm_") ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_session(std::string_view name) {
  constexpr std::string_view kNames[] = {"jsessionid", "phpsessid", "aspsessionid",
                                         "sid",        "sessionid", "session_id"};
  const std::string lower = ascii_lower(name);
  return std::find(std::begin(kNames), std::end(kNames), lower) != std::end(kNames);
}

bool is_dropped(std::string_view name, const CanonicalOptions& options) {
  return (options.drop_tracking && is_tracking(name)) ||
         (options.drop_session && is_session(name)) ||
         std::find(options.drop_parameters.begin(), options.drop_parameters.end(), name) !=
             options.drop_parameters.end();
}

std::vector<std::string> kept_parameters(std::string_view query, const CanonicalOptions& options) {
  std::vector<std::string> kept;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    if (!part.empty() && !is_dropped(part.substr(0, part.find('=')), options))
      kept.emplace_back(part);
  }
  return kept;
}

// "/a;jsessionid=1" to "/a".
void drop_session_from_path(std::vector<std::string>& path) {
  for (std::string& segment : path) {
    const size_t semicolon = segment.find(';');
    if (semicolon == std::string::npos) continue;
    const std::string_view parameter = std::string_view(segment).substr(semicolon + 1);
    if (is_session(parameter.substr(0, parameter.find('=')))) segment.resize(semicolon);
  }
}

std::string join(const std::vector<std::string>& parts, char separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

}  // namespace

std::string canonical(const Url& url, const CanonicalOptions& options) {
  Url out = url;
  if (options.drop_session) drop_session_from_path(out.path);
  if (out.query) {
    std::vector<std::string> parameters = kept_parameters(*out.query, options);
    if (options.sort_query) std::sort(parameters.begin(), parameters.end());
    out.query.reset();
    if (!parameters.empty()) out.query = join(parameters, '&');
  }
  if (options.drop_trailing_slash && out.path.size() > 1 && out.path.back().empty())
    out.path.pop_back();
  if (options.drop_www && out.host && out.host->starts_with("www.")) out.host = out.host->substr(4);
  return options.drop_fragment ? out.href_without_fragment() : out.href();
}

}  // namespace weft::url
