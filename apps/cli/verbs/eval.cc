// weft eval: measure a method against ground truth. The tasks are in apps/eval/tasks/.

#include <memory>

#include <fmt/format.h>

#include "cli/verb.h"
#include "eval/data.h"
#include "eval/report.h"
#include "eval/task.h"

namespace weft::cli {
namespace {

struct Options {
  std::string task;
  std::vector<std::string> data;
  std::string method;
  unsigned labels = 0;
  unsigned sites = 0;
  std::string only;
  size_t rows = 60;
};

std::string task_list() {
  std::string out = "Tasks:\n";
  for (const auto& task : eval::registered_tasks()) {
    out += fmt::format("  {:<12} {} (score: {})\n", task.name, task.summary, task.metric);
  }
  return out;
}

ExitCode list_tasks(Context& context) {
  if (!context.options.json) {
    context.out.write(task_list());
    return ExitCode::kGood;
  }
  auto json = nlohmann::ordered_json::array();
  for (const auto& task : eval::registered_tasks()) {
    json.push_back({{"name", task.name},
                    {"summary", task.summary},
                    {"metric", task.metric},
                    {"data_sets", task.data_sets},
                    {"methods", task.methods}});
  }
  context.out.write(json.dump() + "\n");
  return ExitCode::kGood;
}

ExitCode run(Context& context, const Options& options) {
  if (options.task.empty() || options.task == "list") return list_tasks(context);
  const auto task = eval::find_task(options.task);
  if (!task.ok()) return context.fail(task.error());
  const auto data = eval::resolve_data(*task, options.data);
  if (!data.ok()) return context.fail(data.error());
  eval::TaskContext task_context{.data = *data,
                                 .method = options.method,
                                 .workers = context.workers(),
                                 .max_sites = options.sites,
                                 .only = options.only,
                                 .limits = context.options.limits};
  if (options.labels != 0) task_context.labels = options.labels;
  const auto report = eval::run_task(*task, task_context);
  if (!report.ok()) return context.fail(report.error());
  context.out.write(context.options.json ? eval::to_json(*report).dump() + "\n"
                                         : eval::to_text(*report, {.color = context.color_stdout(),
                                                                   .max_rows = options.rows}));
  return ExitCode::kGood;
}

const Verb kEval(
    {.order = 200,
     .name = "eval",
     .summary = "Measure a method against ground truth",
     .examples = "  weft eval list\n"
                 "  weft eval swde --labels 2\n"
                 "  weft eval records --method mdr --json\n"
                 "  weft eval records --data my-sites/",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       app.add_option("TASK", options->task, "What to measure; 'list' shows the tasks");
       app.add_option("--data", options->data, "A directory laid out like the task's data set")
           ->type_name("DIR");
       app.add_option("--method", options->method, "Which of the task's methods");
       app.add_option("--labels", options->labels, "Labelled pages per site")->type_name("K");
       app.add_option("--sites", options->sites, "Only the first N sites")->type_name("N");
       app.add_option("--only", options->only, "Only sites whose name contains TEXT")
           ->type_name("TEXT");
       app.add_option("--rows", options->rows, "Rows shown per table (the worst)")->type_name("N");
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
