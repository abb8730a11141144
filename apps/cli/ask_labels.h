// A program of the user's that labels or annotates: JSON lines in and out (docs/formats/label.md).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/context.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"

namespace weft::cli {

// What the program says of one page. A reply that is no label of it is a complaint, not a failure. Fails as ask_command() does.
Result<std::vector<model::Label>> ask_for_labels(const Context& context, const model::Page& page,
                                                 const model::Schema& schema,
                                                 const std::string& command);

}  // namespace weft::cli
