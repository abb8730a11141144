// The SWDE data sets: pages/<vertical>-<site>/0000.htm and
// groundtruth/<vertical>-<site>-<attribute>.txt.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace weft::eval {

// The verticals that methods are developed on.
inline const std::vector<std::string> kSwdeSets = {"swde-book", "swde-camera", "swde-job",
                                                   "swde-restaurant"};

struct SwdeSite {
  std::string vertical;                      // "book"
  std::string name;                          // "book-amazon"
  std::vector<std::filesystem::path> pages;  // sorted; the page id is the stem
  // attribute -> values of each page, in the order of `pages`; empty for <NULL>. Values are
  // normalised and unescaped.
  std::map<std::string, std::vector<std::vector<std::string>>> truth;
};

// The sites of one directory laid out as above, by name. Truth for pages that are not there is
// ignored. Fails with kNotFound when there are no pages, kCorruption for a truth file that is not
// one.
Result<std::vector<SwdeSite>> read_swde(const std::filesystem::path& directory);

}  // namespace weft::eval
