// Task: one thing that can be measured: `weft eval TASK`. Each is a file in tasks/ with a namespace
// of its own, and stands in the list of tasks/tasks.cc.
//
//   namespace weft::eval::records {
//   Result<Report> run(const TaskContext& context);
//   }
//
// A task reads its data set through an importer (import/), runs a method of the library, and
// compares with the metrics of metrics/. It never prints.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "eval/report.h"
#include "eval/report_html.h"

namespace weft::eval {

// What a task is given. The strings come from the command line; `method` is one of the task's
// methods.
struct TaskContext {
  // Where the data is, one directory per data set of the task (or the one of --data), all present.
  std::vector<std::filesystem::path> data;
  std::string method;              // Never empty when the task has methods.
  std::optional<unsigned> labels;  // --labels: labelled pages per site; absent: the task's default.
  // --label-choice: "biased" labels pages that nobody should choose (swde); empty: as usual.
  std::string label_choice;
  unsigned workers = 1;
  unsigned max_sites = 0;  // --sites: only the first so many, for a quick look; 0 = all.
  std::string only;        // --only: sites whose name contains it; empty = all.
  // Counted by keeps_site().
  struct SiteCount {
    size_t asked = 0;
    size_t kept = 0;
  };
  SiteCount* sites = nullptr;  // run_task()'s; null: none is counted, so that --sites says nothing.
  // --seed: other made-up sites, redesigns, edits and samples than those that 0, the default, gives.
  unsigned seed = 0;
  Limits limits;
  Progress* progress = &Progress::none();
  // Where to put pages that a person should look at; null unless --html-report was given.
  PageReport* pages = nullptr;
};

// Whether --only lets this site in, and --sites one more. Threads: one at a time.
bool keeps_site(const TaskContext& context, std::string_view site);

// Calls work(0) to work(count - 1) on the context's workers, in any order, and says how far it is.
// work() must be safe to call from several threads at once.
void for_each_parallel(const TaskContext& context, std::string_view phase, size_t count,
                       const std::function<void(size_t)>& work);

// Processor time of this thread so far.
double cpu_seconds();

// The report of a task whose rows are shares of URLs that each order of crawling visits until it has
// found enough: the less, the better.
Report report_of_orders(const TaskContext& context, std::vector<Row> rows, const char* what);

struct TaskSpec {
  std::string name;     // "swde"; what the user types.
  std::string summary;  // One line, no full stop.
  std::string metric;   // What `score` is.
  // Names of the sets it runs on when no --data is given; all must be present.
  std::vector<std::string> data_sets;
  std::string unpack = "../shared/data/unpack";  // What brings them.
  std::vector<std::string> methods;              // The first is the default. May be empty.
  unsigned default_labels = 0;                   // 0: the task uses no labels.
  std::function<Result<Report>(const TaskContext&)> run;
};

// All tasks, by name (tasks/tasks.cc).
std::span<const TaskSpec> all_tasks();

// Fails with kInvalidArgument, listing the names there are.
Result<TaskSpec> find_task(std::string_view name, std::span<const TaskSpec> tasks = all_tasks());

// Runs a task after checking method and data; fills in the report's task, metric, method and
// labels.
Result<Report> run_task(const TaskSpec& task, TaskContext context);

}  // namespace weft::eval
