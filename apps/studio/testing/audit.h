// What is hard to see, to reach or to hear on the page that a browser shows, by WCAG 2.2.
#pragma once

#include <string>
#include <vector>

#include "studio/testing/live_browser.h"

namespace weft::studio {

// One sentence for each fault: controls without a name, things to click that a keyboard does not reach, an
// order of focus that is not the order of the page, parts of composites outside of them, and texts whose
// contrast to what is behind them is below 4.5 (large ones 3).
std::vector<std::string> audit(LiveBrowser& browser);

}  // namespace weft::studio
