// Grouping: pages that were made from one template.
#pragma once

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

}  // namespace weft
