// PageLinks: what a page says to crawlers. Where its links lead and under which words, which
// address it prefers, and what its author asks crawlers not to do.
//
//   const PageLinks page = read_page_links(doc, "https://example.com/a/");
//   if (!page.robots.nofollow) for (const PageLink& link : page.links) submit(link.url);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::crawl {

// <meta name="robots"> and X-Robots-Tag, together: what one forbids, the other cannot allow.
struct RobotsDirectives {
  bool noindex = false;  // Do not keep the page.
  bool nofollow = false;
  bool noarchive = false;

  // Reads "noindex, nofollow", "none", or "weft: noindex" for one crawler alone; directives for
  // other crawlers, and those about presentation (max-snippet…), are passed over.
  void add(std::string_view value, std::string_view product_token);
};

enum class LinkKind : uint8_t {
  kAnchor,    // <a>, <area>
  kFrame,     // <iframe>, <frame>: part of this page
  kRelation,  // <link rel="next"> and other pages of the site
  kFeed,      // <link rel="alternate"> to RSS or Atom
  kRefresh,   // <meta http-equiv="refresh">: a redirect
};

struct PageLink {
  std::string url;     // Absolute, http or https, without fragment.
  std::string anchor;  // Its words, white space folded; else an image's alt or the title.
  LinkKind kind = LinkKind::kAnchor;
  bool nofollow = false;  // rel="nofollow", "ugc" or "sponsored".
};

struct PageLinks {
  std::string base;       // What links are resolved against.
  std::string canonical;  // <link rel="canonical">; empty if there is none.
  std::string language;   // <html lang>, lower case: "en-gb"; empty if there is none.
  RobotsDirectives robots;
  std::vector<PageLink> links;  // In document order.
  bool truncated = false;       // There were more links than the limit.
};

struct PageLinkOptions {
  std::string_view product_token = "weft";
  size_t max_links = 10'000;
  size_t max_anchor = 256;  // Bytes of an anchor.
};

// One pass over the nodes, linear in the page, without recursion.
PageLinks read_page_links(const dom::Document& doc, std::string_view page_url,
                          const PageLinkOptions& options = {});

}  // namespace weft::crawl
