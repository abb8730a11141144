// LineChart: curves as a self-contained SVG, for reports that people look at.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace weft::report {

struct LineChart {
  struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;  // In order of x.
  };

  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  double x_step = 1;  // The least between two ticks: mostly x counts.

  // 640 x 400, light background, one colour per series, a legend. Names are
  // escaped.
  [[nodiscard]] std::string svg() const;
};

}  // namespace weft::report
