// Floors: the quality that must not be lost, and the gate that checks it. Each floor says: this
// task, on exactly this data, scores at least so much.
//
// File (tests/quality/floors.json):
//   {"weft": "floors", "version": 1, "floors": [
//     {"task": "records", "method": "weft", "data": "1f0c…", "floor": 0.94}, …]}
// `method`, `labels` and `label_choice` may be left out where the task has none or its default is
// meant.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "eval/task.h"

namespace weft::eval {

struct Floor {
  std::string task;
  std::string method;              // Empty: the task's default.
  std::optional<unsigned> labels;  // Absent: the task's default.
  std::string data;                // data_digest() of what it was measured on.
  double floor = 0;
  std::string label_choice = {};  // As TaskContext's.
  bool operator==(const Floor&) const = default;
};

// Fails with kInvalidArgument, naming the entry that is wrong.
Result<std::vector<Floor>> parse_floors(std::string_view json);
std::string format_floors(const std::vector<Floor>& floors);

enum class FloorVerdict {
  kHeld,
  kBelow,    // the score has fallen
  kChanged,  // the data is not what the floor was measured on
  kAbsent,   // the data is not here; nothing was run
  kNew,      // no floor yet
  kFailed,   // the task itself failed
};

std::span<const std::string_view> names_of(FloorVerdict);

// What running a task under a floor gave.
struct FloorCheck {
  Floor floor;
  FloorVerdict verdict = FloorVerdict::kHeld;
  double score = 0;
  std::string detail;  // Why, for kAbsent and kFailed.
};

FloorVerdict judge(const Floor& floor, double score, std::string_view digest);

// Runs each floor's task with its method and labels, then every task that has no floor with its
// defaults. `only` picks tasks whose name contains it. `done` is called after each.
std::vector<FloorCheck> check_floors(const std::vector<Floor>& floors, const TaskContext& context,
                                     const std::string& only,
                                     const std::function<void(const FloorCheck&)>& done,
                                     std::span<const TaskSpec> tasks = all_tasks());

// Whether nothing was lost: no check is below its floor, on changed data, or failed.
bool all_hold(const std::vector<FloorCheck>& checks);

// "held  records --method weft   0.9712 (floor 0.9400)"
std::string to_text(const FloorCheck& check);

// The floors after pinning these checks: raised to the score (rounded down to three digits), added
// where new. A score below its floor, or on other data, replaces the floor only when `allow_lower`;
// otherwise fails with kPermission, naming it.
Result<std::vector<Floor>> pin_floors(std::vector<Floor> floors,
                                      const std::vector<FloorCheck>& checks, bool allow_lower);

}  // namespace weft::eval
