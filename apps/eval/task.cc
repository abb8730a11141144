#include "eval/task.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::eval {
namespace {

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

bool keeps_site(const TaskContext& context, std::string_view site) {
  const bool named = site.find(context.only) != std::string_view::npos;
  if (context.sites == nullptr) return named;
  ++context.sites->asked;
  const bool kept = named && (context.max_sites == 0 || context.sites->kept < context.max_sites);
  context.sites->kept += kept ? 1 : 0;
  return kept;
}

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void for_each_parallel(const TaskContext& context, std::string_view phase, size_t count,
                       const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  context.progress->begin(phase, count);
  const auto loop = [&] {
    for (size_t i = next++; i < count; i = next++) {
      work(i);
      context.progress->advance(1);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::max(1U, context.workers); ++t) threads.emplace_back(loop);
  loop();
  for (std::thread& thread : threads) thread.join();
  context.progress->end();
}

Report report_of_orders(const TaskContext& context, std::vector<Row> rows, const char* what) {
  Report report;
  report.rows = std::move(rows);
  report.figures = mean_figures(report.rows);
  std::string order = context.method;
  std::replace(order.begin(), order.end(), '-', '_');
  report.score = 1 - figure_of(report.figures, order);
  report.figure(what, report.rows.size());
  return report;
}

Result<TaskSpec> find_task(std::string_view name, std::span<const TaskSpec> tasks) {
  std::vector<std::string> names;
  for (const TaskSpec& task : tasks) {
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
