// The practice shop as a crawl of it would be: pages, a style sheet and pictures in one WARC file, so that
// a newcomer has something to point at that looks like a shop.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "practice/options.h"

namespace weft::studio {

// The shop of the first two minutes; after redesigns, if any.
practice::Options practice_shop(std::vector<practice::Redesign> redesigns = {});

// Fails as writing does.
Status write_practice_archive(const std::string& path,
                              const practice::Options& options = practice_shop());

}  // namespace weft::studio
