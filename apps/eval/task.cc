#include "eval/task.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::eval {
namespace {

std::vector<TaskSpec>& registry() {
  static std::vector<TaskSpec> tasks;
  return tasks;
}

Status check_method(const TaskSpec& task, const std::string& method) {
  if (method.empty() ||
      std::find(task.methods.begin(), task.methods.end(), method) != task.methods.end()) {
    return {};
  }
  if (task.methods.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("task {} has no methods to choose from", task.name)};
  }
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("task {} has no method '{}'; it has {}", task.name, method,
                           fmt::join(task.methods, ", "))};
}

}  // namespace

bool keeps_site(const TaskContext& context, std::string_view site, size_t position) {
  const bool kept = (context.max_sites == 0 || position < context.max_sites) &&
                    site.find(context.only) != std::string_view::npos;
  if (context.sites != nullptr) {
    ++context.sites->asked;
    context.sites->kept += kept ? 1 : 0;
  }
  return kept;
}

Task::Task(TaskSpec spec) { registry().push_back(std::move(spec)); }

std::vector<TaskSpec> registered_tasks() {
  std::vector<TaskSpec> tasks = registry();
  std::sort(tasks.begin(), tasks.end(),
            [](const TaskSpec& a, const TaskSpec& b) { return a.name < b.name; });
  return tasks;
}

Result<TaskSpec> find_task(std::string_view name) {
  std::vector<std::string> names;
  for (TaskSpec& task : registered_tasks()) {
    if (task.name == name) return task;
    names.push_back(task.name);
  }
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("no task '{}'; there are: {}", name, fmt::join(names, ", "))};
}

Result<Report> run_task(const TaskSpec& task, TaskContext context) {
  WEFT_TRY(check_method(task, context.method));
  if (context.method.empty() && !task.methods.empty()) context.method = task.methods.front();
  if (!context.labels.has_value() && task.default_labels != 0) context.labels = task.default_labels;
  for (const auto& directory : context.data) {
    if (!std::filesystem::is_directory(directory)) {
      return Error{ErrorCode::kNotFound, fmt::format("no data directory {}", directory.string())};
    }
  }
  TaskContext::SiteCount sites;
  context.sites = &sites;
  WEFT_ASSIGN(Report report, task.run(context));
  const bool none_kept = report.rows.empty() || (sites.asked > 0 && sites.kept == 0);
  if (none_kept && !context.only.empty()) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("nothing to judge: no site of {} has a name with \"{}\"", task.name,
                             context.only)};
  }
  report.task = task.name;
  report.metric = task.metric;
  report.method = context.method;
  report.labels = context.labels;
  return report;
}

}  // namespace weft::eval
