// weft report: what a crawl has found, per host, per country and over time ([Zheng] 3.4).

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/json.h"
#include "base/markup.h"
#include "cli/verb.h"
#include "crawl/crawl_report.h"
#include "report/html_page.h"
#include "report/line_chart.h"
#include "report/text_table.h"

namespace weft::cli::report_verb {
namespace {

using crawl::CrawlReport;
using crawl::ReportLine;

std::string bytes_text(uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "KB", "MB", "GB", "TB", "PB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1000 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::vector<std::string> cells(const ReportLine& line) {
  std::vector<std::string> row = {line.name.empty() ? "(unknown)" : line.name};
  for (const auto& [name, count] : crawl::kReportCounts)
    row.push_back(count == &ReportLine::bytes ? bytes_text(line.bytes)
                                              : std::to_string(line.*count));
  return row;
}

std::string text_section(const std::string& name, const std::vector<ReportLine>& lines,
                         size_t width) {
  report::TextTable table{.header = {name}};
  for (const auto& [heading, count] : crawl::kReportCounts) table.header.emplace_back(heading);
  for (const ReportLine& line : lines) table.rows.push_back(cells(line));
  return report::render(table, {.width = width}) + "\n";
}

Json json_of(const ReportLine& line) {
  Json json = {{"name", line.name}};
  for (const auto& [name, count] : crawl::kReportCounts) json[name] = line.*count;
  return json;
}

Json json_of(const std::vector<ReportLine>& lines) {
  auto rows = Json::array();
  for (const ReportLine& line : lines) rows.push_back(json_of(line));
  return rows;
}

// A table whose rows carry a bar as long as their share of the largest.
std::string html_section(const std::string& name, const std::vector<ReportLine>& lines) {
  uint64_t most = 1;
  for (const ReportLine& line : lines) most = std::max(most, line.pages);
  std::string out = fmt::format("<h2>{}</h2>\n<table><tr><th>{}<th>", name, name);
  for (const auto& [heading, count] : crawl::kReportCounts)
    out += fmt::format("<th class=n>{}", heading);
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

report::LineChart chart_of(const CrawlReport& report, const std::string& title, bool running) {
  report::LineChart chart{
      title, "days since " + (report.days.empty() ? "" : report.days.front().name), "", {}};
  const std::pair<const char*, uint64_t ReportLine::*> series[] = {
      {"visits", &ReportLine::visits},
      {"pages", &ReportLine::pages},
      {"documents", &ReportLine::documents},
      {"changes", &ReportLine::changes},
      {"failures", &ReportLine::failures}};
  for (const auto& [name, member] : series) {
    report::LineChart::Series drawn{name, {}};
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

constexpr std::string_view kCrawlStyle =
    ".bar{width:30%}.bar i{display:block;height:.7em;background:#0072b2}";

// What is counted of pages, in the order of reports. Slow hosts by their mean milliseconds.
std::vector<std::pair<const char*, const CrawlReport::Counts*>> count_lists(
    const CrawlReport& report) {
  return {{"states", &report.states}, {"statuses", &report.statuses},
          {"types", &report.types},   {"failures", &report.failures},
          {"marks", &report.marks},   {"slow hosts ms", &report.slow_hosts}};
}

// Tables for a terminal of this width.
std::string crawl_report_text(const CrawlReport& report, size_t width) {
  std::string out = text_section("all", {report.total}, width);
  for (const auto& [title, counts] : count_lists(report)) {
    if (counts->empty()) continue;
    out += fmt::format("{:<14}", title);
    const char* separator = "";
    for (const auto& [name, count] : *counts)
      out += fmt::format("{}{} {}", std::exchange(separator, ", "), count, name);
    out += "\n";
  }
  out += "\n" + text_section("country", report.countries, width);
  out += text_section("host", report.hosts, width);
  if (report.hosts.size() < report.host_count)
    out += fmt::format("… and {} more hosts\n\n", report.host_count - report.hosts.size());
  return out + text_section("day", report.days, width);
}

std::string crawl_report_json(const CrawlReport& report) {
  Json out;
  out["total"] = json_of(report.total);
  for (const auto& [title, counts] : count_lists(report)) {
    std::string key = title;
    std::replace(key.begin(), key.end(), ' ', '_');
    out[key] = Json::object();
    for (const auto& [name, count] : *counts) out[key][name] = count;
  }
  out["host_count"] = report.host_count;
  out["hosts"] = json_of(report.hosts);
  out["countries"] = json_of(report.countries);
  out["days"] = json_of(report.days);
  return out.dump(2) + "\n";
}

// One self-contained page with charts; nothing is loaded or run.
std::string crawl_report_html(const CrawlReport& report, const std::string& title) {
  std::string out = fmt::format("<h1>{}</h1>\n", escape_markup(title));
  out += fmt::format("<p>{} documents among {} pages of {} {}, {} visits, {}.</p>\n",
                     report.total.documents, report.total.pages, report.host_count,
                     report.host_count == 1 ? "host" : "hosts", report.total.visits,
                     bytes_text(report.total.bytes));
  for (const auto& [name, counts] : count_lists(report)) {
    if (counts->empty()) continue;
    out += fmt::format("<p>{}:", name);
    const char* separator = " ";
    for (const auto& [value, count] : *counts)
      out += fmt::format("{}{} {}", std::exchange(separator, " · "), count, escape_markup(value));
    out += "</p>\n";
  }
  out += html_charts(report) + html_section("Countries", report.countries) +
         html_section("Hosts", report.hosts);
  if (report.hosts.size() < report.host_count)
    out += fmt::format("<p>… and {} more hosts</p>\n", report.host_count - report.hosts.size());
  out += html_section("Days", report.days);
  return report::HtmlPage{.title = title, .style = kCrawlStyle, .body = std::move(out)}.text();
}

struct Options {
  std::string crawl;
  std::string html;
  crawl::ReportOptions report;
};

Status write_html(const Options& options, const crawl::CrawlReport& report) {
  std::string title = "Crawl " + options.crawl;
  if (options.crawl.find("://") != std::string::npos) title = "Crawl";  // Addresses hold passwords.
  if (!options.report.host.empty()) title += ", " + options.report.host;
  if (!options.report.country.empty()) title += ", " + options.report.country;
  return write_output(options.html, crawl_report_html(report, title));
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(auto metadata, crawl::MetadataStore::open_crawl(options.crawl));
  WEFT_ASSIGN(const auto report, crawl_report(*metadata, options.report));
  if (report.total.visits == 0) {
    context.note("no visits are recorded");
    return ExitCode::kNothing;
  }
  if (!options.html.empty()) {
    WEFT_TRY(write_html(options, report));
  }
  if (options.html.empty() || context.options.json)
    context.out.write(context.options.json ? crawl_report_json(report)
                                           : crawl_report_text(report, report::terminal_width()));
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("CRAWL", options.crawl, "A crawl's directory, its metadata file, or postgres://…").required();
  take.value("--html FILE", options.html, "Write a page with charts into FILE");
  take.value("--host", options.report.host, "This host alone");
  take.value("--country", options.report.country, "This country alone, two letters, by top-level domain");
  take.value("--hosts", options.report.max_hosts, "How many hosts to list").show_default().at_least(0);
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::report_verb

const weft::cli::Verb weft::cli::kReport{
    "report", "Report what a crawl has found: per host, per country, over time, and what failed",
    "  weft report crawl/\n"
    "  weft report crawl/ --html crawl.html\n"
    "  weft report postgres://db.example/crawl --country DE --json",
    prepare<report_verb::declare, report_verb::run>};
