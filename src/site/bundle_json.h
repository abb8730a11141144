// A site as JSON: what `weft site show --json` prints.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "site/bundle.h"

namespace weft::site {

// Templates with their wrapper versions, schema, samples and the latest runs.
Result<nlohmann::ordered_json> bundle_to_json(const Bundle& site);

}  // namespace weft::site
