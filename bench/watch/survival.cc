// weft_bench_survival: how long rules live.
//
//   weft_bench_survival [--smoke] [--svg FILE]
//
// 1. Rules learned on old captures and run on the same pages years later (`history`): Weft's, with
//    and without repair, beside rules that people write: absolute XPath, selectors of ids and
//    classes, and the most similar element (apps/eval/baseline_inducers.h).
// 2. F1 before and after repair against the strength of made-up structural edits of real pages
//    (`edits`), as a table and, with --svg, as a chart.
//
// Tables are Markdown, for a section of bench/log. Data sets that are absent are said and left out.

#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "base/file.h"
#include "eval/data.h"
#include "eval/task.h"
#include "report/line_chart.h"

namespace weft {
namespace {

double figure(const std::vector<eval::Figure>& figures, std::string_view name) {
  for (const eval::Figure& one : figures) {
    if (one.name == name) return one.value;
  }
  return 0;
}

Result<eval::Report> run(const std::string& task_name, const std::string& method, bool smoke) {
  WEFT_ASSIGN(const eval::TaskSpec task, eval::find_task(task_name));
  eval::TaskContext context{.method = method, .workers = 2, .max_sites = smoke ? 2U : 0U};
  WEFT_ASSIGN(context.data, eval::resolve_data(task, {}));
  return eval::run_task(task, context);
}

Status print_survival(bool smoke) {
  WEFT_ASSIGN(const eval::TaskSpec task, eval::find_task("history"));
  fmt::print(
      "| rules | values still all right | F1 as they are | precision | F1 delivered after watch "
      "|\n");
  fmt::print("|---|---:|---:|---:|---:|\n");
  for (const std::string& method : task.methods) {
    WEFT_ASSIGN(const eval::Report report, run("history", method, smoke));
    const bool watched = method == task.methods.front();
    fmt::print("| {} | {:.3f} | {:.3f} | {:.3f} | {} |\n", method,
               figure(report.figures, "survival"), figure(report.figures, "unrepaired_f1"),
               figure(report.figures, "unrepaired_precision"),
               watched ? fmt::format("{:.3f}", report.score) : "");
  }
  return {};
}

Status print_edits(bool smoke, const std::string& svg) {
  WEFT_ASSIGN(const eval::Report report, run("edits", "", smoke));
  report::LineChart chart{"F1 after structural edits", "share of places edited", "F1", {}};
  chart.series = {{"repaired", {}}, {"unrepaired", {}}};
  fmt::print("\n| strength | unrepaired | repaired |\n|---:|---:|---:|\n");
  const double unedited = figure(report.figures, "unedited");
  fmt::print("| 0 | {:.3f} | {:.3f} |\n", unedited, unedited);
  for (report::LineChart::Series& series : chart.series) series.points.emplace_back(0, unedited);
  for (const eval::Row& row : report.rows) {
    if (row.section != "strength") continue;
    const double repaired = figure(row.figures, "repaired");
    const double unrepaired = figure(row.figures, "unrepaired");
    fmt::print("| {} | {:.3f} | {:.3f} |\n", row.name, unrepaired, repaired);
    chart.series[0].points.emplace_back(std::stod(row.name), repaired);
    chart.series[1].points.emplace_back(std::stod(row.name), unrepaired);
  }
  return svg.empty() ? Status() : write_file(svg, chart.svg());
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  bool smoke = false;
  std::string svg;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--smoke") == 0) smoke = true;
    if (std::strcmp(argv[i], "--svg") == 0 && i + 1 < argc) svg = argv[++i];
  }
  for (const weft::Status& done : {weft::print_survival(smoke), weft::print_edits(smoke, svg)}) {
    if (!done.ok()) fmt::print(stderr, "left out: {}\n", done.error().message);
  }
  return 0;
}
