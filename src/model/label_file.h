// Labels as JSON Lines: one label a line. The format: docs/formats/label.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/label.h"

namespace weft::model {

// "person", "truth", "ontology", "miner", "memory".
std::string_view label_source_name(LabelSource source);
// Fails with kInvalidArgument for any other text.
Result<LabelSource> parse_label_source(std::string_view name);

// Keys in a fixed order; what has its default (record "0", source person, confidence 1) is left
// out.
Json label_to_json(const Label& label);
// Fails with kInvalidArgument, naming the key. Unknown keys are ignored.
Result<Label> label_from_json(const Json& json);

// One line each, ended by a line feed.
std::string write_labels(const std::vector<Label>& labels);
// Empty lines are skipped. Fails with kInvalidArgument, naming the line.
Result<std::vector<Label>> read_labels(std::string_view text);

}  // namespace weft::model
