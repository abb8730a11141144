// The HTML report of `weft mine`: each page's structure as nested boxes, regions drawn over it, and
// their tables.
#pragma once

#include <string>
#include <vector>

#include "mine/region.h"
#include "model/page.h"

namespace weft::cli {

struct ReportedPage {
  const model::Page* page;
  const std::vector<mine::Region>* regions;
};

// One self-contained file; nothing of the page is run or loaded. Large pages are drawn in part.
std::string mine_report(const std::vector<ReportedPage>& pages);

}  // namespace weft::cli
