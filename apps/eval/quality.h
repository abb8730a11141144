// The quality gate: every task that exists, against the floors.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "eval/floors.h"
#include "eval/task.h"

namespace weft::eval {

// Runs each floor's task with its method and labels, then every registered task that has no floor
// with its defaults. `only` picks tasks whose name contains it. `done` is called after each.
std::vector<FloorCheck> check_floors(const std::vector<Floor>& floors, const TaskContext& context,
                                     const std::string& only,
                                     const std::function<void(const FloorCheck&)>& done);

// Whether nothing was lost: no check is below its floor, on changed data, or failed.
bool all_hold(const std::vector<FloorCheck>& checks);

// "held  records --method weft   0.9712 (floor 0.9400)"
std::string to_text(const FloorCheck& check);

}  // namespace weft::eval
