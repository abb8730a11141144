// UrlGate: what a URL must pass before it enters the frontier: its canonical form, the scope of the
// crawl, the depth, the filter before enqueue, and the trap guard.
//
// Also what travels with a URL through the frontier (UrlContext), and its place in the order:
// breadth-first, or by a FocusOrder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "crawl/filters.h"
#include "crawl/frontier/frontier.h"
#include "crawl/plan/focus_order.h"
#include "crawl/trap_guard.h"
#include "url/canonical.h"
#include "url/url.h"

namespace weft::crawl {

enum class CrawlScope : uint8_t {
  kHost,    // the hosts of the seeds
  kDomain,  // their registrable domains: "www.example.com" lets "shop.example.com" in
  kAny,
};

// What a URL carries through the frontier, as a short text.
struct UrlContext {
  uint32_t redirects = 0;   // Hops of redirection that led here.
  bool list = false;        // Expected to be a sitemap or feed.
  bool requisite = false;   // A style sheet, picture or font of a page.
  bool seed = false;        // Submitted by a person: its host is in scope.
  std::string body;         // Of a POST request; empty for others.
  std::vector<double> way;  // Focused crawls: see FocusOrder::Place.

  [[nodiscard]] std::string encode() const;
  // What is malformed is left out.
  static UrlContext decode(std::string_view text);
};

struct GateOptions {
  CrawlScope scope = CrawlScope::kHost;
  uint32_t max_depth = 2;
  size_t max_url = 2000;  // Bytes; longer URLs are refused.
  url::CanonicalOptions canonical;
  FocusOrder* order = nullptr;  // Of a focused crawl; null: breadth-first. Must outlive the gate.
};

// A URL that was found.
struct FoundUrl {
  std::string_view url;
  std::string_view anchor;
  uint32_t depth = 0;
  std::string_view parent;
  const UrlContext* parent_context = nullptr;
  uint32_t redirects = 0;
  bool list = false;
  bool seed = false;
  bool requisite = false;  // Passes whatever its page passed; its address stays as written.
  std::string_view body = {};
  double bonus = 0;  // Added to the priority.
};

// A seed as people write it: "https://…", or "POST https://… q=books".
struct Seed {
  std::string url;
  std::string body;
};
Seed parse_seed(std::string_view text);

enum class Refusal : uint8_t { kNone, kMalformed, kScope, kDepth, kFilter, kTrap, kKnown };

// Threads: one at a time.
class UrlGate {
 public:
  // `filters` and `traps` must outlive the gate; `traps` may be null.
  UrlGate(const GateOptions& options, const Filters& filters, const TrapGuard* traps);

  // Widens the scope to the URL's host or domain. Fails with kInvalidArgument.
  Status add_seed(std::string_view url);
  [[nodiscard]] bool is_seed_host(const std::string& host_and_port) const {
    return seed_hosts_.contains(host_and_port);
  }
  // The URL as it enters the frontier, or why it does not.
  Refusal admit(const FoundUrl& found, FrontierUrl& out);
  // The same decision for a URL that is in the frontier already: rules and traps may have changed.
  [[nodiscard]] Refusal readmit(const url::Url& url, uint32_t depth) const;

 private:
  [[nodiscard]] bool in_scope(const url::Url& url) const;

  GateOptions options_;
  const Filters& filters_;
  const TrapGuard* traps_;
  std::unordered_set<std::string> scope_;  // Hosts or domains.
  std::unordered_set<std::string> seed_hosts_;
};

}  // namespace weft::crawl
