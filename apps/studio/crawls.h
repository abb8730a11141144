// What other programs do below the root, for whoever watches: crawls, under way or over, and ways to records
// that `weft explore` has found. Read from their files alone; nothing is changed.
#pragma once

#include <string>

#include "base/json.h"

namespace weft::studio {

// Folders of `weft crawl` in the root and one below: {path, running, pages, rate, queued, leased, hosts,
// failures…}, those under way first. A crawl whose files cannot be read says why.
Json crawls_json(const std::string& root);

// Of one crawl, as above; for a job that follows it.
Json crawl_json(const std::string& root, const std::string& folder);

// Journeys in the root: {path, start, domain, attributes, paths: [{steps, next}], command}.
Json journeys_json(const std::string& root);

}  // namespace weft::studio
