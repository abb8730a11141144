// Title, author, date and the like: what a page states about itself. Internal to read/article.cc.
#pragma once

#include "read/article.h"

namespace weft::read {

// What is known of the page when its statements are looked for.
struct PageReading {
  const model::Page& page;
  const PageBlocks& blocks;
  const StructuredData& data;
  const PageFacts& facts;
  const PageFeatures& features;
};

// Fills everything in `article` that is not its blocks. REQUIRES: article.type is set.
void add_statements(const PageReading& reading, Article& article);

}  // namespace weft::read
