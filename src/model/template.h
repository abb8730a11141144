// Template: a cluster of like pages of one site, and how to recognise another such page.
//
// A page belongs to the template whose URL pattern matches, whose signature covers the page's
// shingle vector, and which is most important among those ([Vertex] IV-A). Made by group/, stored
// by the site bundle, matched by TemplateMatcher, tested by watch/.
#pragma once

#include <cstdint>
#include <string>

#include "dom/shingle.h"

namespace weft::model {

struct Template {
  std::string name;  // Unique in its site: "t1", "product".
  dom::MaskedShingle
      signature;  // Covers the shingle vectors of its pages; all when it fixes no byte.
  // How vectors must be computed to be compared with it.
  dom::ShingleOptions shingles{.kind = dom::ShingleKind::kPlaces};
  std::string url_pattern;  // RE2, for the whole URL (url_pattern.h); empty for any.
  double importance = 0;    // Votes in clustering ([Vertex] III-A).
  uint64_t size = 0;        // Pages seen.
  // The wrapper in use; 0 when there is none. Versions count from 1 and are never reused.
  uint32_t wrapper_version = 0;
};

}  // namespace weft::model
