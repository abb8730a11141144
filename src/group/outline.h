// PageOutline: the XPath expressions of a page that hold text, each with what it holds, as hashes.
//
// What page sampling ([Vertex] III-B) knows of a page. Small: some hundred entries a page.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/document.h"

namespace weft::group {

// Which steps a path has.
enum class PathStyle : uint8_t {
  kTags,     // html/body/div/span
  kClasses,  // html/body/div[@class="price"]/span: one expression per template place, whatever the
             // list lengths
  kIndexed,  // html[1]/body[1]/div[2]/span[1]: one expression per node
};

struct PathContent {
  uint64_t path;
  uint64_t content;
  bool operator==(const PathContent&) const = default;
  auto operator<=>(const PathContent&) const = default;
};

// Sorted by path, then content; no entry twice.
using PageOutline = std::vector<PathContent>;

// One pass; text of scripts, styles and white space alone is left out.
PageOutline outline_of(const dom::Document& doc, PathStyle style = PathStyle::kClasses);

}  // namespace weft::group
