// The gate: each floor's task is run with its method and labels on the data that is here, and its
// score held against the floor. A floor is bound to a digest of its data, so that a set which grew
// or shrank says "changed" instead of rising or falling. Pinning rounds a score down to three digits:
// noise in the fourth must not break a build.

#include "eval/floors.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "eval/data.h"

namespace weft::eval {
namespace {

bool same_measurement(const Floor& a, const Floor& b) {
  return a.task == b.task && a.method == b.method && a.labels == b.labels &&
         a.label_choice == b.label_choice;
}

std::string describe(const Floor& floor) {
  std::string name = floor.task;
  if (!floor.method.empty()) name += " --method " + floor.method;
  if (floor.labels.has_value()) name += fmt::format(" --labels {}", *floor.labels);
  if (!floor.label_choice.empty()) name += " --label-choice " + floor.label_choice;
  return name;
}

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
  context.label_choice = check.floor.label_choice;
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

double rounded_down(double score) { return std::floor(score * 1000) / 1000; }

}  // namespace

static void describe(JsonFields& json, Floor& floor) {
  json.required("task", floor.task);
  json.optional("method", floor.method);
  json.optional("labels", floor.labels);
  json.optional("label_choice", floor.label_choice);
  json.required("data", floor.data);
  json.required("floor", floor.floor);
}

namespace {

struct FloorFile {
  std::vector<Floor> floors;
};

void describe(JsonFields& json, FloorFile& file) {
  json.header("floors", 1, /*needed=*/false);
  json.required("floors", file.floors);
}

}  // namespace

Result<std::vector<Floor>> parse_floors(std::string_view text) {
  WEFT_ASSIGN(FloorFile file, read_json_text<FloorFile>(text, "floors"));
  return std::move(file.floors);
}

std::string format_floors(const std::vector<Floor>& floors) {
  std::string out = "{\"weft\": \"floors\", \"version\": 1, \"floors\": [";
  for (size_t i = 0; i < floors.size(); ++i)
    out += (i == 0 ? "\n  " : ",\n  ") + write_json(floors[i]).dump();
  return out + "\n]}\n";
}

std::span<const std::string_view> names_of(FloorVerdict) {
  static constexpr std::string_view kNames[] = {"held",   "below", "changed",
                                                "absent", "new",   "failed"};
  return kNames;
}

FloorVerdict judge(const Floor& floor, double score, std::string_view digest) {
  if (floor.data.empty()) return FloorVerdict::kNew;
  if (floor.data != digest) return FloorVerdict::kChanged;
  return score < floor.floor ? FloorVerdict::kBelow : FloorVerdict::kHeld;
}

std::vector<FloorCheck> check_floors(const std::vector<Floor>& floors, const TaskContext& context,
                                     const std::string& only,
                                     const std::function<void(const FloorCheck&)>& done,
                                     std::span<const TaskSpec> tasks) {
  std::vector<Floor> all = floors;
  for (const TaskSpec& task : tasks) {
    const bool known = std::any_of(floors.begin(), floors.end(),
                                   [&](const Floor& floor) { return floor.task == task.name; });
    if (!known) all.push_back({.task = task.name});
  }
  std::vector<FloorCheck> checks;
  for (const Floor& floor : all) {
    if (floor.task.find(only) == std::string::npos) continue;
    const auto task = find_task(floor.task, tasks);
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
  std::string out = fmt::format("{:<8} {:<40}", name_of(check.verdict), describe(check.floor));
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

Result<std::vector<Floor>> pin_floors(std::vector<Floor> floors,
                                      const std::vector<FloorCheck>& checks, bool allow_lower) {
  for (const FloorCheck& check : checks) {
    if (check.verdict == FloorVerdict::kAbsent || check.verdict == FloorVerdict::kFailed) continue;
    Floor pinned = check.floor;
    pinned.floor = rounded_down(check.score);
    const auto place = std::find_if(floors.begin(), floors.end(), [&](const Floor& floor) {
      return same_measurement(floor, pinned);
    });
    if (place == floors.end()) {
      floors.push_back(pinned);
      continue;
    }
    const bool lower = pinned.floor < place->floor;
    const bool loses =
        check.verdict == FloorVerdict::kBelow || (check.verdict == FloorVerdict::kChanged && lower);
    if (loses && !allow_lower) {
      return Error{ErrorCode::kPermission,
                   fmt::format("floors: {} would fall from {} to {}; --lower allows it",
                               describe(pinned), place->floor, pinned.floor)};
    }
    if (!lower || allow_lower) *place = pinned;
  }
  return floors;
}

}  // namespace weft::eval
