// What the confidences of wrappers are worth, measured: used where a site has no calibration of its
// own.
#pragma once

#include <string_view>

#include "extract/calibration.h"

namespace weft::extract {

// For wrappers of this kind; the identity for kinds that were not measured.
Calibration default_calibration(std::string_view kind);

}  // namespace weft::extract
