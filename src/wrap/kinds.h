// The kinds of wrappers there are; a new one gets a row in kinds.cc.
#pragma once

#include <memory>

#include "base/json.h"
#include "model/wrapper.h"

namespace weft::wrap {

// As model::load_wrapper, with all kinds.
Result<std::unique_ptr<model::Wrapper>> load_wrapper(const Json& json);

}  // namespace weft::wrap
