// Two passes: over the counts of hosts and days, and over pages counted by what became of them.

#include "crawl/crawl_report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::crawl {
namespace {

struct DayRow {
  int64_t day = 0;
  ReportLine line;  // named by the host
};

Result<std::vector<DayRow>> read_days(store::Sql& sql) {
  WEFT_ASSIGN(const store::SqlTable table,
              sql.query("SELECT day, host, documents, pages, visits, changes, failures, bytes, "
                        "elapsed FROM day ORDER BY day",
                        {}, "itiiiiiii"));
  std::vector<DayRow> rows;
  for (size_t i = 0; i < table.size(); ++i) {
    DayRow& row = rows.emplace_back();
    row.day = table.integer(i, 0);
    row.line.name = table.text(i, 1);
    size_t column = 2;
    for (const auto& [name, count] : kReportCounts)
      row.line.*count = static_cast<uint64_t>(table.integer(i, column++));
    row.line.milliseconds = static_cast<uint64_t>(table.integer(i, column));
  }
  return rows;
}

std::vector<ReportLine> ranked(std::map<std::string, ReportLine> lines) {
  std::vector<ReportLine> sorted;
  for (auto& [name, line] : lines) {
    line.name = name;
    sorted.push_back(std::move(line));
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const ReportLine& a, const ReportLine& b) {
    return std::pair(a.documents, a.pages) > std::pair(b.documents, b.pages);
  });
  return sorted;
}

std::string day_name(int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// Days on which nothing happened are lines of zeros.
std::vector<ReportLine> without_gaps(const std::map<int64_t, ReportLine>& days) {
  std::vector<ReportLine> lines;
  if (days.empty()) return lines;
  for (int64_t day = days.begin()->first; day <= days.rbegin()->first; ++day) {
    const auto found = days.find(day);
    lines.push_back(found == days.end() ? ReportLine() : found->second);
    lines.back().name = day_name(day);
  }
  return lines;
}

bool is_wanted(const std::string& host, const ReportOptions& options) {
  if (!options.host.empty() && host != options.host) return false;
  return options.country.empty() || country_of(host) == options.country;
}

CrawlReport::Counts most_first(const std::map<std::string, uint64_t>& counts) {
  CrawlReport::Counts sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

CrawlReport::Counts slowest(const std::vector<ReportLine>& hosts, size_t most) {
  std::map<std::string, uint64_t> means;
  for (const ReportLine& host : hosts) {
    if (host.visits > 0) means[host.name] = host.milliseconds / host.visits;
  }
  CrawlReport::Counts sorted = most_first(means);
  if (sorted.size() > most) sorted.resize(most);
  return sorted;
}

// By what became of them.
Status count_pages(store::Sql& sql, const ReportOptions& options, CrawlReport& report) {
  WEFT_ASSIGN(const store::SqlTable table,
              sql.query("SELECT host, state, status, type, failure, mark, count(*) FROM page "
                        "GROUP BY host, state, status, type, failure, mark",
                        {}, "ttittti"));
  std::map<std::string, uint64_t> states, statuses, types, failures, marks;
  for (size_t i = 0; i < table.size(); ++i) {
    if (!is_wanted(table.text(i, 0), options)) continue;
    const auto pages = static_cast<uint64_t>(table.integer(i, 6));
    const auto add = [&](std::map<std::string, uint64_t>& to, const std::string& name) {
      if (!name.empty()) to[name] += pages;
    };
    add(states, table.text(i, 1));
    add(statuses, table.integer(i, 2) == 0 ? "" : std::to_string(table.integer(i, 2)));
    add(types, table.text(i, 3));
    add(failures, table.text(i, 4));
    add(marks, table.text(i, 5));
  }
  report.states = most_first(states);
  report.statuses = most_first(statuses);
  report.types = most_first(types);
  report.failures = most_first(failures);
  report.marks = most_first(marks);
  return {};
}

}  // namespace

void ReportLine::add(const ReportLine& other) {
  for (const auto& [field, count] : kReportCounts) this->*count += other.*count;
  milliseconds += other.milliseconds;
}

Result<CrawlReport> crawl_report(MetadataStore& metadata, const ReportOptions& options) {
  WEFT_ASSIGN(const std::vector<DayRow> rows, read_days(metadata.sql()));
  CrawlReport report;
  std::map<std::string, ReportLine> hosts;
  std::map<std::string, ReportLine> countries;
  std::map<int64_t, ReportLine> days;
  for (const DayRow& row : rows) {
    const std::string country = country_of(row.line.name);
    if (!is_wanted(row.line.name, options)) continue;
    report.total.add(row.line);
    hosts[row.line.name].add(row.line);
    countries[country].add(row.line);
    days[row.day].add(row.line);
  }
  report.host_count = hosts.size();
  report.hosts = ranked(std::move(hosts));
  report.slow_hosts = slowest(report.hosts, options.max_slow_hosts);
  if (report.hosts.size() > options.max_hosts) report.hosts.resize(options.max_hosts);
  report.countries = ranked(std::move(countries));
  report.days = without_gaps(days);
  WEFT_TRY(count_pages(metadata.sql(), options, report));
  return report;
}

std::string country_of(std::string_view host) {
  host = host.substr(0, host.rfind(':'));
  while (host.ends_with('.')) host.remove_suffix(1);
  const std::string domain = ascii_lower(host.substr(host.rfind('.') + 1));
  if (domain == "edu" || domain == "gov" || domain == "mil") return "US";
  if (domain == "uk") return "GB";
  if (domain.size() != 2 || host.size() == 2) return "";
  std::string country;
  for (const char c : domain) {
    if (!is_ascii_alpha(c)) return "";
    country += static_cast<char>(c & ~0x20);
  }
  return country;
}

}  // namespace weft::crawl
