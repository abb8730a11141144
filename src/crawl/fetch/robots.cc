// Parsing (RFC 9309, 2.2) line by line into groups; matching (2.2.2) by the longest pattern, Allow
// winning ties. Patterns match in O(path x wildcards): the set of positions a prefix of the pattern
// can reach.
//
// Tested by robots_test.cc.

#include "crawl/fetch/robots.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/strings.h"
#include "url/encode.h"
#include "url/url.h"
#include "warc/http.h"

namespace weft::crawl {
namespace {

constexpr size_t kMaxLine = 16 * 1024;  // Longer lines are cut.

enum class Directive { kUserAgent, kAllow, kDisallow, kSitemap, kCrawlDelay, kOther };

// Common misspellings are read as what they mean.
Directive directive_of(std::string_view key) {
  const std::string name = ascii_lower(key);
  if (name == "user-agent" || name == "useragent" || name == "user agent")
    return Directive::kUserAgent;
  if (name == "allow") return Directive::kAllow;
  for (const char* spelling :
       {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}) {
    if (name == spelling) return Directive::kDisallow;
  }
  if (name == "sitemap" || name == "site-map") return Directive::kSitemap;
  if (name == "crawl-delay" || name == "crawldelay") return Directive::kCrawlDelay;
  return Directive::kOther;
}

// The product token at the start of a user-agent value: letters, '-' and '_'.
std::string product_token_of(std::string_view value) {
  size_t length = 0;
  while (length < value.size() &&
         (is_ascii_alpha(value[length]) || value[length] == '-' || value[length] == '_')) {
    ++length;
  }
  return ascii_lower(value.substr(0, length));
}

enum class NonAscii { kEncode, kKeep };

// Hexadecimal digits of escapes in upper case. Patterns also get their other bytes percent-encoded;
// URLs do not, since a URL on the wire is encoded already and an unencoded one is another URL.
std::string normalize_escapes(std::string_view text, NonAscii non_ascii) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%' && i + 2 < text.size() && url::hex_value(text[i + 1]) >= 0 &&
        url::hex_value(text[i + 2]) >= 0) {
      for (size_t k = 0; k < 3; ++k) {
        const char digit = text[i + k];
        out.push_back(digit >= 'a' && digit <= 'f' ? static_cast<char>(digit - 0x20) : digit);
      }
      i += 2;
    } else if (static_cast<unsigned char>(c) >= 0x80 && non_ascii == NonAscii::kEncode) {
      url::append_percent_encoded(out, c, url::EncodeSet::kC0Control);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

// Path, parameters and query of a URL or a path; "/" when there is none.
std::string_view path_and_query(std::string_view url) {
  url = url.substr(0, url.find('#'));
  size_t begin = 0;
  if (const size_t scheme = url.find("://");
      scheme != std::string_view::npos && url.find_first_of("/?;") > scheme) {
    begin = scheme + 3;
  } else if (url.starts_with("//")) {
    begin = 2;
  } else if (url.starts_with("/")) {
    return url;
  }
  const size_t path = url.find_first_of("/?;", begin);
  return path == std::string_view::npos ? std::string_view("/") : url.substr(path);
}

// Whether the pattern, with * for any run and $ for the end, matches a prefix of the path.
bool matches(std::string_view path, std::string_view pattern) {
  std::vector<size_t> positions{
      0};  // Ends of prefixes of `path` that the pattern so far can match, ascending.
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '$' && i + 1 == pattern.size()) return positions.back() == path.size();
    if (c == '*') {
      const size_t first = positions.front();
      positions.resize(path.size() - first + 1);
      for (size_t k = 0; k < positions.size(); ++k) positions[k] = first + k;
      continue;
    }
    size_t kept = 0;
    for (const size_t position : positions) {
      if (position < path.size() && path[position] == c) positions[kept++] = position + 1;
    }
    if (kept == 0) return false;
    positions.resize(kept);
  }
  return true;
}

// Length of the pattern if it matches, -1 if not: longer patterns are more specific.
int match_length(std::string_view path, std::string_view pattern) {
  return matches(path, pattern) ? static_cast<int>(pattern.size()) : -1;
}

}  // namespace

class RobotsParser {
 public:
  explicit RobotsParser(Robots& robots) : robots_(robots) {}

  void line(std::string_view text) {
    text = trim(text.substr(0, text.find('#')));
    size_t separator = text.find(':');
    if (separator == std::string_view::npos) {  // "Disallow /x": exactly two words.
      separator = text.find_first_of(" \t");
      if (separator == std::string_view::npos) return;
      if (trim(text.substr(separator)).find_first_of(" \t") != std::string_view::npos) return;
    }
    const std::string_view value = trim(text.substr(separator + 1));
    handle(directive_of(trim(text.substr(0, separator))), value);
  }

 private:
  void handle(Directive directive, std::string_view value) {
    switch (directive) {
      case Directive::kUserAgent:
        return user_agent(value);
      case Directive::kAllow:
        return rule(value, true);
      case Directive::kDisallow:
        return rule(value, false);
      case Directive::kSitemap:
        robots_.sitemaps_.emplace_back(value);
        return;
      case Directive::kCrawlDelay:
        return crawl_delay(value);
      case Directive::kOther:
        return;
    }
  }

  void user_agent(std::string_view value) {
    if (!in_agents_) robots_.groups_.emplace_back();
    in_agents_ = true;
    const bool everyone = value.starts_with("*") && (value.size() == 1 || is_html_space(value[1]));
    robots_.groups_.back().agents.push_back(everyone ? "*" : product_token_of(value));
  }

