#include "cli/crawl_report_view.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/markup.h"
#include "cli/line_chart.h"
#include "cli/text_table.h"

namespace weft::cli {
namespace {

using crawl::CrawlReport;
using crawl::ReportLine;

constexpr const char* kHeadings[] = {"documents", "pages",    "visits",
                                     "changes",   "failures", "bytes"};

std::string bytes_text(uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "KB", "MB", "GB", "TB", "PB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1000 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::vector<std::string> cells(const ReportLine& line) {
  return {line.name.empty() ? "(unknown)" : line.name,
          std::to_string(line.documents),
          std::to_string(line.pages),
          std::to_string(line.visits),
          std::to_string(line.changes),
          std::to_string(line.failures),
          bytes_text(line.bytes)};
}

std::string text_section(const std::string& name, const std::vector<ReportLine>& lines,
                         size_t width) {
  TextTable table{.header = {name}};
  table.header.insert(table.header.end(), std::begin(kHeadings), std::end(kHeadings));
  for (const ReportLine& line : lines) table.rows.push_back(cells(line));
  return render(table, {.width = width}) + "\n";
}

nlohmann::ordered_json json_of(const ReportLine& line) {
  return {{"name", line.name},     {"documents", line.documents}, {"pages", line.pages},
          {"visits", line.visits}, {"changes", line.changes},     {"failures", line.failures},
          {"bytes", line.bytes}};
}

nlohmann::ordered_json json_of(const std::vector<ReportLine>& lines) {
  auto rows = nlohmann::ordered_json::array();
  for (const ReportLine& line : lines) rows.push_back(json_of(line));
  return rows;
}

// A table whose rows carry a bar as long as their share of the largest.
std::string html_section(const std::string& name, const std::vector<ReportLine>& lines) {
  uint64_t most = 1;
  for (const ReportLine& line : lines) most = std::max(most, line.pages);
  std::string out = fmt::format("<h2>{}</h2>\n<table><tr><th>{}<th>", name, name);
  for (const char* heading : kHeadings) out += fmt::format("<th class=n>{}", heading);
  out += "\n";
  for (const ReportLine& line : lines) {
    const std::vector<std::string> row = cells(line);
    out +=
        fmt::format("<tr><td>{}<td class=bar><i style='width:{:.1f}%'></i>", escape_markup(row[0]),
                    100.0 * static_cast<double>(line.pages) / static_cast<double>(most));
    for (size_t i = 1; i < row.size(); ++i) out += "<td class=n>" + row[i];
    out += "\n";
  }
  return out + "</table>\n";
}

LineChart chart_of(const CrawlReport& report, const std::string& title, bool running) {
  LineChart chart{
      title, "days since " + (report.days.empty() ? "" : report.days.front().name), "", {}};
  const std::pair<const char*, uint64_t ReportLine::*> series[] = {
      {"visits", &ReportLine::visits},
      {"pages", &ReportLine::pages},
      {"documents", &ReportLine::documents},
      {"changes", &ReportLine::changes},
      {"failures", &ReportLine::failures}};
  for (const auto& [name, member] : series) {
    LineChart::Series drawn{name, {}};
    double sum = 0;
    for (size_t day = 0; day < report.days.size(); ++day) {
      const auto value = static_cast<double>(report.days[day].*member);
      sum += value;
      drawn.points.emplace_back(static_cast<double>(day), running ? sum : value);
    }
    chart.series.push_back(std::move(drawn));
  }
  return chart;
}

// There is something to see over time from the second day on.
std::string html_charts(const CrawlReport& report) {
  if (report.days.size() < 2) return "";
  return chart_of(report, "What happened each day", false).svg() +
         chart_of(report, "In all", true).svg();
}

constexpr const char* kStyle =
    "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 "
    "1rem;"
    "color:#222;background:#fff}table{border-collapse:collapse;width:100%}"
    "th{text-align:left;border-bottom:2px solid #ccc}td,th{padding:.15rem .6rem}"
    "th.n,.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.bar{width:30%}"
    ".bar i{display:block;height:.7em;background:#0072b2}tr:nth-child(odd) td{background:#f6f6f6}"
    "svg{max-width:100%}</style>\n";

}  // namespace

std::string crawl_report_text(const CrawlReport& report, size_t width) {
  std::string out = text_section("all", {report.total}, width);
  for (const auto& [state, count] : report.states)
    out += fmt::format("{} pages {}\n", count, state);
  out += "\n" + text_section("country", report.countries, width);
  out += text_section("host", report.hosts, width);
  if (report.hosts.size() < report.host_count)
    out += fmt::format("… and {} more hosts\n\n", report.host_count - report.hosts.size());
  return out + text_section("day", report.days, width);
}

std::string crawl_report_json(const CrawlReport& report) {
  nlohmann::ordered_json out;
  out["total"] = json_of(report.total);
  out["states"] = nlohmann::ordered_json::object();
  for (const auto& [state, count] : report.states) out["states"][state] = count;
  out["host_count"] = report.host_count;
  out["hosts"] = json_of(report.hosts);
  out["countries"] = json_of(report.countries);
  out["days"] = json_of(report.days);
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string crawl_report_html(const CrawlReport& report, const std::string& title) {
  std::string out =
      fmt::format("<!doctype html><meta charset=utf-8><title>{0}</title>\n{1}<h1>{0}</h1>\n",
                  escape_markup(title), kStyle);
  out += fmt::format("<p>{} documents among {} pages of {} {}, {} visits, {}.</p>\n",
                     report.total.documents, report.total.pages, report.host_count,
                     report.host_count == 1 ? "host" : "hosts", report.total.visits,
                     bytes_text(report.total.bytes));
  out += "<p>States:";
  const char* separator = " ";
  for (const auto& [state, count] : report.states) {
    out += fmt::format("{}{} {}", separator, count, escape_markup(state));
    separator = " · ";
  }
  out += "</p>\n" + html_charts(report) + html_section("Countries", report.countries) +
         html_section("Hosts", report.hosts);
  if (report.hosts.size() < report.host_count)
    out += fmt::format("<p>… and {} more hosts</p>\n", report.host_count - report.hosts.size());
  return out + html_section("Days", report.days);
}

}  // namespace weft::cli
