// The gate: each floor's task is run with its method and labels on the data that is here, and its
// score held against the floor. A floor is bound to a digest of its data, so that a set which grew
// or shrank says "changed" instead of rising or falling. Pinning rounds a score down to three digits:
// noise in the fourth must not break a build.

#include "eval/floors.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/json.h"
#include "eval/data.h"

namespace weft::eval {
namespace {

Error bad_floor(size_t number, std::string_view what) {
  return {ErrorCode::kInvalidArgument, fmt::format("floors: entry {}: {}", number, what)};
}

Result<Floor> parse_floor(const Json& json, size_t number) {
  if (!json.is_object()) return bad_floor(number, "not an object");
  Floor floor;
  const auto text = [&](const char* key) {
    return json.contains(key) && json[key].is_string() ? json[key].get<std::string>()
                                                       : std::string();
  };
  floor.task = text("task");
  floor.method = text("method");
  floor.label_choice = text("label_choice");
  floor.data = text("data");
  if (floor.task.empty()) return bad_floor(number, "no task");
  if (floor.data.empty()) return bad_floor(number, "no data digest");
  if (!json.contains("floor") || !json["floor"].is_number()) return bad_floor(number, "no floor");
  floor.floor = json["floor"].get<double>();
  if (json.contains("labels") && json["labels"].is_number_unsigned())
    floor.labels = json["labels"].get<unsigned>();
  return floor;
}

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

Result<std::vector<Floor>> parse_floors(std::string_view text) {
  const Json json = parse_json(text).value_or(nullptr);
  if (!json.is_object() || !json.contains("floors") || !json["floors"].is_array()) {
    return Error{ErrorCode::kInvalidArgument, "floors: not a file of floors"};
  }
  if (json.contains("version") && json["version"] != 1)
    return Error{ErrorCode::kUnsupported, "floors: a newer version"};
  std::vector<Floor> floors;
  for (const Json& entry : json["floors"]) {
    WEFT_ASSIGN(Floor floor, parse_floor(entry, floors.size() + 1));
    floors.push_back(std::move(floor));
  }
  return floors;
}

std::string format_floors(const std::vector<Floor>& floors) {
  std::string out = "{\"weft\": \"floors\", \"version\": 1, \"floors\": [";
  for (size_t i = 0; i < floors.size(); ++i) {
    Json json = {{"task", floors[i].task}};
    if (!floors[i].method.empty()) json["method"] = floors[i].method;
    if (floors[i].labels.has_value()) json["labels"] = *floors[i].labels;
    if (!floors[i].label_choice.empty()) json["label_choice"] = floors[i].label_choice;
    json["data"] = floors[i].data;
    json["floor"] = floors[i].floor;
    out += (i == 0 ? "\n  " : ",\n  ") + json.dump();
  }
  return out + "\n]}\n";
}

std::string_view floor_verdict_name(FloorVerdict verdict) {
  constexpr std::string_view kNames[] = {"held", "below", "changed", "absent", "new", "failed"};
  return kNames[static_cast<size_t>(verdict)];
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
  std::string out =
      fmt::format("{:<8} {:<40}", floor_verdict_name(check.verdict), describe(check.floor));
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
