// weft-eval: measures methods against ground truth. `weft eval …` runs it.

#include <fmt/format.h>

#include "base/json.h"
#include "cli/verb.h"
#include "eval/command_line.h"
#include "eval/data.h"
#include "eval/floors.h"
#include "eval/report.h"
#include "eval/report_html.h"
#include "eval/task.h"

namespace weft::eval {
namespace {

using cli::Context;
using cli::ExitCode;

ExitCode list_tasks(Context& context) {
  auto json = Json::array();
  std::string text = "Tasks:\n";
  for (const auto& task : all_tasks()) {
    text += fmt::format("  {:<12} {} (score: {})\n", task.name, task.summary, task.metric);
    json.push_back({{"name", task.name},
                    {"summary", task.summary},
                    {"metric", task.metric},
                    {"data_sets", task.data_sets},
                    {"methods", task.methods}});
  }
  context.print(json, text);
  return ExitCode::kGood;
}

TaskContext task_context(Context& context, const CommandLine& options) {
  TaskContext result{.method = options.method,
                     .label_choice = options.label_choice,
                     .workers = context.workers(),
                     .max_sites = options.sites,
                     .only = options.only,
                     .seed = options.seed,
                     .limits = context.options.limits,
                     .progress = &context.progress()};
  if (options.labels != 0) result.labels = options.labels;
  return result;
}

Result<ExitCode> run_one(Context& context, const CommandLine& options) {
  WEFT_ASSIGN(const auto task, find_task(options.task));
  WEFT_ASSIGN(const auto data, resolve_data(task, options.data));
  PageReport pages(options.worst);
  TaskContext job = task_context(context, options);
  job.data = data;
  if (!options.html_report.empty()) job.pages = &pages;
  WEFT_ASSIGN(const auto report, run_task(task, job));
  if (!options.html_report.empty()) {
    WEFT_TRY(cli::write_output(options.html_report, to_html(report, pages)));
    context.note(
        fmt::format("wrote {} with the {} worst pages", options.html_report, pages.pages().size()));
  }
  if (!options.chart.empty()) {
    if (report.charts.empty()) {
      return Error{ErrorCode::kInvalidArgument,
                   "this method draws no chart; edits and the curves of swde and practice do"};
    }
    WEFT_TRY(cli::write_output(options.chart, report.charts.front().svg()));
  }
  context.print(to_json(report),
                to_text(report, {.color = context.color_stdout(), .max_rows = options.rows}));
  return ExitCode::kGood;
}

// Names what fell, so that a quiet run says it too.
std::string summary_of(const std::vector<FloorCheck>& checks) {
  if (all_hold(checks)) return "all floors hold\n";
  std::string text = "some floors do not hold\n";
  for (const FloorCheck& check : checks) {
    if (!all_hold({check})) text += to_text(check) + "\n";
  }
  return text;
}

// All tasks against their floors.
Result<ExitCode> run_all(Context& context, const CommandLine& options) {
  std::vector<Floor> floors;
  if (!options.floors.empty()) {
    const auto bytes = read_file(options.floors);
    if (!bytes.ok() && !options.pin) return bytes.error();
    auto parsed = bytes.ok() ? parse_floors(*bytes) : std::vector<Floor>();
    if (!parsed.ok()) return parsed.error().in(options.floors);
    floors = std::move(*parsed);
  }
  TaskContext job = task_context(context, options);
  job.only.clear();  // Here it picks tasks.
  const auto checks = check_floors(floors, job, options.only,
                                   [&](const FloorCheck& check) { context.note(to_text(check)); });
  auto json = Json::array();
  for (const auto& check : checks) {
    json.push_back({{"task", check.floor.task},
                    {"method", check.floor.method},
                    {"verdict", name_of(check.verdict)},
                    {"score", check.score},
                    {"floor", check.floor.floor}});
  }
  const bool good = all_hold(checks);
  context.print({{"good", good}, {"checks", json}}, summary_of(checks));
  if (!options.pin) return good ? ExitCode::kGood : ExitCode::kUnhealthy;
  if (options.floors.empty()) {
    return Error{ErrorCode::kInvalidArgument, "say which file to pin: --floors FILE"};
  }
  WEFT_ASSIGN(const auto pinned, pin_floors(floors, checks, options.lower));
  WEFT_TRY(cli::write_output(options.floors, format_floors(pinned)));
  return ExitCode::kGood;
}

Result<ExitCode> run(Context& context, const CommandLine& options) {
  if (options.task.empty() || options.task == "list") return list_tasks(context);
  return options.task == "all" ? run_all(context, options) : run_one(context, options);
}

}  // namespace
}  // namespace weft::eval

int main(int argc, char** argv) {
  // The verb of `weft`, alone: `weft-eval …` reads what follows `weft eval`.
  std::vector<const char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, "eval");
  const weft::cli::Verb verb =
      weft::eval::eval_verb(weft::cli::prepare<weft::eval::declare, weft::eval::run>, nullptr);
  const weft::cli::VerbGroup verbs{"Measure", {&verb}};
  return weft::cli::run_program(static_cast<int>(arguments.size()), arguments.data(), {&verbs, 1});
}
