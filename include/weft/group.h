// Grouping: pages that were made from one template.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"

namespace weft {

struct PageGroup {
  std::string url_pattern;    // Of its pages' URLs, RE2; empty for any.
  std::vector<size_t> pages;  // Which of the pages given.
};

// The most important group first; pages that are like no others are in none. A small part of the
// cost of parsing.
WEFT_API std::vector<PageGroup> group_pages(std::span<const Page> pages);

// --- the same in three steps, for pages that are on several machines ---

// Eight bytes that say how a page is built: all that grouping looks at.
WEFT_API uint64_t page_vector(const Page& page);

struct VectorGroup {
  uint64_t signature = 0;   // Of page_vector(), the bytes that are fixed; others are zero.
  uint8_t fixed = 0;        // Bit i: byte i is.
  uint64_t importance = 0;  // Pages that voted for it.
};

// The groups of the pages that have these vectors, in the order of group_pages(). The order of the
// vectors does not matter.
WEFT_API std::vector<VectorGroup> group_vectors(std::span<const uint64_t> vectors);
// Which of the groups a page is in; nothing if it is like none.
WEFT_API std::optional<size_t> find_group(std::span<const VectorGroup> groups, uint64_t vector);

}  // namespace weft
