// weft eval: measure a method against ground truth. The tasks are in apps/eval/tasks/.

#include <memory>

#include <fmt/format.h>

#include "cli/line_chart.h"
#include "cli/option_range.h"
#include "cli/verb.h"
#include "eval/data.h"
#include "eval/quality.h"
#include "eval/report.h"
#include "eval/report_html.h"
#include "eval/task.h"
#include "model/json.h"

namespace weft::cli {
namespace {

struct Options {
  std::string task;
  std::vector<std::string> data;
  std::string method;
  unsigned labels = 0;
  unsigned sites = 0;
  std::string only;
  unsigned seed = 0;
  size_t rows = 60;
  std::string html_report;
  std::string chart;
  size_t worst = 40;
  std::string floors;
  bool pin = false;
  bool lower = false;
};

ExitCode list_tasks(Context& context) {
  auto json = nlohmann::ordered_json::array();
  std::string text = "Tasks:\n";
  for (const auto& task : eval::registered_tasks()) {
    text += fmt::format("  {:<12} {} (score: {})\n", task.name, task.summary, task.metric);
    json.push_back({{"name", task.name},
                    {"summary", task.summary},
                    {"metric", task.metric},
                    {"data_sets", task.data_sets},
                    {"methods", task.methods}});
  }
  context.out.write(context.options.json ? json.dump() + "\n" : text);
  return ExitCode::kGood;
}

eval::TaskContext task_context(const Context& context, const Options& options) {
  eval::TaskContext result{.method = options.method,
                           .workers = context.workers(),
                           .max_sites = options.sites,
                           .only = options.only,
                           .seed = options.seed,
                           .limits = context.options.limits};
  if (options.labels != 0) result.labels = options.labels;
  return result;
}

Status write_whole(const std::string& path, const std::string& bytes) {
  WEFT_ASSIGN(Output file, Output::open(path));
  file.write(bytes);
  return file.commit();
}

// The chart that a task left in its details (eval/chart.h), as SVG.
Result<std::string> chart_of(const eval::Report& report) {
  if (!report.details.contains("chart")) {
    return Error{ErrorCode::kInvalidArgument,
                 "this method draws no chart; edits and the curves of swde and practice do"};
  }
  const auto& json = report.details["chart"];
  LineChart chart{json["title"], json["x"], json["y"], {}};
  for (const auto& series : json["series"])
    chart.series.push_back({series["name"], series["points"]});
  return chart.svg();
}

ExitCode run_one(Context& context, const Options& options) {
  const auto task = eval::find_task(options.task);
  if (!task.ok()) return context.fail(task.error());
  const auto data = eval::resolve_data(*task, options.data);
  if (!data.ok()) return context.fail(data.error());
  eval::PageReport pages(options.worst);
  eval::TaskContext job = task_context(context, options);
  job.data = *data;
  if (!options.html_report.empty()) job.pages = &pages;
  const auto report = eval::run_task(*task, job);
  if (!report.ok()) return context.fail(report.error());
  if (!options.html_report.empty()) {
    const Status written = write_whole(options.html_report, eval::to_html(*report, pages));
    if (!written.ok()) return context.fail(written.error());
    context.note(
        fmt::format("wrote {} with the {} worst pages", options.html_report, pages.pages().size()));
  }
  if (!options.chart.empty()) {
    const auto svg = chart_of(*report);
    if (!svg.ok()) return context.fail(svg.error());
    const Status written = write_whole(options.chart, *svg);
    if (!written.ok()) return context.fail(written.error());
  }
  context.out.write(context.options.json ? model::dump_json(eval::to_json(*report)) + "\n"
                                         : eval::to_text(*report, {.color = context.color_stdout(),
                                                                   .max_rows = options.rows}));
  return ExitCode::kGood;
}

// Names what fell, so that a quiet run says it too.
std::string summary_of(const std::vector<eval::FloorCheck>& checks) {
  if (eval::all_hold(checks)) return "all floors hold\n";
  std::string text = "some floors do not hold\n";
  for (const eval::FloorCheck& check : checks) {
    if (!eval::all_hold({check})) text += eval::to_text(check) + "\n";
  }
  return text;
}

// All tasks against their floors.
ExitCode run_all(Context& context, const Options& options) {
  std::vector<eval::Floor> floors;
  if (!options.floors.empty()) {
    const auto bytes = eval::read_file(options.floors);
    if (!bytes.ok() && !options.pin) return context.fail(bytes.error());
    auto parsed = bytes.ok() ? eval::parse_floors(*bytes) : std::vector<eval::Floor>();
    if (!parsed.ok()) return context.fail(parsed.error().in(options.floors));
    floors = std::move(*parsed);
  }
  eval::TaskContext job = task_context(context, options);
  job.only.clear();  // Here it picks tasks.
  const auto checks = eval::check_floors(
      floors, job, options.only,
      [&](const eval::FloorCheck& check) { context.note(eval::to_text(check)); });
  auto json = nlohmann::ordered_json::array();
  for (const auto& check : checks) {
    json.push_back({{"task", check.floor.task},
                    {"method", check.floor.method},
                    {"verdict", eval::floor_verdict_name(check.verdict)},
                    {"score", check.score},
                    {"floor", check.floor.floor}});
  }
  const bool good = eval::all_hold(checks);
  context.out.write(context.options.json
                        ? nlohmann::ordered_json{{"good", good}, {"checks", json}}.dump() + "\n"
                        : summary_of(checks));
  if (!options.pin) return good ? ExitCode::kGood : ExitCode::kUnhealthy;
  if (options.floors.empty()) {
    return context.fail({ErrorCode::kInvalidArgument, "say which file to pin: --floors FILE"});
  }
  const auto pinned = eval::pin_floors(floors, checks, options.lower);
  if (!pinned.ok()) return context.fail(pinned.error());
  const Status written = write_whole(options.floors, eval::format_floors(*pinned));
  return written.ok() ? ExitCode::kGood : context.fail(written.error());
}

ExitCode run(Context& context, const Options& options) {
  if (options.task.empty() || options.task == "list") return list_tasks(context);
  return options.task == "all" ? run_all(context, options) : run_one(context, options);
}

void declare_options(CLI::App& app, Options& options) {
  app.add_option("TASK", options.task,
                 "What to measure; 'list' shows the tasks, 'all' runs them against --floors");
  app.add_option("--data", options.data, "A directory laid out like the task's data set")
      ->type_name("DIR");
  app.add_option("--method", options.method, "Which of the task's methods");
  app.add_option("--labels", options.labels, "Labelled pages per site")
      ->type_name("K")
      ->check(in_range(1, kMaxCount));
  app.add_option("--sites", options.sites, "Only the first N sites")
      ->type_name("N")
      ->check(in_range(1, kMaxCount));
  app.add_option("--only", options.only, "Only sites (with 'all': tasks) whose name contains TEXT")
      ->type_name("TEXT");
  app.add_option(
         "--seed", options.seed,
         "Other made-up sites and changes than the usual ones (redesigns, list-redesigns, edits)")
      ->type_name("N");
  app.add_option("--rows", options.rows, "Rows shown per table (the worst)")
      ->type_name("N")
      ->check(in_range(0, kMaxCount));
  app.add_option("--html-report", options.html_report,
                 "Pages beside their extraction, errors marked")
      ->type_name("FILE");
  app.add_option("--chart", options.chart, "The curves of methods that have some, as SVG")
      ->type_name("FILE");
  app.add_option("--worst", options.worst, "Pages in the HTML report")
      ->type_name("N")
      ->check(in_range(0, kMaxCount));
  app.add_option("--floors", options.floors, "Scores that must not be lost; with 'all'")
      ->type_name("FILE");
  app.add_flag("--pin", options.pin, "Raise the floors to what was measured");
  app.add_flag("--lower", options.lower, "With --pin: lower floors too");
}

const Verb kEval({.order = 200,
                  .name = "eval",
                  .summary = "Measure a method against ground truth",
                  .examples = "  weft eval list\n"
                              "  weft eval swde --labels 2\n"
                              "  weft eval records --method mdr --json\n"
                              "  weft eval redesigns --seed 7   # sites never judged before\n"
                              "  weft eval records --data my-sites/ --html-report look.html\n"
                              "  weft eval practice --method curve-broom --chart recall.svg\n"
                              "  weft eval all --floors tests/quality/floors.json",
                  .declare = [](CLI::App& app) {
                    auto options = std::make_shared<Options>();
                    declare_options(app, *options);
                    return [options](Context& context) { return run(context, *options); };
                  }});

}  // namespace
}  // namespace weft::cli
