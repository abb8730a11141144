// Template: a cluster of like pages of one site, and how to recognise another such page.
//
// A page belongs to the template whose URL pattern matches, whose signature covers the page's
// shingle vector, and which is most important among those ([Vertex] IV-A). Made by group/, stored
// by the site bundle, matched by extract/, tested by watch/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dom/shingle.h"

namespace weft::model {

struct Template {
  std::string id;                         // Unique in its site: "t1", "t2"…, by importance.
  dom::MaskedShingle signature;           // Covers nothing in particular when it fixes no byte.
  dom::ShingleOptions shingles;           // How vectors must be computed to be compared with it.
  std::string url_pattern;                // RE2, for the whole URL (url_pattern.h); empty for any.
  uint64_t importance = 0;                // Votes in clustering ([Vertex] III-A).
  uint64_t pages = 0;                     // Pages it was learned from.
  std::vector<std::string> sample_pages;  // Page ids, most worth labelling first.
  std::string wrapper;  // Name of its wrapper in the bundle; empty while it has none.
};

}  // namespace weft::model
