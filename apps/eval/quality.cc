#include "eval/quality.h"

#include <algorithm>

#include <fmt/format.h>

#include "eval/data.h"

namespace weft::eval {
namespace {

FloorCheck run_one(const TaskSpec& task, Floor floor, TaskContext context) {
  FloorCheck check{std::move(floor), FloorVerdict::kAbsent, 0, ""};
  const auto data = resolve_data(task, {});
  if (!data.ok()) {
    check.detail = data.error().message;
    return check;
  }
  context.data = *data;
  context.method = check.floor.method;
  context.labels = check.floor.labels;
  const auto report = run_task(task, context);
  if (!report.ok()) {
    check.verdict = FloorVerdict::kFailed;
    check.detail = report.error().message;
    return check;
  }
  const std::string digest = data_digest(*data);
  check.score = report->score;
  check.verdict = judge(check.floor, report->score, digest);
  check.floor.data = digest;
  return check;
}

// The floors, and an empty one for every task that has none.
std::vector<Floor> with_new_tasks(std::vector<Floor> floors) {
  for (const TaskSpec& task : registered_tasks()) {
    const bool known = std::any_of(floors.begin(), floors.end(),
                                   [&](const Floor& floor) { return floor.task == task.name; });
    if (!known) floors.push_back({.task = task.name});
  }
  return floors;
}

}  // namespace

std::vector<FloorCheck> check_floors(const std::vector<Floor>& floors, const TaskContext& context,
                                     const std::string& only,
                                     const std::function<void(const FloorCheck&)>& done) {
  std::vector<FloorCheck> checks;
  for (const Floor& floor : with_new_tasks(floors)) {
    if (floor.task.find(only) == std::string::npos) continue;
    const auto task = find_task(floor.task);
    checks.push_back(task.ok() ? run_one(*task, floor, context)
                               : FloorCheck{floor, FloorVerdict::kFailed, 0, task.error().message});
    done(checks.back());
  }
  return checks;
}

bool all_hold(const std::vector<FloorCheck>& checks) {
  return std::none_of(checks.begin(), checks.end(), [](const FloorCheck& check) {
    return check.verdict == FloorVerdict::kBelow || check.verdict == FloorVerdict::kChanged ||
           check.verdict == FloorVerdict::kFailed;
  });
}

std::string to_text(const FloorCheck& check) {
  std::string name = check.floor.task;
  if (!check.floor.method.empty()) name += " --method " + check.floor.method;
  if (check.floor.labels.has_value()) name += fmt::format(" --labels {}", *check.floor.labels);
  std::string out = fmt::format("{:<8} {:<40}", floor_verdict_name(check.verdict), name);
  switch (check.verdict) {
    case FloorVerdict::kAbsent:
    case FloorVerdict::kFailed:
      return out + " " + check.detail;
    case FloorVerdict::kNew:
      return out + fmt::format(" {:.4f} (no floor yet)", check.score);
    default:
      return out + fmt::format(" {:.4f} (floor {:.4f})", check.score, check.floor.floor);
  }
}

}  // namespace weft::eval
