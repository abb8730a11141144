#include "eval/chart.h"

namespace weft::eval {

void set_chart(Report& report, const std::string& title, const std::string& x_label,
               const std::string& y_label, const std::vector<ChartSeries>& series) {
  auto curves = nlohmann::ordered_json::array();
  for (const ChartSeries& one : series)
    curves.push_back({{"name", one.name}, {"points", one.points}});
  report.details["chart"] = {
      {"title", title}, {"x", x_label}, {"y", y_label}, {"series", std::move(curves)}};
}

}  // namespace weft::eval
