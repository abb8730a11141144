// robots.txt: what a site asks crawlers not to fetch. RFC 9309, with the habits of the widely used
// matcher where the RFC is silent (misspelt directives, index.html standing for its directory).
//
//   const Robots robots = Robots::parse(text);
//   if (!robots.allows("weft", "https://example.com/private/x")) skip();
//
// Threads: const once parsed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/fetch/fetcher.h"

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

// RobotsCache: the robots.txt of every origin, fetched when first needed and kept for a day.
//
//   switch (cache.state(origin, now)) {
//     case kUnknown: fetcher.start({.tag = …, .url = cache.begin(origin)});
//   …
//   if (auto next = cache.advance(origin, result, now)) fetcher.start({.tag = …, .url = *next});
//
// RFC 9309, 2.3.1: a missing file allows everything, an unreachable one nothing, and up to five
// redirects are followed. Bounded: the origins asked about longest ago are forgotten.
// Threads: one at a time.
struct RobotsCacheOptions {
  std::string product_token = "weft";
  std::chrono::hours keep{24};
  // An unreachable file is asked for again after this time.
  std::chrono::minutes keep_unreachable{10};
  uint32_t max_redirects = 5;
  size_t max_origins = 20'000;
};

class RobotsCache {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class State { kUnknown, kPending, kKnown, kUnreachable };

  explicit RobotsCache(RobotsCacheOptions options) : options_(std::move(options)) {}

  [[nodiscard]] State state(const std::string& origin, Time now) const;
  // Marks the origin as pending; returns the URL to fetch.
  std::string begin(const std::string& origin, Time now);
  // What the fetch gave. A URL if a redirect leads on; nothing when the origin is settled.
  std::optional<std::string> advance(const std::string& origin, const FetchResult& result,
                                     Time now);
  // Whether the URL may be fetched; true as long as nothing is known.
  [[nodiscard]] bool allows(const std::string& origin, std::string_view url) const;
  // Null if nothing is known.
  [[nodiscard]] const Robots* robots(const std::string& origin) const;
  [[nodiscard]] size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Robots robots;
    State state = State::kPending;
    Time since;
    uint32_t redirects = 0;
  };
  void make_room();

  RobotsCacheOptions options_;
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace weft::crawl
