// TrapGuard: lets endless calendars and facets starve, and leaves endless catalogues alone.
//
// Both look alike from outside: thousands of URLs of one pattern, thousands of pages of one
// template. What differs is what the pages say. A catalogue says something new on every page; a
// calendar says the same with other numbers, a facet lists the same items in another order.
//
// So every *URL pattern* (digits and slugs generalised, query parameters one by one) has a credit.
// A page costs one; it earns by the text that no page of its *template* (nearest shingle signature)
// has said before, numbers not counted. A pattern without credit is not fetched any more.
//
// Memory is bounded by TrapOptions. Threads: one at a time.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "dom/shingle.h"
#include "url/url.h"

namespace weft::crawl {

struct TrapOptions {
  double allowance = 50;          // Pages a pattern may cost before it has earned anything.
  double page_text = 20;          // Bytes of new text that pay for one page.
  double max_earning = 10;        // What one page can earn.
  double max_credit = 1000;       // What a pattern can save up.
  size_t max_patterns = 200'000;  // Further ones are not watched.
  size_t max_templates = 4'096;   // 8 KB each; beyond, all are forgotten.
};

// The patterns of a URL: one for its path, or one for each query parameter that holds data; for
// all of them if none does.
//   /calendar/2016/12          →  h/calendar/N/N
//   /search?in=shop&id=7&p=3   →  h/search?id=N  h/search?p=N
//   /search?colour=red&size=l  →  h/search?colour=red  h/search?size=l
//   /a/b/a/b/a/b               →  h/a/b/~
std::vector<std::string> url_patterns(const url::Url& url);

class TrapGuard {
 public:
  explicit TrapGuard(const TrapOptions& options = {}) : options_(options) {}

  // Whether all patterns of the URL have credit.
  [[nodiscard]] bool admits(const url::Url& url) const { return starving_pattern(url).empty(); }
  // The pattern that has none; empty if it is admitted.
  [[nodiscard]] std::string starving_pattern(const url::Url& url) const;
  // A page of this URL was fetched. Returns the bytes of text it said first.
  uint64_t note(const url::Url& url, const dom::Document& page);
  // A page that is no document (an error, an empty answer) costs and earns nothing new.
  void note_barren(const url::Url& url) { settle(url, 0); }

  struct Pattern {
    double credit = 0;
    uint64_t pages = 0;
    uint64_t new_bytes = 0;
  };
  // Every pattern seen, for reports.
  [[nodiscard]] const std::unordered_map<std::string, Pattern>& patterns() const {
    return patterns_;
  }

  // The credits, to go on with after a restart; what templates have said is not kept.
  [[nodiscard]] std::string to_json() const;
  // Takes over what others have spent and earned since the last call, on top of which comes what
  // this one has: as if one guard had seen all pages. Fails with kCorruption.
  Status merge_json(std::string_view text);
  // The others know what this one knows: to_json() was written where they read.
  void note_shared() { shared_ = patterns_; }

 private:
  // What a template's pages have said: a bit for each hash.
  struct TemplateMemory {
    static constexpr size_t kBits = 1 << 16;
    dom::ShingleVector signature;
    std::bitset<kBits> said;
    size_t count = 0;

    bool learn(uint64_t hash);  // True the first time.
  };

  TemplateMemory& template_of(const std::string& host, const dom::Document& page);
  uint64_t new_text(TemplateMemory& memory, const dom::Document& page);
  // The pattern's account; null when too many are watched already.
  Pattern* account(const std::string& name);
  void settle(const url::Url& url, uint64_t bytes);

  TrapOptions options_;
  std::unordered_map<std::string, Pattern> patterns_;
  std::unordered_map<std::string, Pattern> shared_;  // As others know them.
  std::unordered_map<std::string, std::vector<std::unique_ptr<TemplateMemory>>> templates_;
  size_t template_count_ = 0;
  std::string buffer_;
};

}  // namespace weft::crawl
