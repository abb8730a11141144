// Labels as JSON Lines: one label a line. The format: docs/formats/label.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "model/label.h"

namespace weft::model {

// "person", "truth", "ontology", "miner", "memory".
std::span<const std::string_view> names_of(LabelSource);

// What has its default (record "0", source person, confidence 1) is left out.
void describe(JsonFields& json, Label& label);

// One line each, ended by a line feed.
std::string write_labels(const std::vector<Label>& labels);
// Empty lines are skipped. Fails with kInvalidArgument, naming the line.
Result<std::vector<Label>> read_labels(std::string_view text);

}  // namespace weft::model
