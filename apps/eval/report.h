// Report: what a task measured. One headline `score`, further figures beside it, and rows for
// whoever wants to know where the points were lost.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "eval/metrics/counts.h"
#include "report/line_chart.h"

namespace weft::eval {

// "precision", "pages", "best_of_3_f1"; counts and shares alike.
struct Figure {
  Figure(std::string of, std::convertible_to<double> auto number)
      : name(std::move(of)), value(static_cast<double>(number)) {}

  std::string name;
  double value;
};
using Figures = std::vector<Figure>;

// The value of the figure of this name; 0 if there is none.
double figure_of(const Figures& figures, std::string_view name);

// How much a later point of a curve may lose against an earlier one.
double largest_fall(const Figures& curve);

// One line of a table: a place and its figures.
struct Row {
  std::string section;  // "site", "attribute", "page": rows of one section make one table.
  std::string name;
  Figures figures;
};

// F1, precision and recall, then what else there is to say.
Figures rates(const Counts& counts, Figures more = {});

// The mean of each figure that the first row has, over all rows.
Figures mean_figures(const std::vector<Row>& rows);

using ChartSeries = report::LineChart::Series;

struct Report {
  // Filled in by run_task.
  std::string task;
  std::string metric;
  std::string method;
  std::optional<unsigned> labels;

  double score = 0;
  Figures figures;  // Further headline figures, in the order they are shown.
  std::vector<Row> rows;
  // Nested: whatever else is worth keeping.
  Json details = Json::object();
  std::vector<report::LineChart> charts;  // The first is that of --chart.
  std::vector<std::string> notes;  // What a reader must know: pages left out, truth that is wrong.

  void figure(std::string name, std::convertible_to<double> auto value) {
    figures.push_back({std::move(name), value});
  }
  void row(std::string section, std::string name, Figures of_row) {
    rows.push_back({std::move(section), std::move(name), std::move(of_row)});
  }
  void chart(std::string title, std::string x_label, std::string y_label,
             std::vector<ChartSeries> series) {
    charts.push_back({std::move(title), std::move(x_label), std::move(y_label), std::move(series)});
  }
};

// {"task":…, "metric":…, "method":…, "labels":…, "score":…, figures…, "rows":{section:[…]},
// "details":…}. The first chart is "chart" of the details: {"title", "x", "y", "series": [{"name",
// "points": [[x, y], …]}, …]}.
Json to_json(const Report& report);

struct TextStyle {
  bool color = false;
  size_t max_rows = 60;  // Of a section; the worst are kept.
};

// Tables for a terminal. Within a section the rows with the lowest first figure come first when not
// all fit.
std::string to_text(const Report& report, const TextStyle& style = {});

}  // namespace weft::eval
