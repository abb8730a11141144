// Charts of a report: curves, kept in its details as JSON until somebody draws them.
//
//   "chart": {"title", "x", "y", "series": [{"name", "points": [[x, y], …]}, …]}
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "eval/report.h"

namespace weft::eval {

struct ChartSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;  // In order of x, which counts.
};

// Replaces the report's chart.
void set_chart(Report& report, const std::string& title, const std::string& x_label,
               const std::string& y_label, const std::vector<ChartSeries>& series);

}  // namespace weft::eval
