// URL lists: what a site says it has. Sitemaps (https://www.sitemaps.org/protocol.html: XML, index,
// text; each also gzipped) and feeds (RSS 0.9 to 2.0, RSS 1.0/RDF, Atom).
//
//   for (const ListedUrl& entry : read_url_list(body, url).entries) submit(entry.url);
//
// Never fails: what is no list gives none. Threads: any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::crawl {

enum class ListKind : uint8_t {
  kNone,          // not a list at all: an HTML page, an image
  kSitemap,       // <urlset>
  kSitemapIndex,  // <sitemapindex>: the entries are sitemaps themselves
  kText,          // a URL a line
  kRss,           // <rss> or <rdf:RDF>
  kAtom,          // <feed>
};

struct ListedUrl {
  std::string url;        // Absolute, http or https.
  std::string title;      // Feeds: the item's title. Serves as anchor text.
  double priority = 0.5;  // Sitemaps: 0 to 1.
};

struct UrlList {
  ListKind kind = ListKind::kNone;
  std::vector<ListedUrl> entries;
  bool truncated = false;  // A limit was reached, or the compressed data was damaged.
};

// The protocol's own limits; nobody may exceed them honestly.
struct UrlListLimits {
  uint64_t max_bytes = uint64_t{50} << 20;  // Decompressed.
  size_t max_entries = 50'000;
};

// Relative URLs, which the protocol forbids and feeds have, are resolved against `list_url`.
UrlList read_url_list(std::string_view bytes, std::string_view list_url,
                      const UrlListLimits& limits = {});

}  // namespace weft::crawl
