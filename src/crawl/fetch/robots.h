// robots.txt: what a site asks crawlers not to fetch. RFC 9309, with the habits of the widely used
// matcher where the RFC is silent (misspelt directives, index.html standing for its directory).
//
//   const Robots robots = Robots::parse(text);
//   if (!robots.allows("weft", "https://example.com/private/x")) skip();
//
// Threads: const once parsed.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::crawl {

class Robots {
 public:
  static constexpr size_t kMaxBytes = 500 * 1024;  // Of a file; the rest is not read.

  // Never fails; reads at most 500 KiB, as the RFC asks at least.
  static Robots parse(std::string_view text);
  // What an unreachable robots.txt means (RFC 9309, 2.3.1.4): nothing may be fetched.
  static Robots disallow_all();
  // What a missing one means (2.3.1.3).
  static Robots allow_all() { return {}; }

  // Whether the crawler with this product token may fetch the URL. `url` may also be a path with a
  // query.
  [[nodiscard]] bool allows(std::string_view product_token, std::string_view url) const;
  // The Crawl-delay of the group that applies, if it has one.
  [[nodiscard]] std::optional<std::chrono::milliseconds> crawl_delay(
      std::string_view product_token) const;
  // The URLs of Sitemap lines, as written.
  [[nodiscard]] const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  struct Rule {
    std::string pattern;  // Percent-encoding normalised.
    bool allow = false;
  };
  struct Group {
    std::vector<std::string> agents;  // Lower case; "*" for everyone.
    std::vector<Rule> rules;
    std::optional<std::chrono::milliseconds> delay;
  };
  friend class RobotsParser;

  // The groups of this agent, or those of everyone when it has none.
  [[nodiscard]] std::vector<const Group*> groups_for(std::string_view product_token) const;

  std::vector<Group> groups_;
  std::vector<std::string> sitemaps_;
};

}  // namespace weft::crawl
