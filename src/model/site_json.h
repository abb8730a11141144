// A site as JSON: what `weft site show --json` prints.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "model/site.h"

namespace weft::model {

// Templates with their wrapper versions, schema, samples and the latest runs.
Result<nlohmann::ordered_json> site_to_json(const Site& site);

}  // namespace weft::model
