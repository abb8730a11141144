// A practice site on disk: docs/formats/practice.md.
#pragma once

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "practice/site.h"

namespace weft::practice {

// Writes site.json, truth.jsonl, html/, and the same pages laid out like the data sets `swde`
// (details) and `records` (lists), so that `weft eval` can run on them. Fails with kIo, or
// kAlreadyExists when `directory` holds anything that is not a practice site.
Status write_site(const Site& site, const std::filesystem::path& directory);

// One line of truth.jsonl.
nlohmann::ordered_json truth_json(const Page& page, std::string_view file);

}  // namespace weft::practice
