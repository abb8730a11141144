// The style and script of the HTML report.
#pragma once

#include <string_view>

namespace weft::eval {

extern const std::string_view kReportStyle;
extern const std::string_view kReportScript;

}  // namespace weft::eval
