// weft label --columns: names for the columns of a template, one answer a column.
#pragma once

#include <string>
#include <vector>

#include "cli/context.h"

namespace weft::cli {

struct LabelColumnsOptions {
  std::string site;
  std::string template_name;      // Empty: the only one with columns.
  std::vector<std::string> like;  // Bundles whose names are proposed.
};

extern const char* const kLabelColumnsCommands;

Result<ExitCode> label_columns(Context& context, const LabelColumnsOptions& options);

}  // namespace weft::cli
