// Where the records of a verb go: into the file that -o names, in the format of its ending or of
// --format, a database too; else to standard output.
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "cli/context.h"
#include "model/record_writer.h"

namespace weft::cli {

// What --format names, or the output's ending if it is empty. Fails with kInvalidArgument.
Result<model::RecordFormat> output_format(const Context& context, std::string_view format);

// The writer puts the file in its place by itself: what the command line opened for it is given up.
// Fails with kInvalidArgument for a database on standard output, else as open_record_writer does.
Result<std::unique_ptr<model::RecordWriter>> open_record_output(
    Context& context, model::RecordFormat format, const model::RecordWriterOptions& options);

}  // namespace weft::cli
