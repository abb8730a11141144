// Title, author, date and the like: what a page states about itself. Internal to read/article.cc.
#pragma once

#include "read/article.h"

namespace weft::read {

// The objects of JSON-LD that describe the page's article, best first.
std::vector<const Json*> article_objects(const StructuredData& data);

// What is known of the page when its statements are looked for.
struct PageReading {
  const model::Page& page;
  const PageBlocks& blocks;
  const StructuredData& data;
  const PageFacts& facts;
  const PageFeatures& features;
  std::vector<const Json*> articles = article_objects(data);
};

// Fills everything in `article` that is not its blocks. REQUIRES: article.type is set.
void add_statements(const PageReading& reading, Article& article);

}  // namespace weft::read
