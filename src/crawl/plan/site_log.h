// SiteLog: a site as a crawl saw it, with its links, their words, and which pages are relevant; what
// `focus` learns from and replays ([Zheng] 5.3.1 and 5.3.2). As JSON Lines: docs/formats/site-log.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "crawl/fetch/page_links.h"
#include "crawl/plan/link_graph.h"

namespace re2 {
class RE2;
}

namespace weft::crawl {

class SiteLog {
 public:
  // The vertex of a URL, new or known.
  Vertex page(std::string_view url);
  void add_link(Vertex from, Vertex to, std::string_view anchor);
  void set_relevant(Vertex page) { relevant_[page] = true; }
  // Sorts the links by their source. Call once, after the last link and before what follows.
  void finish();

  struct Link {
    Vertex from;
    Vertex to;
    std::string anchor;
  };
  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(urls_.size()); }
  [[nodiscard]] const std::string& url(Vertex v) const { return urls_[v]; }
  [[nodiscard]] bool relevant(Vertex v) const { return relevant_[v]; }
  [[nodiscard]] std::span<const Link> links(Vertex from) const {
    return {links_.data() + offsets_[from], links_.data() + offsets_[from + 1]};
  }
  [[nodiscard]] std::span<const Link> all_links() const { return links_; }

 private:
  std::vector<std::string> urls_;
  std::unordered_map<std::string, Vertex> ids_;
  std::vector<bool> relevant_;
  std::vector<Link> links_;
  std::vector<uint64_t> offsets_;
};

// Reads JSON Lines of pages: {"url": …, "relevant": true, "links": [{"url": …, "text": …}]}. `name`
// is used in errors. Fails with kInvalidArgument, naming the line.
Result<SiteLog> read_site_log(std::string_view text, std::string_view name);

// The line of a page: {"url": …, FACTS, "links": [{"url": …, "text": …}]}. `facts` is empty, or
// begins with a comma.
std::string site_log_line(std::string_view url, std::string_view facts,
                          std::span<const PageLink> links);

// Which documents are relevant: those to which every rule that is set applies.
struct RelevanceRules {
  bool papers = false;                   // academic papers as PDF or PostScript (document_text.h)
  std::string url_pattern;               // a regular expression (RE2) that the URL contains
  std::string media_type;                // "application/pdf"
  std::unordered_set<std::string> urls;  // these alone: pages with extracted records, say

  [[nodiscard]] bool any() const {
    return papers || !url_pattern.empty() || !media_type.empty() || !urls.empty();
  }
};

// Judges documents by rules. Threads: one at a time.
class RelevanceJudge {
 public:
  // Fails with kInvalidArgument (a pattern).
  static Result<RelevanceJudge> make(const RelevanceRules& rules);
  ~RelevanceJudge();
  RelevanceJudge(RelevanceJudge&&) noexcept;
  RelevanceJudge& operator=(RelevanceJudge&&) noexcept;

  [[nodiscard]] const RelevanceRules& rules() const { return rules_; }
  // What can be judged without reading the document; false if there are no rules.
  [[nodiscard]] bool matches(const std::string& url, std::string_view type) const;
  // The whole judgement; `bytes` are decoded.
  bool is_relevant(const std::string& url, std::string_view type, std::string_view bytes);
  // Documents that could not be read.
  [[nodiscard]] uint64_t unreadable() const { return unreadable_; }

 private:
  RelevanceJudge() = default;

  RelevanceRules rules_;
  std::unique_ptr<re2::RE2> pattern_;  // Null without one.
  uint64_t unreadable_ = 0;
};

struct SiteLogCounts {
  uint64_t pages = 0;
  uint64_t links = 0;  // to pages of the log
  uint64_t relevant = 0;
  uint64_t unreadable = 0;  // documents that could not be read
};

// The pages of WARC files as JSON Lines, as read_site_log() reads them, in the order of the files.
// A page is a response with status 200, once; a redirect passes its links on. Links to pages that
// were not fetched are left out. Fails with kInvalidArgument (a pattern), kNotFound, kIo.
Result<std::string> warc_site_log(const std::vector<std::string>& paths,
                                  const RelevanceRules& rules, SiteLogCounts* counts = nullptr);

// The same of a crawl's folder: from the links it has logged (LinkLog), papers being looked for
// in its WARC files; without a link log all from those. Fails likewise.
Result<std::string> crawl_site_log(const std::string& folder, const RelevanceRules& rules,
                                   SiteLogCounts* counts = nullptr);

// All links of a crawl's folder, also those to pages that were not fetched. Fails likewise.
Result<SiteLog> crawl_links(const std::string& folder);

}  // namespace weft::crawl
