// The report for a person's eyes: one self-contained HTML file with the figures, and the worst
// pages, each beside what was extracted from it, errors marked on the page itself.
//
// Pages are shown in frames without scripts, without network; the file works offline and can be
// mailed.
#pragma once

#include <string>

#include "eval/page_report.h"
#include "eval/report.h"

namespace weft::eval {

std::string to_html(const Report& report, const PageReport& pages);

}  // namespace weft::eval
