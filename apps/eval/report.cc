// A report as a terminal shows it: headline, figures, then one table a section, its columns the
// figures that any of its rows has. Where not all rows fit, the worst are shown: they are what a
// reader looks for.

#include "eval/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/json.h"
#include "report/text_table.h"

namespace weft::eval {
namespace {

// Counts print as integers, rates with four digits.
std::string format_figure(double value) {
  if (std::isnan(value)) return "-";
  if (std::floor(value) == value && std::abs(value) > 1) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4f}", value);
}

// The rows of each section, sections in the order they appear.
std::vector<std::vector<const Row*>> tables_of(const Report& report) {
  std::vector<std::vector<const Row*>> tables;
  for (const Row& row : report.rows) {
    auto same = std::find_if(tables.begin(), tables.end(), [&](const auto& table) {
      return table.front()->section == row.section;
    });
    if (same == tables.end()) same = tables.emplace(tables.end());
    same->push_back(&row);
  }
  return tables;
}

// Keeps the worst `max_rows`, lowest first figure first; leaves a list that fits as it is.
size_t keep_worst(std::vector<const Row*>& rows, size_t max_rows) {
  if (rows.size() <= max_rows) return 0;
  const auto first = [](const Row* row) {
    return row->figures.empty() ? 0.0 : row->figures[0].value;
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row* a, const Row* b) { return first(a) < first(b); });
  const size_t dropped = rows.size() - max_rows;
  rows.resize(max_rows);
  return dropped;
}

// Names of the figures of any row, in order of appearance.
std::vector<std::string> columns_of(const std::vector<const Row*>& rows) {
  std::vector<std::string> columns;
  for (const Row* row : rows) {
    for (const Figure& figure : row->figures) {
      if (std::find(columns.begin(), columns.end(), figure.name) == columns.end()) {
        columns.push_back(figure.name);
      }
    }
  }
  return columns;
}

std::string cell(const Row& row, const std::string& column) {
  for (const Figure& figure : row.figures) {
    if (figure.name == column) return format_figure(figure.value);
  }
  return "";
}

std::string text_table(std::vector<const Row*> rows, const TextStyle& style) {
  const size_t dropped = keep_worst(rows, style.max_rows);
  const std::vector<std::string> columns = columns_of(rows);
  report::TextTable table{{rows.front()->section}, {}};
  table.header.insert(table.header.end(), columns.begin(), columns.end());
  for (const Row* row : rows) {
    auto& cells = table.rows.emplace_back(1, row->name);
    for (const auto& column : columns) cells.push_back(cell(*row, column));
  }
  std::string out = report::render(table, {.width = report::kUnbounded,
                                           .max_column_width = report::kUnbounded,
                                           .number_width = 8,
                                           .color = style.color});
  if (dropped != 0) out += fmt::format("… {} better rows not shown (--json has them)\n", dropped);
  return out;
}

std::string headline(const Report& report, const TextStyle& style) {
  std::string out = fmt::format("{}", report.task);
  if (!report.method.empty()) out += fmt::format(" · {}", report.method);
  if (report.labels.has_value()) out += fmt::format(" · {} labelled", *report.labels);
  out += fmt::format("\n{}score {:.4f}{}  {}\n", style.color ? "\033[1;32m" : "", report.score,
                     style.color ? "\033[0m" : "", report.metric);
  for (const Figure& figure : report.figures) {
    out += fmt::format("  {:<28} {}\n", figure.name, format_figure(figure.value));
  }
  return out;
}

// NaN has no place in JSON.
Json number(double value) {
  if (std::isnan(value)) return nullptr;
  return value;
}

}  // namespace

Figures rates(const Counts& counts, Figures more) {
  Figures figures{
      {"f1", counts.f1()}, {"precision", counts.precision()}, {"recall", counts.recall()}};
  figures.insert(figures.end(), more.begin(), more.end());
  return figures;
}

double largest_fall(const Figures& curve) {
  double fall = 0, best = 0;
  for (const Figure& figure : curve) {
    fall = std::max(fall, best - figure.value);
    best = std::max(best, figure.value);
  }
  return fall;
}

double figure_of(const Figures& figures, std::string_view name) {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const Figure& figure) { return figure.name == name; });
  return found == figures.end() ? 0 : found->value;
}

Figures mean_figures(const std::vector<Row>& rows) {
  if (rows.empty()) return {};
  Figures means = rows.front().figures;
  for (Figure& mean : means) {
    mean.value = 0;
    for (const Row& row : rows) mean.value += figure_of(row.figures, mean.name);
    mean.value /= static_cast<double>(rows.size());
  }
  return means;
}

Json to_json(const Report& report) {
  Json json = {{"task", report.task}, {"metric", report.metric}};
  if (!report.method.empty()) json["method"] = report.method;
  if (report.labels.has_value()) json["labels"] = *report.labels;
  json["score"] = number(report.score);
  for (const Figure& figure : report.figures) json[figure.name] = number(figure.value);
  Json rows = Json::object();
  for (const Row& row : report.rows) {
    Json line = {{"name", row.name}};
    for (const Figure& figure : row.figures) line[figure.name] = number(figure.value);
    rows[row.section].push_back(std::move(line));
  }
  json["rows"] = std::move(rows);
  json["details"] = report.details;
  if (!report.charts.empty()) {
    const report::LineChart& chart = report.charts.front();
    auto curves = Json::array();
    for (const ChartSeries& one : chart.series)
      curves.push_back({{"name", one.name}, {"points", one.points}});
    json["details"]["chart"] = {{"title", chart.title},
                                {"x", chart.x_label},
                                {"y", chart.y_label},
                                {"series", std::move(curves)}};
  }
  json["notes"] = report.notes;
  return json;
}

std::string to_text(const Report& report, const TextStyle& style) {
  std::string out = headline(report, style);
  for (const auto& rows : tables_of(report)) out += "\n" + text_table(rows, style);
  for (const std::string& note : report.notes) out += "\nnote: " + note;
  if (!report.notes.empty()) out += "\n";
  return out;
}

}  // namespace weft::eval
