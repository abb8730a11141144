// Pages to parse: the data sets swde-*, articles and recipes, decoded to UTF-8 once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weft::bench {

struct Page {
  std::string path;
  std::string bytes;  // UTF-8
};

// Every `stride`-th page of the data sets, until `max_bytes` are loaded. Empty if there are no data
// sets.
std::vector<Page> load_pages(size_t stride, size_t max_bytes);

// A page of about `bytes` bytes: the bodies of real pages one after the other.
std::string joined_pages(const std::vector<Page>& pages, size_t bytes);

}  // namespace weft::bench
