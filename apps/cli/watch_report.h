// What `weft watch` leaves for machines and people: metrics for a Prometheus textfile collector,
// and a dashboard as one static HTML file.
#pragma once

#include <string>
#include <vector>

#include "site/bundle.h"
#include "site/watch.h"

namespace weft::cli {

// Gauges in the text exposition format, labelled by site, template and attribute.
std::string prometheus_text(const std::string& site, const std::vector<site::WatchedNow>& all);

// Verdicts, coverage and health over the runs of the timeline, the rules that changed, and for each
// unhealthy template one page before and after, text by text, with what moved, went and came
// marked. Nothing of the pages is run or loaded.
std::string watch_dashboard(const std::string& site, const std::vector<site::WatchedNow>& all,
                            const std::vector<site::Run>& runs);

}  // namespace weft::cli