  void rule(std::string_view pattern, bool allow) {
    if (robots_.groups_.empty()) return;  // Rules before any user-agent concern nobody.
    in_agents_ = false;
    if (pattern.empty()) return;
    std::vector<Robots::Rule>& rules = robots_.groups_.back().rules;
    rules.push_back({normalize_escapes(pattern, NonAscii::kEncode), allow});
    // "Allow: /a/index.html" also allows "/a/".
    constexpr std::string_view kIndex = "/index.htm";
    const size_t slash = pattern.rfind('/');
    if (allow && slash != std::string_view::npos && pattern.substr(slash).starts_with(kIndex)) {
      rules.push_back(
          {normalize_escapes(pattern.substr(0, slash + 1), NonAscii::kEncode) + "$", true});
    }
  }

  void crawl_delay(std::string_view value) {
    if (robots_.groups_.empty()) return;
    in_agents_ = false;
    const auto seconds = leading_number<double>(value, -1);
    if (!(seconds >= 0) || seconds > 1e6) return;
    robots_.groups_.back().delay = std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  }

  Robots& robots_;
  bool in_agents_ = false;  // The last directive of a group was a user-agent.
};

Robots Robots::parse(std::string_view text) {
  Robots robots;
  RobotsParser parser(robots);
  text = text.substr(0, kMaxBytes);
  for (const std::string_view mark :
       {"\xEF\xBB\xBF", "\xEF\xBB", "\xEF"}) {  // A BOM, even a broken one.
    if (text.starts_with(mark)) {
      text.remove_prefix(mark.size());
      break;
    }
  }
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    parser.line(text.substr(0, std::min(end, kMaxLine)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return robots;
}

Robots Robots::disallow_all() { return parse("User-agent: *\nDisallow: /\n"); }

std::vector<const Robots::Group*> Robots::groups_for(std::string_view product_token) const {
  const std::string wanted = ascii_lower(product_token);
  std::vector<const Group*> own;
  std::vector<const Group*> everyone;
  for (const Group& group : groups_) {
    const auto names = [&](std::string_view agent) {
      return std::find(group.agents.begin(), group.agents.end(), agent) != group.agents.end();
    };
    if (!wanted.empty() && names(wanted)) own.push_back(&group);
    if (names("*")) everyone.push_back(&group);
  }
  return own.empty() ? everyone : own;
}

bool Robots::allows(std::string_view product_token, std::string_view url) const {
  const std::string path = normalize_escapes(path_and_query(url), NonAscii::kKeep);
  int allow = -1;
  int disallow = -1;
  for (const Group* group : groups_for(product_token)) {
    for (const Rule& rule : group->rules) {
      int& best = rule.allow ? allow : disallow;
      best = std::max(best, match_length(path, rule.pattern));
    }
  }
  return disallow < 0 || allow >= disallow;
}

std::optional<std::chrono::milliseconds> Robots::crawl_delay(std::string_view product_token) const {
  for (const Group* group : groups_for(product_token)) {
    if (group->delay) return group->delay;
  }
  return std::nullopt;
}

// --- the cache ---

RobotsCache::State RobotsCache::state(const std::string& origin, Time now) const {
  const auto found = entries_.find(origin);
  if (found == entries_.end()) return State::kUnknown;
  const Entry& entry = found->second;
  const auto age = now - entry.since;
  if (entry.state == State::kKnown && age > options_.keep) return State::kUnknown;
  if (entry.state == State::kUnreachable && age > options_.keep_unreachable) return State::kUnknown;
  return entry.state;
}

std::string RobotsCache::begin(const std::string& origin, Time now) {
  make_room();
  Entry& entry = entries_[origin];
  entry.state = State::kPending;
  entry.since = now;
  entry.redirects = 0;
  return origin + "/robots.txt";
}

std::optional<std::string> RobotsCache::advance(const std::string& origin,
                                                const FetchResult& result, Time now) {
  Entry& entry = entries_[origin];
  entry.since = now;
  const auto response = warc::parse_http(result.message);
  // What came of a file that was cut short still counts.
  const bool answered = response.ok() && (result.status == FetchStatus::kOk ||
                                          result.status == FetchStatus::kStopped ||
                                          result.status == FetchStatus::kTruncated);
  if (!answered || result.http_status >= 500 || result.http_status == 429) {
    entry.state = State::kUnreachable;
    entry.robots = Robots::disallow_all();
    return std::nullopt;
  }
  if (is_redirect(result.http_status) && entry.redirects < options_.max_redirects) {
    std::string target = url::resolve(response->header("Location"), result.url);
    if (const auto url = url::Url::parse(target); url.ok() && url->is_http()) {
      ++entry.redirects;
      return target;
    }
  }
  entry.state = State::kKnown;
  const bool found = result.http_status >= 200 && result.http_status < 300;
  entry.robots = found ? Robots::parse(warc::decode_body(*response, Robots::kMaxBytes).bytes)
                       : Robots::allow_all();
  return std::nullopt;
}

bool RobotsCache::allows(const std::string& origin, std::string_view url) const {
  const Robots* known = robots(origin);
  return known == nullptr || known->allows(options_.product_token, url);
}

const Robots* RobotsCache::robots(const std::string& origin) const {
  const auto found = entries_.find(origin);
  if (found == entries_.end() || found->second.state == State::kPending) return nullptr;
  return &found->second.robots;
}

void RobotsCache::make_room() {
  if (entries_.size() < options_.max_origins) return;
  std::vector<std::pair<Time, std::string>> settled;
  for (const auto& [origin, entry] : entries_) {
    if (entry.state != State::kPending) settled.emplace_back(entry.since, origin);
  }
  const auto half = settled.begin() + static_cast<std::ptrdiff_t>((settled.size() + 1) / 2);
  std::nth_element(settled.begin(), half, settled.end());
  for (auto it = settled.begin(); it != half; ++it) entries_.erase(it->second);
}

}  // namespace weft::crawl
