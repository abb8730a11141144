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
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/robots.h"

namespace weft::crawl {

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
